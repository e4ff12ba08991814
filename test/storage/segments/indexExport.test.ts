import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { createLexicons } from '../../../src/engine/text/words/lexicon.ts';
import { finish } from '../../../src/engine/util/steps.ts';
import { indexVersion } from '../../../src/engine/version.ts';
import { type ExportSource, exportBytes, mayBeExport, readExport, writeExport } from '../../../src/storage/segments/indexExport.ts';
import { ExportError, type ExportHead } from '../../../src/storage/served/exportForm.ts';
import { idOf, lexicons, segmentOf } from '../../support/storeRows.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';

const commit = 'c'.repeat(40);
const whole = [segmentOf({ a: 'one', b: 'two' })];

function exported(context: TestContext, more: Partial<ExportSource> = { commit }) {
  const directory = path.join(temporaryDirectory(context), 'export');
  const git = (file: string) => (file === 'a' ? { blob: 'b1', bytes: 3 } : undefined);
  const head = finish(writeExport(directory, { bytes: 6, saved: whole, git, lexicons, ...more }));
  return { directory, head };
}

const read = async (directory: string) => finish(readExport(directory, createLexicons()));
const isRefused = (reason: string) => (error: unknown) => error instanceof ExportError && error.reason === reason;

test('an export is read as it was written', async (context) => {
  const { directory, head } = exported(context);
  const { files, chunks, bytes, segments } = head;
  assert.deepEqual(
    { version: head.version, commit: head.commit, files, chunks, bytes },
    { version: indexVersion, commit, files: 2, chunks: 2, bytes: 6 },
  );
  for (const name of fs.readdirSync(directory)) {
    // Windows has no such modes.
    if (process.platform !== 'win32') assert.equal(fs.statSync(path.join(directory, name)).mode & 0o777, 0o644, name);
  }
  const found = await read(directory);
  assert.deepEqual(found.head, head);
  assert.deepEqual(
    [...found.files].map(([file, { content }]) => [file, content]),
    [
      ['a', { ...idOf('one'), git: { blob: 'b1', bytes: 3 } }],
      ['b', { ...idOf('two'), git: undefined }],
    ],
  );
  assert.deepEqual([found.files.size, found.files.chunks, found.files.bytes, found.files.countChunks('b')], [2, 2, 3, 1]);
  assert.deepEqual(
    found.saved.map(({ segment }) => segment.paths),
    [['a', 'b']],
  );
  const named = [head.blobs, ...segments].map(({ name }) => name);
  assert.deepEqual(fs.readdirSync(directory).sort(), ['CACHEDIR.TAG', 'export.json', ...named].sort());
  assert.equal(
    exportBytes(directory),
    fs.readdirSync(directory).reduce((sum, name) => sum + fs.statSync(path.join(directory, name)).size, 0),
  );
  assert.match(found.digest, /^[0-9a-f]{64}$/);
  const outside = exported(context, {});
  assert.equal('commit' in outside.head, false);
  assert.notEqual((await read(outside.directory)).digest, found.digest);
});

test('it has a content by its hash and language, or by its blob and size', async (context) => {
  const { files } = await read(exported(context).directory);
  const one = idOf('one');
  assert.deepEqual(
    [{ path: 'a' }, { path: 'b' }, { path: 'a', language: 'x' }, { path: 'c' }].map(({ path: file, ...more }) =>
      files.has(file, { ...one, ...more }),
    ),
    [true, false, false, false],
  );
  assert.deepEqual(files.contentOf('a', 'b1', 3), one);
  assert.deepEqual(
    [files.contentOf('a', 'b2', 3), files.contentOf('a', 'b1', 4), files.contentOf('b', '', 0)],
    [undefined, undefined, undefined],
  );
});

test('an export whose files are not what it names is damaged', async (context) => {
  const { directory, head } = exported(context);
  for (const { name } of [head.blobs, ...head.segments]) {
    const file = path.join(directory, name);
    const bytes = fs.readFileSync(file);
    fs.writeFileSync(
      file,
      bytes.map((byte, i) => (i === bytes.length - 3 ? byte ^ 1 : byte)),
    );
    await assert.rejects(read(directory), isRefused('damaged'), name);
    fs.rmSync(file);
    await assert.rejects(read(directory), isRefused('damaged'), name);
    fs.writeFileSync(file, bytes);
  }
  await read(directory);
});

test('an export whose documents have no path, no content or no line among the blobs is damaged', async (context) => {
  const [one] = whole;
  if (one === undefined) throw new Error('no segment');
  const without = { ...one, contents: [undefined, idOf('two')] };
  const named = { ...one, contents: [{ hash: 'x', language: 'text' }, idOf('two')] };
  const above = segmentOf({ '../a': 'one' });
  const twice = [segmentOf({ a: 'one' }), segmentOf({ a: 'two' })];
  for (const saved of [[without], [named], [above], twice])
    await assert.rejects(read(exported(context, { saved }).directory), isRefused('damaged'));
  const { directory } = exported(context);
  const other = exported(context, { saved: [segmentOf({ a: 'one' })] });
  fs.cpSync(other.directory, directory, { recursive: true });
  fs.writeFileSync(path.join(directory, 'export.json'), JSON.stringify({ ...exported(context).head, blobs: other.head.blobs }));
  await assert.rejects(read(directory), isRefused('damaged'));
});

test('what its head says is checked', async (context) => {
  const { directory, head } = exported(context);
  const write = (text: string) => fs.writeFileSync(path.join(directory, 'export.json'), text);
  const wrong: readonly Partial<Record<keyof ExportHead, unknown>>[] = [
    ...[{ version: 5 }, { commit: 'x' }, { commit: 'c'.repeat(39) }, { commit: 'x'.repeat(40) }, { files: -1 }, { chunks: 0.5 }],
    ...[
      { bytes: '6' },
      { segments: [{ name: '../x', bytes: 1 }] },
      { segments: 'x' },
      { blobs: 'x' },
      { blobs: { name: 'blobs', bytes: 1 } },
      { blobs: { ...head.blobs, bytes: -1 } },
    ],
  ];
  for (const fields of wrong) {
    write(JSON.stringify({ ...head, ...fields }));
    await assert.rejects(read(directory), isRefused('damaged'), JSON.stringify(fields));
  }
  write(JSON.stringify({ ...head, commit: 'd'.repeat(64) }));
  assert.equal((await read(directory)).head.commit, 'd'.repeat(64));
  write(JSON.stringify({ version: 'another' }));
  await assert.rejects(read(directory), isRefused('version'));
  for (const text of ['{', 'null', '']) {
    write(text);
    await assert.rejects(read(directory), isRefused('damaged'), text);
  }
});

test('a directory without a head is foreign, and a missing one is reported as it is', async (context) => {
  const root = temporaryDirectory(context);
  fs.writeFileSync(path.join(root, 'notes'), '');
  await assert.rejects(read(root), isRefused('foreign'));
  await assert.rejects(read(path.join(root, 'missing')), { code: 'ENOENT' });
  assert.deepEqual(
    [mayBeExport(root), mayBeExport(path.join(root, 'missing')), mayBeExport(path.join(root, 'notes'))],
    [false, true, false],
  );
  assert.equal(mayBeExport(exported(context).directory), true);
  fs.mkdirSync(path.join(root, 'empty'));
  assert.equal(mayBeExport(path.join(root, 'empty')), true);
});
