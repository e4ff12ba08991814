import assert from 'node:assert/strict';
import { test } from 'node:test';
import { filesDefining, filesHolding, filesWithChunks } from '../../../src/engine/relations/candidates.ts';
import { findOffsets, linksTo, sentencesAbout } from '../../../src/engine/relations/prose.ts';
import { findUsers } from '../../../src/engine/relations/relations.ts';
import { assertUnder, cpuMs } from '../../support/quick.ts';
import { sourceOf } from '../../support/relationSource.ts';

test('a document uses a definition by a link to its file that ends', async () => {
  const definition = { path: 'src/abc.ts', startLine: 1, endLine: 1, kind: 'function', scope: 'outermost' } as const;
  const documents = {
    'docs/a.md': 'Text.\n\n[this](../src/abc.ts)\n',
    'b.md': '[one](src/abc.ts#L1) and [two](/src/abc.ts), [three](src/other.ts)\n',
    'c.md': '[this](src/abc.ts!',
    'd.md': '[this](../src/abc.ts)\n',
  };
  const { uses } = await findUsers('abc', [definition], sourceOf({ 'src/abc.ts': 'export function abc() {}\n', ...documents }));
  const links = uses.filter(({ kind }) => kind === 'links').map(({ path, lines }) => `${path}:${lines.join()}`);
  assert.deepEqual(links.sort(), ['b.md:1', 'docs/a.md:3']);
});

test('links of a document that never end are passed over in linear time', { timeout: 60_000 }, async () => {
  const source = sourceOf({ 'src/abc.ts': 'export function abc() {}\n', 'd.md': `[abc](src/abc.ts)\n${']('.repeat(150_000)})\n` });
  const definition = { path: 'src/abc.ts', startLine: 1, endLine: 1, kind: 'function', scope: 'outermost' } as const;
  await assertUnder(2000, 'links', () => cpuMs(async () => void (await findUsers('abc', [definition], source))));
});

test('one word is found as written, several in any case and form', () => {
  assert.deepEqual(findOffsets('Tide', 'Tide tide TIDE tides Tide'), [0, 21]);
  assert.deepEqual(findOffsets('Tide Table', 'the tide table, a TIDE\nTABLE; tide'), [4, 18]);
  assert.deepEqual(findOffsets('Tide Table', 'tide'), []);
  assert.deepEqual(findOffsets('x', ''), []);
});

test('sentences about a name: three of a file at most, records and tests last, no code, headings or long ones', async () => {
  const documents = {
    'b.md': 'openReef\n========\n\nFirst openReef here. Then openReef\n  there. A third openReef one. A fourth openReef one.\n',
    'a.md': `Long ${'word '.repeat(80)}openReef. Short openReef one.\n\n\`\`\`\nlet x = openReef here;\n\`\`\`\n`,
    'CHANGELOG.md': '# 1.0\n\nWe added openReef here.\n',
    'c.ts': '// Uses openReef here.\n',
  };
  const shown = async (limit: number) =>
    (await sentencesAbout('openReef', sourceOf(documents), limit)).map(({ path, line, text }) => `${path}:${line} ${text.trim()}`);
  const all = [
    'a.md:1 Short openReef one.',
    'b.md:4 First openReef here.',
    'b.md:4 Then openReef there.',
    'b.md:5 A third openReef one.',
    'CHANGELOG.md:3 We added openReef here.',
  ];
  assert.deepEqual(await shown(9), all);
  for (const limit of [0, 1, 2, 4]) assert.deepEqual(await shown(limit), all.slice(0, limit), String(limit));
});

test('a link counts once a line, from the root too, and only of documents to these files', async () => {
  const source = sourceOf({
    'src/reef.ts': 'export const a = 1;\n',
    'a.md': '[x](src/reef.ts) [y](src/reef.ts)\n[z](/src/reef.ts#L3)\n[z]( src/reef.ts )\n[w](src/other.ts)\n',
    'docs/b.md': `[x](../src/reef.ts)\n[y](src/reef.ts)\n[z](../src/reef.ts#${'x'.repeat(984)})\n[z](../src/reef.ts#${'x'.repeat(985)})\n`,
    'c.ts': '// [x](src/reef.ts)\n',
  });
  const found = await linksTo(new Set(['src/reef.ts']), source);
  assert.deepEqual(Object.fromEntries(found), { 'a.md': [1, 2, 3], 'docs/b.md': [1, 3] });
});

test('files that hold or define a name: those with most passages first, then by path, and only visible ones', async () => {
  const files = {
    'b.md': '# One\n\nAbout openReef.\n\n# Two\n\nMore of openReef.\n',
    'c.ts': 'export function openReef() {}\n',
    'a.ts': "import { openReef } from './c.ts';\n\nopenReef();\n",
    'd.md': 'About reefs that open.\n',
  };
  const source = sourceOf(files);
  const holding = await filesHolding('openReef', source);
  assert.deepEqual(holding.slice(0, 3), ['b.md', 'a.ts', 'c.ts']);
  assert.deepEqual(await filesDefining('openReef', source), ['c.ts']);
  assert.deepEqual(await filesHolding('openReef', { ...source, isVisible: (path) => path === 'b.md' }), ['b.md']);
  assert.deepEqual(await filesHolding('openReef', { ...source, folder: 1 }), []);
  const infos = await source.reader.chunkInfo([0, 1, 2, 3]);
  const of = (...paths: readonly string[]) =>
    filesWithChunks(
      infos.flatMap(({ path }, chunk) => (paths.includes(path) ? [chunk, chunk] : [])),
      source,
    );
  assert.deepEqual([await of('c.ts', 'a.ts'), await of()], [['a.ts', 'c.ts'], []]);
});
