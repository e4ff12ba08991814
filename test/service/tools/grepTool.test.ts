/** What agents are told of the lines that a pattern matches. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findLines } from '../../../src/service/tools/grepTool.ts';
import type { ToolContext } from '../../../src/service/tools/toolContext.ts';
import { InputError } from '../../../src/tools/inputSchema.ts';
import { told, toolsOn } from '../../support/toolsOn.ts';

const files = {
  'src/tide.ts': 'export function readTide(text: string) {\n  const tide = text;\n\treturn tide;\n}\n',
  'src/use.ts': 'import { readTide } from "./tide.ts";\n\nexport const ebb = readTide("Tide");\n',
  'test/tide.test.ts': 'test("tide", () => readTide("tide"));\n',
  'docs/tide.md': '# Tides\n\nThe tide, tides and a.b of a+b.\n',
};

const asked = (
  pattern: string,
  context: ToolContext,
  options = '',
  { from = 0, paths }: { from?: number; paths?: readonly string[] } = {},
) => told(findLines({ pattern, options, paths, cursor: undefined } as Parameters<typeof findLines>[0], context, from));

test('every line is listed under its file, each file once and again where a page begins', async (t) => {
  const { context } = await toolsOn(t, files);
  assert.deepEqual(await asked('tide', context), [
    'Lines that match: 5, in 4 of 4 files.',
    'src/tide.ts (code, 2)\n2 (readTide): const tide = text;',
    '3 (readTide): return tide;',
    'src/use.ts (code, 1)\n1: import { readTide } from "./tide.ts";',
    'docs/tide.md (doc, 1)\n3: The tide, tides and a.b of a+b.',
    'test/tide.test.ts (test, 1)\n1: test("tide", () => readTide("tide"));',
  ]);
  assert.deepEqual(
    (await asked('tide', context, '', { from: 2 })).map((text) => text.includes('\n')),
    [false, true, false, true, true, true],
  );
  assert.deepEqual(await asked('zephyr', context), ['Lines that match: 0, in 0 of 4 files.']);
});

test('options narrow what is matched, and what is none is refused', async (t) => {
  const { context } = await toolsOn(t, files);
  const lines = async (pattern: string, options = '', more: Parameters<typeof asked>[3] = {}) =>
    (await asked(pattern, context, options, more)).slice(1);
  assert.deepEqual(await lines('TIDES', 'i'), ['docs/tide.md (doc, 2)\n1: # Tides', '3: The tide, tides and a.b of a+b.']);
  assert.deepEqual(await lines('tides', 'w'), ['docs/tide.md (doc, 1)\n3: The tide, tides and a.b of a+b.']);
  assert.deepEqual(await lines('a.b', 'F'), ['docs/tide.md (doc, 1)\n3: The tide, tides and a.b of a+b.']);
  assert.deepEqual(await lines('TIDES', 'i, w -F'), ['docs/tide.md (doc, 2)\n1: # Tides', '3: The tide, tides and a.b of a+b.']);
  assert.deepEqual(await lines('readTide', 'path:src/use.ts'), [
    'src/use.ts (code, 2)\n1: import { readTide } from "./tide.ts";',
    '3: export const ebb = readTide("Tide");',
  ]);
  assert.deepEqual(await lines('tide', 'lang:markdown'), ['docs/tide.md (doc, 1)\n3: The tide, tides and a.b of a+b.']);
  assert.deepEqual(await lines('tide', 'kind:doc'), ['docs/tide.md (doc, 1)\n3: The tide, tides and a.b of a+b.']);
  assert.deepEqual(await lines('tide', '', { paths: ['docs'] }), ['docs/tide.md (doc, 1)\n3: The tide, tides and a.b of a+b.']);
  for (const options of ['q', 'iq', 'x lang:ts']) await assert.rejects(asked('tide', context, options), InputError, options);
  await assert.rejects(asked('(a)\\1', context), InputError);
  await assert.rejects(asked('tide', context, '', { paths: ['none'] }), InputError);
});
