/** What agents are told of a folder, its parts, a folder of it and a file. */

import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { describe, fileSummary } from '../../../src/service/tools/overviewTool.ts';
import { InputError } from '../../../src/tools/inputSchema.ts';
import { told, toolsOn } from '../../support/toolsOn.ts';

const files = {
  'README.md': '# Harbour\n\nHarbour tells pilots when a ship can cross the bar.\n\n## Use\n\nRun it.\n',
  'package.json': '{ "name": "harbour", "main": "src/main.ts", "scripts": { "start": "node src/main.ts" } }\n',
  'src/main.ts': 'import { readTide } from "./tide/read.ts";\n\nexport function main() {\n  return readTide("x");\n}\n',
  ...Object.fromEntries(
    ['read', 'write', 'sort', 'keep', 'send'].map((name) => [
      `src/tide/${name}.ts`,
      `/** Lets the tide ${name}. */\nexport function ${name}Tide(text: string) {\n  return text;\n}\n\nexport class ${name}Clock {\n  wind() {}\n}\n`,
    ]),
  ),
  'src/plain.ts': 'export const one = 1;\nexport const two = 2;\n',
  'docs/tide.md': '# Tides\n\nThe table.\n\n## Ebb\n\nFalls.\n\n### Late\n\nVery.\n',
  'test/tide.test.ts': 'import { readTide } from "../src/tide/read.ts";\n\ntest("reads", () => readTide("x"));\n',
  'CHANGELOG.md': '# Changes\n\n## 1.0\n\nFirst.\n',
};

test('a folder is told by its files, its entry points, what to read first and its parts', async (t) => {
  const { context, folder } = await toolsOn(t, files);
  assert.deepEqual(await told(describe(undefined, context)), [
    'Folder "harbour": 12 files.',
    '"Harbour tells pilots when a ship can cross the bar." (README.md:3)',
    'Entry points: harbour (library) src/main.ts; start (script) package.json.',
    'Start with: README.md, src/main.ts, src/tide/read.ts, docs/tide.md, package.json, src/plain.ts, src/tide/keep.ts, src/tide/send.ts, src/tide/sort.ts, src/tide/write.ts.',
    'Apart: tests and examples (1, such as test/tide.test.ts); change logs (1, such as CHANGELOG.md).',
    '., 3 files: Harbour, Tides, package\n  README.md, docs/tide.md, package.json',
    'src, 7 files: read, plain, keep, send\n  tide/read.ts, main.ts, plain.ts, tide/keep.ts',
  ]);
  assert.deepEqual((await describe(undefined, context)).ending, [
    'Of a part, the files that others use most are named first; "path" lists more of a folder or file.',
  ]);
  // Of what the caller may not see, nothing is told.
  assert.deepEqual(await told(describe(undefined, { ...context, within: [path.join(folder, 'src/tide'), path.join(folder, 'test')] })), [
    'Folder "harbour": 6 files.',
    'Start with: src/tide/read.ts, src/tide/keep.ts, src/tide/send.ts, src/tide/sort.ts, src/tide/write.ts.',
    'Apart: tests and examples (1, such as test/tide.test.ts).',
    'src, 5 files\n  tide/read.ts, tide/keep.ts, tide/send.ts, tide/sort.ts',
  ]);
  assert.deepEqual(await told(describe(undefined, { ...context, within: [path.join(folder, 'none')] })), [
    'No file is indexed that could be described.',
  ]);
});

test('a file is told by its outline, a folder by its files', async (t) => {
  const { context, folder } = await toolsOn(t, files);
  assert.deepEqual(await told(describe('src/tide/read.ts', context)), [
    'src/tide/read.ts: 3 entries, with their lines.',
    '2 readTide: Lets the tide read.',
    '6 readClock',
    '  7 wind',
  ]);
  assert.deepEqual(await told(describe('docs/tide.md', context)), [
    'docs/tide.md: 3 entries, with their lines.',
    '1 Tides',
    '  5 Ebb',
    '    9 Late',
  ]);
  assert.deepEqual(await told(describe('src', context)), [
    'src: 7 of 7 files, those that others use most first.',
    'src/tide/read.ts defines readTide, readClock',
    'src/main.ts defines main',
    'src/plain.ts',
    'src/tide/keep.ts defines keepClock, keepTide',
    'src/tide/send.ts defines sendClock, sendTide',
    'src/tide/sort.ts defines sortClock, sortTide',
    'src/tide/write.ts defines writeClock, writeTide',
  ]);
  assert.deepEqual(await told(describe('.', context)), [
    '.: 12 of 12 files, those that others use most first.',
    'src/tide/read.ts defines readTide, readClock',
    'README.md: Harbour tells pilots when a ship can cross the bar.',
    'docs/tide.md: Tides',
    'package.json',
    'src/main.ts defines main',
    'src/plain.ts',
    'src/tide/keep.ts defines keepClock, keepTide',
    'src/tide/send.ts defines sendClock, sendTide',
    'src/tide/sort.ts defines sortClock, sortTide',
    'src/tide/write.ts defines writeClock, writeTide',
    'CHANGELOG.md',
    'test/tide.test.ts',
  ]);
  assert.deepEqual(await told(describe('src', { ...context, within: [path.join(folder, 'src/tide/sort.ts')] })), [
    'src: 1 of 1 files, those that others use most first.',
    'src/tide/sort.ts defines sortClock, sortTide',
  ]);
  await assert.rejects(describe('none', context), InputError);
});

test('sixty files of a folder are listed', async (t) => {
  const many = (count: number, name: string) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`${name}/f${i}.ts`, `export const ${name}${i} = ${i};\n`]));
  const { context } = await toolsOn(t, { ...many(60, 'full'), ...many(61, 'over') });
  const listed = async (name: string) => {
    const [intro, ...rest] = await told(describe(name, context));
    return [intro, rest.length];
  };
  assert.deepEqual(await listed('full'), ['full: 60 of 60 files, those that others use most first.', 60]);
  assert.deepEqual(await listed('over'), ['over: 60 of 61 files, those that others use most first.', 60]);
});

test('a file is about what its author says, else its heading, else what it defines', () => {
  const file = { path: 'a.ts', heading: undefined, defines: [] } as unknown as Parameters<typeof fileSummary>[0];
  const says = { text: 'It says so.', path: 'a.ts', line: 1 } as Parameters<typeof fileSummary>[1];
  assert.deepEqual(
    [
      fileSummary({ ...file, heading: 'Title', defines: ['a'] }, says),
      fileSummary({ ...file, heading: 'Title', defines: ['a'] }, undefined),
      fileSummary({ ...file, defines: ['a', 'b'] }, undefined),
      fileSummary(file, undefined),
    ],
    [': It says so.', ': Title', ' defines a, b', ''],
  );
});
