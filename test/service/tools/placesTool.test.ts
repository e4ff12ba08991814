/** What agents are told of how two things are connected, and of what is related to a line. */

import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { connectEnds, findNeighbours } from '../../../src/service/tools/placesTool.ts';
import { InputError } from '../../../src/tools/inputSchema.ts';
import { told, toolsOn } from '../../support/toolsOn.ts';

const files = {
  'src/tide.ts': 'export function readTide(text: string) {\n  return parseTide(text);\n}\n',
  'src/parse.ts': 'export function parseTide(text: string) {\n  return text.split("\\n");\n}\n',
  'src/crossing.ts':
    'import { readTide } from "./tide.ts";\n\nexport function canCross(text: string) {\n  return readTide(text).length > 0;\n}\n',
  'docs/tide.md': '# Tides\n\nThe table is read by `readTide`, then `parseTide`.\n',
  'docs/lonely.md': '# Marmalade Shop\n\nNothing to do with the sea.\n',
};
const refused = (pattern: RegExp) => (error: unknown) => error instanceof InputError && pattern.test(error.message);

test('a connection is given passage by passage, with the name that leads to each', async (t) => {
  const { context, folder } = await toolsOn(t, files);
  assert.deepEqual(await told(connectEnds('canCross', 'parseTide', context)), [
    'Connected by 2 passages, in order; each shares a name with the one before.',
    'src/crossing.ts:1-5 canCross\n  defines canCross (line 3): export function canCross(text: string) {\n  calls readTide (line 4): return readTide(text).length > 0;',
    'src/tide.ts:1-3 readTide\n  by readTide, which 3 passages hold\n  defines readTide (line 1): export function readTide(text: string) {\n  calls parseTide (line 2): return parseTide(text);',
  ]);
  assert.deepEqual(await told(connectEnds('readTide', 'parseTide', context)), [
    'One passage holds both.',
    'src/tide.ts:1-3 readTide\n  defines readTide (line 1): export function readTide(text: string) {\n  calls parseTide (line 2): return parseTide(text);',
    'another path: docs/tide.md:1-3',
  ]);
  assert.deepEqual(await told(connectEnds('src/crossing.ts', 'docs/tide.md', context)), [
    'Connected by 2 passages, in order; each shares a name with the one before.',
    'src/crossing.ts:1-5 canCross\n  calls readTide (line 4): return readTide(text).length > 0;',
    'docs/tide.md:1-3 Tides\n  by readTide, which 3 passages hold\n  mentions readTide (line 3): The table is read by `readTide`, then `parseTide`.',
  ]);
  assert.deepEqual(await told(connectEnds('Marmalade Shop', 'readTide', context)), [
    '"Marmalade Shop" and "readTide" are not connected within 4 steps.',
  ]);
  assert.deepEqual(await told(connectEnds('canCross', 'parseTide', { ...context, within: [path.join(folder, 'src')] })), [
    'Connected by 2 passages, in order; each shares a name with the one before.',
    'src/crossing.ts:1-5 canCross\n  defines canCross (line 3): export function canCross(text: string) {\n  calls readTide (line 4): return readTide(text).length > 0;',
    'src/tide.ts:1-3 readTide\n  by readTide, which 3 passages hold\n  defines readTide (line 1): export function readTide(text: string) {\n  calls parseTide (line 2): return parseTide(text);',
  ]);
  await assert.rejects(connectEnds('canCross', 'canFly', context), refused(/"canFly" is neither a name nor a file/));
});

test('what is related to a line or a name is given with the relation, the closest first', async (t) => {
  const { context, folder } = await toolsOn(t, files);
  assert.deepEqual(await told(findNeighbours('src/crossing.ts:4', context)), [
    'Passages that share rare names with it, the closest first: 2.',
    'src/tide.ts:1-3 readTide: defines readTide',
    'docs/tide.md:1-3 Tides: shares readTide',
  ]);
  assert.deepEqual(await told(findNeighbours('readTide', context)), [
    'Passages that share rare names with it, the closest first: 3.',
    'docs/tide.md:1-3 Tides: documents readTide',
    'src/crossing.ts:1-5 canCross: uses readTide',
    'src/parse.ts:1-3 parseTide: defines parseTide',
  ]);
  assert.deepEqual(await told(findNeighbours('docs/lonely.md:1', context)), ['Nothing shares a rare name with that line.']);
  assert.deepEqual(await told(findNeighbours('src/crossing.ts:4', { ...context, within: [path.join(folder, 'src')] })), [
    'Passages that share rare names with it, the closest first: 1.',
    'src/tide.ts:1-3 readTide: defines readTide',
  ]);
  // What the editor has not saved yet is what is asked about.
  const unsaved = {
    ...context,
    unsavedText: async (file: string) => (file.endsWith('lonely.md') ? 'It calls `parseTide` now.\n' : undefined),
  };
  assert.deepEqual(await told(findNeighbours('docs/lonely.md:1', unsaved)), [
    'Passages that share rare names with it, the closest first: 3.',
    'src/parse.ts:1-3 parseTide: defines parseTide',
    'docs/tide.md:1-3 Tides: shares parseTide',
    'src/tide.ts:1-3 readTide: shares parseTide',
  ]);
  await assert.rejects(findNeighbours('src/crossing.ts:99', context), refused(/99/));
  await assert.rejects(findNeighbours('src/crossing.ts:0', context), refused(/^"src\/crossing.ts:0" is a file/));
  await assert.rejects(findNeighbours('raedTide', context), refused(/^"raedTide" is not defined here; the nearest names are readTide$/));
  await assert.rejects(findNeighbours('zzzzzz', context), refused(/^"zzzzzz" is not defined here$/));
});
