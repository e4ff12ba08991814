import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { runInstall, runUninstall } from '../../../../src/cli/commands/agents/install.ts';
import { runInProcess } from '../../../support/inProcess.ts';
import { temporaryDirectory } from '../../../support/temporaryDirectory.ts';

function project(t: TestContext) {
  const parent = temporaryDirectory(t);
  const root = path.join(parent, 'project');
  fs.mkdirSync(root);
  const install = (...args: readonly string[]) => runInProcess(runInstall, parent, ...args, '--dir', root);
  const uninstall = (...args: readonly string[]) => runInProcess(runUninstall, parent, ...args, '--dir', root);
  return { root, install, uninstall };
}

test('what would be changed is shown, and nothing is changed without a yes', async (t) => {
  const { root, install } = project(t);
  const { code, stdout, stderr } = await install('--agent', 'claude');
  assert.deepEqual([code, stderr, fs.readdirSync(root)], [1, 'Nothing was changed; --yes changes the files without asking.\n', []]);
  assert.match(stdout, /^\.mcp\.json {2}new, for claude\n {2}@@ line 1 @@\n {2}\+\{\n/);
});

test('files are written with a yes, are there then, and are removed again', async (t) => {
  const { root, install, uninstall } = project(t);
  const written = await install('--agent', 'claude', '--yes');
  assert.deepEqual([written.code, written.stderr], [0, '']);
  assert.match(written.stdout, /\nWritten: 3 files\. Restart the agents; meshrag uninstall removes it all\.\n$/);
  const again = await install('--agent', 'claude', '--yes');
  assert.deepEqual([again.code, again.stdout, again.stderr], [0, '', 'Everything is already in place.\n']);
  const removed = await uninstall('--agent', 'claude', '--yes');
  assert.match(removed.stdout, /\nRemoved: 3 files\. Restart the agents\.\n$/);
  assert.deepEqual(fs.readdirSync(root), []);
  assert.equal((await uninstall('--agent', 'claude', '--yes')).stderr, 'There is nothing to remove.\n');
});

test('the same as JSON; a file that is left is a failure for an agent that is named', async (t) => {
  const { root, install } = project(t);
  fs.writeFileSync(path.join(root, '.mcp.json'), '{"mcpServers": {"meshrag": {"command": "other"}}}');
  const { code, stdout, stderr } = await install('--agent', 'claude', '--yes', '--json');
  const { files, left } = JSON.parse(stdout);
  assert.equal(code, 1);
  assert.deepEqual(
    files.map(({ file, isWritten }: { file: string; isWritten: boolean }) => [file, isWritten]),
    [
      ['CLAUDE.md', true],
      ['.claude/skills/meshrag/SKILL.md', true],
    ],
  );
  assert.deepEqual(
    left.map(({ file }: { file: string }) => file),
    ['.mcp.json'],
  );
  assert.match(stderr, /^meshrag: \.mcp\.json has an entry "meshrag" of its own under mcpServers, so it is left as it is\. Keep it, /);
});

test('what is to be added can be printed for each agent, as text and as JSON', async (t) => {
  const { root, install } = project(t);
  const { code, stdout } = await install('--agent', 'codex', '--print');
  assert.equal(code, 0);
  assert.match(
    stdout,
    /^Codex\n {2}\.codex\/config\.toml\n[\s\S]*\[mcp_servers\.meshrag\]\ncommand = "npx"\n[\s\S]*\nInstructions: AGENTS\.md; skill: \.agents\/skills\/meshrag\/SKILL\.md\n\n$/,
  );
  const { agents } = JSON.parse((await install('--print', '--json')).stdout);
  assert.ok(agents.length > 8);
  assert.deepEqual(fs.readdirSync(root), []);
});

test('words and agents that are not known are refused', async (t) => {
  const { install, uninstall } = project(t);
  await assert.rejects(install('claude'), /install takes no arguments, got "claude"/);
  await assert.rejects(uninstall('claude'), /uninstall takes no arguments/);
  await assert.rejects(install('--agent', 'odd'), /There is no agent "odd"; there are claude, /);
});
