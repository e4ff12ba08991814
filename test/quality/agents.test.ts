// An agent is run with and without the product; its commands and what they printed are recorded, and the sheet does not say which reply is whose.
import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { commandLine } from '../support/programs.ts';
import { workFolder } from '../support/workFolder.ts';

const bench = path.resolve(import.meta.dirname, '../../bench/agents/run.ts');

/** An agent that searches with grep, or with the product where its instructions name it. */
const agent = `task=$(cat)
if [ -f CLAUDE.md ]; then npx -y meshrag ask "$task" --compact --dir . | head -c 200; else grep -rn lantern . | head -1; fi`;

test('an agent is run with and without the product', {
  skip: process.platform === 'win32' && 'on Windows the agent, a shell script, cannot run',
}, (t) => {
  const { root, parent } = workFolder(t, { 'docs/harbour.md': '# Harbour\n\nThe lantern burns from dusk.\n' });
  const [tasks, out] = [path.join(parent, 'tasks.jsonl'), path.join(parent, 'out')];
  fs.writeFileSync(tasks, `${JSON.stringify({ id: 'lantern', folder: root, task: 'When does the lantern burn?' })}\n`);
  const args = [bench, '--tasks', tasks, '--agent', agent, '--out', out, '--cli', commandLine];
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  const runs = fs
    .readFileSync(path.join(out, 'runs.jsonl'), 'utf8')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line));
  const facts = runs.map(({ arm, commands, characters, reply, task, residual }) => [
    arm,
    commands,
    characters > 20,
    /dusk/.test(reply),
    residual > 50,
    task,
  ]);
  // What is printed is counted by each command: that of "head" is a part of what the one before it printed.
  assert.deepEqual(facts, [
    ['with', 3, true, true, true, undefined],
    ['without', 3, true, true, true, undefined],
  ]);
  assert.match(stdout, /\| with \| 3 \|/);
  assert.deepEqual(Object.values(JSON.parse(fs.readFileSync(path.join(out, 'key.json'), 'utf8')).lantern).sort(), ['with', 'without']);
  assert.doesNotMatch(fs.readFileSync(path.join(out, 'sheet.md'), 'utf8'), /\bwith(?:out)?\b/);
  assert.deepEqual(fs.readdirSync(root), ['docs']);
});

test('a run that takes too long is ended, and the other one is kept', {
  skip: process.platform === 'win32' && 'on Windows the agent, a shell script, cannot run',
}, (t) => {
  const { root, parent } = workFolder(t, { 'a.md': '# A\n' });
  const [tasks, out] = [path.join(parent, 'tasks.jsonl'), path.join(parent, 'out')];
  fs.writeFileSync(tasks, `${JSON.stringify({ id: 'a', folder: root, task: 'a' })}\n`);
  const slow = 'if [ -f CLAUDE.md ]; then echo done; else sleep 60; fi';
  const args = [bench, '--tasks', tasks, '--agent', slow, '--out', out, '--cli', commandLine, '--minutes', '0.05'];
  const { status, stderr } = spawnSync(process.execPath, args, { encoding: 'utf8' });
  assert.equal(status, 0, stderr);
  assert.match(stderr, /a without: 0 commands, 0 characters; took too long/);
});
