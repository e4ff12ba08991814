/** What is read first: a table of folders. What a file counts as used is given here; `uses.test.ts` has where that is from. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { EntryPoint } from '../../../src/engine/parts/manifests.ts';
import type { SourceFile } from '../../../src/engine/parts/sourceFiles.ts';
import { chooseStart } from '../../../src/engine/parts/start.ts';
import { languageOf } from '../../../src/engine/text/languages.ts';

interface Folder {
  /** Paths of code with the weighted number of their users, of documents with 0. */
  readonly files: Readonly<Record<string, number>>;
  readonly texts?: Readonly<Record<string, string>>;
  readonly begins?: readonly EntryPoint[];
  /** Chunks of each file. */
  readonly chunks?: Readonly<Record<string, number>>;
}

const entry = (path: string, kind: EntryPoint['kind'] = 'command'): EntryPoint => ({ name: path, kind, path, line: 1 });

async function startOf({ files: given, texts = {}, begins = [], chunks = {} }: Folder): Promise<readonly string[]> {
  const paths = Object.keys(given);
  const files = paths.map((path): SourceFile => {
    const language = languageOf(path);
    const kind = language.kind === 'doc' ? 'prose' : 'code';
    return { path, language, firstChunk: 0, chunksEnd: chunks[path] ?? 1, kind, corner: undefined };
  });
  const scores = Float64Array.from(paths, (path) => given[path] as number);
  const uses = { scores, usedFiles: new Float64Array(paths.length), definedIn: () => [] };
  return chooseStart({ files, shown: files, entryPoints: begins, uses, textOf: async (path) => texts[path] });
}

const chapters = ['five', 'four', 'one', 'six', 'three', 'two'];
const listed = (names: readonly string[]): string => names.map((name) => `- [${name}](${name}.md)\n`).join('');
const book = { 'intro.md': 0, ...Object.fromEntries(chapters.map((name) => [`${name}.md`, 0])) };
const order = ['one', 'two', 'three', 'four', 'five', 'six'];

const table: readonly (Folder & { readonly name: string; readonly is: readonly string[] })[] = [
  { name: 'nothing', files: {}, is: [] },
  {
    name: 'the README, where execution begins, then what is used most',
    files: { 'README.md': 0, 'a.ts': 1, 'b.ts': 3, 'cli.ts': 0, 'c.ts': 2 },
    begins: [entry('cli.ts')],
    is: ['README.md', 'cli.ts', 'b.ts', 'c.ts', 'a.ts'],
  },
  { name: 'equal files by path', files: { 'c.ts': 2, 'a.ts': 2, 'b.ts': 2 }, is: ['a.ts', 'b.ts', 'c.ts'] },
  {
    name: 'only a README of the root comes first',
    files: { 'a.ts': 9, 'docs/README.md': 0, 'b.ts': 8 },
    is: ['a.ts', 'b.ts', 'docs/README.md'],
  },
  {
    name: 'a file that a document names counts half more',
    files: { 'README.md': 0, 'a.ts': 3, 'b.ts': 2 },
    texts: { 'README.md': '# Tea\n\nBegin with `b.ts`.\n' },
    is: ['README.md', 'b.ts', 'a.ts'],
  },
  { name: 'so does one with the name of its folder', files: { 'a.ts': 3, 'tea/tea.ts': 2 }, is: ['tea/tea.ts', 'a.ts'] },
  { name: 'declarations count a tenth', files: { 'a.d.ts': 90, 'b.ts': 1 }, is: ['b.ts', 'a.d.ts'] },
  {
    name: 'a library begins as well, a file with main only where there is nothing else',
    files: { 'a.ts': 9, 'lib.ts': 1, 'main.ts': 0 },
    begins: [entry('main.ts', 'main'), entry('lib.ts', 'library')],
    is: ['lib.ts', 'a.ts', 'main.ts'],
  },
  { name: 'main where nothing else begins', files: { 'a.ts': 9, 'm.ts': 0 }, begins: [entry('m.ts', 'main')], is: ['m.ts', 'a.ts'] },
  { name: 'a route is not where one begins', files: { 'a.ts': 9, 'r.ts': 0 }, begins: [entry('r.ts', 'route')], is: ['a.ts', 'r.ts'] },
  {
    name: 'programs on the highest level alone',
    files: { 'a.ts': 9, 'x/deep.ts': 0, 'top.ts': 0 },
    begins: [entry('x/deep.ts'), entry('top.ts')],
    is: ['top.ts', 'a.ts', 'x/deep.ts'],
  },
  {
    name: 'five programs are a collection, in which none is where one begins',
    files: { 'p1.ts': 0, 'p2.ts': 0, 'p3.ts': 0, 'p4.ts': 0, 'p5.ts': 0, 'a.ts': 9 },
    begins: ['p1.ts', 'p2.ts', 'p3.ts', 'p4.ts', 'p5.ts'].map((path) => entry(path)),
    is: ['a.ts', 'p1.ts', 'p2.ts', 'p3.ts', 'p4.ts', 'p5.ts'],
  },
  {
    name: 'four are not',
    files: { 'p1.ts': 0, 'p2.ts': 0, 'p3.ts': 0, 'p4.ts': 0, 'a.ts': 9 },
    begins: ['p1.ts', 'p2.ts', 'p3.ts', 'p4.ts'].map((path) => entry(path)),
    is: ['p1.ts', 'p2.ts', 'p3.ts', 'p4.ts', 'a.ts'],
  },
  {
    name: 'a book is read in the order of its contents',
    files: book,
    texts: { 'intro.md': `# Book\n\n${listed(order)}` },
    is: ['intro.md', ...order.map((name) => `${name}.md`)],
  },
  {
    name: 'four links are no table of contents: guides first, then by path',
    files: book,
    texts: { 'intro.md': `# Book\n\n${listed(order.slice(0, 4))}` },
    is: ['intro.md', ...chapters.map((name) => `${name}.md`)],
  },
  {
    name: 'documents near the root come before deeper ones',
    files: { 'a/one.md': 0, 'two.md': 0, 'readme.md': 0 },
    is: ['readme.md', 'two.md', 'a/one.md'],
  },
  {
    name: 'as much code that is connected as prose: code comes first',
    files: { 'a.ts': 1, 'b.md': 0 },
    is: ['a.ts', 'b.md'],
  },
  { name: 'more prose: a folder of documents', files: { 'a.ts': 1, 'b.md': 0 }, chunks: { 'b.md': 2 }, is: ['b.md', 'a.ts'] },
  {
    name: 'a long document counts as nine chunks at most',
    files: { 'a.ts': 1, 'b.md': 0 },
    chunks: { 'a.ts': 8, 'b.md': 99 },
    is: ['a.ts', 'b.md'],
  },
  {
    name: 'with a program, documents need three times as much',
    files: { 'a.ts': 1, 'b.md': 0 },
    chunks: { 'b.md': 5 },
    begins: [entry('a.ts')],
    is: ['a.ts', 'b.md'],
  },
  {
    name: 'which they have',
    files: { 'a.ts': 1, 'b.md': 0 },
    chunks: { 'b.md': 6 },
    begins: [entry('a.ts')],
    is: ['b.md', 'a.ts'],
  },
];

for (const { name, is, ...folder } of table) test(name, async () => assert.deepEqual(await startOf(folder), is));

test('at most twenty; beside code without a program, a table of contents has half of them', async () => {
  const code = Object.fromEntries(Array.from({ length: 40 }, (_, i) => [`c${String(i).padStart(2, '0')}.ts`, 5]));
  const names = Array.from({ length: 30 }, (_, i) => `d${String(i).padStart(2, '0')}`);
  const files = { ...code, 'index.md': 0, ...Object.fromEntries(names.map((name) => [`${name}.md`, 0])) };
  const found = await startOf({ files, texts: { 'index.md': listed(names) } });
  assert.equal(found.length, 20);
  assert.deepEqual(found.slice(0, 11), ['index.md', ...names.slice(0, 9).map((name) => `${name}.md`), 'c00.ts']);
});
