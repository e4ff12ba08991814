/** What agents are told of a name, line by line. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { describeSymbol, inOrder, useLine } from '../../../src/service/tools/symbolTool.ts';
import type { ToolContext } from '../../../src/service/tools/toolContext.ts';
import { InputError } from '../../../src/tools/inputSchema.ts';
import { told, toolsOn } from '../../support/toolsOn.ts';

const body = (lines: number): string => Array.from({ length: lines }, (_, i) => `  const berth${i} = ${i};`).join('\n');
const files = {
  'src/tide.ts': `export function readTide(text: string): string {\n${body(30)}\n  return text;\n}\n`,
  'src/wordy.ts': `export function wordyTide() {\n${Array.from({ length: 9 }, (_, i) => `  tell(${i}, "the tide is high at noon and at midnight");`).join('\n')}\n}\n`,
  ...Object.fromEntries(
    ['a', 'b', 'c'].map((name) => [`src/${name}.ts`, `export class Dock${name} {\n  anchor(): void {\n    this.load();\n  }\n}\n`]),
  ),
  ...Object.fromEntries(
    ['a', 'b', 'c', 'd'].map((name) => [`lib/${name}.ts`, `export class Quay${name} {\n  moor(): void {\n    this.load();\n  }\n}\n`]),
  ),
  'src/use.ts': [
    'import { readTide } from "./tide.ts";',
    '',
    '// It asks readTide for the hour.',
    'export function first() {',
    '  readTide("a");',
    '  return readTide("b");',
    '}',
    '',
    'export const second = () => readTide("c");',
    'export const name = readTide;',
  ].join('\n'),
  'src/later.ts': 'import { readTide } from "./tide.ts";\n\nexport class Later {\n  run() {\n    return readTide("d");\n  }\n}\n',
  'docs/tide.md': '# Tides\n\nThe table is read by `readTide`, see [the code](../src/tide.ts).\n\nNever call read_tide twice.\n',
  'src/other.py': 'def read_tide():\n    return 1\n',
};

const asked = (name: string, context: ToolContext, { from = 0, paths }: { from?: number; paths?: readonly string[] } = {}) =>
  told(describeSymbol({ name, paths } as Parameters<typeof describeSymbol>[0], context, from));

test('a name is told by its definitions, its users by role, and sentences', async (t) => {
  const { context } = await toolsOn(t, files);
  assert.deepEqual(await asked('readTide', context), [
    '"readTide": 1 definition; calls in 2 files, mentions in 1 file, imports in 2 files, links in documents in 1 file, mentions in comments in 1 file, mentions in documents in 1 file.',
    'Also written: read_tide.',
    'src/tide.ts:1-33 function\nexport function readTide(text: string): string {\n  const berth0 = 0;\n  const berth1 = 1;\n  const berth2 = 2;\n  const berth3 = 3;\n  const berth4 = 4;\n  const berth5 = 5;\n  const berth6 = 6;\n  const berth7 = 7;\n  const berth8 = 8;\n  const berth9 = 9;\n  const berth10 = 10;\n// ⋯ 20 lines left out\n}\n',
    'calls:\nsrc/later.ts:5 (Later.run)',
    'src/use.ts:5 (first), 6, 9',
    'mentions:\nsrc/use.ts:10',
    'imports:\nsrc/later.ts:1',
    'src/use.ts:1',
    'links in documents:\ndocs/tide.md:3',
    'mentions in comments:\nsrc/use.ts:3',
    'mentions in documents:\ndocs/tide.md:3',
    'documents say:\ndocs/tide.md:3 The table is read by `readTide`, see [the code](../src/tide.ts).',
  ]);
  assert.deepEqual(await asked('readTide', context, { paths: ['src/use.ts'] }), [
    '"readTide": 0 definitions; calls in 1 file, mentions in 1 file, imports in 1 file, mentions in comments in 1 file.',
    'calls:\nsrc/use.ts:5 (first), 6, 9',
    'mentions:\nsrc/use.ts:10',
    'imports:\nsrc/use.ts:1',
    'mentions in comments:\nsrc/use.ts:3',
  ]);
  assert.deepEqual(await asked('wordyTide', context), [
    '"wordyTide": 1 definition, no users.',
    'src/wordy.ts:1-11 function\nexport function wordyTide() {\n  tell(0, "the tide is high at noon and at midnight");\n  tell(1, "the tide is high at noon and at midnight");\n  tell(2, "the tide is high at noon and at midnight");\n  tell(3, "the tide is high at noon and at midnight");\n  tell(4, "the tide is high at noon and at midnight");\n  tell(5, "the tide is high at noon and at midnight");\n…\n',
  ]);
  assert.deepEqual(await asked('anchor', context), [
    '"anchor": 3 definitions, no users.',
    'src/a.ts:2-4 function of Docka\nanchor(): void {\n  this.load();\n}\n',
    'src/b.ts:2-4 function of Dockb\nanchor(): void {\n  this.load();\n}\n',
    'src/c.ts:2-4 function of Dockc\nanchor(): void {\n  this.load();\n}\n',
  ]);
  assert.deepEqual(await asked('moor', context), [
    '"moor": 4 definitions, no users.',
    'lib/a.ts:2-4 function of Quaya: moor(): void {',
    'lib/b.ts:2-4 function of Quayb: moor(): void {',
    'lib/c.ts:2-4 function of Quayc: moor(): void {',
    'lib/d.ts:2-4 function of Quayd: moor(): void {',
  ]);
  assert.deepEqual(await asked('Docka', context), [
    '"Docka": 1 definition, no users.',
    'src/a.ts:1-5 type\nexport class Docka {\n  anchor(): void {\n    this.load();\n  }\n}\n',
  ]);
  assert.deepEqual(await asked('raedTide', context), ['Nothing is known about "raedTide".', 'The nearest names are readTide.']);
  assert.deepEqual(await asked('zzzzzz', context), ['Nothing is known about "zzzzzz".']);
  await assert.rejects(asked('readTide', context, { paths: ['none'] }), InputError);
});

test('users of a page are given with their functions, those before it without', async (t) => {
  const users = Object.fromEntries(
    Array.from({ length: 62 }, (_, i) => [
      `src/u${10 + i}.ts`,
      `import { lift } from "./lift.ts";\n\nexport function use${10 + i}() {\n  return lift();\n}\n`,
    ]),
  );
  const { context } = await toolsOn(t, { 'src/lift.ts': 'export function lift() {}\n', ...users });
  const rows = async (from: number) =>
    (await asked('lift', context, { from }))
      .filter((row) => /:\d$|:\d \(/.test(row) && row.includes('src/u') && !/:1$/.test(row))
      .map((row) => / \(use\d+\)$/.test(row));
  // The definition is the first entry of sixty that are read for their functions.
  assert.deepEqual(
    await rows(0),
    Array.from({ length: 62 }, (_, i) => i < 59),
  );
  assert.deepEqual(
    await rows(3),
    Array.from({ length: 62 }, (_, i) => i >= 2),
  );
});

test('the ways of using a name have their order, and each its words', async (t) => {
  const { context } = await toolsOn(t, { 'a.ts': 'export const a = 1;\n' });
  const folder = [...context.folders.keys()][0] as string;
  const kinds = ['links', 'imports', 'mentions', 'throws', 'extends', 'calls'] as const;
  const uses = [
    { folder, path: 'doc.md', lines: [1], kind: 'calls' as const, where: 'doc' as const },
    { folder, path: 'note.ts', lines: [2], kind: 'mentions' as const, where: 'comment' as const },
    ...kinds.map((kind, i) => ({ folder, path: `${kind}.ts`, lines: [i + 1], kind, where: 'code' as const })),
  ] as unknown as Parameters<typeof inOrder>[0];
  assert.deepEqual(
    inOrder(uses).map((use) => useLine(use, context)),
    [
      'calls.ts:6 calls it',
      'extends.ts:5 extends it',
      'throws.ts:4 throws it',
      'mentions.ts:3 mentions it',
      'imports.ts:2 imports it',
      'links.ts:1 links to its file',
      'doc.md:1 calls it in prose',
      'note.ts:2 mentions it in a comment',
    ],
  );
});
