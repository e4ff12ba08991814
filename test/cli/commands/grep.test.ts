// Every line that matches, in a terminal and for programs, and by `ask` and the tool for agents.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { cacheIn, runHere } from '../../support/inProcess.ts';
import { workFolder } from '../../support/workFolder.ts';

const files = {
  'src/tea.ts':
    'export function brewTea(cups: number) {\n  if (cups < 1) throw new Error("cannot brew cups: " + cups);\n  return cups;\n}\n',
  'docs/tea.md': '# Tea\n\nCall `brewTea(2)`.\n',
};

test('lines are listed for people and programs, and answered by ask', async (t) => {
  const folder = workFolder(t, files);
  const run = async (...args: readonly string[]) => {
    const { stdout, status } = await runHere(args, cacheIn(folder.parent), { cwd: folder.root });
    assert.equal(status, 0, args.join(' '));
    return stdout;
  };
  const text = await run('grep', 'brewtea\\(', '-i', '--text');
  assert.match(text, /^src\/tea\.ts {2}definition, 1\n {5}1: export function brewTea/);
  assert.match(text, /\nLines that match: 2, in 2 of 2 files\.\n$/);
  const { lines, files: found } = JSON.parse(await run('grep', 'cannot brew', '--fixed', '-B', '1', '--json'));
  assert.deepEqual(
    [lines, found[0].path, found[0].lines.map((one: { line: number; isContext?: true }) => [one.line, one.isContext ?? false])],
    [
      1,
      'src/tea.ts',
      [
        [1, true],
        [2, false],
      ],
    ],
  );
  assert.deepEqual(JSON.parse(await run('grep', 'coffee', '--json')).files, []);
  for (const question of ['grep: cannot .* cups', '/cannot .* cups/', '"cannot brew "']) {
    assert.match(await run('ask', question, '--text'), /Lines that match: 1, in 1 of 2 files\.[\s\S]*throw new Error/, question);
  }
  // A path that exists is no pattern.
  assert.doesNotMatch(await run('ask', '/src/', '--text'), /Lines that match/);
});
