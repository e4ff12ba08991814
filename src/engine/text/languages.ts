/**
 * Languages by file name: whether each is prose or code, its declarations and how it marks comments and strings; and the keywords of all.
 * Other text files are indexed too, only less well.
 *
 * To add a language, add a row to the table below. Its patterns are tried on every line; the first group is the defined name.
 */

import type { ChunkKind } from '../document.ts';
import { once } from '../util/once.ts';
import { fileNameOf } from '../util/paths.ts';
import { punctuationIn } from './words/punctuationMasks.ts';
import { declarationWords, WordGroup } from './words/wordGroups.ts';

export interface Language {
  readonly id: string;
  readonly kind: ChunkKind;
  /** The heading syntax; `none` splits by declarations, indentation and blank lines. */
  readonly headings: 'markdown' | 'asciidoc' | 'rst' | 'org' | 'latex' | 'man' | 'none';
  /** The forms of a line that defines a name, in the order in which they are tried. */
  readonly definitions: readonly Declaration[];
  readonly comments: Comments;
  /** The pattern of a member without a keyword: a field, an option, a setting. Its groups are the indentation and the name. */
  readonly fields?: RegExp;
}

const identifier = '([\\p{L}_$][\\p{L}\\p{N}_$]*)';
const withName = (pattern: string): string => pattern.replaceAll('NAME', identifier);
/** At any depth. */
const line = (pattern: string, flags = 'u'): RegExp => new RegExp(`^\\s*${withName(pattern)}`, flags);
/** At the outermost level only: deeper, the same line declares a local. */
const outermost = (pattern: string): RegExp => new RegExp(`^${withName(pattern)}`, 'u');
/** At the outermost level and for members of a type, whose method bodies are deeper. */
const member = (pattern: string): RegExp => new RegExp(`^(?: {0,4}|\\t)${withName(pattern)}`, 'u');

/**
 * What a line declares: a type or module with members of its own, a function, a value, a field of a type (see `Language.fields`). An
 * `extension` adds members to a type, and an `implementation` those of a trait; both name a type that is declared elsewhere.
 */
export type DeclarationKind = 'type' | 'extension' | 'implementation' | 'function' | 'value' | 'field';

/** Whether a declaration adds to a type that is declared elsewhere: its name is used in titles but is no defined symbol. */
export function addsMembers(kind: DeclarationKind): boolean {
  return kind === 'extension' || kind === 'implementation';
}

/** A form of declaration: the pattern of its line, the first group of which is the name, and necessary conditions that are cheaper to check. */
export interface Declaration {
  readonly kind: DeclarationKind;
  readonly pattern: RegExp;
  /** Punctuation that must all occur, and punctuation that must not; bits of `punctuationBits`. */
  readonly punctuation: number;
  readonly without: number;
  /** Word groups of which at least one must occur, bits of `WordGroup`; 0 for any line. */
  readonly wordGroups: number;
  /** A substring that must occur; may be empty. */
  readonly substring: string;
}

interface Conditions {
  readonly punctuation?: string;
  readonly without?: string;
  readonly wordGroups?: number;
  readonly substring?: string;
}

function declares(
  kind: DeclarationKind,
  pattern: RegExp,
  { punctuation = '', without = '', wordGroups = 0, substring = '' }: Conditions = {},
): Declaration {
  return { kind, pattern, punctuation: punctuationIn(punctuation), without: punctuationIn(without), wordGroups, substring };
}

const modifiers = `(?:(?:${[
  'export default public private protected internal fileprivate static abstract final sealed async override readonly declare virtual',
  'inline extern unsafe partial open data const suspend implicit lazy inner annotation value companion infix operator tailrec',
  'required convenience indirect mutating native synchronized expect actual external',
]
  .join(' ')
  .replaceAll(' ', '|')}|extern\\s+"[^"]*"|pub(?:\\([^)]*\\))?|@\\w+(?:\\([^)]*\\))?)\\s+)*`;
const typeWords = `(?:(?:enum|record)\\s+(?:class|struct)|@interface|(?:case\\s+)?(?:${declarationWords.type.join('|')}))`;
/** Words that begin a statement, not a declaration. */
const noType =
  '(?!(?:return|throw|throws|new|await|yield|else|case|assert|goto|delete|in|is|not|and|or|when|if|while|do|import|using|package)\\b)';
/** Parameters in brackets, with one level of nested brackets. */
const parameters = '\\((?:[^()]|\\([^()]*\\))*\\)';

// A program that starts compiles the patterns of no language but those that it reads: all together take longer than a search.
const types = once(() => declares('type', line(`${modifiers}${typeWords}\\s+NAME`), { wordGroups: WordGroup.Type }));
const fieldStart = '(?:(?:public|private|protected|static|readonly)\\s+)*#?NAME\\s*[:=]\\s*';
const ecma = once(() => [
  types(),
  declares('function', line(`${modifiers}function(?:\\s*\\*\\s*|\\s+)NAME`), { substring: 'function' }),
  declares('value', outermost('(?:export\\s+)?(?:declare\\s+)?(?:const|let|var)\\s+NAME\\s*(?::[^=]+)?='), {
    punctuation: '=',
    wordGroups: WordGroup.Variable,
  }),
  // A star and a blank begin a line of a comment.
  declares('function', line(`${modifiers}(?:get\\s+|set\\s+)?\\*?#?NAME\\s*(?:<[^>]*>)?${parameters}\\s*(?::[^{;]+)?\\{`), {
    punctuation: '(){',
  }),
  declares('function', line('(?:(?:public|private|protected|static|override|abstract|async|get|set)\\s+)+\\*?\\s*#?NAME\\s*[<(]'), {
    wordGroups: WordGroup.Member,
  }),
  declares('function', member(`${fieldStart}(?:async\\s+)?function\\b`), { substring: 'function' }),
  declares('function', member(`${fieldStart}(?:async\\s+)?(?:\\([^()]*\\)[^=;]*=>|\\w+\\s*=>)`), { punctuation: '=>' }),
  declares('value', line('(?:module\\.)?exports\\.NAME\\s*='), { punctuation: '.=', substring: 'exports.' }),
  declares('value', line('[\\p{L}_$][\\p{L}\\p{N}_$.]*\\.prototype\\.NAME\\s*='), { punctuation: '.=', substring: '.prototype.' }),
]);
const python = once(() => [
  declares('function', line('(?:async\\s+)?(?:c|cp)?def\\s+NAME\\s*[(\\[]'), { wordGroups: WordGroup.Function }),
  declares('type', line('class\\s+NAME\\s*[:(\\[]'), { wordGroups: WordGroup.Type }),
  declares('value', outermost('NAME\\s*(?::\\s*[^=]+)?=\\s*[^=]'), { punctuation: '=' }),
]);
const rust = once(() => [
  declares('implementation', line('(?:unsafe\\s+)?impl\\b.*\\bfor\\s+(?:\\w+::)*NAME'), { substring: 'impl' }),
  declares('extension', line('(?:unsafe\\s+)?impl(?:\\s*<[^>]*>)?\\s+(?:\\w+::)*NAME'), { substring: 'impl' }),
  types(),
  declares('function', line(`${modifiers}fn\\s+NAME`), { wordGroups: WordGroup.Function }),
  declares('value', line(`${modifiers}(?:static|const)\\s+(?:mut\\s+)?NAME\\s*:`), { punctuation: ':', wordGroups: WordGroup.Variable }),
  declares('function', line('macro_rules!\\s*NAME'), { punctuation: '!' }),
  declares('type', line(`${modifiers}mod\\s+NAME`), { substring: 'mod' }),
]);
const go = once(() => [
  declares('function', line('func\\s+(?:\\([^)]*\\)\\s*)?NAME'), { wordGroups: WordGroup.Function }),
  declares('type', line('type\\s+NAME'), { wordGroups: WordGroup.Type }),
  declares('value', outermost('(?:var|const)\\s+NAME'), { wordGroups: WordGroup.Variable }),
]);
const gleam = once(() => [
  declares('function', outermost('(?:pub\\s+)?fn\\s+NAME'), { wordGroups: WordGroup.Function }),
  declares('type', outermost('(?:pub\\s+)?(?:opaque\\s+)?type\\s+NAME'), { wordGroups: WordGroup.Type }),
  declares('value', outermost('(?:pub\\s+)?const\\s+NAME'), { wordGroups: WordGroup.Variable }),
]);
const jvm = once(() => [
  types(),
  declares('extension', line(`${modifiers}extension\\s+NAME`), { substring: 'extension' }),
  declares('function', line(`${modifiers}(?:fun|def|func)\\s+(?:<[^>]*>\\s*)?(?:[\\p{L}\\p{N}_<>]+\\.)*NAME`), {
    wordGroups: WordGroup.Function,
  }),
  declares('value', member(`${modifiers}(?:val|var|let)\\s+(?:<[^>]*>\\s*)?(?:[\\p{L}\\p{N}_<>*]+\\.)*NAME`), {
    wordGroups: WordGroup.Variable,
  }),
  declares(
    'function',
    line(`${modifiers}(?:<[^;(){}]*>\\s+)?${noType}(?:[\\p{L}_][\\p{L}\\p{N}_<>\\[\\],.?]*\\s+)+NAME\\s*(?:<[^;(){}]*>\\s*)?\\([^;]*$`),
    { punctuation: '(' },
  ),
]);
/** The macro that a library's headers put before exported names. */
const exportMacro = '(?:\\p{Lu}[\\p{Lu}\\d_]+\\s+)?';
const c = once(() => [
  declares(
    'type',
    line(
      `(?:typedef\\s+)?(?:template\\s*<[^>]*>\\s*)?${modifiers}${typeWords}\\s+${exportMacro}NAME(?=\\s*(?:final\\s*)?(?::(?!:)|\\{|$))`,
    ),
    { wordGroups: WordGroup.Type },
  ),
  declares('value', line('#\\s*define\\s+NAME'), { punctuation: '#', substring: 'define' }),
  declares(
    'function',
    line(
      `${exportMacro}(?:(?:static|inline|extern|const|unsigned|constexpr|virtual|explicit|friend)\\s+)*${noType}(?:struct\\s+|enum\\s+)?[\\p{L}_][\\p{L}\\p{N}_:<>]*[\\s*&]+(?:const\\s*[*&]\\s*)?(?:[\\p{L}_][\\p{L}\\p{N}_]*::)*NAME\\s*\\([^;]*$`,
    ),
    // There can be no semicolon before the bracket either.
    { punctuation: '(', without: ';' },
  ),
  declares('function', outermost('(?:[\\p{L}_][\\p{L}\\p{N}_]*::)*~?NAME\\s*\\([^;]*$'), { punctuation: '(', without: ';' }),
  declares('type', line('typedef\\s+.*\\bNAME\\s*;'), { punctuation: ';', wordGroups: WordGroup.Typedef }),
  declares('type', line('typedef\\s+.*\\(\\s*\\*\\s*NAME\\s*\\)\\s*\\('), { punctuation: '()', wordGroups: WordGroup.Typedef }),
  declares('type', outermost('\\}\\s*NAME\\s*;'), { punctuation: '};' }),
  declares('function', outermost('[-+]\\s*\\([^)]*\\)\\s*NAME'), { punctuation: '()' }),
  declares('type', outermost('@(?:interface|implementation|protocol)\\s+NAME'), { punctuation: '@' }),
]);
const proto = once(() => [
  declares('type', line('(?:message|service|enum|extend)\\s+NAME\\s*\\{')),
  declares('function', line('rpc\\s+NAME\\s*\\(')),
]);
const ruby = once(() => [
  declares('function', line('def\\s+(?:self\\.)?NAME')),
  declares('type', line('(?:class|module)\\s+(?:[\\p{L}\\p{N}_]+::)*NAME')),
  declares('value', line('(\\p{Lu}[\\p{L}\\p{N}_]*)\\s*=\\s*[^=~>]')),
  declares('value', outermost('NAME\\s*=\\s*[^=~>]')),
]);
const shell = once(() => [
  declares('function', line('function\\s+([\\p{L}_][\\p{L}\\p{N}_-]*)', 'iu')),
  declares('function', line('([\\p{L}_][\\p{L}\\p{N}_-]*)\\s*\\(\\)')),
  declares('value', outermost('(?:export\\s+|readonly\\s+|declare\\s+(?:-\\w+\\s+)*)?NAME=')),
]);
const php = once(() => [
  types(),
  declares('function', line(`${modifiers}function\\s+&?NAME`)),
  declares('value', line('(?:(?:public|private|protected|final)\\s+)*const\\s+NAME')),
  declares('value', line('define\\(\\s*[\'"]NAME')),
]);
const lua = once(() => [
  declares('function', line('(?:local\\s+)?function\\s+(?:[\\p{L}\\p{N}_]+[.:])*NAME')),
  declares('function', line('(?:local\\s+)?(?:[\\p{L}\\p{N}_]+\\.)*NAME\\s*=\\s*function')),
]);
const elixir = once(() => [
  declares('type', line('def(?:module|protocol|impl)\\s+(?:[\\p{L}\\p{N}_]+\\.)*NAME')),
  declares('function', line('def(?:p|macrop?|guardp?|delegate)?\\s+(?:[\\p{L}\\p{N}_]+\\.)*NAME')),
  declares('function', outermost('(\\p{Ll}[\\p{L}\\p{N}_]*)\\([^()]*\\)\\s*(?:when\\b.*)?->')),
]);
const sql = once(() => [
  declares(
    'type',
    line(
      'create\\s+(?:or\\s+replace\\s+)?(?:(?:unique|temp|temporary|materialized|global|local|virtual|recursive)\\s+)*\\w+\\s+(?:if\\s+not\\s+exists\\s+)?(?:["`[]?\\w+["`\\]]?\\.)?["`[]?NAME',
      'iu',
    ),
  ),
]);
const make = once(() => [
  declares('function', outermost('([\\p{L}_][\\p{L}\\p{N}_.-]*)\\s*:(?!=)')),
  declares('value', outermost('(?:export\\s+|define\\s+)?NAME\\s*(?:[:?+]?=|$)')),
  declares('function', line('(?:function|macro|add_executable|add_library|project|option|set)\\s*\\(\\s*NAME', 'iu')),
  declares('value', line('(?:ARG|ENV)\\s+NAME')),
]);
const keyed = once(() => [
  declares('value', outermost('\\[+["\']?([\\p{L}_][\\p{L}\\p{N}_.-]*)["\']?\\]+')),
  declares('value', outermost('["\']?([\\p{L}_][\\p{L}\\p{N}_.-]*)["\']?\\s*[:=]')),
]);
const json = once(() => [declares('value', member('"([\\p{L}_$@][\\p{L}\\p{N}_$./@-]*)"\\s*:\\s*[{[]\\s*$'), { punctuation: '":' })]);
const style = once(() => [
  declares('value', line('[.#]([\\p{L}][\\p{L}\\p{N}_-]*)[^;]*[{,]\\s*$')),
  declares('function', line('(?:@mixin|@function)\\s+([\\p{L}_][\\p{L}\\p{N}_-]*)')),
  declares('value', line('(?:@keyframes|@layer)\\s+([\\p{L}_][\\p{L}\\p{N}_-]*)')),
  declares('value', line('((?:--|\\$|@)[\\p{L}][\\p{L}\\p{N}_-]*)\\s*:')),
]);
const lisp = once(() => [declares('function', line('\\(\\s*(?:cl-)?def[\\w-]*\\*?\\s+\\(?([^\\s()"\';]+)'))]);
const functional = once(() => [
  declares('value', line('(?:let|and|val)\\s+(?:rec\\s+|inline\\s+|mutable\\s+|private\\s+)*NAME')),
  declares('type', line('(?:type|data|newtype|class|module)\\s+(?:rec\\s+|alias\\s+|nonrec\\s+)?(?:\\p{Lu}[\\p{L}\\p{N}_]*\\.)*NAME')),
  declares('value', line('NAME\\s*::?\\s')),
]);
const others = once(() => [
  declares('function', line(`${modifiers}(?:fn|function|proc|func|method|template|macro|iterator|modifier|event)\\s+NAME`)),
  declares('type', line(`${modifiers}(?:abstract\\s+|mutable\\s+)*(?:struct|module|contract|library|interface|enum|class)\\s+NAME`)),
  declares('function', outermost('NAME\\s*(?:<-|=)\\s*function')),
  declares('value', line(`${modifiers}const\\s+NAME\\s*(?::[^=]+)?=`)),
]);
const none = once((): readonly Declaration[] => []);

/** How a language marks comments and strings. A block with equal ends is a string by its syntax: a doc string. */
export interface Comments {
  readonly line: readonly string[];
  readonly block: readonly (readonly [open: string, close: string])[];
  /** Quotes of strings; a backtick opens a template. */
  readonly quotes: string;
}

const cBlock: Comments['block'] = [['/*', '*/']];
const cLike: Comments = { line: ['//'], block: cBlock, quotes: '"\'`' };
const hashed: Comments = { line: ['#'], block: [], quotes: '"\'' };
const markup: Comments = { line: [], block: [['<!--', '-->']], quotes: '' };

interface Row {
  readonly id: string;
  readonly names: string;
  readonly definitions: () => readonly Declaration[];
  readonly comments?: Comments;
  readonly fields?: RegExp;
  readonly headings?: Language['headings'];
}

const prose: readonly Row[] = [
  { id: 'markdown', names: '.md .markdown .mdx .mdown .qmd .rmd .ipynb', definitions: none, headings: 'markdown' },
  { id: 'restructuredtext', names: '.rst .rest', definitions: none, headings: 'rst' },
  { id: 'asciidoc', names: '.adoc .asciidoc .asc', definitions: none, headings: 'asciidoc' },
  { id: 'org', names: '.org', definitions: none, headings: 'org' },
  { id: 'latex', names: '.tex', definitions: none, headings: 'latex', comments: { line: ['%'], block: [], quotes: '' } },
  { id: 'man', names: '.1 .2 .3 .4 .5 .6 .7 .8 .9 .man .mdoc', definitions: none, headings: 'man' },
  {
    id: 'text',
    names: '.txt .text .pod readme license copying authors changelog changes news notice todo',
    definitions: none,
  },
];

const code: readonly Row[] = [
  {
    id: 'typescript',
    names: '.ts .mts .cts .tsx',
    definitions: ecma,
    fields: /^(\s+)(?:(?:readonly|public|private|protected|static|declare)\s+)*([\p{L}_$][\p{L}\p{N}_$]*)[?!]?:\s/u,
  },
  { id: 'javascript', names: '.js .mjs .cjs .jsx .vue .svelte .astro', definitions: ecma },
  {
    id: 'python',
    names: '.py .pyi .pyx',
    definitions: python,
    comments: {
      line: ['#'],
      block: [
        ['"""', '"""'],
        ["'''", "'''"],
      ],
      quotes: '"\'',
    },
    fields: /^(\s+)([a-z_][\w]*):\s+\S.*$/,
  },
  {
    id: 'rust',
    names: '.rs',
    definitions: rust,
    comments: { line: ['//'], block: cBlock, quotes: '"' },
    fields: /^(\s+)(?:pub(?:\([^)]*\))?\s+)?([a-z_][\w]*):\s.*,\s*$/,
  },
  { id: 'go', names: '.go', definitions: go, fields: /^(\t)([A-Z]\w*)\s+[\w.*[\]]+(?:\s+`.*)?$/ },
  { id: 'gleam', names: '.gleam', definitions: gleam, comments: { line: ['//'], block: [], quotes: '"' } },
  { id: 'java', names: '.java .kt .kts .scala .groovy .gradle .cs .swift .dart', definitions: jvm },
  { id: 'c', names: '.c .h .cc .cpp .cxx .hh .hpp .hxx .m .mm .cu .glsl', definitions: c },
  { id: 'protobuf', names: '.proto', definitions: proto },
  {
    id: 'ruby',
    names: '.rb .rake .gemspec rakefile gemfile',
    definitions: ruby,
    comments: { line: ['#'], block: [['=begin', '=end']], quotes: '"\'' },
  },
  { id: 'php', names: '.php', definitions: php, comments: { line: ['//', '#'], block: cBlock, quotes: '"\'' } },
  { id: 'shellscript', names: '.sh .bash .zsh .fish .ps1 .psm1', definitions: shell, comments: hashed },
  { id: 'lua', names: '.lua', definitions: lua, comments: { line: ['--'], block: [['--[[', ']]']], quotes: '"\'' } },
  { id: 'elixir', names: '.ex .exs .erl', definitions: elixir, comments: { line: ['#', '%'], block: [['"""', '"""']], quotes: '"\'' } },
  {
    id: 'lisp',
    names: '.clj .cljs .lisp .el .scm .rkt',
    definitions: lisp,
    comments: { line: [';'], block: [['#|', '|#']], quotes: '"' },
  },
  {
    id: 'haskell',
    names: '.hs .ml .mli .fs .elm .purs',
    definitions: functional,
    comments: {
      line: ['--', '//'],
      block: [
        ['{-', '-}'],
        ['(*', '*)'],
      ],
      quotes: '"',
    },
  },
  { id: 'r', names: '.r .jl .nim .zig .v .sol', definitions: others, comments: { line: ['#', '//'], block: cBlock, quotes: '"\'' } },
  { id: 'sql', names: '.sql', definitions: sql, comments: { line: ['--'], block: cBlock, quotes: '"\'' } },
  {
    id: 'makefile',
    names: '.mk .cmake makefile cmakelists.txt dockerfile justfile',
    definitions: make,
    comments: { ...hashed, quotes: '' },
  },
  { id: 'css', names: '.css .scss .sass .less', definitions: style, comments: { line: ['//'], block: cBlock, quotes: '"\'' } },
  {
    id: 'config',
    names: '.yaml .yml .toml .ini .cfg .conf .properties .editorconfig .gitignore',
    definitions: keyed,
    comments: { ...hashed, line: ['#', ';'] },
  },
  { id: 'json', names: '.json .jsonc .json5', definitions: json, comments: { line: ['//'], block: cBlock, quotes: '"' } },
  { id: 'html', names: '.html .htm .xml .xhtml .xsl .hbs .ejs .j2 .jinja', definitions: none, comments: markup },
];

/** A text file of no known language. */
export const plainText: Language = { id: 'text', kind: 'doc', headings: 'none', definitions: none(), comments: markup };

/** The language of a code passage without a file name: the declarations of the most common languages. */
export const someCode: Language = {
  id: 'code',
  kind: 'code',
  headings: 'none',
  comments: cLike,
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
  for (const { id, names, definitions, headings = 'none', comments = kind === 'doc' ? markup : cLike, fields } of rows) {
    const language: Language = {
      ...{ id, kind, headings, comments },
      ...(fields === undefined ? {} : { fields }),
      get definitions() {
        return definitions();
      },
    };
    for (const name of names.split(' ')) byName.set(name, language);
  }
}

/** All known languages, for lists and checks. */
export const languages: readonly Language[] = [...new Set(byName.values())];

/**
 * The language of a path by its file name or extension; plain text if neither is known. Of two extensions the first counts if the second is not known:
 * templates end with what fills them in (`index.md.erb`, `config.h.in`).
 */
export function languageOf(path: string): Language {
  const name = fileNameOf(path).toLowerCase();
  const dot = name.lastIndexOf('.');
  const inner = name.lastIndexOf('.', dot - 1);
  return (
    byName.get(name) ??
    (dot > 0 ? byName.get(name.slice(dot)) : undefined) ??
    (dot > 0 && inner > 0 ? byName.get(name.slice(inner, dot)) : undefined) ??
    plainText
  );
}

/** Languages whose declarations are not names of a program: settings, styles, build rules, shell scripts. */
const nonProgramLanguages = new Set(['config', 'json', 'css', 'makefile', 'html', 'shellscript', 'sql']);

/** Whether what files of a language declare are names of a program. */
export function isProgram({ id, kind }: Language): boolean {
  return kind === 'code' && !nonProgramLanguages.has(id);
}

/** Keywords of all languages; they are never symbols. */
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
/** Keywords that begin statements that look like function declarations in some language; the others are valid names in most. */
export const statementKeywords: ReadonlySet<string> = new Set('if for while switch catch with function'.split(' '));
/** In code units; all keywords are lower-case ASCII. */
export const maxKeywordLength: number = Math.max(...[...keywords].map((word) => word.length));
