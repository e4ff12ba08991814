/** The syntax of imports, bases of types and throwing, by language: patterns for `uses.ts`. */

/** Patterns tried at the start of a line that has a word of their group; what counts is the only group, at the end of the match. */
interface UseSyntax {
  /** Import statements, with their names and modules. */
  readonly imports: readonly RegExp[];
  /** The list of what a type extends or implements. */
  readonly bases: readonly RegExp[];
  /** The statement that names the package of a file. */
  readonly packageClause?: RegExp;
}

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
const quoted = `(?:'[^'\\n]*'|"[^"\\n]*")`;
/** TypeScript and JavaScript. */
export const ecma: UseSyntax = {
  imports: [
    pattern(
      `[ \\t]*((?:import|export)\\b[^;'"\`(){}=]{0,300}(?:\\{[^{};'"\`=()]{0,4000}\\})?[^;'"\`(){}=]{0,100}\\bfrom\\s*${quoted}|import\\s*${quoted})`,
    ),
    pattern(
      `[^\\n]{0,200}?((?:\\b(?:const|let|var|import)\\s+(?:\\{[^{}]{0,2000}\\}|[\\w$]+)\\s*=\\s*(?:await\\s+)?)?\\b(?:require|import)\\(\\s*${quoted})`,
    ),
  ],
  bases: classBases,
};
const jvm: UseSyntax = {
  imports: [pattern('[ \\t]*((?:import|using)\\s+(?:static\\s+)?(?!var\\b)[\\w.*{}, \\t]+)')],
  bases: classBases,
  packageClause: pattern('(?:package|namespace)\\s+[\\w.]+'),
};

/** By language id; in others, uses are not distinguished. */
export const useSyntaxes: Readonly<Record<string, UseSyntax>> = {
  typescript: ecma,
  javascript: ecma,
  java: jvm,
  python: {
    imports: [
      pattern(
        '[ \\t]*(from\\s+[\\w.]+\\s+import\\s*(?:\\([^)]{0,4000}\\)|[^\\n#(]*(?:\\\\\\r?\\n[^\\n#]*){0,50})|c?import\\s+[^\\n#;]{1,4000})',
      ),
    ],
    bases: [pattern('[ \\t]*class\\s+\\w+\\s*(?:\\[[^\\]]{0,400}\\]\\s*)?\\(([^)]{1,400})(?=\\))')],
  },
  rust: {
    imports: [pattern('[ \\t]*(?:pub(?:\\([^)]{0,80}\\))?\\s+)?((?:use|extern\\s+crate)\\s[^;]{1,4000};)')],
    bases: [
      pattern(`\\s*(?:unsafe\\s+)?impl\\b${generics}\\s*!?((?:\\w+::)*\\w+)(?=[^{;]{0,200}?\\sfor\\s)`),
      pattern(`[^\\n]{0,60}?\\btrait\\s+\\w+${generics}\\s*:\\s*([^{;]{1,300})`),
    ],
  },
  go: {
    imports: [pattern('(import\\s*(?:\\([^()]{0,8000}\\)|[\\w.]*\\s*"[^"\\n]*"))')],
    bases: [],
    packageClause: pattern('package\\s+\\w+'),
  },
  c: {
    imports: [pattern('[ \\t]*#\\s*((?:include|import)\\s*["<][^">\\n]+[">])')],
    bases: [
      pattern(`[^\\n]{0,200}?(?:\\b(?:class|struct)|@interface|@protocol)\\s+[\\w\\s]{1,80}(?:${list})?\\s*(?::(?!:)|<)\\s*([^{;]{1,400})`),
    ],
  },
  ruby: {
    imports: [pattern(`[ \\t]*(require(?:_relative)?\\s*\\(?${quoted})`)],
    bases: [pattern('[ \\t]*class\\s+[\\w:]+\\s*<\\s*([\\w:]+)'), pattern('[ \\t]*(?:include|extend|prepend)\\s+([\\w:, \\t]+)')],
  },
  php: {
    imports: [pattern('[ \\t]*(use\\s+[^;()]{1,500};|(?:require|include)(?:_once)?\\b[^;\\n]{1,300})')],
    bases: classBases,
    packageClause: pattern('namespace\\s+[\\w\\\\]+'),
  },
  lua: { imports: [pattern(`[^\\n]{0,200}?((?:local\\s+\\w+\\s*=\\s*)?\\brequire\\s*\\(?\\s*${quoted})`)], bases: [] },
  elixir: {
    imports: [pattern('[ \\t]*((?:alias|import|use|require)\\s+[^\\n]{1,300})')],
    bases: [pattern('[ \\t]*@behaviou?r\\s+([\\w.]+)')],
  },
};
