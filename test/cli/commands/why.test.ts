import assert from 'node:assert/strict';
import { test } from 'node:test';
import { runWhy } from '../../../src/cli/commands/why.ts';
import { printed } from '../../support/inProcess.ts';

test('reasons are printed with where they stand; without any it says so', async (t) => {
  const { folder, ask } = await printed(t, runWhy);
  folder.write('src/cold.ts', '// Water is cooled first, because steam burns.\nexport function coolWater() {\n  return 1;\n}\n');
  const { code, stdout } = await ask('coolWater');
  assert.equal(code, 0);
  assert.equal(stdout, 'coolWater  src/cold.ts:2\na comment says  src/cold.ts:1\n    Water is cooled first, because steam burns.\n');
  const none = await ask('Kettle');
  assert.deepEqual([none.code, none.stdout], [1, 'Kettle  src/kettle.ts:2\nNothing was found that says why "Kettle" is so.\n']);
  assert.match(none.stderr, /^meshrag: The history of "folder" is not read/);
  const { about, place, reasons, notes } = JSON.parse((await ask('coolWater', '--json')).stdout);
  assert.deepEqual([about, place.path, place.startLine, reasons.length, reasons[0].kind], ['coolWater', 'src/cold.ts', 2, 1, 'comment']);
  assert.equal(notes.length, 1);
  await assert.rejects(ask('nothing/like/this.ts'), /"nothing\/like\/this\.ts"/);
});
