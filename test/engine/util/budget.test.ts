import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Budget, JsonScan, OverBudgetError, readJson } from '../../../src/engine/util/budget.ts';

test('a budget allows what is free and a share of what was loaded, and no more', () => {
  const budget = new Budget(10);
  assert.equal(budget.bytes, 2 ** 24 + 40);
  budget.takeBytes(40);
  assert.equal(budget.bytes, 2 ** 24);
  budget.takeBytes(2 ** 24);
  assert.throws(() => budget.takeBytes(1), new OverBudgetError('bytes', 2 ** 24 + 40));
  assert.equal(new Budget().grant(5).grant(5).bytes, 2 ** 24 + 40);
  const items = new Budget(10);
  items.takeItems(2 ** 21 + 10);
  assert.throws(() => items.takeItems(1), new OverBudgetError('items', 2 ** 21 + 10));
  assert.throws(() => new Budget().takeBytes(Number.NaN), OverBudgetError);
});

/** Items that a scan of these parts takes. */
function itemsOf(...parts: readonly string[]): number {
  let taken = 0;
  const budget = new Budget();
  budget.takeItems = (count) => {
    taken += count;
  };
  const scan = new JsonScan(budget);
  for (const part of parts) scan.add(part);
  return taken;
}

test('what parsing makes is counted: lists, texts, fields, values', () => {
  const cases: readonly [json: string, items: number][] = [
    ['1', 0],
    ['[]', 4],
    ['[1,2,3]', 4 + 2],
    ['{}', 4],
    ['{"a":1}', 4 + 4 + 4],
    ['["a","b"]', 4 + 4 + 1 + 4],
    ['"[{,:]}"', 4],
    ['"a \\" [ b"', 4],
    ['"a \\\\",[]', 4 + 1 + 4],
    ['\\"[', 4 + 0],
  ];
  for (const [json, items] of cases) assert.equal(itemsOf(json), items, json);
});

test('how a text is cut into parts does not change what is counted', () => {
  const json = '{"a \\" [":[1,2,"\\\\"],"b":{"c":"[,:"}}';
  for (let cut = 0; cut <= json.length; cut++) assert.equal(itemsOf(json.slice(0, cut), json.slice(cut)), itemsOf(json), String(cut));
});

test('a hundred levels are read, one more is not; levels that have ended do not count', () => {
  const nested = (levels: number) => '['.repeat(levels) + ']'.repeat(levels);
  assert.ok(Array.isArray(readJson(nested(100))));
  assert.throws(() => readJson(nested(101)), new OverBudgetError('levels', 100));
  assert.throws(() => readJson(`{"a":${nested(100)}}`), OverBudgetError);
  assert.ok(readJson(`[${Array.from({ length: 200 }, () => '[{}]').join(',')}]`));
  assert.throws(() => readJson('{'), SyntaxError);
});

test('in a stream each event, which ends with an empty line, has a budget of its own', () => {
  const open = 'data: '.padEnd(106, '[');
  const stream = (...parts: readonly string[]) => {
    const scan = new JsonScan();
    for (const part of parts) scan.add(part);
  };
  assert.doesNotThrow(() => stream(`${open}\n\n${open}\n\n`, open));
  assert.doesNotThrow(() => stream(`${open}\r\n\r\n${open}`));
  assert.throws(() => stream(`${open}\n${open}`), OverBudgetError);
  assert.throws(() => stream(`${open}\n \n${open}`), OverBudgetError);
  assert.doesNotThrow(() => stream(`data: "${'['.repeat(200)}\n\n${open}`), 'an unfinished text has ended with its event');
  assert.doesNotThrow(() => stream(`data: "\\\n\n"${'['.repeat(200)}"`), 'and so has an escape');
  assert.throws(() => new JsonScan(new Budget()).add(`${'['.repeat(60)}\n\n${'['.repeat(60)}`), OverBudgetError);
  const items = `data: ${','.repeat(2 ** 20)}\n\n`;
  assert.doesNotThrow(() => stream(items, items, items));
});
