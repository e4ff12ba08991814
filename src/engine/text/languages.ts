/**
 * Languages by file name, and what the chunker and the entity finder know of each: whether it is prose or code, how a line that
 * defines a name looks, and which words are its own. Every other text file is indexed too; a known language only does better.
 *
 * To add a language, add a line to the table below; its patterns are tried on every line, the first group is the defined name.
 */

import type { ChunkKind } from '../document.ts';
import { once } from '../util/once.ts';
import { WordGroup } from './words/lineWords.ts';
import { signsIn } from './words/punctuationMasks.ts';

export interface Language {
  readonly id: string;
  readonly kind: ChunkKind;
  /** How sections are marked; `none` splits by declarations, indent and blank lines. */
  readonly headings: 'markdown' | 'asciidoc' | 'rst' | 'none';
  /** Patterns of a line that defines a name; the first group is the name. */
  readonly definitions: readonly RegExp[];
}

const identifier = '([\\p{L}_$][\\p{L}\\p{N}_$]*)';
const withName = (pattern: string): string => pattern.replaceAll('NAME', identifier);
/** At any depth. */
const line = (pattern: string, flags = 'u'): RegExp => new RegExp(`^\\s*${withName(pattern)}`, flags);
/** At the outermost level only: further in, the same line makes a local. */
const outermost = (pattern: string): RegExp => new RegExp(`^${withName(pattern)}`, 'u');
/** At the outermost level and among the members of a type, where the bodies of methods lie deeper. */
const member = (pattern: string): RegExp => new RegExp(`^(?: {0,4}|\\t)${withName(pattern)}`, 'u');

/** What a line must be like for a pattern to match: looking for that is cheaper than the pattern. */
export interface Need {
  /** Signs that it holds, all of them, and signs that it does not hold; bits of `signBits`. */
  readonly signs: number;
  readonly without: number;
  /** Groups of words of which it holds a word, bits of `WordGroup`; 0 for any line. */
  readonly words: number;
  /** A part of the line; empty where none is needed. */
  readonly part: string;
}

const needs = new Map<RegExp, Need>();
const nothingNeeded: Need = { signs: 0, without: 0, words: 0, part: '' };

/** What lines a pattern can match. */
export function needOf(pattern: RegExp): Need {
  return needs.get(pattern) ?? nothingNeeded;
}

function needing(
  { signs = '', without = '', words = 0, part = '' }: { signs?: string; without?: string; words?: number; part?: string },
  pattern: RegExp,
): RegExp {
  needs.set(pattern, { signs: signsIn(signs), without: signsIn(without), words, part });
  return pattern;
}

const extensions = new Set<RegExp>();

/** Whether the lines that a pattern finds add to a type that is defined elsewhere: they name it, and define nothing. */
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
/** Words that begin a statement, not a declaration: what follows them is called or tested. */
const noType =
  '(?!(?:return|throw|throws|new|await|yield|else|case|assert|goto|delete|in|is|not|and|or|when|if|while|do|import|using|package)\\b)';
/** Parameters in brackets, one level of brackets inside. */
const parameters = '\\((?:[^()]|\\([^()]*\\))*\\)';

// A program that starts compiles the patterns of no language but those that it reads: all together take longer than a search.
const types = once(() => needing({ words: WordGroup.Type }, line(`${modifiers}${typeWords}\\s+NAME`)));
const fieldStart = '(?:(?:public|private|protected|static|readonly)\\s+)*#?NAME\\s*[:=]\\s*';
const ecma = once(() => [
  types(),
  needing({ part: 'function' }, line(`${modifiers}function(?:\\s*\\*\\s*|\\s+)NAME`)),
  needing({ signs: '=', words: WordGroup.Variable }, outermost('(?:export\\s+)?(?:declare\\s+)?(?:const|let|var)\\s+NAME\\s*(?::[^=]+)?=')),
  needing({ signs: '(){' }, line(`${modifiers}(?:get\\s+|set\\s+)?\\*?\\s*#?NAME\\s*(?:<[^>]*>)?${parameters}\\s*(?::[^{;]+)?\\{`)),
  needing(
    { words: WordGroup.Member },
    line('(?:(?:public|private|protected|static|override|abstract|async|get|set)\\s+)+\\*?\\s*#?NAME\\s*[<(]'),
  ),
  needing({ part: 'function' }, member(`${fieldStart}(?:async\\s+)?function\\b`)),
  needing({ signs: '=>' }, member(`${fieldStart}(?:async\\s+)?(?:\\([^()]*\\)[^=;]*=>|\\w+\\s*=>)`)),
  needing({ signs: '.=', part: 'exports.' }, line('(?:module\\.)?exports\\.NAME\\s*=')),
  needing({ signs: '.=', part: '.prototype.' }, line('[\\p{L}_$][\\p{L}\\p{N}_$.]*\\.prototype\\.NAME\\s*=')),
]);
const python = once(() => [
  needing({ words: WordGroup.Function }, line('(?:async\\s+)?(?:c|cp)?def\\s+NAME\\s*[(\\[]')),
  needing({ words: WordGroup.Type }, line('class\\s+NAME\\s*[:(\\[]')),
  needing({ signs: '=' }, outermost('NAME\\s*(?::\\s*[^=]+)?=\\s*[^=]')),
]);
const rust = once(() => [
  extending(needing({ part: 'impl' }, line('(?:unsafe\\s+)?impl\\b.*\\bfor\\s+(?:\\w+::)*NAME'))),
  extending(needing({ part: 'impl' }, line('(?:unsafe\\s+)?impl(?:\\s*<[^>]*>)?\\s+(?:\\w+::)*NAME'))),
  types(),
  needing({ words: WordGroup.Function }, line(`${modifiers}fn\\s+NAME`)),
  needing({ signs: ':', words: WordGroup.Variable }, line(`${modifiers}(?:static|const)\\s+(?:mut\\s+)?NAME\\s*:`)),
  needing({ signs: '!' }, line('macro_rules!\\s*NAME')),
  needing({ part: 'mod' }, line(`${modifiers}mod\\s+NAME`)),
]);
const go = once(() => [
  needing({ words: WordGroup.Function }, line('func\\s+(?:\\([^)]*\\)\\s*)?NAME')),
  needing({ words: WordGroup.Type }, line('type\\s+NAME')),
  needing({ words: WordGroup.Variable }, outermost('(?:var|const)\\s+NAME')),
]);
const jvm = once(() => [
  types(),
  extending(needing({ part: 'extension' }, line(`${modifiers}extension\\s+NAME`))),
  needing({ words: WordGroup.Function }, line(`${modifiers}(?:fun|def|func)\\s+(?:<[^>]*>\\s*)?(?:[\\p{L}\\p{N}_<>]+\\.)*NAME`)),
  needing({ words: WordGroup.Variable }, member(`${modifiers}(?:val|var|let)\\s+NAME`)),
  needing({ signs: '(' }, line(`${modifiers}${noType}(?:[\\p{L}_][\\p{L}\\p{N}_<>\\[\\],.?]*\\s+)+NAME\\s*\\([^;]*$`)),
]);
/** What a library's headers write before a name to export it. */
const exportMacro = '(?:\\p{Lu}[\\p{Lu}\\d_]+\\s+)?';
const c = once(() => [
  needing(
    { words: WordGroup.Type },
    line(
      `(?:typedef\\s+)?(?:template\\s*<[^>]*>\\s*)?${modifiers}${typeWords}\\s+${exportMacro}NAME(?=\\s*(?:final\\s*)?(?::(?!:)|\\{|$))`,
    ),
  ),
  needing({ signs: '#', part: 'define' }, line('#\\s*define\\s+NAME')),
  needing(
    // No semicolon can stand before the bracket either.
    { signs: '(', without: ';' },
    line(
      `${exportMacro}(?:(?:static|inline|extern|const|unsigned|constexpr|virtual|explicit|friend)\\s+)*${noType}(?:struct\\s+|enum\\s+)?[\\p{L}_][\\p{L}\\p{N}_:<>]*[\\s*&]+(?:const\\s*[*&]\\s*)?(?:[\\p{L}_][\\p{L}\\p{N}_]*::)*NAME\\s*\\([^;]*$`,
    ),
  ),
  needing({ signs: '(', without: ';' }, outermost('(?:[\\p{L}_][\\p{L}\\p{N}_]*::)*~?NAME\\s*\\([^;]*$')),
  needing({ signs: ';', words: WordGroup.Typedef }, line('typedef\\s+.*\\bNAME\\s*;')),
  needing({ signs: '};' }, outermost('\\}\\s*NAME\\s*;')),
  needing({ signs: '()' }, outermost('[-+]\\s*\\([^)]*\\)\\s*NAME')),
  needing({ signs: '@' }, outermost('@(?:interface|implementation|protocol)\\s+NAME')),
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
const json = once(() => [needing({ signs: '":' }, member('"([\\p{L}_$@][\\p{L}\\p{N}_$./@-]*)"\\s*:\\s*[{[]\\s*$'))]);
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

/** What a passage of code without a file name is read as: the declarations of the most common languages. */
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

/** The language of a path, by its whole name or its ending; plain text where neither is known. */
export function languageOf(path: string): Language {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  const dot = name.lastIndexOf('.');
  const whole = byName.get(name);
  if (whole !== undefined) return whole;
  if (dot > 0) return byName.get(name.slice(dot)) ?? plainText;
  return plainText;
}

/** Words of the languages themselves: they are no symbols. */
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
/** In units; all are small letters of ASCII. */
export const maxKeywordLength: number = Math.max(...[...keywords].map((word) => word.length));
