// What is printed of what is related to a line.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UsageError } from '../../../src/cli/cliError.ts';
import { runRelated } from '../../../src/cli/commands/related.ts';
import { printed } from '../../support/inProcess.ts';

test('places are printed with their relation, and that there are none', async (t) => {
  const { ask } = await printed(t, runRelated);
  assert.deepEqual((await ask('src/kettle.ts:5')).stdout.split('\n'), [
    '1  src/use.ts:1-4',
    '    uses Kettle',
    '    symbol Kettle (line 1)',
    '2  src/heat.ts:1-4  heatWater',
    '    defines heatWater',
    '    symbol heatWater (line 2)',
    '3  docs/tea.md:1-5  Tea › Water',
    '    symbol heatWater (line 5)',
    '',
  ]);
  assert.deepEqual((await ask('src/kettle.ts:5', '-k', '1')).stdout.split('\n'), [
    '1  src/use.ts:1-4',
    '    uses Kettle',
    '    symbol Kettle (line 1)',
    '',
  ]);
  assert.deepEqual((await ask('README.md:1')).stdout.split('\n'), ['1  docs/tea.md:1-5  Tea › Water', '    name kettle (line 5)', '']);
  const { ms, openMs, ...answer } = JSON.parse((await ask('src/kettle.ts:5', '--json')).stdout);
  assert.ok(ms >= 0 && openMs >= 0);
  assert.deepEqual(
    answer.results.map(({ rank, path, startLine, relation, subject }: Record<string, unknown>) =>
      [rank, path, startLine, relation, subject].map(String),
    ),
    [
      ['1', 'src/use.ts', '1', 'uses', 'Kettle'],
      ['2', 'src/heat.ts', '1', 'defines', 'heatWater'],
      ['3', 'docs/tea.md', '1', 'shares', 'undefined'],
    ],
  );
  for (const args of [[], ['src/kettle.ts'], ['src/kettle.ts:0'], ['src/kettle.ts:1', 'b'], ['src/kettle.ts:1', '-k', '101']])
    await assert.rejects(ask(...args), UsageError, args.join(' '));
  await assert.rejects(ask('src/none.ts:1'));
  await assert.rejects(ask('src/kettle.ts:99'));
});
