import assert from 'node:assert/strict';
import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, rmSync, statSync, truncateSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import type { Commit } from '../../../../src/engine/past/past.ts';
import type { FolderPast } from '../../../../src/service/folder/past/folderPast.ts';
import { git, gitEnvironment } from '../../../support/gitTrees.ts';
import { historyFolder, pastOf } from '../../../support/history.ts';

/** The commits, oldest first. */
function commitsOf({ now }: FolderPast): readonly Commit[] {
  return Array.from({ length: now?.past.size ?? 0 }, (_, at) => now?.past.commit(at) as Commit);
}

const subjects = (past: FolderPast): readonly string[] => commitsOf(past).map(({ subject }) => subject);
const filesOf = (past: FolderPast): readonly string[] =>
  commitsOf(past).map(({ files }) =>
    files.map(({ kind, path, from }) => `${kind} ${from === undefined ? '' : `${from} > `}${path}`).join(', '),
  );

test('commits are read with their messages, dates and files; what names people is left out and credentials are masked', async (t) => {
  const folder = historyFolder(t);
  folder.write('src/a.ts', 'export const a = 1;\nexport const b = 2;\nexport const c = 3;\n');
  folder.write('src/with space\n.ts', 'x');
  const id = folder.commit(
    'Count from one\n\nZero was taken.\n\nSigned-off-by: Ada <ada@example.com>\nCo-authored-by: B <b@example.com>\n',
  );
  folder.rename('src/a.ts', 'lib/a.ts');
  folder.commit('Move it');
  folder.rename('lib/a.ts', 'lib/b.ts');
  folder.write('lib/b.ts', 'export const a = 1;\nexport const b = 2;\nexport const c = 4;\n');
  folder.remove('src/with space\n.ts');
  folder.commit('api_key = "AKIA4HDN7QJ2XW5TLPZK9"\n\npassword: hunter2Xk9-qPz84');
  const past = await pastOf(folder.root);
  const [first, , last] = commitsOf(past);
  assert.deepEqual({ ...first, files: [] }, { id, date: 1_700_000_060, subject: 'Count from one', body: 'Zero was taken.', files: [] });
  assert.deepEqual(filesOf(past), [
    'added src/a.ts, added src/with space\n.ts',
    'moved src/a.ts > lib/a.ts',
    'renamed lib/a.ts > lib/b.ts, removed src/with space\n.ts',
  ]);
  assert.doesNotMatch(`${last?.subject}${last?.body}`, /AKIA4|hunter2/);
  assert.deepEqual(
    past.now?.past.commitsChanging('lib/b.ts').map(({ at }) => at),
    [2, 1, 0],
  );
  assert.equal(
    past.now?.past.presentPath('src/a.ts', (path) => path === 'lib/b.ts'),
    'lib/b.ts',
  );
});

test('the past is kept beside the index, and a new commit is added to it', async (t) => {
  const folder = historyFolder(t);
  const indexDirectory = join(folder.parent, 'index');
  mkdirSync(indexDirectory);
  for (const name of ['one', 'two']) {
    folder.write(`${name}.ts`, name);
    folder.commit(`Add ${name}`);
  }
  await pastOf(folder.root, { indexDirectory });
  const file = join(indexDirectory, 'past');
  if (process.platform !== 'win32') assert.equal(statSync(file).mode & 0o777, 0o600);
  const before = readFileSync(file);
  const again = await pastOf(folder.root, { indexDirectory });
  assert.deepEqual([subjects(again), readFileSync(file).equals(before)], [['Add one', 'Add two'], true]);
  folder.write('three.ts', 'three');
  folder.commit('Add three');
  const next = await pastOf(folder.root, { indexDirectory });
  const anew = await pastOf(folder.root);
  assert.deepEqual(subjects(next), ['Add one', 'Add two', 'Add three']);
  assert.deepEqual(commitsOf(next), commitsOf(anew));
  const { textAt: _, ...columns } = next.now?.past.columns ?? assert.fail();
  const { textAt: __, ...others } = anew.now?.past.columns ?? assert.fail();
  assert.deepEqual({ ...columns }, { ...others });

  truncateSync(file, 100);
  assert.deepEqual(subjects(await pastOf(folder.root, { indexDirectory })), ['Add one', 'Add two', 'Add three']);
  writeFileSync(file, readFileSync(file).fill(7, 200, 260));
  assert.deepEqual(subjects(await pastOf(folder.root, { indexDirectory })), ['Add one', 'Add two', 'Add three']);

  assert.deepEqual(subjects(await pastOf(folder.root, { indexDirectory, history: false })), []);
  assert.ok(!existsSync(file), 'what was turned off is not kept');
});

test('a rewritten history and another branch leave nothing of the old one', async (t) => {
  const folder = historyFolder(t);
  const indexDirectory = join(folder.parent, 'index');
  mkdirSync(indexDirectory);
  folder.write('a.ts', '1');
  folder.commit('One');
  folder.write('a.ts', '2');
  folder.commit('Two');
  await pastOf(folder.root, { indexDirectory });
  folder.git('commit', '-q', '--amend', '-m', 'Two, amended');
  assert.deepEqual(subjects(await pastOf(folder.root, { indexDirectory })), ['One', 'Two, amended']);
  folder.git('switch', '-q', '-c', 'other', 'HEAD~1');
  folder.write('b.ts', '1');
  folder.commit('Other');
  folder.git('pack-refs', '--all');
  assert.deepEqual(subjects(await pastOf(folder.root, { indexDirectory })), ['One', 'Other']);
});

test('there is no history outside of a repository, without commits, where git may not be run, and where it is turned off', async (t) => {
  const folder = historyFolder(t);
  assert.deepEqual([(await pastOf(folder.root)).now?.past.size, (await pastOf(folder.root)).problem], [0, undefined]);
  folder.write('a.ts', '1');
  folder.commit('One');
  assert.equal((await pastOf(folder.root, { runGit: false })).now, undefined);
  assert.equal((await pastOf(folder.root, { history: false })).now, undefined);
  assert.equal((await pastOf(folder.parent)).now, undefined);
  const { PATH } = process.env;
  process.env.PATH = folder.root;
  t.after(() => {
    process.env.PATH = PATH;
  });
  assert.match((await pastOf(folder.root)).problem ?? '', /there is no git on the PATH/);
});

test('a shallow clone has its commits and says that older ones are missing, until they are fetched', async (t) => {
  const folder = historyFolder(t);
  for (const n of [1, 2, 3]) {
    folder.write('a.ts', String(n));
    folder.commit(`Number ${n}`);
  }
  const clone = join(folder.parent, 'clone');
  folder.git('clone', '-q', '--depth', '1', `file://${folder.root}`, clone);
  const indexDirectory = join(folder.parent, 'index');
  mkdirSync(indexDirectory);
  const shallow = await pastOf(clone, { indexDirectory });
  assert.deepEqual([subjects(shallow), shallow.now?.head.isShallow], [['Number 3'], true]);
  git(clone, gitEnvironment(folder.parent), 'fetch', '-q', '--unshallow');
  const whole = await pastOf(clone, { indexDirectory });
  assert.deepEqual([[...subjects(whole)].sort(), whole.now?.head.isShallow], [['Number 1', 'Number 2', 'Number 3'], false]);
  assert.deepEqual(
    whole.now?.past.commitsChanging('a.ts').map(({ at }) => whole.now?.past.commit(at).subject),
    ['Number 3', 'Number 2', 'Number 1'],
  );
});

test('a partial clone without contents or lists of files has what its commits still tell', async (t) => {
  const folder = historyFolder(t);
  folder.git('config', 'uploadpack.allowFilter', 'true');
  folder.write('a.ts', 'export const one = 1;\n'.repeat(9));
  folder.commit('One');
  folder.rename('a.ts', 'b.ts');
  folder.write('b.ts', `${'export const one = 1;\n'.repeat(9)}more();\n`);
  folder.commit('Two');
  for (const [filter, files] of [
    ['blob:none', ['added a.ts', 'removed a.ts, added b.ts']],
    ['tree:0', ['', '']],
  ] as const) {
    const clone = join(folder.parent, filter.replace(':', '-'));
    folder.git('clone', '-q', '--no-checkout', `--filter=${filter}`, `file://${folder.root}`, clone);
    const past = await pastOf(clone);
    assert.deepEqual([subjects(past), past.problem], [['One', 'Two'], undefined], filter);
    assert.deepEqual(
      filesOf(past).map((one) => one.split(', ').sort().join(', ')),
      files.map((one) => one.split(', ').sort().join(', ')),
      filter,
    );
  }
});

test('hostile messages are bounded: megabytes, other encodings, none, and bytes that imitate the format', async (t) => {
  const folder = historyFolder(t);
  folder.commit(`${'long '.repeat(1000)}\n\n${'y'.repeat(5_000_000)}`);
  folder.commit(Buffer.from('Gr\xfc\xdfe \xff\xfe', 'latin1'));
  folder.git('config', 'i18n.commitEncoding', 'iso-8859-1');
  folder.commit(Buffer.from('Gr\xfc\xdfe', 'latin1'));
  folder.git('config', '--unset', 'i18n.commitEncoding');
  folder.commit('');
  folder.commit('\x01deadbeef\n\nM\nsrc/a.ts');
  folder.write('a\x01b.ts', '');
  folder.commit('Last');
  const past = await pastOf(folder.root);
  const commits = commitsOf(past);
  assert.equal(commits.length, 6);
  assert.ok(commits.every(({ subject, body }) => subject.length <= 300 && body.length <= 2000));
  assert.equal(commits[2]?.subject, 'Grüße');
  assert.deepEqual(
    commits.slice(3).map(({ subject }) => subject),
    ['', '\x01deadbeef', 'Last'],
  );
  assert.deepEqual(filesOf(past).at(-1), 'added a\x01b.ts');
});

test('a merge of many parents, a submodule and a graft are read as git shows them', async (t) => {
  const folder = historyFolder(t);
  folder.write('a.ts', '1');
  const root = folder.commit('Root');
  const tree = folder.git('rev-parse', 'HEAD^{tree}').trim();
  const parents = Array.from({ length: 200 }, (_, i) => folder.git('commit-tree', tree, '-p', root, '-m', `Side ${i}`).trim());
  const merge = folder.git('commit-tree', tree, ...parents.flatMap((id) => ['-p', id]), '-m', 'Octopus').trim();
  folder.git('reset', '-q', '--hard', merge);
  folder.git('update-index', '--add', '--cacheinfo', `160000,${root},vendor/module`);
  folder.git('commit', '-qm', 'Add a submodule');
  const past = await pastOf(folder.root);
  assert.equal(past.now?.past.size, 202);
  assert.ok(subjects(past).includes('Add a submodule') && !subjects(past).includes('Octopus'));
  folder.git('replace', '--graft', merge);
  folder.commit('After the graft');
  assert.deepEqual(new Set(subjects(await pastOf(folder.root))), new Set(['Octopus', 'Add a submodule', 'After the graft']));
});

test('SHA-256 ids, a worktree and a folder within the repository are read', async (t) => {
  const folder = historyFolder(t, '--object-format=sha256');
  const indexDirectory = join(folder.parent, 'index');
  mkdirSync(indexDirectory);
  folder.write('src/a.ts', '1');
  folder.write('docs/b.md', '1');
  folder.commit('One');
  folder.git('worktree', 'add', '-q', '../second');
  for (const root of [folder.root, join(folder.parent, 'second')]) {
    const past = await pastOf(root, { indexDirectory });
    assert.deepEqual([commitsOf(past)[0]?.id.length, filesOf(past)], [64, ['added docs/b.md, added src/a.ts']]);
    assert.deepEqual(commitsOf(await pastOf(root, { indexDirectory })), commitsOf(past));
  }
  assert.deepEqual(filesOf(await pastOf(join(folder.root, 'src'))), ['added a.ts']);
});

test('a repository that git cannot read is a reason, not a fault', async (t) => {
  const folder = historyFolder(t);
  folder.write('a.ts', '1');
  folder.commit('One');
  folder.git('config', 'core.repositoryFormatVersion', '1');
  folder.git('config', 'extensions.refStorage', 'a-format-of-the-future');
  assert.match((await pastOf(folder.root)).problem ?? '', /^Cannot read the history: git reports "fatal: .*(?:refstorage|extension)/i);
  rmSync(join(folder.root, '.git', 'config'));
  rmSync(join(folder.root, '.git', 'objects'), { recursive: true });
  assert.equal((await pastOf(folder.root)).now, undefined);
});

test('of a long history the newest commits are kept, in a file of bounded size', async (t) => {
  const folder = historyFolder(t);
  const indexDirectory = join(folder.parent, 'index');
  mkdirSync(indexDirectory);
  const stream = Array.from({ length: 3000 }, (_, i) => {
    const message = `Commit ${i}\n\nIt changes file ${i % 500} and leaves ${i % 7} others as they are.`;
    const head = `commit refs/heads/main\ncommitter a <a@b> ${1_600_000_000 + i} +0000\ndata ${message.length}\n${message}\n`;
    return `${head}M 100644 inline f${i % 500}.ts\ndata 1\n${i % 10}\n`;
  });
  execFileSync('git', ['fast-import', '--quiet'], { cwd: folder.root, env: gitEnvironment(folder.parent), input: stream.join('\n') });
  const newest = await pastOf(folder.root, {}, { maxCommits: 2000 });
  assert.deepEqual([newest.now?.past.size, newest.now?.head.isCut, subjects(newest)[0]], [2000, true, 'Commit 1000']);
  const read = await pastOf(folder.root, {}, { maxTextLength: 20_000 });
  assert.ok(read.now?.head.isCut && (read.now.past.size ?? 0) < 2000 && subjects(read).at(-1) === 'Commit 2999');
  const small = await pastOf(folder.root, { indexDirectory }, { maxBytes: 50_000 });
  assert.ok(statSync(join(indexDirectory, 'past')).size <= 50_000);
  assert.deepEqual([small.now?.head.isCut, subjects(small).at(-1), (small.now?.past.size ?? 0) > 100], [true, 'Commit 2999', true]);
});
