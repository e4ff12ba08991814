/** What agents are told in answer to a question. */

import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { type SearchInput, searchFor } from '../../../src/service/tools/searchTool.ts';
import type { ToolContext } from '../../../src/service/tools/toolContext.ts';
import { told, toolsOn } from '../../support/toolsOn.ts';

const long = (word: string): string =>
  Array.from({ length: 40 }, (_, i) => `The ${word} ${i} of the quay is long and made of stone and wood.`).join('\n\n');
const files = {
  'docs/tides.md': '# Tides\n\nThe tide table tells pilots when the sandbank at Port Wexley can be crossed.\n',
  'docs/lamp.md': `# Lamp\n\n${long('lamp')}\n\nThe keeper of the lighthouse paints the lantern each spring.\n\n${long('rope')}\n`,
  'docs/spring.md': `# Spring\n\n${long('spring')}\n\nIn spring the lantern of the lighthouse is taken down by its keeper.\n`,
  'src/tide.ts': '/** Reads the tide table. */\nexport function readTide(text: string) {\n  return text;\n}\n',
  'src/use.ts': 'import { readTide } from "./tide.ts";\n\nexport function first() {\n  readTide("a");\n  return readTide("b");\n}\n',
  'lib/use.ts': 'import { readTide } from "../src/tide.ts";\n\nexport const second = readTide("c");\n',
};

const asked = (question: string, context: ToolContext, more: Partial<SearchInput> = {}, isWhole = false) =>
  told(searchFor({ question, words: undefined, names: undefined, paths: undefined, ...more } as SearchInput, context, isWhole));

test('short passages are given whole, long ones by a line each, then on further pages', async (t) => {
  const { context } = await toolsOn(t, files);
  assert.deepEqual(await asked('When can the sandbank be crossed?', context), [
    'Verdict: closest. It may not answer the question.',
    'docs/tides.md:3 Tides\nThe tide table tells pilots when the sandbank at Port Wexley can be crossed.\n',
  ]);
  const lantern = await asked('Who paints the lantern of the lighthouse?', context);
  assert.deepEqual(
    lantern.map((text) => text.split('\n', 1)[0]),
    [
      'Verdict: answer.',
      'docs/lamp.md:3-97 Lamp',
      'docs/spring.md:83 Spring: In spring the lantern of the lighthouse is taken down by its keeper.',
      'docs/lamp.md:61-90 Lamp',
      'docs/spring.md:61-83 Spring',
    ],
  );
  for (const text of lantern) assert.ok(text.length <= 1400, `${text.length}`);
  const { hasWhole } = await searchFor({ question: 'Who paints the lantern?' } as SearchInput, context, false);
  assert.equal(hasWhole, true);
});

test('what uses a name is listed completely, under its kind once', async (t) => {
  const { context, folder } = await toolsOn(t, files);
  assert.deepEqual(await asked('Who calls readTide?', context), [
    'Verdict: answer. "readTide" is called in 3 lines of 2 files.',
    'Calls:\nlib/use.ts\n3  export const second = readTide("c");',
    'src/use.ts\n4  readTide("a");  (first)\n5  return readTide("b");  (first)',
  ]);
  assert.deepEqual(await asked('Who calls readTide?', context, { paths: ['lib'] }), [
    'Verdict: closest. It may not answer the question.',
    'Nothing here is called "readTide"; nearest: readTide.',
    'lib/use.ts:3 second\nexport const second = readTide("c");\n',
  ]);
  assert.deepEqual(await asked('Where is readTide defined?', context), [
    'Verdict: answer. "readTide" is defined at src/tide.ts:2.',
    'src/tide.ts:1-4 readTide\n/** Reads the tide table. */\nexport function readTide(text: string) {\n  return text;\n}\n',
  ]);
  assert.deepEqual(await asked('Who calls readTide?', { ...context, within: [path.join(folder, 'src')] }), [
    'Verdict: answer. "readTide" is called in 2 lines of one file.',
    'Calls:\nsrc/use.ts\n4  readTide("a");  (first)\n5  return readTide("b");  (first)',
  ]);
});

test('what is not here is said, with what is nearest', async (t) => {
  const { context } = await toolsOn(t, files);
  assert.deepEqual(await asked('marmalade', context), [
    'Verdict: not here. Nothing in this workspace matches the question. Looked for: marmalade.',
  ]);
  assert.deepEqual(await asked('How is readTides configured?', context), [
    'Verdict: closest. Nothing here mentions readTides.',
    'src/tide.ts:1-4 readTide\n/** Reads the tide table. */\nexport function readTide(text: string) {\n  return text;\n}\n',
    'src/use.ts:3-6 first\nexport function first() {\n  readTide("a");\n  return readTide("b");\n}\n',
    'lib/use.ts:3 second\nexport const second = readTide("c");\n',
    'docs/tides.md:3 Tides\nThe tide table tells pilots when the sandbank at Port Wexley can be crossed.\n',
  ]);
  assert.deepEqual(await asked('Where are zephyrfjord and raedTide?', context), [
    'Verdict: not here. Nothing in this workspace mentions raedTide.',
    'The nearest names are readTide.',
    'src/tide.ts:1-4 readTide',
    'docs/tides.md:1-3 Tides',
    'src/use.ts:1-6 first',
  ]);
  const { maxCharacters } = await searchFor({ question: 'marmalade' } as SearchInput, context, false);
  assert.equal(maxCharacters, 600);
});

test('whole passages are all that were found, best first', async (t) => {
  const { context } = await toolsOn(t, files);
  assert.deepEqual(await asked('Who reads the tide table?', context, {}, true), [
    '4 passages, best first.',
    'src/tide.ts:1-4 readTide\n/** Reads the tide table. */\nexport function readTide(text: string) {\n  return text;\n}\n',
    'docs/tides.md:1-3 Tides\n# Tides\n\nThe tide table tells pilots when the sandbank at Port Wexley can be crossed.\n',
    'src/use.ts:1-6 first\nimport { readTide } from "./tide.ts";\n\nexport function first() {\n  readTide("a");\n  return readTide("b");\n}\n',
    'lib/use.ts:1-3 second\nimport { readTide } from "../src/tide.ts";\n\nexport const second = readTide("c");\n',
  ]);
  assert.deepEqual(await asked('marmalade', context, {}, true), ['0 passages, best first.']);
});
