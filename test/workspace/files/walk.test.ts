import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, linkSync, mkdirSync, symlinkSync, truncateSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { type TestContext, test } from 'node:test';
import type { FolderListing } from '../../../src/workspace/entries.ts';
import { isSkipped } from '../../../src/workspace/entries.ts';
import { readDocument } from '../../../src/workspace/files/readDocument.ts';
import { listFolder } from '../../../src/workspace/files/walk.ts';
import { defaultSettings } from '../../../src/workspace/settings.ts';
import { gitEnvironment, writeTree } from '../../support/gitTrees.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';
import { describeFile, describeFiles } from '../describe.ts';

const onWindows = process.platform === 'win32' ? 'on Windows there are no such files' : false;

function reasons(listing: FolderListing): Record<string, string> {
  return Object.fromEntries(listing.skipped.map(({ path, reason }) => [path, reason]));
}

/** Lists, and checks that judging and reading single paths agree with the listing. */
async function listAndCompare(root: string): Promise<FolderListing> {
  const env = gitEnvironment(root);
  const listing = await listFolder(root, defaultSettings, { env });
  const paths = [...listing.files, ...listing.skipped].map(({ path }) => path.replace(/\/$/, ''));
  const single = await describeFiles(
    root,
    paths.filter((path) => !path.includes('\ufffd')),
    defaultSettings,
    { env },
  );
  for (const [path, outcome] of single) {
    const skipped = listing.skipped.find((other) => other.path === path);
    assert.deepEqual(outcome, skipped ?? listing.files.find((other) => other.path === path), path);
  }
  for (const { path, reason } of listing.skipped) {
    const read = path.endsWith('/') || path.includes('\ufffd') ? undefined : readDocument(root, path, defaultSettings);
    if (read !== undefined && ['link', 'not a regular file', 'too large'].includes(reason)) {
      assert.equal(read.kind === 'skipped' && read.reason, reason, path);
    }
  }
  return listing;
}

test('an empty folder has no files', async (context) => {
  const listing = await listFolder(temporaryDirectory(context), defaultSettings);
  assert.deepEqual(listing, { files: [], skipped: [], directories: [''], problems: [] });
});

test('a folder that is missing, is a file, or vanishes is named in a clear error', async (context) => {
  const root = temporaryDirectory(context);
  writeTree(root, { file: '' });
  await assert.rejects(listFolder(join(root, 'none'), defaultSettings), /Cannot list folder ".*none": it does not exist \(any more\)/);
  await assert.rejects(listFolder(join(root, 'file'), defaultSettings), /Cannot list folder ".*file": it is not a directory/);
  await assert.rejects(describeFile(join(root, 'none'), 'x', defaultSettings), /Cannot list folder/);
});

test('entries carry the figures of stat, sorted by code units', async (context) => {
  const root = temporaryDirectory(context);
  writeTree(root, { 'b.ts': '12345', 'a/z': '', 'a.b': '', Z: '', é: '', '😀': '', '\uffee': '' });
  const { files } = await listAndCompare(root);
  assert.deepEqual(
    files.map((file) => file.path),
    ['Z', 'a.b', 'a/z', 'b.ts', 'é', '😀', '\uffee'],
  );
  const file = files[3];
  assert.equal(file?.size, 5);
  assert.equal(typeof file?.mtimeNs, 'bigint');
  assert.ok((file?.inode ?? 0n) > 0n);
});

test('links are never followed: out of the folder, in circles, broken, to files and directories', { skip: onWindows }, async (context) => {
  const home = temporaryDirectory(context);
  writeTree(home, { 'outside/secret.txt': 'x', 'f/real/a.ts': 'x' });
  const root = join(home, 'f');
  symlinkSync('../outside', join(root, 'out'));
  symlinkSync('../outside/secret.txt', join(root, 'out.txt'));
  symlinkSync('.', join(root, 'loop'));
  symlinkSync('missing', join(root, 'broken'));
  symlinkSync('broken2', join(root, 'broken2'));
  symlinkSync('real', join(root, 'inner'));
  linkSync(join(root, 'real/a.ts'), join(root, 'hard.ts'));
  const listing = await listAndCompare(root);
  assert.deepEqual(
    listing.files.map((file) => file.path),
    ['hard.ts', 'real/a.ts'],
  );
  assert.deepEqual([...new Set(Object.values(reasons(listing)))], ['link']);
  assert.equal(listing.skipped.length, 6);
  for (const path of ['out/secret.txt', 'inner/a.ts', 'loop/real/a.ts']) {
    const outcome = await describeFile(root, path, defaultSettings);
    assert.ok(outcome !== undefined && isSkipped(outcome) && outcome.reason === 'link', path);
    const read = readDocument(root, path, defaultSettings);
    assert.deepEqual(read, { kind: 'skipped', reason: 'link' }, path);
  }
  symlinkSync(root, join(home, 'alias'));
  assert.equal((await listFolder(join(home, 'alias'), defaultSettings)).files.length, 2, 'the folder itself may be reached by a link');
  assert.equal(readDocument(join(home, 'alias'), 'real/a.ts', defaultSettings).kind, 'text');
});

test('a FIFO and a socket are skipped and nothing waits for them', { skip: onWindows }, async (context) => {
  const root = temporaryDirectory(context);
  execFileSync('mkfifo', [join(root, 'pipe.ts'), join(root, '.gitignore')]);
  const server = createServer().listen(join(root, 'socket.ts'));
  await new Promise((resolve) => server.once('listening', resolve));
  writeTree(root, { 'a.ts': '' });
  const listing = await listAndCompare(root);
  server.close();
  assert.deepEqual(
    listing.files.map((file) => file.path),
    ['a.ts'],
  );
  assert.deepEqual(reasons(listing), {
    '.gitignore': 'not a regular file',
    'pipe.ts': 'not a regular file',
    'socket.ts': 'not a regular file',
  });
});

test('a file and a directory of mode 000 are reported, and the rest is listed', { skip: onWindows }, async (context) => {
  const root = temporaryDirectory(context);
  writeTree(root, { 'open.ts': 'x', 'closed.ts': 'x', 'closed/a.ts': 'x' });
  chmodSync(root, 0o755);
  chmodSync(join(root, 'closed.ts'), 0);
  chmodSync(join(root, 'closed'), 0);
  const listing = await asNobody(context, root, async () => {
    assert.deepEqual(readDocument(root, 'closed.ts', defaultSettings), { kind: 'skipped', reason: 'unreadable', detail: 'EACCES' });
    assert.deepEqual(readDocument(root, 'closed/a.ts', defaultSettings), { kind: 'skipped', reason: 'unreadable', detail: 'EACCES' });
    return listFolder(root, defaultSettings, { env: {} });
  });
  chmodSync(join(root, 'closed'), 0o755);
  assert.deepEqual(
    listing.files.map((file) => file.path),
    ['closed.ts', 'open.ts'],
  );
  assert.deepEqual(listing.skipped, [{ path: 'closed/', reason: 'unreadable', detail: 'EACCES' }]);
});

/** root may read everything, so the work is done as another user. */
async function asNobody<Value>(context: TestContext, root: string, work: () => Promise<Value>): Promise<Value> {
  if (process.geteuid?.() !== 0) {
    return work();
  }
  const nobody = 65_534;
  chownSync(root, nobody, nobody);
  process.seteuid?.(nobody);
  context.after(() => process.seteuid?.(0));
  try {
    return await work();
  } finally {
    process.seteuid?.(0);
  }
}

test('a file of 2 GB is not opened', async (context) => {
  const root = temporaryDirectory(context);
  writeTree(root, { 'big.ts': '', 'data.json': 'x'.repeat(65_537), 'small.json': 'x'.repeat(65_536) });
  truncateSync(join(root, 'big.ts'), 2 * 1024 ** 3);
  const listing = await listAndCompare(root);
  assert.deepEqual(
    listing.files.map((file) => file.path),
    ['small.json'],
  );
  assert.deepEqual(reasons(listing), { 'big.ts': 'too large', 'data.json': 'data' });
  assert.match(listing.skipped[0]?.detail ?? '', /2147483648 bytes, at most 1048576/);
});

test('names with spaces, newlines, emoji, controls and backslashes are listed and read', { skip: onWindows }, async (context) => {
  const root = temporaryDirectory(context);
  const names = [
    'with space.ts',
    ' lead',
    'trail ',
    'new\nline.md',
    '😀.ts',
    'tab\t',
    'back\\slash.ts',
    '\u001b[31mred.ts',
    '\ufffd.ts',
    'e\u0301.ts',
    '-rf',
    '*.glob',
    '#x',
    '!y',
  ];
  writeTree(
    root,
    Object.fromEntries(
      names.flatMap((name) => [
        [name, name],
        [`in ${name}/${name}`, name],
      ]),
    ),
  );
  const { files } = await listAndCompare(root);
  assert.equal(files.length, names.length * 2);
  for (const { path } of files) {
    const read = readDocument(root, path, defaultSettings);
    assert.equal(read.kind === 'text' && read.text, path.startsWith('in ') ? path.slice(path.lastIndexOf('/') + 1) : path);
  }
});

test('a name that is not valid UTF-8 is reported with its bytes', {
  skip: process.platform === 'linux' ? false : 'needs a file system of bytes',
}, async (context) => {
  const root = temporaryDirectory(context);
  writeTree(root, { 'good.ts': '', '\ufffd.ts': '' });
  writeFileSync(Buffer.concat([Buffer.from(`${root}/caf`), Buffer.from([0xe9]), Buffer.from('.ts')]), 'x');
  mkdirSync(Buffer.concat([Buffer.from(`${root}/dir`), Buffer.from([0xff])]));
  const listing = await listFolder(root, defaultSettings);
  assert.deepEqual(
    listing.files.map((file) => file.path),
    ['good.ts', '\ufffd.ts'],
  );
  assert.deepEqual(listing.skipped, [
    { path: 'caf\ufffd.ts', reason: 'name not valid UTF-8', detail: 'caf\\xe9.ts' },
    { path: 'dir\ufffd', reason: 'name not valid UTF-8', detail: 'dir\\xff' },
  ]);
});

test('10,000 files in one directory are listed with progress, yielding to other work, until cancelled', async (context) => {
  const root = temporaryDirectory(context);
  for (let index = 0; index < 10_000; index++) {
    writeFileSync(join(root, `file${index}.ts`), '');
  }
  const progress: number[] = [];
  let turns = 0;
  const ticker = setInterval(() => turns++, 1);
  const before = performance.now();
  const listing = await listFolder(root, defaultSettings, { onProgress: (found) => progress.push(found) });
  clearInterval(ticker);
  context.diagnostic(`10,000 files in ${Math.round(performance.now() - before)} ms, ${turns} turns`);
  assert.equal(listing.files.length, 10_000);
  assert.equal(progress.at(-1), 10_000);
  assert.ok(turns > 0 || progress.length === 1);
  await assert.rejects(listFolder(root, defaultSettings, { signal: AbortSignal.abort(new Error('stop')) }), /stop/);
  const controller = new AbortController();
  const aborted = listFolder(root, defaultSettings, {
    signal: controller.signal,
    onProgress: () => controller.abort(new Error('stop later')),
  });
  await aborted.then(
    () => context.diagnostic('listed before the first turn'),
    (error) => assert.match(String(error), /stop later/),
  );
});

test('describeFile() recognises missing files and directories, and rejects paths out of the folder', async (context) => {
  const root = temporaryDirectory(context);
  writeTree(root, { 'a/b.ts': 'x', '.git/config': '' });
  for (const path of ['none', 'a/none', 'none/b', 'a', 'a/b.ts/c', '.git/config']) {
    assert.equal(await describeFile(root, path, defaultSettings), undefined, path);
  }
  await assert.rejects(describeFile(root, '../x', defaultSettings), RangeError);
});
