import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { cacheIn, runHere } from '../../support/inProcess.ts';
import { workFolder } from '../../support/workFolder.ts';

function commandLine(t: TestContext, files: Record<string, string | Uint8Array>) {
  const folder = workFolder(t, {});
  for (const [file, content] of Object.entries(files)) folder.write(file, content);
  const run = (args: readonly string[]) => runHere(args, cacheIn(folder.parent), { cwd: folder.root });
  return { folder, run, json: async (args: readonly string[]) => JSON.parse((await run([...args, '--json'])).stdout) };
}

const koi8 = Buffer.from('2f2f20d0d2cfd7c5d2cbc120c4c1d7ccc5cec9d120cec1d3cfd3c1', 'hex');
const lines = Buffer.concat(Array.from({ length: 4 }, () => Buffer.concat([koi8, Buffer.from('\n')])));

test('index names the encodings that are not UTF-8, and with --skipped each file that is left out', async (t) => {
  const pointer = `version https://git-lfs.github.com/spec/v1\noid sha256:${'4f'.repeat(32)}\nsize 90405214\n`;
  const cli = commandLine(t, { 'pump.c': lines, 'model.py': pointer, 'keys/.env': 'A=1\n' });
  const { root } = cli.folder;
  const { encodings, skippedFiles } = await cli.json(['index', root, '--skipped']);
  assert.deepEqual(encodings, { 'koi8-r': ['pump.c'] });
  assert.deepEqual(
    skippedFiles.map(({ path, reason }: { path: string; reason: string }) => [path, reason]),
    [
      ['keys/.env', 'secret'],
      ['model.py', 'LFS pointer'],
    ],
  );
  const text = (await cli.run(['index', root, '--skipped', '--text'])).stdout;
  assert.match(text, /^Not UTF-8: 1 koi8-r \(pump\.c\)\.$/m);
  assert.match(text, /^ {4}model\.py {2}LFS pointer {2}git lfs pull fetches the content$/m);
  assert.equal((await cli.json(['search', 'проверка давления', '--dir', root])).results[0].path, 'pump.c');
});

test("the folder's own files.encoding is obeyed, and a change of it re-reads", async (t) => {
  const cli = commandLine(t, { 'pump.c': koi8, '.vscode/settings.json': '{\n  // ours\n  "files.encoding": "windows1251",\n}\n' });
  const { root } = cli.folder;
  assert.deepEqual((await cli.json(['index', root])).encodings, { 'windows-1251': ['pump.c'] });
  cli.folder.write('.vscode/settings.json', '{ "files.encoding": "koi8r" }\n');
  assert.deepEqual((await cli.json(['index', root])).encodings, { 'koi8-r': ['pump.c'] });
  assert.match((await cli.run(['ask', 'Где проверка давления?', '--dir', root, '--text'])).stdout, /проверка давления насоса/);
});

test("the folder's own files.associations decides the language, and what is wrong in it is named", async (t) => {
  const text = '/* Opens the sluice. */\nint open_sluice(int pressure) {\n  return pressure;\n}\n';
  const cli = commandLine(t, { 'pump.tide': text, '.vscode/settings.json': '{ "files.associations": { "*.tide": "c", "*.note": 3 } }\n' });
  const { root } = cli.folder;
  const args = ['symbol', 'open_sluice', '--dir', root];
  assert.deepEqual(
    (await cli.json(args)).definitions.map(({ path, language }: { path: string; language: string }) => [path, language]),
    [['pump.tide', 'c']],
  );
  const note = 'meshrag: files.associations has {"*.note":3}, expected a glob and the id of a language; the rest is used';
  assert.deepEqual((await cli.run([...args, '--text'])).stderr.trim().split('\n'), [note]);
  cli.folder.write('.vscode/settings.json', '{ "files.associations": ["*.tide"] }\n');
  const { stderr } = await cli.run(['index', root, '--verify']);
  assert.match(stderr, /files\.associations is \["\*\.tide"\], expected an object with globs and ids of languages; the default is used/);
  assert.deepEqual((await cli.json(args)).definitions, []);
});
