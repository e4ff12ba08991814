/** Calls of tools as models write them, and the lines that ask for the same: a table. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { linesOfCalls } from '../../../../src/engine/answer/looks/toolCalls.ts';

const table: readonly (readonly [text: string, lines: string | undefined])[] = [
  ['', undefined],
  ['The tide is high [1].', undefined],
  ['{"name": "search", "arguments": {"words": "tide table"}}', 'LOOK search tide table'],
  ['{"name": "search", "arguments": "{\\"words\\": \\"tide table\\"}"}', 'LOOK search tide table'],
  ['{"tool": "look_search", "query": "tide"}', 'LOOK search tide'],
  ['{"function": {"name": "functions.search", "arguments": {"words": "tide"}}}', undefined],
  ['{"function": {"name": "search", "arguments": {"words": "tide"}}}', 'LOOK search tide'],
  [
    '[{"name": "search", "arguments": {"words": "tide"}}, {"name": "symbol", "arguments": {"name": "Tide"}}]',
    'LOOK search tide\nLOOK symbol Tide',
  ],
  ['{"name": "read", "arguments": {"from": 3, "to": 9, "path": "a.md"}}', 'LOOK read a.md 3 9'],
  ['{"name": "read", "arguments": {"path": "a.md", "more": {"x": 1}}}', 'LOOK read a.md'],
  ['{"name": "search"}', undefined],
  ['{"name": "nothing", "arguments": {"words": "tide"}}', undefined],
  ['["LOOK search tide", "LOOK read a.md"]', 'LOOK search tide\nLOOK read a.md'],
  ['{"a": "}", "name": "search", "arguments": {"words": "a \\"b\\" {"}}', 'LOOK search a "b" {'],
  // What is not closed is read by its parts.
  ['{"name": "search", "arguments": {"words": "tide"}', 'LOOK search tide'],
  ['<tool_call>{"name": "search", "arguments": {"words": "tide"}}</tool_call>', 'LOOK search tide'],
  ['<function=search>{"words": "tide"}</function>', 'LOOK search tide'],
  ['<read><path>a.md</path><from>3</from><to>9</to></read>', 'LOOK read a.md 3 9'],
  ['<search>tide table</search>', 'LOOK search tide table'],
  ['<search>tide</search><symbol>Tide</symbol>', 'LOOK search tide\nLOOK symbol Tide'],
  ['<search query="tide table"/>', 'LOOK search tide table'],
  ['<tool_call>search<arg_key>words</arg_key><arg_value>tide</arg_value></tool_call>', 'LOOK search tide'],
  ['[TOOL_CALLS]search{"words": "tide"}', 'LOOK search tide'],
  ['I shall look up the tide. <search>tide</search>', undefined],
  ['Four words are enough <search>tide</search>', 'LOOK search tide'],
  ['But five words are prose <search>tide</search>', undefined],
  ['[search("tide"), read(path="a.md", from=3)]', 'LOOK search tide\nLOOK read a.md 3'],
  ["search('tide table')", 'LOOK search tide table'],
  ['functions.search(query="tide")', 'LOOK search tide'],
  ['search(tide)', undefined],
  ['It calls search("tide") there.', undefined],
  ['Action:search\nAction Input:tide', 'LOOK search tide'],
  ['Action: search\nAction Input: tide table', 'LOOK search tide table'],
  ['Action: read\nPath: a.md\nFrom: 3\n\nThen more: words', 'LOOK read a.md 3'],
  ['Action: search', undefined],
  ['Action: think\nAction Input: tide', undefined],
  ['The next action is: search\nAction Input: tide', undefined],
];

for (const [text, lines] of table) test(JSON.stringify(text), () => assert.equal(linesOfCalls(text), lines));

test('a text without any bracket is read in linear time', () => {
  const started = performance.now();
  assert.equal(linesOfCalls('x'.repeat(200_000)), undefined);
  assert.ok(performance.now() - started < 5000);
});
