import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { runSearch } from '../../../src/cli/commands/search.ts';
import { printed } from '../../support/inProcess.ts';

test('results are aligned lines, best first, with why where that is asked for', async (t) => {
  const { ask } = await printed(t, runSearch);
  const { stdout, code } = await ask('boil water', '-k', '2');
  assert.equal(code, 0);
  assert.equal(stdout, '1  src/kettle.ts:1-7  Kettle, boil\n2  README.md:1-3      Kettle\n2 results · mesh · TIME\n');
  const explained = (await ask('boil water', '-k', '1', '--explain')).stdout;
  assert.match(explained, /^1 {2}src\/kettle\.ts:1-7 {2}Kettle, boil\n {4}term boil, water \(line 3\)\n[\s\S]*\n1 result · mesh · TIME\n$/);
});

test('what occurs nowhere is said', async (t) => {
  const { ask } = await printed(t, runSearch);
  assert.equal((await ask('zither', 'quux')).stdout, 'Nothing found · mesh · TIME · nowhere: zither, quux\n');
});

test('the same as JSON, for one query or each of a file', async (t) => {
  const { folder, ask } = await printed(t, runSearch);
  const { query, system, results } = JSON.parse((await ask('boil water', '--json', '-k', '1')).stdout);
  assert.deepEqual([query, system, results.length], ['boil water', 'mesh', 1]);
  const [{ rank, path: file, startLine, endLine, title, evidence }] = results;
  assert.deepEqual(
    [rank, file, startLine, endLine, title, evidence[0].keys],
    [1, 'src/kettle.ts', 1, 7, 'Kettle, boil', ['boil', 'water']],
  );
  const batch = path.join(folder.parent, 'queries');
  fs.writeFileSync(batch, 'tea\n\n  \r\nfire\n');
  const lines = (await ask('--batch', batch)).stdout
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line).query);
  assert.deepEqual(lines, ['tea', 'fire']);
  await assert.rejects(ask('--batch', `${batch}2`), /Cannot read queries from ".*queries2": ENOENT/);
  await assert.rejects(ask('words', '--batch', batch), /takes the queries from its file/);
  await assert.rejects(ask('x', '-k', '101'), /-k is "101", expected a whole number from 1 to 100/);
  await assert.rejects(ask('x', '-k', '0'), /-k is "0"/);
  await assert.rejects(ask(), /The query is missing/);
});
