// The extension as installed by users: the .vsix from `npm run package`, installed by VS Code itself.
import * as assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { whenIndexed, withMeshrag } from '../support/meshrag.ts';

const root = path.resolve(import.meta.dirname, '../..');
const readJson = (file: string) => JSON.parse(fs.readFileSync(path.join(root, file), 'utf8'));

test('the packaged extension installs, indexes the folder and offers to ask', async () => {
  const { version } = readJson('package.json');
  const vsix = path.join(root, `meshrag-${version}.vsix`);
  assert.ok(fs.existsSync(vsix), `${vsix} is not there: run npm run package first`);
  await withMeshrag('packaged', { vsix: [vsix] }, async (window) => {
    await whenIndexed(window);
    const rows = await window.paletteRows('MeshRAG: Ask');
    assert.ok(rows.some((row) => row.startsWith('MeshRAG: Ask workspace')));
    await window.screenshot('packaged');
  });
});

test('the notices that were packaged name every package that ships', () => {
  const notices = fs.readFileSync(path.join(root, 'dist/ThirdPartyNotices.txt'), 'utf8');
  for (const name of Object.keys(readJson('package.json').dependencies)) {
    const { version, license } = readJson(`node_modules/${name}/package.json`);
    assert.ok(notices.includes(`\n${name} ${version} (${license})\n`), `${name} ${version}`);
  }
});
