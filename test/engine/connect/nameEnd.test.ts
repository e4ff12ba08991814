import assert from 'node:assert/strict';
import { test } from 'node:test';
import { DeclarationReader } from '../../../src/engine/connect/declarationReader.ts';
import { endOfName } from '../../../src/engine/connect/nameEnd.ts';
import { pathsBetween } from '../../../src/engine/connect/pathsBetween.ts';
import { Space } from '../../../src/engine/document.ts';
import { allDefinitionsIn, wantedNames } from '../../../src/engine/relations/relations.ts';
import type { Retriever } from '../../../src/engine/retrieval/ranking.ts';
import { languageOf } from '../../../src/engine/text/languages.ts';
import { type Files, indexOf } from '../../support/memoryIndex.ts';
import { sourceOf } from '../../support/relationSource.ts';

const files = {
  'a.ts': 'export function openReef() {\n  return tideTable();\n}\n',
  'b.ts': 'export function tideTable() {\n  return closeReef();\n}\n',
  'c.ts': 'export function closeReef() {}\n',
  'd.md': 'See `openReef` and `closeReef`.\n',
};

test('a passage that defines a name is worth more than one that mentions it; of a path of names the last counts', async () => {
  const reader = indexOf(files).reader();
  const paths = (await reader.chunkInfo([0, 1, 2, 3])).map(({ path }) => path);
  const end = async (name: string, accept?: (chunk: number) => boolean) => {
    const found = await endOfName(reader, name, accept);
    return found && [...found.chunks].map(([chunk, weight]) => `${paths[chunk]} ${weight}`).sort();
  };
  const both = ['a.ts 1', 'd.md 0.3'];
  for (const name of ['openReef', ' openReef() ', 'lib.openReef', 'Lib::openReef', 'lib#openReef'])
    assert.deepEqual(await end(name), both, name);
  assert.deepEqual(await end('openReef', (chunk) => paths[chunk] === 'd.md'), ['d.md 0.3']);
  assert.equal(await end('openReef', () => false), undefined);
  assert.equal(await end('openreefs'), undefined);
  assert.ok((await endOfName(reader, 'openReef'))?.keys.has(`${Space.Literal}:openReef`));
});

test('paths lead through what a search finds, or else through anything; those of the first three on the path come first', async () => {
  const reader = indexOf(files).reader();
  const paths = (await reader.chunkInfo([0, 1, 2, 3])).map(({ path }) => path);
  const ends = [await endOfName(reader, 'tideTable'), await endOfName(reader, 'closeReef')] as const;
  const asked: unknown[] = [];
  const shown = async (order: readonly string[], accept?: (chunk: number) => boolean) => {
    const results = order.map((path, i) => ({ chunk: paths.indexOf(path), score: 4 - i, evidence: [] }));
    const retriever = {
      search: async (_: unknown, query: string, options: { readonly limit: number }) => {
        asked.push(query, options.limit);
        return { results, unknownTerms: [] };
      },
    } as unknown as Retriever;
    const [from, to] = ends;
    assert.ok(from && to);
    const found = await pathsBetween(reader, [from, to], 'both', retriever, accept === undefined ? {} : { accept });
    return [found.paths[0]?.chunks.map((chunk) => paths[chunk]).join(), found.ranking.map((chunk) => paths[chunk]).join()];
  };
  assert.deepEqual(await shown(['d.md', 'a.ts', 'b.ts', 'c.ts']), ['b.ts', 'b.ts,d.md,a.ts,c.ts']);
  assert.deepEqual(await shown(['d.md', 'a.ts', 'c.ts', 'b.ts']), ['b.ts', 'd.md,a.ts,c.ts,b.ts']);
  assert.deepEqual(await shown([]), ['b.ts', '']);
  assert.deepEqual((await shown([], () => false))[0], undefined);
  assert.deepEqual(asked.slice(0, 2), ['both', 100]);
});

/** What the declaration of a name uses, as `line path:line name`. */
async function usedBy(all: Files, path: string, name: string, only?: string): Promise<readonly string[]> {
  const definition = wantedNames(allDefinitionsIn(path, all[path] as string, languageOf(path))).find((one) => one.name === name)
    ?.definitions[0];
  assert.ok(definition, name);
  const steps = await new DeclarationReader(sourceOf(all)).usedBy([{ name, definition }], only);
  return steps.map((step) => `${step.from?.use.line} ${step.definition.path}:${step.definition.startLine} ${step.name}`);
}

test('a declaration uses what is called within its lines, what it imports under another name, and not itself', async () => {
  const all = {
    'a.ts':
      "import { close as shut, tide } from './b.ts';\n\nbefore();\nexport function openReef() {\n  shut();\n  tide();\n  openReef();\n  unknown();\n}\ntide();\n",
    'b.ts': 'export function close() {}\nexport function tide() {}\n',
  };
  assert.deepEqual(await usedBy(all, 'a.ts', 'openReef'), ['5 b.ts:1 close', '6 b.ts:2 tide']);
  assert.deepEqual(await usedBy(all, 'a.ts', 'openReef', 'tide'), ['6 b.ts:2 tide']);
  assert.deepEqual(await usedBy(all, 'a.ts', 'openReef', 'shut'), []);
});

test('a name is followed to the only member that has it, not to one of two, of a test, or of another language', async () => {
  const caller = 'export function run(reef) {\n  reef.openGate();\n}\n';
  const member = 'export class Reef {\n  openGate() {}\n}\n';
  assert.deepEqual(await usedBy({ 'a.ts': caller, 'b.ts': member }, 'a.ts', 'run'), ['2 b.ts:2 openGate']);
  assert.deepEqual(await usedBy({ 'a.ts': caller, 'b.ts': member, 'c.ts': member }, 'a.ts', 'run'), []);
  assert.deepEqual(await usedBy({ 'a.ts': caller, 'b.ts': member, 'test/c.ts': member }, 'a.ts', 'run'), ['2 b.ts:2 openGate']);
  assert.deepEqual(await usedBy({ 'a.ts': caller, 'test/b.ts': member }, 'a.ts', 'run'), []);
  assert.deepEqual(await usedBy({ 'a.ts': caller, 'b.py': 'class Reef:\n    def openGate(self):\n        pass\n' }, 'a.ts', 'run'), []);
  assert.deepEqual(await usedBy({ 'a.ts': caller.replace('reef.', ''), 'b.ts': member }, 'a.ts', 'run'), [], 'members need their object');
});

test('a method calls those of its own type, a function of the same file those in it', async () => {
  const text = 'class Reef {\n  openGate() {\n    this.closeGate();\n  }\n  closeGate() {}\n}\nclass Tide {\n  closeGate() {}\n}\n';
  assert.deepEqual(await usedBy({ 'a.ts': text }, 'a.ts', 'openGate'), ['3 a.ts:5 closeGate']);
});

test('a name that more than twenty passages define means nothing', async () => {
  const many = (count: number): Files => ({
    'a.ts': 'import { openReef } from "./b0.ts";\nexport function run() {\n  openReef();\n}\n',
    ...Object.fromEntries(Array.from({ length: count }, (_, i) => [`b${i}.ts`, 'export function openReef() {}\n'])),
  });
  assert.deepEqual(await usedBy(many(20), 'a.ts', 'run'), ['3 b0.ts:1 openReef']);
  assert.deepEqual(await usedBy(many(21), 'a.ts', 'run'), []);
});
