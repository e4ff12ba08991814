/**
 * Languages by file name, with what chunking and entity extraction need of each: whether it is prose or code, the patterns of its declarations,
 * and its keywords. Other text files are indexed too, only less well.
 *
 * To add a language, add a row to the table below. Its patterns are tried on every line; the first group is the defined name.
 */

import type { ChunkKind } from '../document.ts';
import { once } from '../util/once.ts';
import { punctuationIn } from './words/punctuationMasks.ts';
import { WordGroup } from './words/wordGroups.ts';

export interface Language {
  readonly id: string;
  readonly kind: ChunkKind;
  /** The heading syntax; `none` splits by declarations, indentation and blank lines. */
  readonly headings: 'markdown' | 'asciidoc' | 'rst' | 'none';
  /** Patterns of a line that defines a name; the first group is the name. */
  readonly definitions: readonly RegExp[];
}

const identifier = '([\\p{L}_$][\\p{L}\\p{N}_$]*)';
const withName = (pattern: string): string => pattern.replaceAll('NAME', identifier);
/** At any depth. */
const line = (pattern: string, flags = 'u'): RegExp => new RegExp(`^\\s*${withName(pattern)}`, flags);
/** At the outermost level only: deeper, the same line declares a local. */
const outermost = (pattern: string): RegExp => new RegExp(`^${withName(pattern)}`, 'u');
/** At the outermost level and for members of a type, whose method bodies are deeper. */
const member = (pattern: string): RegExp => new RegExp(`^(?: {0,4}|\\t)${withName(pattern)}`, 'u');

/** A necessary condition for a pattern to match a line, cheaper to check than the pattern. */
export interface Prefilter {
  /** Punctuation that must all occur, and punctuation that must not; bits of `punctuationBits`. */
  readonly punctuation: number;
  readonly without: number;
  /** Word groups of which at least one must occur, bits of `WordGroup`; 0 for any line. */
  readonly wordGroups: number;
  /** A substring that must occur; may be empty. */
  readonly substring: string;
}

const prefilters = new Map<RegExp, Prefilter>();
const noPrefilter: Prefilter = { punctuation: 0, without: 0, wordGroups: 0, substring: '' };

/** The prefilter of a pattern. */
export function prefilterOf(pattern: RegExp): Prefilter {
  return prefilters.get(pattern) ?? noPrefilter;
}

function requiring(
  {
    punctuation = '',
    without = '',
    wordGroups = 0,
    substring = '',
  }: { punctuation?: string; without?: string; wordGroups?: number; substring?: string },
  pattern: RegExp,
): RegExp {
  prefilters.set(pattern, { punctuation: punctuationIn(punctuation), without: punctuationIn(without), wordGroups, substring });
  return pattern;
}

const extensions = new Set<RegExp>();

/** Whether a pattern matches extensions of a type that is defined elsewhere. */
export function isExtension(pattern: RegExp): boolean {
  return extensions.has(pattern);
}

function extending(pattern: RegExp): RegExp {
  extensions.add(pattern);
  return pattern;
}

const modifiers = `(?:(?:${[
  'export default public private protected internal fileprivate static abstract final sealed async override readonly declare virtual',
  'inline extern unsafe partial open data const suspend implicit lazy inner annotation value companion infix operator tailrec',
  'required convenience indirect mutating native synchronized',
]
  .join(' ')
  .replaceAll(' ', '|')}|extern\\s+"[^"]*"|pub(?:\\([^)]*\\))?|@\\w+(?:\\([^)]*\\))?)\\s+)*`;
const typeWords =
  '(?:enum\\s+(?:class|struct)|record\\s+(?:class|struct)|(?:case\\s+)?(?:class|object)|@?interface|enum|struct|trait|type|union|record|namespace|module|protocol|mixin)';
/** Words that begin a statement, not a declaration. */
const noType =
  '(?!(?:return|throw|throws|new|await|yield|else|case|assert|goto|delete|in|is|not|and|or|when|if|while|do|import|using|package)\\b)';
/** Parameters in brackets, with one level of nested brackets. */
const parameters = '\\((?:[^()]|\\([^()]*\\))*\\)';

// A program that starts compiles the patterns of no language but those that it reads: all together take longer than a search.
const types = once(() => requiring({ wordGroups: WordGroup.Type }, line(`${modifiers}${typeWords}\\s+NAME`)));
const fieldStart = '(?:(?:public|private|protected|static|readonly)\\s+)*#?NAME\\s*[:=]\\s*';
const ecma = once(() => [
  types(),
  requiring({ substring: 'function' }, line(`${modifiers}function(?:\\s*\\*\\s*|\\s+)NAME`)),
  requiring(
    { punctuation: '=', wordGroups: WordGroup.Variable },
    outermost('(?:export\\s+)?(?:declare\\s+)?(?:const|let|var)\\s+NAME\\s*(?::[^=]+)?='),
  ),
  requiring({ punctuation: '(){' }, line(`${modifiers}(?:get\\s+|set\\s+)?\\*?\\s*#?NAME\\s*(?:<[^>]*>)?${parameters}\\s*(?::[^{;]+)?\\{`)),
  requiring(
    { wordGroups: WordGroup.Member },
    line('(?:(?:public|private|protected|static|override|abstract|async|get|set)\\s+)+\\*?\\s*#?NAME\\s*[<(]'),
  ),
  requiring({ substring: 'function' }, member(`${fieldStart}(?:async\\s+)?function\\b`)),
  requiring({ punctuation: '=>' }, member(`${fieldStart}(?:async\\s+)?(?:\\([^()]*\\)[^=;]*=>|\\w+\\s*=>)`)),
  requiring({ punctuation: '.=', substring: 'exports.' }, line('(?:module\\.)?exports\\.NAME\\s*=')),
  requiring({ punctuation: '.=', substring: '.prototype.' }, line('[\\p{L}_$][\\p{L}\\p{N}_$.]*\\.prototype\\.NAME\\s*=')),
]);
const python = once(() => [
  requiring({ wordGroups: WordGroup.Function }, line('(?:async\\s+)?(?:c|cp)?def\\s+NAME\\s*[(\\[]')),
  requiring({ wordGroups: WordGroup.Type }, line('class\\s+NAME\\s*[:(\\[]')),
  requiring({ punctuation: '=' }, outermost('NAME\\s*(?::\\s*[^=]+)?=\\s*[^=]')),
]);
const rust = once(() => [
  extending(requiring({ substring: 'impl' }, line('(?:unsafe\\s+)?impl\\b.*\\bfor\\s+(?:\\w+::)*NAME'))),
  extending(requiring({ substring: 'impl' }, line('(?:unsafe\\s+)?impl(?:\\s*<[^>]*>)?\\s+(?:\\w+::)*NAME'))),
  types(),
  requiring({ wordGroups: WordGroup.Function }, line(`${modifiers}fn\\s+NAME`)),
  requiring({ punctuation: ':', wordGroups: WordGroup.Variable }, line(`${modifiers}(?:static|const)\\s+(?:mut\\s+)?NAME\\s*:`)),
  requiring({ punctuation: '!' }, line('macro_rules!\\s*NAME')),
  requiring({ substring: 'mod' }, line(`${modifiers}mod\\s+NAME`)),
]);
const go = once(() => [
  requiring({ wordGroups: WordGroup.Function }, line('func\\s+(?:\\([^)]*\\)\\s*)?NAME')),
  requiring({ wordGroups: WordGroup.Type }, line('type\\s+NAME')),
  requiring({ wordGroups: WordGroup.Variable }, outermost('(?:var|const)\\s+NAME')),
]);
const jvm = once(() => [
  types(),
  extending(requiring({ substring: 'extension' }, line(`${modifiers}extension\\s+NAME`))),
  requiring({ wordGroups: WordGroup.Function }, line(`${modifiers}(?:fun|def|func)\\s+(?:<[^>]*>\\s*)?(?:[\\p{L}\\p{N}_<>]+\\.)*NAME`)),
  requiring({ wordGroups: WordGroup.Variable }, member(`${modifiers}(?:val|var|let)\\s+NAME`)),
  requiring({ punctuation: '(' }, line(`${modifiers}${noType}(?:[\\p{L}_][\\p{L}\\p{N}_<>\\[\\],.?]*\\s+)+NAME\\s*\\([^;]*$`)),
]);
/** What a library's headers write before a name to export it. */
const exportMacro = '(?:\\p{Lu}[\\p{Lu}\\d_]+\\s+)?';
const c = once(() => [
  requiring(
    { wordGroups: WordGroup.Type },
    line(
      `(?:typedef\\s+)?(?:template\\s*<[^>]*>\\s*)?${modifiers}${typeWords}\\s+${exportMacro}NAME(?=\\s*(?:final\\s*)?(?::(?!:)|\\{|$))`,
    ),
  ),
  requiring({ punctuation: '#', substring: 'define' }, line('#\\s*define\\s+NAME')),
  requiring(
    // There can be no semicolon before the bracket either.
    { punctuation: '(', without: ';' },
    line(
      `${exportMacro}(?:(?:static|inline|extern|const|unsigned|constexpr|virtual|explicit|friend)\\s+)*${noType}(?:struct\\s+|enum\\s+)?[\\p{L}_][\\p{L}\\p{N}_:<>]*[\\s*&]+(?:const\\s*[*&]\\s*)?(?:[\\p{L}_][\\p{L}\\p{N}_]*::)*NAME\\s*\\([^;]*$`,
    ),
  ),
  requiring({ punctuation: '(', without: ';' }, outermost('(?:[\\p{L}_][\\p{L}\\p{N}_]*::)*~?NAME\\s*\\([^;]*$')),
  requiring({ punctuation: ';', wordGroups: WordGroup.Typedef }, line('typedef\\s+.*\\bNAME\\s*;')),
  requiring({ punctuation: '};' }, outermost('\\}\\s*NAME\\s*;')),
  requiring({ punctuation: '()' }, outermost('[-+]\\s*\\([^)]*\\)\\s*NAME')),
  requiring({ punctuation: '@' }, outermost('@(?:interface|implementation|protocol)\\s+NAME')),
]);
const proto = once(() => [line('(?:message|service|enum|extend)\\s+NAME\\s*\\{'), line('rpc\\s+NAME\\s*\\(')]);
const ruby = once(() => [
  line('def\\s+(?:self\\.)?NAME'),
  line('(?:class|module)\\s+(?:[\\p{L}\\p{N}_]+::)*NAME'),
  line('(\\p{Lu}[\\p{L}\\p{N}_]*)\\s*=\\s*[^=~>]'),
  outermost('NAME\\s*=\\s*[^=~>]'),
]);
const shell = once(() => [
  line('function\\s+([\\p{L}_][\\p{L}\\p{N}_-]*)', 'iu'),
  line('([\\p{L}_][\\p{L}\\p{N}_-]*)\\s*\\(\\)'),
  outermost('(?:export\\s+|readonly\\s+|declare\\s+(?:-\\w+\\s+)*)?NAME='),
]);
const php = once(() => [
  types(),
  line(`${modifiers}function\\s+&?NAME`),
  line('(?:(?:public|private|protected|final)\\s+)*const\\s+NAME'),
  line('define\\(\\s*[\'"]NAME'),
]);
const lua = once(() => [
  line('(?:local\\s+)?function\\s+(?:[\\p{L}\\p{N}_]+[.:])*NAME'),
  line('(?:local\\s+)?(?:[\\p{L}\\p{N}_]+\\.)*NAME\\s*=\\s*function'),
]);
const elixir = once(() => [
  line('def(?:p|macrop?|module|protocol|impl|guardp?|delegate)?\\s+(?:[\\p{L}\\p{N}_]+\\.)*NAME'),
  outermost('(\\p{Ll}[\\p{L}\\p{N}_]*)\\([^()]*\\)\\s*(?:when\\b.*)?->'),
]);
const sql = once(() => [
  line(
    'create\\s+(?:or\\s+replace\\s+)?(?:(?:unique|temp|temporary|materialized|global|local|virtual|recursive)\\s+)*\\w+\\s+(?:if\\s+not\\s+exists\\s+)?(?:["`[]?\\w+["`\\]]?\\.)?["`[]?NAME',
    'iu',
  ),
]);
const make = once(() => [
  outermost('([\\p{L}_][\\p{L}\\p{N}_.-]*)\\s*:(?!=)'),
  outermost('(?:export\\s+|define\\s+)?NAME\\s*(?:[:?+]?=|$)'),
  line('(?:function|macro|add_executable|add_library|project|option|set)\\s*\\(\\s*NAME', 'iu'),
  line('(?:ARG|ENV)\\s+NAME'),
]);
const keyed = once(() => [
  outermost('\\[+["\']?([\\p{L}_][\\p{L}\\p{N}_.-]*)["\']?\\]+'),
  outermost('["\']?([\\p{L}_][\\p{L}\\p{N}_.-]*)["\']?\\s*[:=]'),
]);
const json = once(() => [requiring({ punctuation: '":' }, member('"([\\p{L}_$@][\\p{L}\\p{N}_$./@-]*)"\\s*:\\s*[{[]\\s*$'))]);
const style = once(() => [
  line('[.#]([\\p{L}][\\p{L}\\p{N}_-]*)[^;]*[{,]\\s*$'),
  line('(?:@mixin|@function)\\s+([\\p{L}_][\\p{L}\\p{N}_-]*)'),
  line('(?:@keyframes|@layer)\\s+([\\p{L}_][\\p{L}\\p{N}_-]*)'),
  line('((?:--|\\$|@)[\\p{L}][\\p{L}\\p{N}_-]*)\\s*:'),
]);
const lisp = once(() => [line('\\(\\s*(?:cl-)?def[\\w-]*\\*?\\s+\\(?([^\\s()"\';]+)')]);
const functional = once(() => [
  line('(?:let|and|val)\\s+(?:rec\\s+|inline\\s+|mutable\\s+|private\\s+)*NAME'),
  line('(?:type|data|newtype|class|module)\\s+(?:rec\\s+|alias\\s+|nonrec\\s+)?(?:\\p{Lu}[\\p{L}\\p{N}_]*\\.)*NAME'),
  line('NAME\\s*::?\\s'),
]);
const others = once(() => [
  line(`${modifiers}(?:fn|function|proc|func|method|template|macro|iterator|modifier|event)\\s+NAME`),
  line(`${modifiers}(?:abstract\\s+|mutable\\s+)*(?:struct|module|contract|library|interface|enum|class)\\s+NAME`),
  outermost('NAME\\s*(?:<-|=)\\s*function'),
  line(`${modifiers}const\\s+NAME\\s*(?::[^=]+)?=`),
]);
const none = once((): readonly RegExp[] => []);

interface Row {
  readonly id: string;
  readonly names: string;
  readonly definitions: () => readonly RegExp[];
  readonly headings?: Language['headings'];
}

const prose: readonly Row[] = [
  { id: 'markdown', names: '.md .markdown .mdx .mdown .qmd .rmd .ipynb', definitions: none, headings: 'markdown' },
  { id: 'restructuredtext', names: '.rst .rest', definitions: none, headings: 'rst' },
  { id: 'asciidoc', names: '.adoc .asciidoc .asc', definitions: none, headings: 'asciidoc' },
  {
    id: 'text',
    names: '.txt .text .org .tex .pod .1 .5 .8 readme license copying authors changelog changes news notice todo',
    definitions: none,
  },
];

const code: readonly Row[] = [
  { id: 'typescript', names: '.ts .mts .cts .tsx', definitions: ecma },
  { id: 'javascript', names: '.js .mjs .cjs .jsx .vue .svelte .astro', definitions: ecma },
  { id: 'python', names: '.py .pyi .pyx', definitions: python },
  { id: 'rust', names: '.rs', definitions: rust },
  { id: 'go', names: '.go', definitions: go },
  { id: 'java', names: '.java .kt .kts .scala .groovy .gradle .cs .swift .dart', definitions: jvm },
  { id: 'c', names: '.c .h .cc .cpp .cxx .hh .hpp .hxx .m .mm .cu .glsl', definitions: c },
  { id: 'protobuf', names: '.proto', definitions: proto },
  { id: 'ruby', names: '.rb .rake .gemspec rakefile gemfile', definitions: ruby },
  { id: 'php', names: '.php', definitions: php },
  { id: 'shellscript', names: '.sh .bash .zsh .fish .ps1 .psm1', definitions: shell },
  { id: 'lua', names: '.lua', definitions: lua },
  { id: 'elixir', names: '.ex .exs .erl', definitions: elixir },
  { id: 'lisp', names: '.clj .cljs .lisp .el .scm .rkt', definitions: lisp },
  {
    id: 'haskell',
    names: '.hs .ml .mli .fs .elm .purs',
    definitions: functional,
  },
  {
    id: 'r',
    names: '.r .jl .nim .zig .v .sol',
    definitions: others,
  },
  { id: 'sql', names: '.sql', definitions: sql },
  { id: 'makefile', names: '.mk .cmake makefile cmakelists.txt dockerfile justfile', definitions: make },
  { id: 'css', names: '.css .scss .sass .less', definitions: style },
  { id: 'config', names: '.yaml .yml .toml .ini .cfg .conf .properties .editorconfig .gitignore', definitions: keyed },
  { id: 'json', names: '.json .jsonc .json5', definitions: json },
  { id: 'html', names: '.html .htm .xml .xhtml .xsl .hbs .ejs .j2 .jinja', definitions: none },
];

/** A text file of no known language. */
export const plainText: Language = { id: 'text', kind: 'doc', headings: 'none', definitions: none() };

/** The language of a code passage without a file name: the declarations of the most common languages. */
export const someCode: Language = {
  id: 'code',
  kind: 'code',
  headings: 'none',
  get definitions() {
    return definitionsInSomeCode();
  },
};
const definitionsInSomeCode = once(() => [...python().slice(0, 2), ...ecma().slice(0, 4), ...rust(), ...go()]);

const byName = new Map<string, Language>();
for (const [kind, rows] of [
  ['doc', prose],
  ['code', code],
] as const) {
  for (const row of rows) {
    const language: Language = {
      ...{ id: row.id, kind, headings: row.headings ?? 'none' },
      get definitions() {
        return row.definitions();
      },
    };
    for (const name of row.names.split(' ')) byName.set(name, language);
  }
}

/** All known languages, for lists and checks. */
export const languages: readonly Language[] = [...new Set(byName.values())];

/** The language of a path by its file name or extension; plain text if neither is known. */
export function languageOf(path: string): Language {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  const dot = name.lastIndexOf('.');
  const whole = byName.get(name);
  if (whole !== undefined) return whole;
  if (dot > 0) return byName.get(name.slice(dot)) ?? plainText;
  return plainText;
}

/** Keywords of all languages; they are no symbols. */
export const keywords: ReadonlySet<string> = new Set(
  `if for do try new let var get set use mod def fun and not or as is in of go to end elif nil int any map out ref typ
abstract alias alignas alignof annotation array assert async await auto base begin bool boolean break byte case catch chan char class
companion concept const constexpr constructor continue crate data debugger decltype declare default defer define defined delegate delete
deriving double dynamic each elif else elsif ensure enum error except explicit export exports extends extern external fallthrough false
final finally fixed float foreach friend from func function global goto guard implements import include inline instanceof interface
internal into item iter keyof lambda lateinit lazy length list long loop macro match message method mixed mixin module mutable name
namespace native never none nonlocal null number object open operator option override package params partial pass path private
protected protocol prototype public raise range readonly record register require required rescue result return sealed self short
signed sizeof some static str string strict struct super suspend switch symbol synchronized template test text then this throw throws
trait transient true type typealias typedef typename typeof uint undefined union unless unsafe unsigned until used using value vararg
virtual void volatile when where while with yield`.split(/\s+/),
);
/** In code units; all keywords are lower-case ASCII. */
export const maxKeywordLength: number = Math.max(...[...keywords].map((word) => word.length));
