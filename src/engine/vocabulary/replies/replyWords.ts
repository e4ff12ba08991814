/** Words by which replies of language models are read, in the languages of questions. Lower case. */

const words = (text: string): ReadonlySet<string> => new Set(text.split(/\s+/));

/** In a heading, or the name of a tag or fence, of what a model thinks aloud. */
export const thoughtStems = [
  ...['think', 'thought', 'reason', 'reflect', 'analy', 'scratch', 'monolog', 'raison', 'réflex', 'überleg', 'análi', 'razona', 'racioc'],
  ...['ragion', 'анализ', '分析', '思考', '추론'],
] as const;

/** Words with a colon before an answer; they end what a model thinks aloud. */
export const answerLabels = [
  ...['final answer', 'answer', 'réponse finale', 'réponse', 'endgültige antwort', 'antwort', 'respuesta final', 'respuesta', 'resposta'],
  ...['resposta final', 'risposta', 'risposta finale', 'ответ', 'antwoord', '最终答案', '答案', '回答', '答え', '답변'],
] as const;

/** Languages of a fence around a whole answer. */
export const wrappers = words('json markdown md text txt plaintext');

/** What may stand before the number of a source: `[source 8]`, `(see source 8)`. */
export const sourceNouns = words(
  'source sources src quelle quellen fuente fuentes fonte fontes fonti bron bronnen источник источники источника источнике источниках 来源 資料 ソース 출처',
);
/** Further names of tags that cite. */
export const citeTags = words('ref cite');
/** Beside them: what may stand between the numbers, or before the noun. */
export const fillers = words('and und et y e en и see siehe vgl voir cf ver vedi zie см per n laut selon según segun from');
/** What may stand before lines. */
export const lineNouns = words(
  'l line lines ll zeile zeilen ligne lignes línea líneas linea lineas linha linhas righe riga regel regels строка строки 行',
);
/** What may stand between the first and the last of lines or sources. */
export const rangeWords = words('to through bis à a al até ao tot до по 至 到 から');

/** Of a sentence which says that the sources do not answer: its subject, a negation, and what they do not do. */
export const denials = {
  subjects: words(
    // Whatever was "provided" is what was sent.
    'provided supplied bereitgestellten bereitgestellte fournis fournies proporcionadas proporcionados fornecidas fornecidos fornite forniti sources documents excerpts passages quellen auszüge dokumente dokumenten dokumentation extraits fuentes documentos fontes fonti источники источниках источников bronnen',
  ),
  negations: words(
    'not no none nothing cannot unable nicht nichts kein keine keinen keinerlei ne n pas rien aucun aucune no nada ninguna ningún não nada nenhuma nenhum non nulla nessuna не нет ничего niet niets geen',
  ),
  verbs:
    'say said mention answer contain describ provid state specif include tell cover explain document address information detail sag erwähn enthalt enthält beantwort nenn beschreib angabe information auskunft hinweis dis dit mentionn répond contien précis indiqu décri parl informat dicen dice menciona contien respond indica especific informa dizem diz menciona cont respond indica dicono dice menziona contengono rispond indica говор упомин содерж указ отвеч сообща zeg vermeld bevat antwoord indicat discuss entnehm entnomm hervor ersichtlich behandel figur abord fourn proporcion aparec fornec trov fornisc expliqu explic spieg erklär erläuter объясн'.split(
      ' ',
    ),
  /** The same, where the subject follows: "not found in the sources". */
  findings: 'find found trouv encuentr encontr найд найт наход vind'.split(' '),
  /** Of languages without blanks between words: subjects, then one of the first and, after at most so many characters, one of the second. */
  unspaced: [
    {
      subjects: ['来源', '资料', '文档', '來源', '資料', '文件'],
      first: ['没有', '未', '无法', '沒有', '無法'],
      second: ['提', '说', '說', '包含', '回答', '描述', '解释', '解釋', '找到', '涉及', '介绍', '信息', '内容'],
      between: 0,
    },
    {
      subjects: ['ソース', '資料', '情報源'],
      first: ['記載', '書かれ', '含まれ', '説明', '言及', '述べ', '答え', '提供', '見つか', '情報', '記述'],
      second: ['ません', 'ない'],
      between: 6,
    },
    {
      subjects: ['출처', '자료'],
      first: ['나와', '내용', '언급', '설명', '포함', '나타', '찾', '정보', '답'],
      second: ['않', '없'],
      between: 6,
    },
  ],
} as const;
