/** `install` and `uninstall` on the files of real folders: what they change, what they leave, and that each entry starts a server. */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { parse as parseJson } from 'jsonc-parser';
import { parse as parseToml } from 'smol-toml';
import { agents, serverEntry } from '../../../../src/cli/install/agents.ts';
import { userPlace } from '../../../../src/cli/install/places.ts';
import { toolDefinitions } from '../../../../src/tools/definitions.ts';
import { git, gitEnvironment } from '../../../support/gitTrees.ts';
import { cacheIn, type RanProgram, runHere } from '../../../support/inProcess.ts';
import { commandLine } from '../../../support/programs.ts';
import { type WorkFolder, workFolder } from '../../../support/workFolder.ts';

const names = Object.keys(agents);
const all = names.flatMap((name) => ['--agent', name]);
const posix = process.platform !== 'win32' ? false : 'on Windows there is no POSIX shell';

/** One of each format, with what editors and people leave in such files. */
const samples = {
  'notes.md': '# Notes\n\nThe heron stands still.\n',
  '.mcp.json': '\ufeff{\r\n\t"mcpServers": {\r\n\t\t// ours\r\n\t\t"db": { "command": "db", "args": [] },\r\n\t}\r\n}',
  '.vscode/mcp.json': '{\n  // servers of the team\n  "servers": {},\n  "inputs": [],\n}\n',
  '.codex/config.toml': '# Codex\nmodel = "a" # the small one\n\n[profiles.b]\nmodel = "c"',
  'opencode.jsonc': '{ "$schema": "https://opencode.ai/config.json" }',
  '.zed/settings.json': '{\n    "tab_size": 4\n}\n',
  'AGENTS.md': '# For agents\r\n\r\nRun the tests.\r\n',
  'CLAUDE.md': '@AGENTS.md',
  '.claude/settings.json': '{}\n',
};

interface Written {
  readonly command?: string | string[];
  readonly args?: string[];
}

interface Project {
  readonly folder: WorkFolder;
  readonly home: string;
  readonly env: NodeJS.ProcessEnv;
  run(...args: readonly string[]): Promise<RanProgram>;
}

function project(t: TestContext, files: Readonly<Record<string, string>> = samples): Project {
  const folder = workFolder(t, files);
  const home = path.join(folder.parent, 'home');
  fs.mkdirSync(home);
  const env: NodeJS.ProcessEnv = {
    ...gitEnvironment(home),
    ...cacheIn(folder.parent),
    ...{ HOME: home, USERPROFILE: home, APPDATA: path.join(home, 'AppData', 'Roaming'), XDG_CONFIG_HOME: undefined },
  };
  git(folder.root, env, 'init', '-q');
  const run = (...args: readonly string[]) => runHere(args, env, { cwd: folder.root });
  return { folder, home, env, run };
}

/** Every file and folder below one, with the bytes. */
function contentOf(root: string): Record<string, string> {
  const names = fs.readdirSync(root, { recursive: true, encoding: 'utf8' }).filter((name) => !/^\.git(?:$|[\\/])/.test(name));
  return Object.fromEntries(
    names.map((name) => {
      const file = path.join(root, name);
      return [name, fs.statSync(file).isDirectory() ? '' : fs.readFileSync(file, 'latin1')];
    }),
  );
}

for (const scope of [[], ['--user']]) {
  test(`install ${scope.join('')} and uninstall leave every byte; twice is once`, async (t) => {
    const { folder, home, run } = project(t);
    const root = scope.length === 0 ? folder.root : home;
    if (scope.length > 0) {
      for (const [file, text] of Object.entries({ '.codex/config.toml': 'a = 1\n', '.claude.json': '{"mcpServers":{"x":{}},"b":[1]}' })) {
        fs.mkdirSync(path.dirname(path.join(home, file)), { recursive: true });
        fs.writeFileSync(path.join(home, file), text, { mode: 0o600 });
      }
    }
    const before = { project: contentOf(folder.root), home: contentOf(home) };
    const installed = await run('install', ...all, ...scope, '--yes', '--text');
    // Without --user, two agents have no file in a project.
    assert.equal(installed.status, scope.length === 0 ? 1 : 0, installed.stderr);
    const left = [...installed.stderr.matchAll(/^meshrag: .*$/gm)].map(String);
    assert.equal(left.length, scope.length === 0 ? 2 : 0, installed.stderr);
    const during = contentOf(root);
    assert.notDeepEqual(during, before);
    if (scope.length > 0 && !posix) assert.equal(fs.statSync(path.join(home, '.claude.json')).mode & 0o777, 0o600);
    const again = await run('install', ...all, ...scope, '--yes', '--text');
    assert.equal(again.stdout, '');
    assert.deepEqual(contentOf(root), during);
    const removed = await run('uninstall', ...scope, '--yes');
    assert.deepEqual([removed.status, removed.stderr], [0, '']);
    assert.deepEqual({ project: contentOf(folder.root), home: contentOf(home) }, before);
    assert.match((await run('uninstall', ...scope, '--yes')).stderr, /^There is nothing to remove\.$/m);
  });
}

test('without a terminal and --yes the difference is printed, and nothing is changed', async (t) => {
  const { folder, run } = project(t);
  const before = contentOf(folder.root);
  const text = await run('install', '--agent', 'codex', '--text');
  assert.equal(text.status, 1);
  assert.match(
    text.stdout,
    /^\.codex\/config\.toml {2}changed, for codex\n {2}@@ line 6 @@\n(?: {2}-model = "c"\n {2}\+model = "c"\n)? {2}\+/m,
  );
  assert.match(text.stdout, /^ {2}\+args = \["-y", "meshrag", "mcp"\]$/m);
  assert.match(text.stderr, /^Nothing was changed; --yes changes the files without asking\.$/m);
  const json = await run('install', '--agent', 'codex');
  assert.equal(json.status, 1);
  assert.deepEqual(
    JSON.parse(json.stdout).files.map(({ file, part, isWritten }: Record<string, unknown>) => [file, part, isWritten]),
    [
      ['.codex/config.toml', 'server', false],
      ['AGENTS.md', 'instructions', false],
      ['.agents/skills/meshrag/SKILL.md', 'skill', false],
    ],
  );
  assert.deepEqual(contentOf(folder.root), before);
});

test('on a terminal it asks, and takes no answer for a no', async (t) => {
  if (spawnSync('python3', ['--version']).status !== 0) return t.skip('python3 is not there');
  const { folder, env } = project(t);
  const before = contentOf(folder.root);
  const answered = (answer: string): string => {
    const script = `import os, pty, sys
sent = []
def read(fd):
    data = os.read(fd, 4096)
    if b'[y/N]' in data and not sent:
        sent.append(1)
        os.write(fd, ${JSON.stringify(answer)}.encode())
    return data
sys.exit(os.waitstatus_to_exitcode(pty.spawn(sys.argv[1:], read)))`;
    const words = [commandLine, 'install', '--agent', 'zed'];
    return spawnSync('python3', ['-c', script, process.execPath, ...words], { cwd: folder.root, env, encoding: 'utf8', timeout: 60_000 })
      .stdout;
  };
  assert.match(answered('\r'), /Write 3 files\? \[y\/N\][\s\S]*Nothing was changed/);
  assert.deepEqual(contentOf(folder.root), before);
  assert.match(answered('y\r'), /Written: 3 files\./);
  assert.match(fs.readFileSync(path.join(folder.root, '.zed/settings.json'), 'utf8'), /context_servers/);
});

test('by default the agents that are there are chosen, and another one keeps what it shares', async (t) => {
  const { folder, home, run } = project(t, { 'notes.md': '# Notes\n' });
  const none = await run('install', '--yes');
  assert.equal(none.status, 1);
  assert.match(none.stderr, /^meshrag: No agent was found\. Name one: --agent claude, /);
  fs.mkdirSync(path.join(home, '.cursor'));
  fs.mkdirSync(path.join(folder.root, '.codex'));
  assert.equal((await run('install', '--yes')).status, 0);
  const before = contentOf(folder.root);
  assert.deepEqual(
    ['.codex/config.toml', '.cursor/mcp.json', 'AGENTS.md', '.mcp.json'].map((file) => path.normalize(file) in before),
    [true, true, true, false],
  );
  assert.equal((await run('uninstall', '--agent', 'cursor', '--yes')).status, 0);
  assert.ok(!fs.existsSync(path.join(folder.root, '.cursor')) && fs.existsSync(path.join(folder.root, 'AGENTS.md')));
  assert.equal((await run('uninstall', '--agent', 'codex', '--yes')).status, 0);
  assert.ok(!fs.existsSync(path.join(folder.root, 'AGENTS.md')) && !fs.existsSync(path.join(folder.root, '.agents')));
});

test('files that are not as they should be are left as they are, each with a sentence', async (t) => {
  const { folder, run } = project(t);
  const states: readonly [file: string, text: string | Buffer, agent: string, message: RegExp][] = [
    ['.mcp.json', '{ "mcpServers": ', 'claude', /^meshrag: \.mcp\.json does not parse \(line 1: .*\), so it is left as it is\. Fix it/m],
    [
      '.mcp.json',
      '{ "mcpServers": { "meshrag": { "command": "other" } } }',
      'claude',
      /\.mcp\.json has an entry "meshrag" of its own under mcpServers/,
    ],
    ['.codex/config.toml', 'a = \n', 'codex', /config\.toml does not parse \(/],
    ['AGENTS.md', '<<<<<<< a\nb\n=======\nc\n>>>>>>> d\n', 'codex', /AGENTS\.md has marks of an unresolved merge \(line 1\)/],
    ['AGENTS.md', Buffer.from([0x41, 0xff, 0x0a]), 'codex', /AGENTS\.md is not in UTF-8/],
    ['.agents/skills/meshrag/SKILL.md', 'mine\n', 'codex', /SKILL\.md was edited after install wrote it/],
  ];
  for (const [file, content, agent, message] of states) {
    const whole = path.join(folder.root, file);
    const old = fs.existsSync(whole) ? fs.readFileSync(whole) : undefined;
    folder.write(file, content);
    const { status, stderr } = await run('install', '--agent', agent, '--yes', '--text');
    assert.equal(status, 1, stderr);
    assert.match(stderr, message);
    assert.deepEqual(fs.readFileSync(whole), Buffer.from(content));
    assert.equal((await run('uninstall', '--agent', agent, '--yes')).status, 1);
    assert.deepEqual(fs.readFileSync(whole), Buffer.from(content));
    if (old === undefined) folder.remove(path.dirname(file));
    else folder.write(file, old);
  }
});

test('a file that is read-only is left', { skip: posix }, async (t) => {
  const { folder, run } = project(t);
  const file = path.join(folder.root, 'AGENTS.md');
  fs.chmodSync(file, 0o444);
  const { status, stderr } = await run('install', '--agent', 'codex', '--yes', '--text');
  assert.equal(status, 1);
  assert.match(stderr, /^meshrag: AGENTS\.md is read-only, so it is left as it is\. Make it writable and try again\.$/m);
  assert.equal(fs.readFileSync(file, 'utf8'), samples['AGENTS.md']);
});

test('no link is followed out of the folder; one inside is, and stays one', { skip: posix }, async (t) => {
  const { folder, run } = project(t, { 'AGENTS.md': '# A\n' });
  const outside = path.join(folder.parent, 'outside');
  fs.mkdirSync(outside);
  fs.writeFileSync(path.join(outside, 'mcp.json'), '{}');
  fs.symlinkSync(outside, path.join(folder.root, '.cursor'));
  fs.symlinkSync(path.join(outside, 'new.json'), path.join(folder.root, '.mcp.json'));
  fs.symlinkSync('AGENTS.md', path.join(folder.root, 'CLAUDE.md'));
  const { status, stderr } = await run('install', '--agent', 'cursor', '--agent', 'claude', '--yes', '--text');
  assert.equal(status, 1);
  assert.match(stderr, /^meshrag: \.cursor\/mcp\.json is a link out of .*, or lies behind one, so it is left as it is\./m);
  assert.match(stderr, /^meshrag: \.mcp\.json is a link out of /m);
  assert.deepEqual(fs.readdirSync(outside), ['mcp.json']);
  assert.equal(fs.readFileSync(path.join(outside, 'mcp.json'), 'utf8'), '{}');
  assert.ok(fs.lstatSync(path.join(folder.root, 'CLAUDE.md')).isSymbolicLink());
  assert.equal(fs.readFileSync(path.join(folder.root, 'AGENTS.md'), 'utf8').match(/<!-- meshrag /g)?.length, 1);
  await run('uninstall', '--yes');
  assert.equal(fs.readFileSync(path.join(folder.root, 'AGENTS.md'), 'utf8'), '# A\n');
});

test('without a home, projects have their files and --user is refused', { skip: posix }, async (t) => {
  const { folder, env } = project(t);
  const run = (...args: string[]) => runHere(args, { ...env, HOME: '' }, { cwd: folder.root });
  const refused = await run('install', '--agent', 'codex', '--user', '--yes', '--text');
  assert.deepEqual(
    [refused.status, refused.stderr],
    [1, 'meshrag: There is no home directory for --user: set HOME to one, or leave --user out\n'],
  );
  assert.equal((await run('install', '--agent', 'codex', '--yes')).status, 0);
});

test('--print shows the entry of each agent and changes nothing', async (t) => {
  const { folder, run } = project(t);
  const before = contentOf(folder.root);
  const { status, stdout } = await run('install', '--print', ...all);
  assert.equal(status, 0);
  const printed: { name: string; entry: string; files: string[] }[] = JSON.parse(stdout).agents;
  assert.deepEqual(
    printed.map(({ name }) => name),
    names,
  );
  for (const { entry, files } of printed) assert.ok(files.length > 0 && /"meshrag", "mcp"/.test(entry), entry);
  assert.deepEqual(contentOf(folder.root), before);
});

test('on Windows npx is started by its name there, or by the shell', () => {
  for (const agent of Object.values(agents)) {
    const entry = serverEntry(agent, 'win32');
    const words = [entry.command ?? [], entry.args ?? []].flat();
    assert.match(words.join(' '), agent.windows === 'cmd' ? /^cmd \/c npx -y meshrag mcp\b/ : /^npx\.cmd -y meshrag mcp\b/);
  }
  const system = { platform: 'win32', env: { APPDATA: '/roaming' }, home: '/home' } as const;
  assert.deepEqual(
    [agents.zed, agents.vscode, agents.claude].map((agent) => userPlace(agent?.userFiles[0] ?? '', system)?.shown),
    ['/roaming/Zed/settings.json', '/roaming/Code/User/mcp.json', '~/.claude.json'].map((file) =>
      file.startsWith('~') ? file : path.normalize(file),
    ),
  );
  const mac = userPlace(agents.vscode?.userFiles[0] ?? '', { platform: 'darwin', env: {}, home: '/home' });
  assert.equal(mac?.shown, path.normalize('/home/Library/Application Support/Code/User/mcp.json'));
});

test('each entry, started as written, answers', { skip: posix, concurrency: 2 }, async (t) => {
  const { folder, home, env, run } = project(t, { 'notes.md': samples['notes.md'] });
  const bin = path.join(folder.parent, 'bin');
  fs.mkdirSync(bin);
  fs.writeFileSync(
    path.join(bin, 'npx'),
    `#!/bin/sh\n[ "$1 $2" = '-y meshrag' ] || exit 9\nshift 2\nexec '${process.execPath}' '${commandLine}' "$@"\n`,
    { mode: 0o755 },
  );
  await run('install', ...all, '--yes');
  await run('install', '--agent', 'windsurf', '--agent', 'cline', '--user', '--yes');
  /** Words and places: most agents start the same. */
  const begun = new Set<string>();
  const rows = Object.entries(agents).map(([name, agent]) =>
    t.test(name, async () => {
      const file =
        agent.projectFiles?.[0] ?? userPlace(agent.userFiles[0] ?? '', { platform: process.platform, env, home })?.relative ?? '';
      const text = fs.readFileSync(path.join(agent.projectFiles ? folder.root : home, file), 'utf8');
      const parsed = (agent.format === 'toml' ? parseToml(text) : parseJson(text)) as Record<string, Record<string, Written>>;
      const { command = [], args = [] } = parsed[agent.key]?.meshrag ?? {};
      // As the editors do.
      const words = [command, args].flat().map((word) => word.replaceAll(`\${workspaceFolder}`, folder.root));
      const started = JSON.stringify([words, agent.projectFiles !== undefined]);
      if (begun.has(started)) return;
      begun.add(started);
      const [program = '', ...rest] = words;
      const transport = new StdioClientTransport({
        ...{ command: program, args: rest, cwd: agent.projectFiles ? folder.root : home },
        env: { ...(env as Record<string, string>), PATH: `${bin}:${process.env.PATH}` },
      });
      const client = new Client({ name: 'test', version: '0' });
      await client.connect(transport);
      const { tools } = await client.listTools();
      assert.deepEqual(
        tools.map((tool) => tool.name),
        toolDefinitions.map((tool) => tool.name),
      );
      const found = await client.callTool({ name: 'mesh_search', arguments: { question: 'heron' } });
      assert.match(JSON.stringify(found.content), /notes\.md/);
      await client.close();
    }),
  );
  await Promise.all(rows);
});

test('a server in a folder that is gone says so, and two in one folder both answer', { skip: posix }, async (t) => {
  const { folder, env } = project(t);
  const gone = spawnSync(process.execPath, [commandLine, 'mcp', '--dir', path.join(folder.root, 'gone')], { env, encoding: 'utf8' });
  assert.deepEqual([gone.status, gone.stdout], [1, '']);
  assert.match(gone.stderr, /^meshrag: Cannot open folder .*gone": it does not exist\n$/);
  const clients = await Promise.all(
    [1, 2].map(async () => {
      const client = new Client({ name: 'test', version: '0' });
      const how = { command: process.execPath, args: [commandLine, 'mcp'], cwd: folder.root, env: env as Record<string, string> };
      await client.connect(new StdioClientTransport(how));
      return client;
    }),
  );
  for (const client of clients) {
    const found = await client.callTool({ name: 'mesh_search', arguments: { question: 'heron' } });
    assert.match(JSON.stringify(found.content), /notes\.md/);
    await client.close();
  }
});
