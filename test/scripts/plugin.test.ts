/** The plugin folder: of one text with the instruction block, as the formats say, and its servers answer. */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { pathToFileURL } from 'node:url';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { ListRootsRequestSchema } from '@modelcontextprotocol/sdk/types.js';
import { identityOf } from '../../scripts/lib/identity.js';
import { pluginFiles } from '../../scripts/plugin.js';
import { blockLines } from '../../src/cli/install/sealed.ts';
import { instructionLines } from '../../src/tools/guidance.ts';
import { commandLine } from '../support/programs.ts';
import { workFolder } from '../support/workFolder.ts';

const root = path.resolve(import.meta.dirname, '../..');
const read = (file: string): string => fs.readFileSync(path.join(root, file), 'utf8');
const json = (file: string) => JSON.parse(read(file));
const skip = process.platform === 'win32' && 'on Windows there is no POSIX shell';

test('the folder is what npm run plugin writes', () => {
  const files = pluginFiles();
  const there = fs.readdirSync(path.join(root, 'plugin'), { recursive: true, withFileTypes: true }).filter((entry) => entry.isFile());
  assert.equal(there.length, Object.keys(files).filter((file) => file.startsWith('plugin/')).length);
  for (const [file, text] of Object.entries(files)) assert.equal(read(file), text, `${file} is out of date: npm run plugin`);
});

test('the manifests have the fields of their formats, and nobody is invented as owner', () => {
  const allowed = ['$schema', 'name', 'version', 'description', 'author', 'homepage', 'repository', 'license', 'keywords', 'extensions'];
  const manifest = json('plugin/plugin.json');
  assert.deepEqual(
    Object.keys(manifest).filter((key) => !allowed.includes(key)),
    [],
  );
  const { version, repository } = json('package.json');
  assert.deepEqual([manifest.name, manifest.version], ['meshrag', version]);
  assert.equal(manifest.repository === undefined, identityOf({ name: 'meshrag', repository }) === undefined);
  assert.deepEqual(Object.keys(json('plugin/mcp.json')), ['$schema', 'mcpServers']);
  assert.deepEqual(json('plugin/mcp.json').mcpServers.meshrag, { type: 'stdio', command: 'npx', args: ['-y', 'meshrag', 'mcp'] });
});

test('the owner is who package.json names, in any form of the address', () => {
  const expected = { owner: 'someone', repository: 'https://github.com/someone/tea', mcpName: 'io.github.someone/meshrag' };
  for (const repository of ['https://github.com/someone/tea', { type: 'git', url: 'git+https://github.com/someone/tea.git' }]) {
    const { owner, repository: address, mcpName } = identityOf({ name: 'meshrag', repository }) ?? {};
    assert.deepEqual({ owner, repository: address, mcpName }, expected);
  }
  for (const repository of [undefined, '', {}, 'https://example.org/a/b'])
    assert.equal(identityOf({ name: 'meshrag', repository }), undefined);
});

test('block, skill and subagent are short, and their stop rules stand where they are always read', () => {
  assert.ok(blockLines(instructionLines).length <= 8);
  const skill = read('plugin/skills/meshrag/SKILL.md');
  assert.ok(skill.split('\n').length <= 41);
  const description: string = JSON.parse(/^---\nname: meshrag\ndescription: (".*")\n---\n/.exec(skill)?.[1] ?? '""');
  assert.ok(description.length > 0 && description.length <= 1024);
  assert.match(description, /Stop rules: /);
  const explorer = read('plugin/agents/meshrag-explorer.agent.md');
  assert.match(explorer, /^---\nname: meshrag-explorer\ndescription: ".*"\n---\n/);
  assert.match(explorer, /Return only this.*\n\n`path:line`/);
  for (const name of ['mesh_search', 'mesh_symbol', 'mesh_impact'])
    for (const text of [skill, explorer, read('plugin/instructions/meshrag.instructions.md')]) assert.ok(text.includes(`\`${name}\``));
});

test('what the extension contributes is there', () => {
  const { chatSkills, chatAgents, chatInstructions } = json('package.json').contributes;
  for (const { path: file } of [...chatSkills, ...chatAgents, ...chatInstructions]) assert.ok(fs.existsSync(path.join(root, file)), file);
});

for (const hasRoots of [true, false]) {
  test(`the server of a plugin ${hasRoots ? 'serves the roots of its client' : 'says what to do where the client has none'}`, {
    skip,
  }, async (t) => {
    const folder = workFolder(t, { 'notes.md': '# Notes\n\nThe heron stands still.\n' });
    const plugin = path.join(folder.parent, 'plugin');
    const bin = path.join(folder.parent, 'bin');
    fs.cpSync(path.join(root, 'plugin'), plugin, { recursive: true });
    fs.mkdirSync(bin);
    fs.writeFileSync(path.join(bin, 'npx'), `#!/bin/sh\nshift 2\nexec '${process.execPath}' '${commandLine}' "$@"\n`, { mode: 0o755 });
    const { command, args } = json('plugin/mcp.json').mcpServers.meshrag;
    const client = new Client({ name: 'test', version: '0' }, { capabilities: hasRoots ? { roots: {} } : {} });
    if (hasRoots) client.setRequestHandler(ListRootsRequestSchema, async () => ({ roots: [{ uri: pathToFileURL(folder.root).href }] }));
    const env = {
      ...(process.env as Record<string, string>),
      ...{
        PATH: `${bin}:${process.env.PATH}`,
        PLUGIN_ROOT: plugin,
        XDG_CACHE_HOME: path.join(folder.parent, 'cache'),
        HOME: folder.parent,
      },
    };
    await client.connect(new StdioClientTransport({ command, args, cwd: plugin, env, stderr: 'ignore' }));
    t.after(() => client.close());
    assert.ok((await client.listTools()).tools.length > 0);
    const asked = client.callTool({ name: 'mesh_search', arguments: { question: 'heron' } });
    if (hasRoots) assert.match(JSON.stringify((await asked).content), /notes\.md/);
    else await assert.rejects(asked, /names no folder: run npx -y meshrag install in the project/);
  });
}
