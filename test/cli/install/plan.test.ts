import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { agents, isOurEntry, serverEntry } from '../../../src/cli/install/agents.ts';
import { planInstall, planUninstall, type Scope } from '../../../src/cli/install/plan.ts';
import { writeSafely } from '../../../src/cli/install/safeFile.ts';
import { writeTree } from '../../support/gitTrees.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';

function scoped(context: TestContext, { isUser = false } = {}) {
  const root = temporaryDirectory(context);
  const [folder, home] = [path.join(root, 'project'), path.join(root, 'home')];
  for (const one of [folder, home]) fs.mkdirSync(one);
  const scope: Scope = { folder, isUser, system: { platform: 'linux', home, env: {} } as unknown as Scope['system'] };
  /** Installs for some agents, and returns the files that were written. */
  const install = (...names: readonly string[]) => {
    const { changes } = planInstall(names, scope);
    for (const { place, read, text } of changes) writeSafely(place.root, place.relative, read, text);
    return changes;
  };
  return { folder, home, scope, install };
}

test('each file is changed once, for all agents that read it', (t) => {
  const { scope } = scoped(t);
  const { changes, left } = planInstall(['claude', 'copilot', 'codex'], scope);
  assert.deepEqual(left, []);
  assert.deepEqual(
    changes.map(({ place, part, agents: names }) => [place.shown, part, names.join()]),
    [
      ['.mcp.json', 'server', 'claude,copilot'],
      ['CLAUDE.md', 'instructions', 'claude'],
      ['.claude/skills/meshrag/SKILL.md', 'skill', 'claude'],
      ['AGENTS.md', 'instructions', 'copilot,codex'],
      ['.agents/skills/meshrag/SKILL.md', 'skill', 'copilot,codex'],
      ['.codex/config.toml', 'server', 'codex'],
    ],
  );
});

test('what is already right is no change, and what an older version wrote is replaced', (t) => {
  const { folder, scope, install } = scoped(t);
  assert.equal(install('claude').length, 3);
  assert.deepEqual(planInstall(['claude'], scope), { changes: [], left: [] });
  const file = path.join(folder, '.mcp.json');
  const older = { mcpServers: { meshrag: { type: 'stdio', command: 'npx', args: ['meshrag', 'mcp'] } } };
  fs.writeFileSync(file, `${JSON.stringify(older, null, 2)}\n`);
  const [change] = planInstall(['claude'], scope).changes;
  assert.deepEqual(JSON.parse(change?.text ?? '').mcpServers.meshrag, serverEntry(agents.claude as (typeof agents)[string], 'linux'));
});

test('an entry or a file of someone else is left, with what can be done', (t) => {
  const { folder, scope } = scoped(t);
  writeTree(folder, {
    '.mcp.json': '{"mcpServers": {"meshrag": {"command": "other"}}}',
    '.claude/skills/meshrag/SKILL.md': 'of someone else',
    'CLAUDE.md': '\ufeff# Notes\n',
  });
  const { changes, left } = planInstall(['claude', 'copilot'], scope);
  assert.deepEqual(
    left.map(({ file, agents: names }) => [file, names.join()]),
    [
      ['.mcp.json', 'claude,copilot'],
      ['.claude/skills/meshrag/SKILL.md', 'claude'],
    ],
  );
  assert.match(left[0]?.state ?? '', /has an entry "meshrag" of its own under mcpServers/);
  assert.match(left[1]?.state ?? '', /was edited after install wrote it/);
  assert.ok(changes.find(({ place }) => place.shown === 'CLAUDE.md')?.text?.startsWith('\ufeff# Notes\n'));
});

test('an agent that has servers for all projects alone is not changed for one', (t) => {
  const { scope } = scoped(t);
  const { changes, left } = planInstall(['windsurf'], scope);
  assert.deepEqual([changes, left.length, left[0]?.part, left[0]?.file], [[], 1, 'server', '~/.codeium/windsurf/mcp_config.json']);
  const user = scoped(t, { isUser: true });
  const [server] = planInstall(['windsurf'], user.scope).changes;
  assert.ok(server?.text?.includes(JSON.stringify(user.folder)), 'its server is started in the project');
  assert.match(
    planInstall(['windsurf'], { ...user.scope, folder: undefined as unknown as string }).left[0]?.state ?? '',
    /needs a folder for Windsurf/,
  );
});

test('uninstalling gives the files back as they were, but what another agent needs', (t) => {
  const { folder, scope, install } = scoped(t);
  writeTree(folder, { 'AGENTS.md': '# Notes\n' });
  install('codex', 'gemini', 'cursor');
  const removed = planUninstall(['codex'], scope).changes.map(({ place }) => place.shown);
  assert.deepEqual(removed, ['.codex/config.toml'], 'Cursor reads the same instructions and skill');
  for (const { place, read, text } of planUninstall(['codex', 'gemini', 'cursor'], scope).changes)
    writeSafely(place.root, place.relative, read, text);
  assert.deepEqual(fs.readdirSync(folder), ['AGENTS.md']);
  assert.equal(fs.readFileSync(path.join(folder, 'AGENTS.md'), 'utf8'), '# Notes\n');
  assert.deepEqual(planUninstall(['codex'], scope), { changes: [], left: [] });
});

test('the first file that exists is used', (t) => {
  const { folder, scope } = scoped(t);
  const server = () => planInstall(['opencode'], scope).changes[0]?.place.shown;
  assert.equal(server(), 'opencode.json');
  writeTree(folder, { 'opencode.jsonc': '{}' });
  assert.equal(server(), 'opencode.jsonc');
});

test('an entry starts the server as the agent and the system need it', () => {
  const entry = (name: string, platform: NodeJS.Platform, folder?: string) =>
    serverEntry(agents[name] as (typeof agents)[string], platform, folder);
  assert.deepEqual(entry('codex', 'linux'), { command: 'npx', args: ['-y', 'meshrag', 'mcp'] });
  assert.deepEqual(entry('claude', 'win32'), { type: 'stdio', command: 'cmd', args: ['/c', 'npx', '-y', 'meshrag', 'mcp'] });
  assert.deepEqual(entry('gemini', 'win32').command, 'npx.cmd');
  assert.deepEqual(entry('opencode', 'darwin'), { type: 'local', command: ['npx', '-y', 'meshrag', 'mcp'], enabled: true });
  assert.deepEqual((entry('cursor', 'linux').args as string[]).slice(-2), ['--dir', `\${${'workspaceFolder'}}`]);
  assert.deepEqual((entry('windsurf', 'linux', '/p').args as string[]).slice(-2), ['--dir', '/p']);
  const written = entry('claude', 'linux');
  assert.equal(isOurEntry(entry('claude', 'win32'), written), true);
  for (const other of [
    null,
    'x',
    { command: 'npx', args: ['meshrag', 'other'] },
    { ...written, env: {} },
    { command: 'mcp', args: ['meshrag'] },
  ])
    assert.equal(isOurEntry(other, written), false, JSON.stringify(other));
});
