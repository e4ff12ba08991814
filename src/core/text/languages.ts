/**
 * Languages by file name, and what the chunker and the entity finder know of each: whether it is prose or code, how a line that
 * defines a name looks, and which words are its own. Every other text file is indexed too; a known language only does better.
 *
 * To add a language, add a line to the table below; its patterns are tried on every line, the first group is the defined name.
 */

import type { ChunkKind } from '../document.ts';

export interface Language {
  readonly id: string;
  readonly kind: ChunkKind;
  /** How sections are marked; `none` splits by declarations, indent and blank lines. */
  readonly headings: 'markdown' | 'rst' | 'none';
  /** Patterns of a line that defines a name; the first group is the name. */
  readonly definitions: readonly RegExp[];
}

const identifier = '([\\p{L}_$][\\p{L}\\p{N}_$]*)';
const line = (pattern: string): RegExp => new RegExp(`^\\s*${pattern.replaceAll('NAME', identifier)}`, 'u');

const modifiers =
  '(?:(?:export|default|public|private|protected|internal|static|abstract|final|sealed|async|override|readonly|declare|virtual|inline|extern|unsafe|partial|open|data|const|suspend|pub(?:\\([^)]*\\))?|@\\w+)\\s+)*';
const typeWords =
  '(?:class|interface|enum|struct|trait|type|union|record|namespace|module|object|protocol|extension|mixin|impl(?:\\s*<[^>]*>)?)';

const types = line(`${modifiers}${typeWords}\\s+NAME`);
const ecma = [
  types,
  line(`${modifiers}function\\s*\\*?\\s*NAME`),
  line(`(?:export\\s+)?(?:declare\\s+)?(?:const|let|var)\\s+NAME\\s*(?::[^=]+)?=`),
  line(`${modifiers}(?:get\\s+|set\\s+)?\\*?#?NAME\\s*(?:<[^>]*>)?\\([^)]*\\)\\s*(?::[^{;]+)?\\{`),
  line(`(?:module\\.)?exports\\.NAME\\s*=`),
  line(`[\\p{L}_$][\\p{L}\\p{N}_$.]*\\.prototype\\.NAME\\s*=`),
];
const python = [line('(?:async\\s+)?def\\s+NAME'), line('class\\s+NAME'), line('NAME\\s*(?::\\s*[^=]+)?=\\s*[^=]')];
const rust = [
  types,
  line(`${modifiers}fn\\s+NAME`),
  line(`${modifiers}(?:static|const)\\s+(?:mut\\s+)?NAME\\s*:`),
  line('macro_rules!\\s*NAME'),
  line(`${modifiers}mod\\s+NAME`),
];
const go = [line('func\\s+(?:\\([^)]*\\)\\s*)?NAME'), line('type\\s+NAME'), line('(?:var|const)\\s+NAME')];
const jvm = [
  types,
  line(`${modifiers}(?:fun|def|func|val|var|let)\\s+(?:[\\p{L}\\p{N}_.<>]+\\.)?NAME`),
  line(`${modifiers}(?:[\\p{L}_][\\p{L}\\p{N}_<>\\[\\],.?]*\\s+)+NAME\\s*\\([^;]*$`),
];
const c = [
  types,
  line('#\\s*define\\s+NAME'),
  line(
    '(?:static\\s+|inline\\s+|extern\\s+|const\\s+|unsigned\\s+)*[\\p{L}_][\\p{L}\\p{N}_:<>]*[\\s*&]+(?:[\\p{L}_][\\p{L}\\p{N}_]*::)*NAME\\s*\\([^;]*$',
  ),
  line('typedef\\s+.*\\bNAME\\s*;'),
];
const ruby = [line('def\\s+(?:self\\.)?NAME'), line('(?:class|module)\\s+(?:[\\p{L}\\p{N}_]+::)*NAME'), line('NAME\\s*=\\s*[^=~]')];
const shell = [line('(?:function\\s+)NAME'), line('NAME\\s*\\(\\)'), line('(?:export\\s+|readonly\\s+)?NAME=')];
const php = [types, line(`${modifiers}function\\s+&?NAME`), line("define\\(\\s*'NAME'")];
const lua = [line('(?:local\\s+)?function\\s+(?:[\\p{L}\\p{N}_.]+[.:])?NAME'), line('(?:local\\s+)?NAME\\s*=\\s*function')];
const elixir = [line('def(?:p|module|macro|struct)?\\s+(?:[\\p{L}\\p{N}_]+\\.)*NAME')];
const sql = [
  line(
    '(?:create|CREATE)\\s+(?:or\\s+replace\\s+|OR\\s+REPLACE\\s+)?\\w+\\s+(?:if\\s+not\\s+exists\\s+|IF\\s+NOT\\s+EXISTS\\s+)?(?:[\\p{L}\\p{N}_]+\\.)?NAME',
  ),
];
const make = [line('NAME\\s*:(?!=)'), line('NAME\\s*[:?+]?=')];
const keyed = [line('"?NAME"?\\s*[:=]')];
const style = [
  line('[.#]([\\p{L}][\\p{L}\\p{N}_-]*)[^;]*[{,]\\s*$'),
  line('(?:@mixin|@function)\\s+NAME'),
  line('(--[\\p{L}][\\p{L}\\p{N}_-]*)\\s*:'),
];
const lisp = [line('\\(\\s*def\\w*\\s+NAME')];
const none: readonly RegExp[] = [];

interface Row {
  readonly id: string;
  readonly names: string;
  readonly definitions: readonly RegExp[];
  readonly headings?: 'markdown' | 'rst';
}

const prose: readonly Row[] = [
  { id: 'markdown', names: '.md .markdown .mdx .mdown .qmd .rmd .ipynb', definitions: none, headings: 'markdown' },
  { id: 'restructuredtext', names: '.rst .rest', definitions: none, headings: 'rst' },
  { id: 'asciidoc', names: '.adoc .asciidoc .asc', definitions: none, headings: 'markdown' },
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
  { id: 'c', names: '.c .h .cc .cpp .cxx .hh .hpp .hxx .m .mm .cu .glsl .proto', definitions: c },
  { id: 'ruby', names: '.rb .rake .gemspec rakefile gemfile', definitions: ruby },
  { id: 'php', names: '.php', definitions: php },
  { id: 'shellscript', names: '.sh .bash .zsh .fish .ps1 .psm1', definitions: shell },
  { id: 'lua', names: '.lua', definitions: lua },
  { id: 'elixir', names: '.ex .exs .erl', definitions: elixir },
  { id: 'lisp', names: '.clj .cljs .lisp .el .scm .rkt', definitions: lisp },
  {
    id: 'haskell',
    names: '.hs .ml .mli .fs .elm .purs',
    definitions: [line('(?:let\\s+)?(?:rec\\s+)?NAME\\s*::?'), line('(?:let|type|data|newtype|module)\\s+NAME')],
  },
  {
    id: 'r',
    names: '.r .jl .nim .zig .v .sol',
    definitions: [types, line('(?:fn|function|proc|func)\\s+NAME'), line('NAME\\s*<-\\s*function')],
  },
  { id: 'sql', names: '.sql', definitions: sql },
  { id: 'makefile', names: '.mk .cmake makefile cmakelists.txt dockerfile justfile', definitions: make },
  { id: 'css', names: '.css .scss .sass .less', definitions: style },
  { id: 'config', names: '.json .jsonc .json5 .yaml .yml .toml .ini .cfg .conf .properties .editorconfig .gitignore', definitions: keyed },
  { id: 'html', names: '.html .htm .xml .xhtml .xsl .hbs .ejs .j2 .jinja', definitions: none },
];

/** A text file of no known language. */
export const plainText: Language = { id: 'text', kind: 'doc', headings: 'none', definitions: none };

/** What a passage of code without a file name is read as: the declarations of the most common languages. */
export const someCode: Language = {
  id: 'code',
  kind: 'code',
  headings: 'none',
  definitions: [...python.slice(0, 2), ...ecma.slice(0, 4), ...rust, ...go],
};

const byName = new Map<string, Language>();
for (const [kind, rows] of [
  ['doc', prose],
  ['code', code],
] as const) {
  for (const row of rows) {
    const language: Language = { id: row.id, kind, headings: row.headings ?? 'none', definitions: row.definitions };
    for (const name of row.names.split(' ')) byName.set(name, language);
  }
}

/** All known languages, for lists and checks. */
export const languages: readonly Language[] = [...new Set(byName.values())];

/** The language of a path, by its whole name or its ending; plain text where neither is known. */
export function languageOf(path: string): Language {
  const name = path.slice(path.lastIndexOf('/') + 1).toLowerCase();
  const whole = byName.get(name) ?? byName.get(name.replace(/\..*$/, ''));
  const dot = name.lastIndexOf('.');
  const ending = dot >= 0 ? byName.get(name.slice(dot)) : undefined;
  return ending ?? (dot > 0 ? undefined : whole) ?? byName.get(name) ?? plainText;
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
