/** The exit code of every command: 0 if it did what was asked, 1 if that was not possible, 2 if the command line is wrong. */

import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { commands } from '../../src/cli/commands.ts';
import { git, gitEnvironment } from '../support/gitTrees.ts';
import { cacheIn, runHere } from '../support/inProcess.ts';
import { runProgram } from '../support/programs.ts';
import { workFolder } from '../support/workFolder.ts';

const quality = path.join(import.meta.dirname, '../fixtures/quality/passages/veldland');

const files = {
  'docs/tides.md': '# Tides\n\nThe tide table tells pilots when `readTideTable` says that the sandbank can be crossed.\n',
  'src/tideTable.ts':
    '/** Reads the tide table. */\nexport function readTideTable(text: string): string[] {\n  return text.split("x");\n}\n',
};

const model = ['--model', 'm', '--endpoint', 'http://127.0.0.1:9/v1'];
const nowhere = ['--dir', '/no/such/folder'];
const server = 'postgres://nobody@127.0.0.1:9/none';

/** Words of a command that succeed, that fail, and that are wrong. The folder is the working directory. */
const table: Readonly<Record<string, Readonly<Record<'0' | '1' | '2', readonly (readonly string[])[]>>>> = {
  index: { 0: [[]], 1: [], 2: [['a', 'b']] },
  search: {
    0: [['zephyrfjord', '-k', '100']],
    1: [['tide', ...nowhere]],
    2: [
      ['tide', '-k', '101'],
      ['tide', '--set', 'pool'],
      ['tide', '--system', 'hug', '--set', 'minShare=2'],
    ],
  },
  ask: { 0: [['zephyrfjord?'], ['tide?', ...model, '--dry-run']], 1: [['tide?', ...model]], 2: [[]] },
  grep: { 0: [['unheardOf'], ['tide', '-i', '-C', '2']], 1: [['(?=a)']], 2: [[], ['a', '--kind', 'b']] },
  related: { 0: [['docs/tides.md:3']], 1: [['docs/none.md:3']], 2: [[]] },
  connect: { 0: [['docs/tides.md', 'readTideTable']], 1: [['docs/none.md', 'readTideTable']], 2: [['docs/tides.md']] },
  symbol: { 0: [['unheardOf']], 1: [], 2: [[]] },
  why: { 0: [], 1: [['unheardOf']], 2: [[]] },
  impact: { 0: [['--diff']], 1: [['docs/none.md:3']], 2: [['readTideTable', '--depth', '4']] },
  overview: { 0: [[]], 1: [], 2: [['--nope']] },
  outline: { 0: [['src']], 1: [['src/none.ts']], 2: [[]] },
  communities: { 0: [[]], 1: [nowhere], 2: [['--nope']] },
  drift: { 0: [[]], 1: [['--base', 'HEAD~1']], 2: [['--base', 'no-such-commit']] },
  enrich: { 0: [['--estimate', ...model]], 1: [model], 2: [[]] },
  export: { 0: [['../exported.idx']], 1: [['docs/tides.md/exported.idx']], 2: [[]] },
  import: { 0: [['../exported.idx']], 1: [['../none.idx']], 2: [[]] },
  push: { 0: [], 1: [['--to', server, '--name', 'tides']], 2: [['--to', server]] },
  mcp: { 0: [[]], 1: [], 2: [['--system', 'oracle']] },
  receipts: { 0: [[]], 1: [nowhere], 2: [['--k', '3']] },
  install: { 0: [['--print']], 1: [['--agent', 'codex']], 2: [['--agent', 'oracle']] },
  uninstall: { 0: [[]], 1: [nowhere], 2: [['codex']] },
  indexes: { 0: [[]], 1: [['--remove', 'none']], 2: [['all']] },
  eval: {
    0: [['--corpus', `${quality}/corpus.jsonl`, '--queries', `${quality}/queries.jsonl`, '--system', 'bm25']],
    1: [['--corpus', '/no/such/file', '--queries', `${quality}/queries.jsonl`]],
    2: [[]],
  },
};

test('every command exits with 0, 1 or 2', { concurrency: 3 }, async (t) => {
  assert.deepEqual(Object.keys(table), Object.keys(commands));
  const folder = workFolder(t, {
    'docs/tides.md': `${files['docs/tides.md']}\nOnce it was \`oldTideReader\`.\n`,
    'src/old.ts': 'export const oldTideReader = 1;\n',
  });
  const env = { ...gitEnvironment(folder.parent), ...cacheIn(folder.parent) };
  const commit = () => {
    for (const words of ['init -q', 'add -A', 'commit -qm a']) git(folder.root, env, ...words.split(' '));
  };
  commit();
  folder.remove('src/old.ts');
  folder.write('src/tideTable.ts', files['src/tideTable.ts']);
  commit();

  const started = new Set<string>();
  async function check(command: string, words: readonly string[], expected: number): Promise<void> {
    // A program is started for the first words of each command, and for a server, which reads from its process.
    const run = started.has(command) && command !== 'mcp' ? runHere : runProgram;
    started.add(command);
    const { status, stdout, stderr } = await run([command, ...words], env, { cwd: folder.root });
    assert.equal(status, expected, `${command} ${words.join(' ')}\n${stderr}`);
    if (expected !== 0) assert.match(stderr + stdout, /\S/, `${command} ${words.join(' ')} says why`);
  }

  await check('index', [], 0);
  await check('export', ['../exported.idx'], 0);
  // Import needs the index for itself.
  const { import: importing, ...others } = table;
  const rows = Object.entries(others).map(([command, byCode]) =>
    t.test(command, async () => {
      for (const [code, lines] of Object.entries(byCode)) for (const words of lines) await check(command, words, Number(code));
    }),
  );
  await Promise.all(rows);
  await t.test('import', async () => {
    for (const [code, lines] of Object.entries(importing ?? {})) for (const words of lines) await check('import', words, Number(code));
  });
});
