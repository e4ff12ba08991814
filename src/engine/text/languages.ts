/**
 * Languages by file name and by name: whether each is prose or code, its declarations and how it marks comments and strings; and the keywords of all.
 * Other text files are indexed too, only less well.
 *
 * To add a language, add a row to the table below, and its patterns to `definitions/declarations.ts`.
 */

import type { ChunkKind } from '../document.ts';
import { once } from '../util/once.ts';
import { fileNameOf } from '../util/paths.ts';
import type { Declaration } from './definitions/declarations.ts';
import * as declarations from './definitions/declarations.ts';

export interface Language {
  /** Shared by relatives that are read alike after they were analysed: `java` is Kotlin's, too. */
  readonly id: string;
  /** Unique: by it, an index keeps the language of a document. */
  readonly name: string;
  readonly kind: ChunkKind;
  /** The heading syntax; `none` splits by declarations, indentation and blank lines. */
  readonly headings: 'markdown' | 'asciidoc' | 'rst' | 'org' | 'latex' | 'man' | 'pod' | 'none';
  /** The forms of a line that defines a name, in the order in which they are tried. */
  readonly definitions: readonly Declaration[];
  readonly comments: Comments;
  /** The pattern of a member without a keyword: a field, an option, a setting. Its groups are the indentation and the name. */
  readonly fields?: RegExp;
}

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
  /** That of the language, unless it is the id. */
  readonly name?: string;
  /** File names and endings. */
  readonly names: string;
  /** Ids by which VS Code knows it and its relatives, apart from the id and the endings. */
  readonly others?: string;
  readonly definitions: () => readonly Declaration[];
  readonly comments?: Comments;
  readonly fields?: RegExp;
  readonly headings?: Language['headings'];
}

const prose: readonly Row[] = [
  {
    id: 'markdown',
    names: '.md .markdown .mdx .mdown .qmd .rmd .ipynb',
    others: 'quarto',
    definitions: declarations.none,
    headings: 'markdown',
  },
  { id: 'restructuredtext', names: '.rst .rest', definitions: declarations.none, headings: 'rst' },
  { id: 'asciidoc', names: '.adoc .asciidoc .asc .rdoc .typ', others: 'typst', definitions: declarations.none, headings: 'asciidoc' },
  { id: 'org', names: '.org', definitions: declarations.none, headings: 'org' },
  { id: 'latex', names: '.tex', definitions: declarations.none, headings: 'latex', comments: { line: ['%'], block: [], quotes: '' } },
  { id: 'man', names: '.1 .2 .3 .4 .5 .6 .7 .8 .9 .man .mdoc', definitions: declarations.none, headings: 'man' },
  { id: 'pod', names: '.pod', definitions: declarations.none, headings: 'pod' },
  {
    id: 'text',
    names: '.txt .text readme license copying authors changelog changes news notice todo',
    others: 'plaintext',
    definitions: declarations.none,
    headings: 'rst',
  },
];

const code: readonly Row[] = [
  {
    id: 'typescript',
    names: '.ts .mts .cts .tsx',
    others: 'typescriptreact',
    definitions: declarations.ecma,
    fields: /^(\s+)(?:(?:readonly|public|private|protected|static|declare)\s+)*([\p{L}_$][\p{L}\p{N}_$]*)[?!]?:\s/u,
  },
  { id: 'javascript', names: '.js .mjs .cjs .jsx .vue .svelte .astro .qml', others: 'javascriptreact', definitions: declarations.ecma },
  {
    id: 'python',
    names: '.py .pyi .pyx .bzl build.bazel tiltfile sconstruct wscript',
    others: 'cython starlark bazel',
    definitions: declarations.python,
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
    definitions: declarations.rust,
    comments: { line: ['//'], block: cBlock, quotes: '"' },
    fields: /^(\s+)(?:pub(?:\([^)]*\))?\s+)?([a-z_][\w]*):\s.*,\s*$/,
  },
  { id: 'go', names: '.go', definitions: declarations.go, fields: /^(\t)([A-Z]\w*)\s+[\w.*[\]]+(?:\s+`.*)?$/ },
  { id: 'gleam', names: '.gleam', definitions: declarations.gleam, comments: { line: ['//'], block: [], quotes: '"' } },
  { id: 'java', names: '.java .groovy .cs .dart', others: 'csharp', definitions: declarations.typed },
  { id: 'java', name: 'kotlin', names: '.kt .kts .scala .sbt .gradle .swift jenkinsfile', definitions: declarations.keyworded },
  {
    id: 'c',
    names: '.c .h .cc .cpp .cxx .hh .hpp .hxx .ipp .inl .m .mm .cu .cuh .ino .glsl .frag .vert .hlsl .metal',
    others: 'cuda-cpp objective-c objective-cpp arduino',
    definitions: declarations.c,
  },
  { id: 'protobuf', names: '.proto', others: 'proto3', definitions: declarations.proto },
  {
    id: 'ruby',
    names: '.rb .rake .gemspec .cr rakefile gemfile brewfile vagrantfile podfile fastfile guardfile capfile',
    others: 'crystal',
    definitions: declarations.ruby,
    comments: { line: ['#'], block: [['=begin', '=end']], quotes: '"\'' },
  },
  { id: 'php', names: '.php', definitions: declarations.php, comments: { line: ['//', '#'], block: cBlock, quotes: '"\'' } },
  {
    id: 'shellscript',
    names: '.sh .bash .zsh .fish .bats .ps1 .psm1 .bashrc .bash_profile .profile .zshrc .zprofile .zshenv gradlew mvnw pkgbuild',
    others: 'powershell',
    definitions: declarations.shell,
    comments: hashed,
  },
  { id: 'lua', names: '.lua', definitions: declarations.lua, comments: { line: ['--'], block: [['--[[', ']]']], quotes: '"\'' } },
  {
    id: 'elixir',
    names: '.ex .exs .erl .hrl',
    others: 'erlang',
    definitions: declarations.elixir,
    comments: { line: ['#', '%'], block: [['"""', '"""']], quotes: '"\'' },
  },
  {
    id: 'lisp',
    names: '.clj .cljs .cljc .lisp .el .scm .rkt',
    others: 'clojure scheme racket commonlisp',
    definitions: declarations.lisp,
    comments: { line: [';'], block: [['#|', '|#']], quotes: '"' },
  },
  {
    id: 'haskell',
    names: '.hs .ml .mli .fs .fsx .fsi .elm .purs',
    others: 'ocaml fsharp purescript',
    definitions: declarations.functional,
    comments: {
      line: ['--', '//'],
      block: [
        ['{-', '-}'],
        ['(*', '*)'],
      ],
      quotes: '"',
    },
  },
  {
    id: 'r',
    names: '.r .jl .nim .zig .v .sol',
    others: 'julia solidity',
    definitions: declarations.others,
    comments: { line: ['#', '//'], block: cBlock, quotes: '"\'' },
  },
  { id: 'sql', names: '.sql', definitions: declarations.sql, comments: { line: ['--'], block: cBlock, quotes: '"\'' } },
  {
    id: 'makefile',
    names: '.mk .cmake .dockerfile makefile makefile.am gnumakefile cmakelists.txt dockerfile containerfile justfile .justfile meson.build',
    definitions: declarations.make,
    comments: { ...hashed, quotes: '' },
  },
  {
    id: 'css',
    names: '.css .scss .sass .less .styl .pcss',
    others: 'stylus postcss',
    definitions: declarations.style,
    comments: { line: ['//'], block: cBlock, quotes: '"\'' },
  },
  {
    id: 'config',
    names: `.yaml .yml .toml .ini .cfg .conf .cnf .config .properties .service .desktop pipfile procfile codeowners
      .editorconfig .gitconfig .gitignore .gitattributes .gitmodules .dockerignore .npmignore .eslintignore .prettierignore .npmrc .coveragerc`,
    others: 'ignore dotenv dockercompose',
    definitions: declarations.keyed,
    comments: { ...hashed, line: ['#', ';'] },
  },
  { id: 'json', names: '.json .jsonc .json5', definitions: declarations.json, comments: { line: ['//'], block: cBlock, quotes: '"' } },
  {
    id: 'html',
    names: `.html .htm .xml .xhtml .xsl .hbs .ejs .j2 .jinja .jinja2 .twig .pug .haml .slim .liquid .mustache .njk .ftl .jsp .cshtml .razor .phtml .tmpl .tpl
      .xaml .csproj .vbproj .fsproj .props .targets .plist .wsdl .xsd`,
    others: 'handlebars jade blade erb django-html',
    definitions: declarations.none,
    comments: markup,
  },
  {
    id: 'hcl',
    names: '.tf .tfvars .hcl',
    others: 'terraform',
    definitions: declarations.hcl,
    comments: { line: ['#', '//'], block: cBlock, quotes: '"' },
  },
  {
    id: 'graphql',
    names: '.graphql .graphqls .gql',
    definitions: declarations.graphql,
    comments: { line: ['#'], block: [['"""', '"""']], quotes: '"' },
  },
  {
    id: 'perl',
    names: '.pl .pm .t',
    others: 'perl6 raku',
    definitions: declarations.perl,
    comments: {
      line: ['#'],
      block: [
        ['=pod', '=cut'],
        ['=head1', '=cut'],
      ],
      quotes: '"\'',
    },
  },
  {
    id: 'pascal',
    names: '.pas .pp .dpr .lpr',
    definitions: declarations.pascal,
    comments: {
      line: ['//'],
      block: [
        ['{', '}'],
        ['(*', '*)'],
      ],
      quotes: "'",
    },
  },
  { id: 'vb', names: '.vb .vbs .bas', definitions: declarations.basic, comments: { line: ["'"], block: [], quotes: '"' } },
  { id: 'fortran', names: '.f90 .f95 .f03 .f08', definitions: declarations.fortran, comments: { line: ['!'], block: [], quotes: '"\'' } },
  { id: 'nix', names: '.nix', definitions: declarations.nix, comments: { line: ['#'], block: cBlock, quotes: '"' } },
  {
    id: 'coffeescript',
    names: '.coffee',
    definitions: declarations.coffee,
    comments: { line: ['#'], block: [['###', '###']], quotes: '"\'' },
  },
  {
    id: 'vim',
    names: '.vim .vimrc vimrc',
    others: 'viml',
    definitions: declarations.vim,
    comments: { line: ['"', '#'], block: [], quotes: "'" },
  },
  { id: 'gdscript', names: '.gd', definitions: declarations.godot, comments: hashed },
  { id: 'tcl', names: '.tcl', definitions: declarations.tcl, comments: { ...hashed, quotes: '"' } },
  { id: 'bat', names: '.bat .cmd', definitions: declarations.batch, comments: { line: ['rem ', 'REM ', '::'], block: [], quotes: '"' } },
];

/** A text file of no known language. */
export const plainText: Language = { id: 'text', name: 'unknown', kind: 'doc', headings: 'none', definitions: [], comments: markup };

/** The language of a code passage without a file name: the declarations of the most common languages. */
export const someCode: Language = {
  id: 'code',
  name: 'code',
  kind: 'code',
  headings: 'none',
  comments: cLike,
  get definitions() {
    return definitionsInSomeCode();
  },
};
const definitionsInSomeCode = once(() => [
  ...declarations.python().slice(0, 2),
  ...declarations.ecma().slice(0, 4),
  ...declarations.rust(),
  ...declarations.go(),
]);

const byFileName = new Map<string, Language>();
const byName = new Map<string, Language>();
for (const [kind, rows] of [
  ['doc', prose],
  ['code', code],
] as const) {
  for (const { id, name = id, names, others, definitions, headings = 'none', comments = kind === 'doc' ? markup : cLike, fields } of rows) {
    const language: Language = {
      ...{ id, name, kind, headings, comments },
      ...(fields === undefined ? {} : { fields }),
      get definitions() {
        return definitions();
      },
    };
    for (const one of names.split(/\s+/)) byFileName.set(one, language);
    for (const one of [name, ...(others?.split(' ') ?? [])]) byName.set(one, language);
  }
}

/** All known languages, for lists and checks. */
export const languages: readonly Language[] = [...new Set(byFileName.values())];

/**
 * The language of a name that an index keeps (what follows a blank says how the bytes were read), or of an id of VS Code; plain text if it is
 * not known.
 */
export function languageNamed(name: string): Language {
  const own = name.split(' ', 1)[0] as string;
  return byName.get(own) ?? byFileName.get(`.${own}`) ?? byFileName.get(own) ?? plainText;
}

/**
 * The language of a path by its file name or extension, where nothing else decides it; plain text if neither is known. Of two extensions the first
 * counts if the second is not known: templates end with what fills them in (`index.md.erb`, `config.h.in`).
 */
export function languageOf(path: string): Language {
  const name = fileNameOf(path).toLowerCase();
  const dot = name.lastIndexOf('.');
  const inner = name.lastIndexOf('.', dot - 1);
  return (
    byFileName.get(name) ??
    (dot > 0 ? byFileName.get(name.slice(dot)) : undefined) ??
    (dot > 0 && inner > 0 ? byFileName.get(name.slice(inner, dot)) : undefined) ??
    plainText
  );
}

/** Languages whose declarations are not names of a program: settings, styles, build rules, shell scripts. */
const nonProgramLanguages = new Set(['config', 'json', 'css', 'makefile', 'html', 'shellscript', 'sql', 'hcl', 'nix', 'bat']);

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
