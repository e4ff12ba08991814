/**
 * Languages by file name and by name, prose and code; and the keywords of all.
 * Other text files are indexed too, only less well.
 *
 * A language of code is a row of a table in `code/languages`.
 */

import type { ChunkKind } from '../document.ts';
import { fileNameOf } from '../util/paths.ts';
import { endsWithAny, trimEndOf, wordsOf } from '../util/strings.ts';
import { mdxScripts } from './code/languages/braces.ts';
import { notebookCells } from './code/languages/indents.ts';
import { rows as code } from './code/languages/index.ts';
import { cLike, markup } from './code/languages/marks.ts';
import { someCodeSyntax } from './code/languages/someCode.ts';
import type { Comments, Syntax } from './code/syntax.ts';

export interface Language {
  /** Shared by relatives that are read alike after they were analysed: `java` is Kotlin's, too. */
  readonly id: string;
  /** Unique: by it, an index keeps the language of a document. */
  readonly name: string;
  readonly kind: ChunkKind;
  /** The heading syntax; `none` splits by declarations, indentation and blank lines. */
  readonly headings: 'markdown' | 'asciidoc' | 'rst' | 'org' | 'latex' | 'man' | 'pod' | 'none';
  /** How its code is read; undefined for documents without scripts. */
  readonly syntax: Syntax | undefined;
  readonly comments: Comments;
}

interface ProseRow {
  readonly id: string;
  /** That of the language, unless it is the id. */
  readonly name?: string;
  /** File names and endings. */
  readonly names: string;
  /** Ids by which VS Code knows it and its relatives, apart from the id and the endings. */
  readonly others?: string;
  /** How the scripts in it are read; its id is that of their language then. */
  readonly syntax?: Syntax;
  readonly comments?: Comments;
  readonly headings: Language['headings'];
}

const prose: readonly ProseRow[] = [
  {
    id: 'markdown',
    names: '.md .markdown .mdown .qmd .rmd',
    others: 'quarto',
    headings: 'markdown',
  },
  { id: 'javascript', name: 'mdx', names: '.mdx', headings: 'markdown', syntax: mdxScripts },
  { id: 'python', name: 'notebook', names: '.ipynb', headings: 'markdown', syntax: notebookCells },
  { id: 'restructuredtext', names: '.rst .rest', headings: 'rst' },
  { id: 'asciidoc', names: '.adoc .asciidoc .asc .rdoc .typ', others: 'typst', headings: 'asciidoc' },
  { id: 'org', names: '.org', headings: 'org' },
  { id: 'latex', names: '.tex', headings: 'latex', comments: { line: ['%'], block: [], quotes: '' } },
  { id: 'man', names: '.1 .2 .3 .4 .5 .6 .7 .8 .9 .man .mdoc', headings: 'man' },
  { id: 'pod', names: '.pod', headings: 'pod' },
  {
    id: 'text',
    names: '.txt .text readme license copying authors changelog changes news notice todo',
    others: 'plaintext',
    headings: 'rst',
  },
];

/** A text file of no known language. */
export const plainText: Language = { id: 'text', name: 'unknown', kind: 'doc', headings: 'none', syntax: undefined, comments: markup };

/** The language of a code passage without a file name. */
export const someCode: Language = { id: 'code', name: 'code', kind: 'code', headings: 'none', syntax: someCodeSyntax, comments: cLike };

/** A first line is read up to here. */
const maxFirstLine = 200;

const byFileName = new Map<string, Language>();
const byName = new Map<string, Language>();

function add(language: Language, names: string, others = ''): void {
  for (const one of wordsOf(names)) byFileName.set(one, language);
  for (const one of [language.name, ...wordsOf(others)]) byName.set(one, language);
}

for (const { id, name = id, names, others, headings, syntax, comments = markup } of prose)
  add({ id, name, kind: 'doc', headings, syntax, comments }, names, others);
for (const row of code) {
  const { id, name = id, names, others, comments } = row;
  add({ id, name, kind: 'code', headings: 'none', syntax: row, comments }, names, others);
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
 * counts if the second is not known: templates end with what fills them in (`index.md.erb`, `config.h.in`). Numbers of a version (`kettle-1.2.cfg`) are none.
 */
export function languageOf(path: string): Language {
  const name = fileNameOf(path).toLowerCase();
  const dot = name.lastIndexOf('.');
  const inner = name.lastIndexOf('.', dot - 1);
  const isVersion = [inner, dot].every((end) => endsWithAny(name.slice(0, end), '0123456789'));
  return (
    byFileName.get(name) ??
    (dot > 0 ? byFileName.get(name.slice(dot)) : undefined) ??
    (dot > 0 && inner > 0 && !isVersion ? byFileName.get(name.slice(inner, dot)) : undefined) ??
    plainText
  );
}

/**
 * The language of a file with this text: where its name says nothing, the first line may name the program that runs it, `#!/usr/bin/env python3`.
 */
export function languageOfText(path: string, text: string, byPath: Language = languageOf(path)): Language {
  if (byPath !== plainText || text.slice(0, 2) !== '#!') return byPath;
  const words = wordsOf((text.slice(2, maxFirstLine).split('\n', 1)[0] as string).trim());
  const programs = words.filter((word) => !'-='.includes(word.charAt(0))).map(fileNameOf);
  const program = programs[0] === 'env' ? programs[1] : programs[0];
  return program === undefined ? byPath : languageNamed(trimEndOf(program.toLowerCase(), '0123456789.'));
}

/** Languages whose declarations are not names of a program: settings, styles, build rules, shell scripts. */
const nonProgramLanguages = new Set(['config', 'json', 'css', 'makefile', 'html', 'shellscript', 'sql', 'hcl', 'nix', 'bat']);

/** Whether what files of a language declare are names of a program. */
export function isProgram({ id, syntax }: Language): boolean {
  return syntax !== undefined && !nonProgramLanguages.has(id);
}

/** A name, or a text of names, as a language compares it: in lower case if that is all the same to it. */
export function comparedIn({ syntax }: Language, name: string): string {
  return syntax?.ignoresCase ? name.toLowerCase() : name;
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
/** In code units; all keywords are lower-case ASCII. */
export const maxKeywordLength: number = Math.max(...[...keywords].map((word) => word.length));
