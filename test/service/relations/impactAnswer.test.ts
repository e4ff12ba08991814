import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createLexicons } from '../../../src/engine/text/words/lexicon.ts';
import { textOf } from '../../../src/messages/messages.ts';
import { createService } from '../../../src/service/createService.ts';
import { FolderIndex } from '../../../src/service/folder/folderIndex.ts';
import { uncommittedIn } from '../../../src/service/relations/uncommitted.ts';
import { sleep, TimeSlices } from '../../../src/service/scheduling/timeSlices.ts';
import type { ImpactAnswer } from '../../../src/service/types/relations.ts';
import type { Service } from '../../../src/service/types/service.ts';
import { defaultSettings } from '../../../src/workspace/settings.ts';
import { git, gitEnvironment } from '../../support/gitTrees.ts';
import { type WorkFolder, workFolder } from '../../support/workFolder.ts';

const files = {
  '.gitignore': 'ignored/\n',
  'src/tide.ts':
    'export function readTide(text: string): string {\n  return text;\n}\n\nexport function writeTide(text: string): string {\n  return text;\n}\n',
  'src/crossing.ts': "import { readTide } from './tide.ts';\n\nexport const canCross = (text: string) => readTide(text);\n",
  'src/ferry.ts': "import { canCross } from './crossing.ts';\n\nexport const sailNow = () => canCross('a');\n",
  'src/log.ts': "import { writeTide } from './tide.ts';\n\nwriteTide('a');\n",
  'test/tide.test.ts': "import { readTide } from '../src/tide.ts';\n\nreadTide('a');\n",
  'docs/tides.md': '# Tides\n\n`readTide` reads a table.\n',
  'ignored/x.ts': 'export const ignoredName = 1;\n',
};

async function open(t: { after(fn: () => Promise<void>): void }, { root }: WorkFolder, runGit = true): Promise<Service> {
  const service = createService();
  t.after(() => service.close());
  await service.openFolder(root, { settings: defaultSettings, runGit });
  await service.idle();
  return service;
}

/** A folder with these files in one commit. */
function committed(t: { after(fn: () => void): void }): WorkFolder {
  const folder = workFolder(t, files);
  const env = gitEnvironment(folder.parent);
  git(folder.root, env, 'init', '-q');
  git(folder.root, env, 'add', '.');
  git(folder.root, env, 'commit', '-qm', 'one');
  return folder;
}

/** `depth kind path:lines` of each use of the change. */
function used({ rows }: ImpactAnswer): readonly string[] {
  return rows
    .filter(({ depth }) => depth > 0)
    .map(({ depth, kind, path, lines }) => `${depth} ${kind} ${path}:${[...new Set(lines.map(({ line }) => line))].join(',')}`);
}

const ofReadTide = [
  '1 users src/crossing.ts:3',
  '1 importers src/crossing.ts:1',
  '1 tests test/tide.test.ts:1,3',
  '1 docs docs/tides.md:3',
  '2 users src/ferry.ts:3',
  '2 importers src/ferry.ts:1',
];

test('a name, a line in its definition, and a file', async (t) => {
  const service = await open(t, workFolder(t, files), false);
  assert.deepEqual(used(await service.impact('readTide')), ofReadTide);
  assert.deepEqual(used(await service.impact('tide.readTide()')), ofReadTide);
  const ofLine = await service.impact('src/tide.ts:2');
  assert.deepEqual(used(ofLine), ofReadTide);
  assert.deepEqual(
    ofLine.names.map(({ name, line }) => `${name}:${line}`),
    ['readTide:1'],
  );
  const ofFile = await service.impact('src/tide.ts');
  assert.ok(used(ofFile).includes('1 users src/log.ts:3'), used(ofFile).join('\n'));
  assert.deepEqual(
    ofFile.sources.map(({ path }) => path),
    ['src/tide.ts'],
  );
  assert.deepEqual(used(await service.impact('readTide', { maxDepth: 1 })), ofReadTide.slice(0, 4));
});

test('a comment or a decorator above a definition belongs to it', async (t) => {
  const service = await open(t, workFolder(t, { 'a.py': 'import os\n\n# Heats it.\n@cached\ndef heat():\n    pass\n' }), false);
  const namesAt = async (line: number) => (await service.impact(`a.py:${line}`)).names.map(({ name }) => name);
  assert.deepEqual(await Promise.all([1, 3, 4, 5].map(namesAt)), [[], ['heat'], ['heat'], ['heat']]);
});

test('uncommitted changes reach only what uses the changed definitions, whether staged or not', async (t) => {
  const folder = committed(t);
  const service = await open(t, folder);
  const nothing = await service.impact(undefined);
  assert.deepEqual(
    [nothing.rows, textOf(nothing.notes)],
    [[], `No indexed file of ${JSON.stringify(folder.root)} has uncommitted changes.`],
  );
  folder.write('src/tide.ts', files['src/tide.ts'].replace('return text;', 'return text.trim();'), 0);
  await service.update(folder.root);
  const answer = await service.impact(undefined);
  assert.deepEqual(used(answer), ofReadTide);
  assert.deepEqual(answer.sources, [{ folder: folder.root, path: 'src/tide.ts', status: 'changed' }]);
  git(folder.root, gitEnvironment(folder.parent), 'add', '.');
  assert.deepEqual(used(await service.impact(undefined)), ofReadTide);
});

test('renamed and deleted files are reported, and what used their names is found', async (t) => {
  const folder = committed(t);
  const service = await open(t, folder);
  folder.rename('src/crossing.ts', 'src/passage.ts');
  folder.remove('src/log.ts');
  folder.write('src/tide.ts', files['src/tide.ts'].replaceAll('readTide', 'parseTide'), 0);
  await service.update(folder.root);
  const answer = await service.impact(undefined);
  assert.deepEqual(
    answer.sources.map(({ path, status, from }) => [path, status, from]),
    [
      ['src/log.ts', 'deleted', undefined],
      ['src/passage.ts', 'renamed', 'src/crossing.ts'],
      ['src/tide.ts', 'changed', undefined],
    ],
  );
  assert.match(
    textOf(answer.notes),
    /^"src\/log.ts" was deleted; uses of its names are found by name\. "src\/crossing.ts" was renamed to "src\/passage.ts"\./,
  );
  assert.ok(answer.names.some(({ name, isRemoved }) => name === 'readTide' && isRemoved));
  assert.ok(used(answer).includes('1 tests test/tide.test.ts:1,3'), used(answer).join('\n'));
  assert.ok(used(answer).includes('1 docs docs/tides.md:3'), used(answer).join('\n'));
});

test('a file whose committed content the repository has lost is counted in a note', async (t) => {
  const folder = committed(t);
  const id = git(folder.root, gitEnvironment(folder.parent), 'rev-parse', 'HEAD:src/tide.ts').trim();
  folder.remove(`.git/objects/${id.slice(0, 2)}/${id.slice(2)}`);
  folder.write('src/tide.ts', 'export const tide = 1;\n', 0);
  const service = await open(t, folder);
  assert.match(textOf((await service.impact(undefined)).notes), /the repository lacks their committed contents: 1/);
});

test('a name that no file system accepts as a path is unknown like any other', async (t) => {
  const service = await open(t, workFolder(t, files), false);
  for (const name of ['x'.repeat(300), 'a\0b']) {
    await assert.rejects(service.impact(name), / is neither a name nor a file in the index/);
    await assert.rejects(service.connect(name, 'readTide'), / is neither a name nor a file in the index/);
  }
});

test('looking for renames of many files gives way to others', async (t) => {
  const names = Array.from({ length: 60 }, (_, i) => `old/${i}.ts`);
  const textOfFile = (name: string): string => Array.from({ length: 1000 }, (_, i) => `export const name${i} = '${name}';\n`).join('');
  const folder = workFolder(t, Object.fromEntries(names.map((name) => [name, textOfFile(name)])));
  const env = gitEnvironment(folder.parent);
  git(folder.root, env, 'init', '-q');
  git(folder.root, env, 'add', '.');
  git(folder.root, env, 'commit', '-qm', 'one');
  const index = new FolderIndex(
    folder.root,
    { settings: defaultSettings, runGit: true },
    { lexicons: createLexicons(), timeSlices: new TimeSlices(), onChange: () => undefined },
  );
  t.after(() => index.close());
  for (const name of names) {
    folder.remove(name);
    folder.write(name.replace('old', 'new'), `${textOfFile(name)}added();\n`, 0);
  }
  await index.load();
  await index.update();
  let longestMs = 0;
  let lastMs = performance.now();
  const timer = setInterval(() => {
    longestMs = Math.max(longestMs, performance.now() - lastMs);
    lastMs = performance.now();
  }, 5);
  const { files: changes } = await uncommittedIn(index, (path) => index.fileText(path)?.whole());
  await sleep(50);
  clearInterval(timer);
  assert.deepEqual([changes.length, changes.every(({ status }) => status === 'renamed')], [60, true]);
  assert.ok(longestMs < 1000, `blocked for ${longestMs} ms`);
});

test('no git, no commit, an unknown name, an ignored file and several definitions are reported', async (t) => {
  const plain = workFolder(t, { ...files, 'src/gull.ts': "' a'.trim();\n", 'src/twin.ts': 'export function readTide(): void {}\n' });
  const service = await open(t, plain);
  await assert.rejects(service.impact(undefined), /is not in a usable git repository, so its uncommitted changes are unknown/);
  await assert.rejects(service.impact('readTid'), /"readTid" is neither a name nor a file in the index; the nearest names are readTide/);
  await assert.rejects(service.impact('ignored/x.ts'), /"ignored\/x.ts" is not indexed: ignored/);
  assert.match(textOf((await service.impact('readTide')).notes), /"readTide" has 2 definitions/);
  const undefinedName = await service.impact('trim');
  assert.deepEqual(
    [used(undefinedName), textOf(undefinedName.notes)],
    [['1 users src/gull.ts:1'], '"trim" is not defined here; everything with that name is listed.'],
  );
  git(plain.root, gitEnvironment(plain.parent), 'init', '-q');
  const other = await open(t, plain);
  assert.match(textOf((await other.impact(undefined)).notes), /has no commit yet, so every file counts as new/);
});

test('only files in the scope are reached, and a cancelled question rejects', async (t) => {
  const { root, ...folder } = workFolder(t, files);
  const service = await open(t, { root, ...folder }, false);
  const scoped = await service.impact('readTide', { scope: [`${root}/docs`] });
  assert.ok(scoped.rows.every(({ path }) => path.startsWith('docs/')));
  const cancelling = new AbortController();
  cancelling.abort(new Error('stopped'));
  await assert.rejects(service.impact('readTide', { signal: cancelling.signal }), /stopped/);
});
