/** What the workflow of a release runs, as it is written, on a copy of the project with an owner that exists nowhere. */

import assert from 'node:assert/strict';
import { execFileSync, spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { registryAnswers } from '../../scripts/lib/npm.js';
import { notesOf } from '../../scripts/release/notes.js';
import { type WorkFolder, workFolder } from '../support/workFolder.ts';
import { scriptsIn } from '../support/workflowSteps.ts';

const root = path.resolve(import.meta.dirname, '../..');
const windows = process.platform === 'win32' && 'on Windows there is no POSIX shell';
const manifest = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
const { version } = manifest;
const changes = `# Changelog\n\n## ${version}\n\nThe first release.\n\n## 0.0.1\n\nNone.\n`;

/** A project with what is looked at; `repository` is what package.json names. */
function project(t: TestContext, repository?: string, log = changes): WorkFolder {
  const { repository: _, ...rest } = manifest;
  const folder = workFolder(t, {
    'package.json': JSON.stringify({ ...rest, ...(repository && { repository }) }),
    'CHANGELOG.md': log,
  });
  fs.symlinkSync(path.join(root, 'scripts'), path.join(folder.root, 'scripts'), 'junction');
  return folder;
}

/** Runs a step of the workflow in the folder. */
function step(script: string, cwd: string, env: Readonly<Record<string, string>> = {}) {
  const all = { ...process.env, PATH: `${path.dirname(process.execPath)}${path.delimiter}${process.env.PATH}`, ...env };
  return spawnSync('bash', ['--noprofile', '--norc', '-e', '-o', 'pipefail', '-c', script], { cwd, env: all, encoding: 'utf8' });
}

const scripts = scriptsIn(path.join(root, '.github/workflows/release.yml'));
const identityStep = scripts.find((script) => script.includes('check.js')) ?? '';
const buildStep = scripts.find((script) => script.includes('assets.js')) ?? '';

test('a release is refused without an owner, elsewhere, with another version and without notes', { skip: windows }, (t) => {
  const refusal = (folder: WorkFolder, tag: string, repository: string) => {
    const { status, stderr } = step(identityStep, folder.root, { TAG: tag, REPOSITORY: repository });
    assert.equal(status, stderr === '' ? 0 : 1);
    return stderr;
  };
  const address = 'https://github.com/someone/tea';
  assert.equal(refusal(project(t, address), `v${version}`, 'someone/tea'), '');
  assert.match(refusal(project(t), `v${version}`, 'someone/tea'), /^No release: package\.json names no repository: /);
  assert.match(
    refusal(project(t, address), `v${version}`, 'other/tea'),
    /^No release: package\.json names https:.*, and this runs in other\/tea\.$/m,
  );
  assert.match(
    refusal(project(t, address), 'v9.9.9', 'someone/tea'),
    /^No release: the tag is "v9\.9\.9", and the version of package\.json is /,
  );
  assert.match(
    refusal(project(t, address, '# Changelog\n\n## Unreleased\n'), `v${version}`, 'someone/tea'),
    /CHANGELOG\.md has no part "## /,
  );
  assert.equal(notesOf(changes, version), 'The first release.\n\n');
});

test('the package itself names nobody yet, or whom package.json names', () => {
  const packed = JSON.parse(fs.readFileSync(path.join(root, 'dist/npm/package.json'), 'utf8'));
  assert.equal(packed.mcpName === undefined, manifest.repository === undefined);
});

test('the files of a release are put together, and the bundle for clients starts', {
  skip: windows || (!registryAnswers() && 'no registry of npm answers'),
}, async (t) => {
  const folder = project(t, 'https://github.com/someone/tea');
  for (const file of ['package-lock.json', 'src/engine/package.json', 'src/systems/package.json', 'media/icon.png', 'dist/npm'])
    fs.cpSync(path.join(root, file), path.join(folder.root, file), { recursive: true });
  fs.writeFileSync(path.join(folder.root, `meshrag-${version}.vsix`), 'The extension is packaged by a step of its own.');
  // The packaging before it takes a minute, and is a step of npm test.
  const { status, stderr } = step(buildStep.replace(/^npm run package\n/, ''), folder.root);
  assert.equal(status, 0, stderr);
  const released = path.join(folder.root, 'release');
  const names = ['cdx.json', 'mcpb', 'tgz', 'vsix'].map((ending) => `meshrag-${version}.${ending}`);
  assert.deepEqual(fs.readdirSync(released).sort(), [...names, 'SHA256SUMS', 'notes.md', 'server.json'].sort());
  const sums = names.map(
    (name) =>
      `${createHash('sha256')
        .update(fs.readFileSync(path.join(released, name)))
        .digest('hex')}  ${name}\n`,
  );
  assert.equal(fs.readFileSync(path.join(released, 'SHA256SUMS'), 'utf8'), sums.join(''));
  const server = JSON.parse(fs.readFileSync(path.join(released, 'server.json'), 'utf8'));
  assert.deepEqual([server.name, server.version, server.packages[0].identifier], ['io.github.someone/meshrag', version, 'meshrag']);
  assert.ok(server.description.length <= 100);
  const parts = JSON.parse(fs.readFileSync(path.join(released, `meshrag-${version}.cdx.json`), 'utf8'));
  assert.equal(parts.bomFormat, 'CycloneDX');
  assert.ok(parts.components.some(({ name }: { name: string }) => name === 'markdown-it'));

  const bundle = path.join(folder.parent, 'bundle');
  execFileSync('npx', ['--yes', '@anthropic-ai/mcpb@2.1.2', 'unpack', path.join(released, `meshrag-${version}.mcpb`), bundle], {
    stdio: 'ignore',
  });
  const { server: started } = JSON.parse(fs.readFileSync(path.join(bundle, 'manifest.json'), 'utf8'));
  const notes = workFolder(t, { 'notes.md': '# Notes\n\nThe heron stands still.\n' });
  const args: string[] = started.mcp_config.args.map((word: string) =>
    word.replace(`\${__dirname}`, bundle).replace(`\${user_config.folder}`, notes.root),
  );
  const client = new Client({ name: 'test', version: '0' });
  t.after(() => client.close());
  const env = { ...(process.env as Record<string, string>), XDG_CACHE_HOME: path.join(notes.parent, 'cache') };
  await client.connect(new StdioClientTransport({ command: process.execPath, args, env, stderr: 'ignore' }));
  const found = await client.callTool({ name: 'mesh_search', arguments: { question: 'heron' } });
  assert.match(JSON.stringify(found.content), /notes\.md/);
});
