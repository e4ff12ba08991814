/** The MCP server driven by the public MCP inspector's command line, which is installed into the cache on first use. */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import fs from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { installOnce, npmInstall } from '../../scripts/lib/cache.js';
import { toolDefinitions } from '../../src/tools/definitions.ts';
import { copyFixture } from '../support/fixture.ts';
import { commandLine } from '../support/programs.ts';
import { temporaryDirectory } from '../support/temporaryDirectory.ts';

const version = '2.12.0';

test('the inspector lists tools and resources, calls a tool and reads a resource', async (t) => {
  const inspect = await inspector(t);
  if (inspect === undefined) return;
  const { tools } = inspect(['--method', 'tools/list']);
  assert.deepEqual(
    tools.map(({ name }: { name: string }) => name),
    toolDefinitions.map(({ name }) => name),
  );
  const call = ['--method', 'tools/call', '--tool-name', 'mesh_search', '--tool-arg', 'question=Which kettle is heated first?'];
  assert.match(inspect(call).content[0].text, /Verdict: /);
  const wrong = inspect(['--method', 'tools/call', '--tool-name', 'mesh_overview', '--tool-arg', 'path=../x.md']);
  assert.equal(wrong.isError, true);
  assert.match(wrong.content[0].text, /lies outside of the workspace/);
  const { resources } = inspect(['--method', 'resources/list']);
  assert.equal(resources.length, 2);
  assert.match(inspect(['--method', 'resources/read', '--uri', 'meshrag://report']).contents[0].text, /- Files: 16/);
});

/** Runs the inspector on its own server and returns its output; skips the test if it is unavailable. */
async function inspector(t: TestContext) {
  let dir: string;
  try {
    dir = await installOnce(`inspector-${version}`, `Installing the MCP inspector ${version}, about 110 MB`, (partial) =>
      npmInstall(partial, `@modelcontextprotocol/inspector@${version}`),
    );
  } catch (error) {
    t.skip(`no registry has the MCP inspector here: ${(error as Error).message.split('\n')[0]}`);
    return undefined;
  }
  const launcher = path.join(dir, 'node_modules/@modelcontextprotocol/inspector/clients/launcher/build/index.js');
  const home = temporaryDirectory(t);
  const env = { ...process.env, HOME: home, XDG_CACHE_HOME: home, LOCALAPPDATA: home };
  const folder = copyFixture('workspace');
  t.after(() => fs.rmSync(folder, { recursive: true, force: true }));
  return (args: readonly string[]) => {
    const server = [process.execPath, commandLine, 'mcp', '--dir', folder];
    const { stdout, stderr } = spawnSync(process.execPath, [launcher, '--cli', ...server, ...args], {
      env,
      encoding: 'utf8',
      timeout: 60_000,
    });
    assert.ok(stdout.trimStart().startsWith('{'), `${stdout}\n${stderr}`);
    return JSON.parse(stdout);
  };
}
