/** How questions ask what holds if nothing is set, and what they measure. */

/** By language, as alternatives of a regular expression. */
export const asksForDefault: Readonly<Record<string, string>> = {
  en: "(?:by|as|the) default|defaults?|out of the box|(?:unless|if|when|while) (?:i|you|we|it|nothing|none|no\\p{L}*)\\b[^?,]*?(?:n['’]t|not|nothing|none|otherwise|unset|unspecified|differently|anything else)[^?,]*|without (?:any )?(?:config\\p{L}*|setting|specifying|changing|touching)[^?,]*",
  de: 'standardmäßig|standardwerte?|voreingestellt|voreinstellung|vorgabe|per default|default|wenn (?:ich|man) nichts[^?,]*',
  fr: 'par défaut|défaut|si (?:je|on) ne[^?,]*',
  es: 'por defecto|por omisión|predeterminad[oa]s?|si no[^?,]*',
  pt: 'por padrão|padrão|predefinid[oa]s?|se (?:eu )?não[^?,]*',
  ru: 'по умолчанию|умолчанию',
  zh: '默认(?:值)?|缺省',
  ja: 'デフォルト(?:値)?|既定(?:値)?|初期値|何も指定しな\\p{L}*',
};

/** Names of settings by the English word that asks for their amount. */
export const measures: Readonly<Record<string, string>> = {
  long: 'timeout lifetime duration ttl interval expire expires expiry age delay wait',
  often: 'interval period frequency rate',
  many: 'max maximum limit count number attempts size',
  much: 'max maximum limit size amount',
  big: 'max maximum limit size',
  large: 'max maximum limit size',
  wide: 'width size columns',
  deep: 'depth level',
  fast: 'rate speed interval',
};
