/** The lists of what types extend or implement, by language: patterns for `uses.ts`. */

const pattern = (source: string): RegExp => new RegExp(source, 'uy');
/** Type parameters or arguments, nested up to three levels. */
const list = '<(?:[^<>;{}]|<(?:[^<>;{}]|<[^<>;{}]*>)*>)*>';
/** They may follow a name. White space is in the group, since next to the white space that follows it could be divided in many ways. */
const generics = `(?:\\s*${list})?`;
const classBases = [
  pattern(
    `[^\\n]{0,200}?\\b(?:class|interface|enum|record|trait|object|struct|protocol|extension|mixin)\\s+[\\w$.]+${generics}\\s*(?:\\([^)]{0,400}\\)\\s*)?(?:extends|implements|with|on|:(?!:))\\s+([^{;]{1,400})`,
  ),
  pattern('\\s*(?:extends|implements)\\s+([^{;]{1,400})'),
];
/** Patterns tried at the start of a line that declares a type; what counts is the only group, at the end of the match. In other languages, uses are not distinguished. */
export const basePatterns: Readonly<Record<string, readonly RegExp[]>> = {
  ...{ typescript: classBases, javascript: classBases, java: classBases, php: classBases, go: [], lua: [] },
  python: [pattern('[ \\t]*class\\s+\\w+\\s*(?:\\[[^\\]]{0,400}\\]\\s*)?\\(([^)]{1,400})(?=\\))')],
  rust: [
    pattern(`\\s*(?:unsafe\\s+)?impl\\b${generics}\\s*!?((?:\\w+::)*\\w+)(?=[^{;]{0,200}?\\sfor\\s)`),
    pattern(`[^\\n]{0,60}?\\btrait\\s+\\w+${generics}\\s*:\\s*([^{;]{1,300})`),
  ],
  c: [
    pattern(`[^\\n]{0,200}?(?:\\b(?:class|struct)|@interface|@protocol)\\s+[\\w\\s]{1,80}(?:${list})?\\s*(?::(?!:)|<)\\s*([^{;]{1,400})`),
  ],
  ruby: [pattern('[ \\t]*class\\s+[\\w:]+\\s*<\\s*([\\w:]+)'), pattern('[ \\t]*(?:include|extend|prepend)\\s+([\\w:, \\t]+)')],
  elixir: [pattern('[ \\t]*@behaviou?r\\s+([\\w.]+)')],
};
