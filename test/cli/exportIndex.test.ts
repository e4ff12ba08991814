/** An exported index: the same bytes for the same content, imported by a clone, and refused with one line if it cannot be trusted. */

import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import zlib from 'node:zlib';
import { artifactVersion } from '../../src/engine/version.ts';
import { createService } from '../../src/service/createService.ts';
import { inflated } from '../../src/storage/sqlite/sqliteRows.ts';
import { defaultSettings } from '../../src/workspace/settings.ts';
import { git, gitEnvironment } from '../support/gitTrees.ts';
import { commandLine } from '../support/programs.ts';
import { type WorkFolder, workFolder } from '../support/workFolder.ts';

const files = {
  'src/tide.ts': `/** Reads the tide table of a harbour. */\nexport function readTideTable(harbour: string): number[] {\n  return tables.get(harbour) ?? [];\n}\n`,
  'docs/guide.md': '# Guide\n\nThe pilot asks `readTideTable` before the ship leaves the quay.\n',
  'docs/quay.md': '# Quay\n\nShips are moored at the quay with two lines.\n',
  'Überblick.md': '# Überblick\n\n重新 laden\n',
};

test('a clone that imports an artifact equals one that was built, and only what differs is analysed', (t) => {
  const { folder, artifact, env } = exported(t);
  const clone = path.join(folder.parent, 'clone');
  git(folder.parent, gitEnvironment(folder.parent), 'clone', '-q', folder.root, clone);
  fs.writeFileSync(path.join(clone, 'docs/quay.md'), '# Quay\n\nThe quay was closed.\n');
  fs.writeFileSync(path.join(clone, 'new.md'), '# New\n\nA new lighthouse.\n');
  // Files that have just been written are read again, since their time stamps are not reliable yet.
  for (const name of fs.readdirSync(clone, { recursive: true, encoding: 'utf8' }))
    if (name.endsWith('.md') || name.endsWith('.ts')) fs.utimesSync(path.join(clone, name), new Date(0), new Date(0));
  const commit = git(folder.root, gitEnvironment(folder.parent), 'rev-parse', 'HEAD').trim();
  const imported = run(['import', artifact, '--dir', clone, '--json'], env);
  assert.equal(imported.status, 0, imported.stderr);
  const { files: known, same, analysed, commit: of, digest } = JSON.parse(imported.stdout);
  assert.deepEqual({ known, same, analysed, of }, { known: 4, same: 3, analysed: 2, of: commit });
  assert.equal(digest, fs.readFileSync(artifact).subarray(-32).toString('hex'));

  const compared = run(['index', clone, '--verify', '--digest', '--json'], env);
  const built = run(['index', clone, '--digest', '--json', '--index', path.join(folder.parent, 'built.sqlite')], env);
  assert.equal(JSON.parse(compared.stdout).filesRead, 0);
  assert.equal(JSON.parse(compared.stdout).difference, null);
  assert.equal(JSON.parse(compared.stdout).digest, JSON.parse(built.stdout).digest);

  const again = run(['import', artifact, '--dir', clone, '--text'], env);
  assert.match(again.stdout, new RegExp(`^Imported 3 files of commit ${commit.slice(0, 12)} in .*; 2 others analysed\\.\n$`));
});

test('files that git reports as unchanged since the export are not read', (t) => {
  const { folder, artifact, env } = exported(t);
  for (let i = 0; i < 8; i++) folder.write(`buoys/${i}.md`, `# Buoy ${i}\n`);
  git(folder.root, gitEnvironment(folder.parent), 'add', '-A');
  assert.equal(run(['export', artifact, '--dir', folder.root], env).status, 0);
  const clone = path.join(folder.parent, 'clone');
  git(folder.root, gitEnvironment(folder.parent), 'commit', '-qm', 'two');
  git(folder.parent, gitEnvironment(folder.parent), 'clone', '-q', folder.root, clone);
  fs.writeFileSync(path.join(clone, 'docs/quay.md'), '# Quay\n\nThe quay was closed.\n');
  // Digests that no file has: only git's ids can match.
  const renamed = changed(fs.readFileSync(artifact), (contents) => {
    for (const i of contents.hashes.keys()) contents.hashes[i] = i.toString(16).padStart(64, '0');
  });
  const file = path.join(folder.parent, 'renamed.idx');
  fs.writeFileSync(file, renamed);
  const { status, stdout, stderr } = run(['import', file, '--dir', clone, '--json'], env);
  assert.equal(status, 0, stderr);
  assert.deepEqual([JSON.parse(stdout).same, JSON.parse(stdout).analysed], [11, 1]);
  // Outside of git, as for a folder that is not trusted, each is read.
  fs.renameSync(path.join(clone, '.git'), path.join(folder.parent, 'git'));
  const outside = run(['import', file, '--dir', clone, '--json', '--index', path.join(folder.parent, 'outside.sqlite')], env);
  assert.deepEqual([JSON.parse(outside.stdout).same, JSON.parse(outside.stdout).analysed], [0, 12]);
});

test('with an old artifact, what has changed since is read and analysed as in a first build', (t) => {
  const folder = workFolder(t);
  const env = { XDG_CACHE_HOME: path.join(folder.parent, 'cache') };
  const text = (i: number, word: string): string => `# Buoy ${i}\n\nThe ${word} buoy ${i} marks the channel.\n`;
  for (let i = 0; i < 320; i++) folder.write(`buoys/${i}.md`, text(i, 'red'));
  const artifact = path.join(folder.parent, 'old.idx');
  assert.equal(run(['export', artifact, '--dir', folder.root], env).status, 0);
  for (let i = 0; i < 260; i++) folder.write(`buoys/${i}.md`, text(i, 'green'));
  const index = ['--index', path.join(folder.parent, 'fresh.sqlite'), '--json'];
  const { status, stdout, stderr } = run(['import', artifact, '--dir', folder.root, ...index], env);
  assert.equal(status, 0, stderr);
  assert.deepEqual([JSON.parse(stdout).same, JSON.parse(stdout).analysed], [60, 260]);
  const { filesRead, difference } = JSON.parse(run(['index', folder.root, '--verify', ...index], env).stdout);
  assert.deepEqual([filesRead, difference], [0, null]);
});

test('the same content gives the same bytes, whatever the history of the index', (t) => {
  const { folder, artifact, env } = exported(t);
  const other = path.join(folder.parent, 'other.sqlite');
  folder.write('docs/aside.md', '# Aside\n\nWords that come and go: barnacle, capstan.\n');
  folder.write('src/tide.ts', 'export const tide = 1;\n');
  assert.equal(run(['index', folder.root, '--index', other], env).status, 0);
  folder.remove('docs/aside.md');
  folder.write('src/tide.ts', files['src/tide.ts']);
  const second = path.join(folder.parent, 'second.idx');
  const { status, stdout, stderr } = run(['export', second, '--dir', folder.root, '--index', other, '--text'], env);
  assert.equal(status, 0, stderr);
  assert.match(stdout, /^Wrote .*second\.idx: 4 files of commit [0-9a-f]{12}, \d+ chunks\.\n/);
  assert.match(stdout, /It holds their words, names and paths, and none of their text\.\n$/);
  assert.deepEqual(fs.readFileSync(second), fs.readFileSync(artifact));
});

test('an artifact contains words, names and paths, but no sentence of any file', (t) => {
  const { artifact } = exported(t);
  const { contents, rest } = partsOf(fs.readFileSync(artifact));
  const strings = stringsIn(rest, contents).toString('latin1');
  const all = `${JSON.stringify(contents)} ${strings} ${rest.toString('latin1')}`;
  for (const text of ['asks `readTideTable`', 'moored at the quay', 'tables.get(harbour)']) assert.ok(!all.includes(text), text);
  assert.ok(contents.paths.includes('docs/guide.md') && strings.includes('readtidetable'));
});

test('a worktree and a clone find the artifact in the directory that git shares; no other place is searched', (t) => {
  const { folder, artifact, env } = exported(t);
  const gitEnv = gitEnvironment(folder.parent);
  const clone = path.join(folder.parent, 'clone');
  git(folder.parent, gitEnv, 'clone', '-q', folder.root, clone);
  // The guide with the analysis of another file: analysing the files themselves does not give this result.
  const swapped = changed(fs.readFileSync(artifact), (contents) => {
    const [one, other] = ['docs/guide.md', 'docs/quay.md'].map((name) => contents.places[contents.paths.indexOf(name)] as number);
    [contents.hashes[one!], contents.hashes[other!]] = [contents.hashes[other!] as string, contents.hashes[one!] as string];
  });
  const found = (where: string): string => {
    const { stdout, stderr } = run(['search', 'moored', '--dir', where, '--json'], env);
    assert.equal(stderr, '');
    return JSON.parse(stdout).results.map(({ path: file }: { path: string }) => file)[0];
  };
  fs.writeFileSync(path.join(clone, 'meshrag-index'), swapped);
  assert.equal(found(clone), 'docs/quay.md');
  fs.rmSync(path.join(clone, 'meshrag-index'));
  fs.writeFileSync(path.join(clone, '.git/meshrag-index'), swapped);
  run(['index', clone], { ...env, XDG_CACHE_HOME: path.join(folder.parent, 'empty') });
  assert.equal(found(clone), 'docs/quay.md', 'an index that is there is kept');
  fs.rmSync(path.join(folder.parent, 'cache'), { recursive: true });
  assert.equal(found(clone), 'docs/guide.md');
  git(clone, gitEnv, 'worktree', 'add', '-q', '../tree');
  fs.rmSync(path.join(folder.parent, 'cache'), { recursive: true });
  assert.equal(found(path.join(folder.parent, 'tree')), 'docs/guide.md');

  fs.rmSync(path.join(folder.parent, 'cache'), { recursive: true });
  fs.writeFileSync(path.join(clone, '.git/meshrag-index'), swapped.subarray(0, 200));
  const { stdout, stderr } = run(['search', 'moored', '--dir', clone, '--json'], env);
  assert.equal(JSON.parse(stdout).results[0].path, 'docs/quay.md');
  assert.match(
    stderr,
    /^".*meshrag-index" is damaged: its content is not what was exported; get it again\. The files are analysed here instead\.\n$/,
  );
});

test('a file that is damaged, truncated, foreign, of another version or a bomb is refused with one line, and the index is kept', async (t) => {
  const { folder, artifact, env } = exported(t);
  const sound = fs.readFileSync(artifact);
  const service = createService();
  t.after(() => service.close());
  await service.openFolder(folder.root, { settings: defaultSettings, runGit: false });
  await service.idle();
  const before = await service.digest(folder.root);
  const wrong: [name: string, bytes: Uint8Array, expected: RegExp][] = [];
  const afterVersion = sound.indexOf('\n') + 5;
  for (let at = afterVersion; at < sound.length; at += Math.ceil(sound.length / 9)) {
    const flipped = Buffer.from(sound);
    flipped[at] = (flipped[at] as number) ^ 4;
    wrong.push([`byte ${at}`, flipped, /is damaged/]);
  }
  for (const size of [15, 40, sound.length >> 1, sound.length - 1]) wrong.push([`${size} bytes`, sound.subarray(0, size), /is damaged/]);
  const zeros = zlib.brotliCompressSync(new Uint8Array(2 ** 28), { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: 1 } });
  wrong.push(
    ['empty', new Uint8Array(0), /is not an exported index; meshrag export writes one/],
    ['text', Buffer.from('Dear diary,\n'.repeat(50)), /is not an exported index/],
    [
      'format',
      resealed(Buffer.from(sound.toString('latin1').replace(artifactVersion, '0'.repeat(artifactVersion.length)), 'latin1')),
      /another version of this program; export it again/,
    ],
    ['bomb', withContents(sound, zeros, 2 ** 28), /is damaged/],
    ['bomb of a small size', withContents(sound, zeros, 1000), /is damaged/],
    ['bomb of a large part', withHead(sound, (head) => ({ ...head, contents: [2 ** 40, 2 ** 40] })), /is damaged/],
    ['no size', withHead(sound, (head) => ({ ...head, contents: [] })), /is damaged/],
    ['size', withHead(sound, (head) => ({ ...head, contents: [head.contents[0], head.contents[1] + 1] })), /is damaged/],
    ['cut', withRest(sound, (rest) => rest.subarray(0, -1)), /is damaged/],
  );
  for (const name of ['../escape.md', '/etc/passwd', 'docs//guide.md', './a.md', 'a\0b', '']) {
    wrong.push([`path ${JSON.stringify(name)}`, changed(sound, (contents) => Object.assign(contents.paths, { 0: name })), /is damaged/]);
  }
  const wrongPlaces = [-1, 4, 0.5, null];
  for (const place of wrongPlaces)
    wrong.push([`place ${place}`, changed(sound, ({ places }) => Object.assign(places, { 0: place })), /is damaged/]);
  wrong.push(['lengths', changed(sound, ({ sizes }) => Object.assign(sizes, { 0: (sizes[0] as number) + 1 })), /is damaged/]);
  wrong.push(['hash', changed(sound, ({ hashes }) => Object.assign(hashes, { 0: 'xyz' })), /is damaged/]);
  const file = path.join(folder.parent, 'wrong.idx');
  for (const [name, bytes, expected] of wrong) {
    fs.writeFileSync(file, bytes);
    await assert.rejects(service.importIndex(folder.root, file), ({ message }: Error) => {
      assert.match(message, /^".*wrong\.idx" [^\n]*$/, name);
      assert.match(message, expected, name);
      return true;
    });
  }
  for (const [name, expected] of [
    [folder.root, /is not an exported index/],
    [path.join(folder.parent, 'none.idx'), /cannot be read \(ENOENT\); check its path and permissions/],
  ] as const)
    await assert.rejects(service.importIndex(folder.root, name), expected);
  assert.equal(await service.digest(folder.root), before);
  const { status, stderr } = run(['import', file, '--dir', folder.root], env);
  assert.equal(status, 1);
  assert.match(stderr, /^meshrag: ".*wrong\.idx" is damaged[^\n]*\n$/);
});

test('invalid documents under a valid digest are analysed again', (t) => {
  const { folder, artifact, env } = exported(t);
  const file = path.join(folder.parent, 'zeros.idx');
  fs.writeFileSync(
    file,
    withRest(fs.readFileSync(artifact), (rest, { blocks }) => Buffer.from(rest).fill(0xff, sumOf(blocks))),
  );
  const clone = path.join(folder.parent, 'clone');
  git(folder.parent, gitEnvironment(folder.parent), 'clone', '-q', folder.root, clone);
  const { status, stderr } = run(['import', file, '--dir', clone], env);
  assert.equal(status, 0, stderr);
  assert.equal(JSON.parse(run(['index', clone, '--verify', '--json'], env).stdout).difference, null);
});

test('a file that cannot be written is named, and no other file is left next to it', (t) => {
  const { folder, env } = exported(t);
  const { status, stderr } = run(['export', path.join(folder.parent, 'no/such/place.idx'), '--dir', folder.root], env);
  assert.equal(status, 1);
  assert.match(stderr, /^meshrag: ".*place\.idx" cannot be written \(ENOENT\); name another file\.\n$/);
  const taken = path.join(folder.parent, 'taken');
  fs.mkdirSync(taken);
  assert.equal(run(['export', taken, '--dir', folder.root], env).status, 1);
  assert.deepEqual(
    fs.readdirSync(folder.parent).filter((name) => name.endsWith('.new')),
    [],
  );
  for (const args of [['export'], ['import'], ['import', 'a', 'b']]) assert.equal(run([...args, '--dir', folder.root], env).status, 2);
});

interface Contents {
  paths: string[];
  places: number[];
  hashes: string[];
  blocks: number[];
  sizes: number[];
}

interface Head {
  contents: [packed: number, size: number];
}

/** A repository with `files`, and the artifact of its first commit. */
function exported(t: TestContext): { folder: WorkFolder; artifact: string; env: NodeJS.ProcessEnv } {
  const folder = workFolder(t, files);
  const gitEnv = gitEnvironment(folder.parent);
  git(folder.root, gitEnv, 'init', '-qb', 'main');
  git(folder.root, gitEnv, 'add', '-A');
  git(folder.root, gitEnv, 'commit', '-qm', 'one');
  const env = { XDG_CACHE_HOME: path.join(folder.parent, 'cache') };
  const artifact = path.join(folder.parent, 'first.idx');
  const { status, stdout, stderr } = run(['export', artifact, '--dir', folder.root, '--json'], env);
  assert.equal(status, 0, stderr);
  assert.deepEqual([JSON.parse(stdout).files, JSON.parse(stdout).fileBytes], [4, fs.statSync(artifact).size]);
  return { folder, artifact, env };
}

/** The parts of an artifact; `rest` are its strings and documents. */
function partsOf(file: Buffer): { head: Head; packed: Buffer; contents: Contents; rest: Buffer } {
  const first = file.indexOf('\n');
  const second = file.indexOf('\n', first + 1);
  const head: Head = JSON.parse(file.toString('utf8', first + 1, second));
  const packed = file.subarray(second + 1, second + 1 + head.contents[0]);
  const contents: Contents = JSON.parse(zlib.brotliDecompressSync(packed).toString());
  return { head, packed, contents, rest: file.subarray(second + 1 + packed.length, -32) };
}

/** The strings in the blocks of an artifact. */
function stringsIn(rest: Buffer, { blocks }: Contents): Buffer {
  return Buffer.concat(blocks.map((size, i) => Buffer.from(inflated(rest.subarray(sumOf(blocks.slice(0, i))).subarray(0, size)))));
}

function sumOf(sizes: readonly number[]): number {
  return sizes.reduce((sum, size) => sum + size, 0);
}

function resealed(file: Buffer): Buffer {
  const content = file.subarray(0, -32);
  return Buffer.concat([content, createHash('sha256').update(content).digest()]);
}

/** An artifact of these parts, with a valid digest. */
function joined(head: object, packed: Buffer, rest: Buffer): Buffer {
  return resealed(
    Buffer.concat([Buffer.from(`meshrag index ${artifactVersion}\n${JSON.stringify(head)}\n`), packed, rest, Buffer.alloc(32)]),
  );
}

/** The same with another head. */
function withHead(file: Buffer, change: (head: Head) => object): Buffer {
  const { head, packed, rest } = partsOf(file);
  return joined(change(head), packed, rest);
}

/** The same with other contents, which claim to be of this size. */
function withContents(file: Buffer, packed: Buffer, size: number): Buffer {
  const { head, rest } = partsOf(file);
  return joined({ ...head, contents: [packed.length, size] }, packed, rest);
}

/** The same with other strings and documents. */
function withRest(file: Buffer, change: (rest: Buffer, contents: Contents) => Buffer): Buffer {
  const { head, packed, contents, rest } = partsOf(file);
  return joined(head, packed, change(rest, contents));
}

/** The same with contents that were changed. */
function changed(file: Buffer, change: (contents: Contents) => void): Buffer {
  const { contents } = partsOf(file);
  change(contents);
  const json = Buffer.from(JSON.stringify(contents));
  return withContents(file, zlib.brotliCompressSync(json), json.length);
}

function run(args: readonly string[], env: NodeJS.ProcessEnv): { status: number | null; stdout: string; stderr: string } {
  return spawnSync(process.execPath, [commandLine, ...args], { encoding: 'utf8', input: '', env: { ...process.env, ...env } });
}
