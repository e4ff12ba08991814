import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { cacheIn, runHere } from '../../support/inProcess.ts';
import { workFolder } from '../../support/workFolder.ts';

test('--compact prints what agents are given, and receipts counts it', async (t) => {
  const { root, parent } = workFolder(t, {
    'docs/tides.md': '# Tides\n\nThe tide table tells pilots when the sandbank can be crossed.\n',
    'src/tideTable.ts': 'export function readTideTable(text: string) {\n  return text;\n}\n',
    'src/crossing.ts':
      'import { readTideTable } from "./tideTable.ts";\n\nexport const canCross = (text: string) => readTideTable(text).length > 0;\n',
  });
  const run = (...args: readonly string[]) => runHere([...args, '--dir', root, '--index', path.join(parent, 'own.index')], cacheIn(parent));
  assert.equal((await run('receipts', '--text')).stdout, `No agent has called a tool in ${root}.\n`);
  // Whatever the output is.
  const asked = (await run('ask', '--compact', 'When can the sandbank be crossed?')).stdout;
  assert.match(asked, /^```\nVerdict: \w+\..*\n<source-1>\ndocs\/tides\.md:3 Tides\nThe tide table/);
  assert.equal((await run('search', '--compact', 'When can the sandbank be crossed?')).stdout, asked);
  assert.match((await run('symbol', '--compact', 'readTideTable')).stdout, /calls:\nsrc\/crossing\.ts:3\n/);
  assert.match((await run('impact', '--compact', 'readTideTable', '--text')).stdout, /Level 1, users, 1 file:\nsrc\/crossing\.ts:1, 3\n/);
  assert.match(
    (await run('why', '--compact', 'readTideTable')).stdout,
    /^```\nNothing was found that says why "readTideTable", src\/tideTable\.ts:1-3 is so\./,
  );
  const refused = await run('ask', '--compact', 'tide', '--cursor', 'page 2');
  assert.equal(refused.status, 1);
  assert.match(refused.stderr, /"cursor" is "page 2", expected one that a result ends with/);
  const { calls, characters, wholeBytes, tools } = JSON.parse((await run('receipts')).stdout);
  assert.equal(calls, 5);
  assert.ok(characters > 2 * asked.length && wholeBytes > 0);
  assert.deepEqual(
    tools.map(({ tool, calls: own }: { tool: string; calls: number }) => [tool, own]),
    [
      ['mesh_search', 2],
      ['mesh_symbol', 2],
      ['mesh_impact', 1],
    ],
  );
  assert.match(
    (await run('receipts', '--text')).stdout,
    /^mesh_search {4}2 calls, [\d,]+ characters returned; the named files total [\d.]+ k?B\n/,
  );
});
