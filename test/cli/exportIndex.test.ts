/** An exported index: imported by a clone, and refused with one line if it cannot be trusted. */

import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { createLexicons, type Lexicon } from '../../src/engine/text/words/lexicon.ts';
import { finish } from '../../src/engine/util/steps.ts';
import { createService } from '../../src/service/createService.ts';
import { readExport, writeExport } from '../../src/storage/segments/indexExport.ts';
import { defaultSettings } from '../../src/workspace/settings.ts';
import { git, gitEnvironment } from '../support/gitTrees.ts';
import { cacheIn, runHere } from '../support/inProcess.ts';
import { type WorkFolder, workFolder } from '../support/workFolder.ts';

const files = {
  'src/tide.ts': `/** Reads the tide table of a harbour. */\nexport function readTideTable(harbour: string): number[] {\n  return tables.get(harbour) ?? [];\n}\n`,
  'docs/guide.md': '# Guide\n\nThe pilot asks `readTideTable` before the ship leaves the quay.\n',
  'docs/quay.md': '# Quay\n\nShips are moored at the quay with two lines.\n',
  'Überblick.md': '# Überblick\n\n重新 laden\n',
};

test('a clone that imports an exported index equals one that was built, and only what differs is analysed', async (t) => {
  const { folder, directory, env } = await exported(t);
  const clone = path.join(folder.parent, 'clone');
  git(folder.parent, gitEnvironment(folder.parent), 'clone', '-q', folder.root, clone);
  fs.writeFileSync(path.join(clone, 'docs/quay.md'), '# Quay\n\nThe quay was closed.\n');
  fs.writeFileSync(path.join(clone, 'new.md'), '# New\n\nA new lighthouse.\n');
  // Files that have just been written are read again, since their time stamps are not reliable yet.
  for (const name of fs.readdirSync(clone, { recursive: true, encoding: 'utf8' }))
    if (name.endsWith('.md') || name.endsWith('.ts')) fs.utimesSync(path.join(clone, name), new Date(0), new Date(0));
  const commit = git(folder.root, gitEnvironment(folder.parent), 'rev-parse', 'HEAD').trim();
  const imported = await runHere(['import', directory, '--dir', clone, '--json'], env);
  assert.equal(imported.status, 0, imported.stderr);
  const { files: known, same, analysed, commit: of, digest } = JSON.parse(imported.stdout);
  assert.deepEqual({ known, same, analysed, of }, { known: 4, same: 3, analysed: 2, of: commit });
  assert.equal(digest, sha256(fs.readFileSync(path.join(directory, 'export.json'))));

  const compared = await runHere(['index', clone, '--verify', '--digest', '--json'], env);
  const built = await runHere(['index', clone, '--digest', '--json', '--index', path.join(folder.parent, 'built')], env);
  assert.equal(JSON.parse(compared.stdout).filesRead, 0);
  assert.equal(JSON.parse(compared.stdout).difference, null);
  assert.equal(JSON.parse(compared.stdout).digest, JSON.parse(built.stdout).digest);

  const again = await runHere(['import', directory, '--dir', clone, '--text'], env);
  assert.match(again.stdout, new RegExp(`^Imported 3 files of commit ${commit.slice(0, 12)} in .*; 2 others analysed\\.\n$`));
});

test('files that git reports as unchanged since the export are not read', async (t) => {
  const { folder, directory, env } = await exported(t);
  for (let i = 0; i < 8; i++) folder.write(`buoys/${i}.md`, `# Buoy ${i}\n`);
  git(folder.root, gitEnvironment(folder.parent), 'add', '-A');
  assert.equal((await runHere(['export', directory, '--dir', folder.root], env)).status, 0);
  const clone = path.join(folder.parent, 'clone');
  git(folder.root, gitEnvironment(folder.parent), 'commit', '-qm', 'two');
  git(folder.parent, gitEnvironment(folder.parent), 'clone', '-q', folder.root, clone);
  fs.writeFileSync(path.join(clone, 'docs/quay.md'), '# Quay\n\nThe quay was closed.\n');
  // Digests that no file has: only git's ids can match.
  const lexicons = createLexicons();
  const read = finish(readExport(directory, lexicons));
  const fake = (hash: string): string => hash.replace(/^.{8}/, 'deadbeef');
  const renamed = path.join(folder.parent, 'renamed');
  finish(
    writeExport(renamed, {
      ...{ bytes: read.head.bytes, commit: read.head.commit },
      git: (name) => read.files.get(name)?.content.git,
      saved: read.saved.map(({ segment, contents }) => ({ segment, contents: contents.map((id) => id && { ...id, hash: fake(id.hash) }) })),
      lexicons,
    }),
  );
  const { status, stdout, stderr } = await runHere(['import', renamed, '--dir', clone, '--json'], env);
  assert.equal(status, 0, stderr);
  assert.deepEqual([JSON.parse(stdout).same, JSON.parse(stdout).analysed], [11, 1]);
  // Outside of git, as for a folder that is not trusted, each is read.
  fs.renameSync(path.join(clone, '.git'), path.join(folder.parent, 'git'));
  const outside = await runHere(['import', renamed, '--dir', clone, '--json', '--index', path.join(folder.parent, 'outside')], env);
  assert.deepEqual([JSON.parse(outside.stdout).same, JSON.parse(outside.stdout).analysed], [0, 12]);
});

test('with an old export, what has changed since is read and analysed as in a first build', async (t) => {
  const folder = workFolder(t);
  const env = cacheIn(folder.parent);
  const text = (i: number, word: string): string => `# Buoy ${i}\n\nThe ${word} buoy ${i} marks the channel.\n`;
  for (let i = 0; i < 320; i++) folder.write(`buoys/${i}.md`, text(i, 'red'));
  const directory = path.join(folder.parent, 'old');
  assert.equal((await runHere(['export', directory, '--dir', folder.root], env)).status, 0);
  for (let i = 0; i < 260; i++) folder.write(`buoys/${i}.md`, text(i, 'green'));
  const index = ['--index', path.join(folder.parent, 'fresh'), '--json'];
  const { status, stdout, stderr } = await runHere(['import', directory, '--dir', folder.root, ...index], env);
  assert.equal(status, 0, stderr);
  assert.deepEqual([JSON.parse(stdout).same, JSON.parse(stdout).analysed], [60, 260]);
  const { filesRead, difference } = JSON.parse((await runHere(['index', folder.root, '--verify', ...index], env)).stdout);
  assert.deepEqual([filesRead, difference], [0, null]);
});

test('an export contains words, names and paths, but no sentence of any file', async (t) => {
  const { directory } = await exported(t);
  const lexicons = createLexicons();
  const read = finish(readExport(directory, lexicons));
  const strings = (Object.values(lexicons) as Lexicon[]).flatMap((lexicon) =>
    Array.from({ length: lexicon.size }, (_, id) => lexicon.text(id)),
  );
  const paths = [...read.files.keys()];
  const all = `${paths} ${strings} ${fs.readdirSync(directory).map((name) => fs.readFileSync(path.join(directory, name), 'latin1'))}`;
  for (const text of ['asks `readTideTable`', 'moored at the quay', 'tables.get(harbour)']) assert.ok(!all.includes(text), text);
  assert.ok(paths.includes('docs/guide.md') && strings.includes('readtidetable'));
});

test('a worktree and a clone find the export in the directory that git shares; no other place is searched', async (t) => {
  const { folder, directory, env } = await exported(t);
  const gitEnv = gitEnvironment(folder.parent);
  const clone = path.join(folder.parent, 'clone');
  git(folder.parent, gitEnv, 'clone', '-q', folder.root, clone);
  const [name] = segmentFiles(directory);
  /** Whether the index of a folder has the segments of the export. */
  const isSeeded = async (where: string): Promise<boolean> => {
    fs.rmSync(path.join(folder.parent, 'seeded'), { recursive: true, force: true });
    const { status, stderr } = await runHere(['index', where, '--index', path.join(folder.parent, 'seeded')], env);
    assert.deepEqual([status, stderr], [0, '']);
    return segmentFiles(path.join(folder.parent, 'seeded')).includes(name as string);
  };
  // Another worktree would be found first.
  fs.rmSync(path.join(folder.parent, 'cache'), { recursive: true });
  fs.cpSync(directory, path.join(clone, 'meshrag-index'), { recursive: true });
  assert.equal(await isSeeded(clone), false);
  fs.renameSync(path.join(clone, 'meshrag-index'), path.join(clone, '.git/meshrag-index'));
  fs.rmSync(path.join(folder.parent, 'cache'), { recursive: true });
  assert.equal(await isSeeded(clone), true);
  git(clone, gitEnv, 'worktree', 'add', '-q', '../tree');
  fs.rmSync(path.join(folder.parent, 'cache'), { recursive: true });
  assert.equal(await isSeeded(path.join(folder.parent, 'tree')), true);

  fs.rmSync(path.join(folder.parent, 'cache'), { recursive: true });
  const file = path.join(clone, '.git/meshrag-index', name as string);
  fs.writeFileSync(file, fs.readFileSync(file).subarray(0, 200));
  const { stdout, stderr } = await runHere(['search', 'moored', '--dir', clone, '--json'], env);
  assert.equal(JSON.parse(stdout).results[0].path, 'docs/quay.md');
  assert.match(
    stderr,
    /^".*meshrag-index" is damaged: its content differs from what was exported; get a new copy\. The files are analysed here instead\.\n$/,
  );
});

test('an export that is damaged, foreign, of another version or a bomb is refused with one line, and the index is kept', async (t) => {
  const { folder, directory, env } = await exported(t);
  const service = createService();
  t.after(() => service.close());
  await service.openFolder(folder.root, { settings: defaultSettings, runGit: false });
  await service.idle();
  const before = await service.digest(folder.root);
  const wrong = path.join(folder.parent, 'wrong');
  const head = JSON.parse(fs.readFileSync(path.join(directory, 'export.json'), 'utf8'));
  /** Refuses a copy of the export in which something was changed. */
  const refused = async (what: string, change: () => void, expected: RegExp): Promise<void> => {
    fs.rmSync(wrong, { recursive: true, force: true });
    fs.cpSync(directory, wrong, { recursive: true });
    change();
    await assert.rejects(service.importIndex(folder.root, wrong), ({ message }: Error) => {
      assert.match(message, /^".*wrong" [^\n]*$/, what);
      assert.match(message, expected, what);
      return true;
    });
  };
  const put = (name: string, content: string | Uint8Array): void => fs.writeFileSync(path.join(wrong, name), content);
  for (const name of fs.readdirSync(directory).filter((one) => one !== 'CACHEDIR.TAG')) {
    const sound = fs.readFileSync(path.join(directory, name));
    const isHead = name === 'export.json';
    for (let at = isHead ? 40 : 0; at < sound.length; at += Math.ceil(sound.length / 7)) {
      const flipped = sound.with(at, (sound[at] as number) ^ 4);
      if (!isHead) await refused(`byte ${at} of ${name}`, () => put(name, flipped), /is damaged/);
    }
    for (const size of [0, sound.length >> 1, sound.length - 2]) {
      await refused(`${size} bytes of ${name}`, () => put(name, sound.subarray(0, size)), /is damaged/);
    }
    if (!isHead) await refused(`without ${name}`, () => fs.rmSync(path.join(wrong, name)), /is damaged/);
  }
  await refused('no head', () => fs.rmSync(path.join(wrong, 'export.json')), /is not an exported index; meshrag export writes one/);
  const withHead = (changes: object): void => put('export.json', JSON.stringify({ ...head, ...changes }));
  await refused('version', () => withHead({ version: '0'.repeat(16) }), /another version of this program; export it again/);
  for (const changes of [
    { files: -1 },
    { commit: 'main' },
    { blobs: 'xyz' },
    { segments: ['../../etc/passwd'] },
    { segments: [`segments-${'0'.repeat(32)}`] },
    { segments: null },
  ])
    await refused(JSON.stringify(changes), () => withHead(changes), /is damaged/);
  for (const [name, expected] of [
    [folder.root, /is not an exported index/],
    [path.join(folder.root, 'docs/guide.md'), /is not an exported index/],
    [path.join(folder.parent, 'none'), /cannot be read \(ENOENT\); check its path and permissions/],
  ] as const)
    await assert.rejects(service.importIndex(folder.root, name), expected);
  assert.equal(await service.digest(folder.root), before);
  const { status, stderr } = await runHere(['import', wrong, '--dir', folder.root], env);
  assert.equal(status, 1);
  assert.match(stderr, /^meshrag: ".*wrong" is damaged[^\n]*\n$/);
});

test('a place that cannot be written, or that holds something else, is named and left alone', async (t) => {
  const { folder, directory, env } = await exported(t);
  const missing = await runHere(['export', path.join(folder.root, 'docs/quay.md/place'), '--dir', folder.root], env);
  assert.equal(missing.status, 1);
  assert.match(missing.stderr, /^meshrag: ".*place" cannot be written \(EEXIST\); choose another directory\.\n$/);
  const before = fs.readdirSync(folder.root);
  const taken = await runHere(['export', folder.root, '--dir', folder.root], env);
  assert.match(taken.stderr, /^meshrag: ".*" cannot be written \(EEXIST\); choose another directory\.\n$/);
  assert.deepEqual(fs.readdirSync(folder.root), before);
  const again = await runHere(['export', directory, '--dir', folder.root, '--text'], env);
  assert.match(again.stdout, /^Wrote .*first: 4 files of commit [0-9a-f]{12}, \d+ chunks\.\n/);
  assert.match(again.stdout, /It contains their words, names and paths, but no text\.\n$/);
  assert.deepEqual(
    fs.readdirSync(folder.parent).filter((name) => name.endsWith('.new')),
    [],
  );
  for (const args of [['export'], ['import'], ['import', 'a', 'b']])
    assert.equal((await runHere([...args, '--dir', folder.root], env)).status, 2);
});

/** A repository with `files`, and the export of its first commit. */
async function exported(t: TestContext): Promise<{ folder: WorkFolder; directory: string; env: Record<string, string> }> {
  const folder = workFolder(t, files);
  const gitEnv = gitEnvironment(folder.parent);
  git(folder.root, gitEnv, 'init', '-qb', 'main');
  git(folder.root, gitEnv, 'add', '-A');
  git(folder.root, gitEnv, 'commit', '-qm', 'one');
  const env = cacheIn(folder.parent);
  const directory = path.join(folder.parent, 'first');
  const { status, stdout, stderr } = await runHere(['export', directory, '--dir', folder.root, '--json'], env);
  assert.equal(status, 0, stderr);
  const bytes = fs.readdirSync(directory).reduce((sum, name) => sum + fs.statSync(path.join(directory, name)).size, 0);
  assert.deepEqual([JSON.parse(stdout).files, JSON.parse(stdout).writtenBytes], [4, bytes]);
  return { folder, directory, env };
}

function segmentFiles(directory: string): string[] {
  return fs.readdirSync(directory).filter((name) => name.startsWith('segments-'));
}

function sha256(content: Uint8Array): string {
  return createHash('sha256').update(content).digest('hex');
}
