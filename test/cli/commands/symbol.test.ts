import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runSymbol } from '../../../src/cli/commands/symbol.ts';
import { printed } from '../../support/inProcess.ts';

test('a name is printed with its definition, its users by kind, and sentences', async (t) => {
  const { folder, ask } = await printed(t, runSymbol);
  assert.deepEqual(await ask('Kettle'), {
    code: 0,
    stdout: `src/kettle.ts:2  type
    export class Kettle {
      /** Boils it. */
      boil(degrees: number) {
        return heatWater(degrees);
      }
    }
imports
    src/use.ts:1
calls
    src/use.ts:4
mentions in comments
    src/use.ts:3
mentions in documents
    README.md:1,3
    docs/tea.md:5
sentences
    README.md:1  # Kettle
    README.md:3  Kettle boils water for tea.
    docs/tea.md:5  The Kettle calls heatWater.
`,
    stderr: '',
  });
  assert.match((await ask('boil')).stdout, /^src\/kettle\.ts:4 {2}function of Kettle\n/);
  folder.write('many.ts', `import { Kettle } from './src/kettle.ts';\n${'new Kettle();\n'.repeat(13)}`);
  assert.match((await ask('Kettle')).stdout, /\n {4}many\.ts:2,3,4,5,6,7,8,9,10,11,12,13, … \(13 lines\)\n/);
});

test('of what is not known the nearest names are given, if there are any', async (t) => {
  const { ask } = await printed(t, runSymbol);
  assert.equal((await ask('heatWatr')).stdout, 'Nothing is known about "heatWatr"; nearest: heatWater.\n');
  assert.equal((await ask('zitherQuux')).stdout, 'Nothing is known about "zitherQuux".\n');
});

test('the same as JSON, with the places of all', async (t) => {
  const { ask } = await printed(t, runSymbol);
  const { definitions, uses, sentences, name, facts, ms } = JSON.parse((await ask('heatWater', '--json')).stdout);
  assert.deepEqual([name, facts, typeof ms], ['heatWater', undefined, 'number']);
  assert.deepEqual(
    definitions.map((one: { path: string; startLine: number; folder?: string }) => [one.path, one.startLine, one.folder]),
    [['src/heat.ts', 2, undefined]],
  );
  assert.deepEqual(
    uses.map((one: { path: string; kind: string; lines: number[] }) => [one.kind, one.path, one.lines]),
    [['mentions', 'docs/tea.md', [5]]],
  );
  assert.deepEqual(Object.keys(sentences[0]).sort(), ['path', 'startLine', 'text']);
});
