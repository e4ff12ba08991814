/** A folder in which VS Code's `files.associations` says that files of an unknown ending are C. */

import assert from 'node:assert/strict';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { createService } from '../../src/service/createService.ts';
import type { Service } from '../../src/service/types/service.ts';
import { defaultSettings } from '../../src/workspace/settings.ts';
import { git, gitEnvironment } from '../support/gitTrees.ts';
import { type WorkFolder, workFolder } from '../support/workFolder.ts';

const pump = [
  '/* Opens the sluice of the pump. */',
  'int open_sluice(int pressure) {',
  '  prepare_sluice();',
  '  return wait_for(pressure);',
  '}',
  '',
  '/* How much is in the tank. */',
  'struct TankGauge {',
  '  int level;',
  '};',
  '',
].join('\n');
const files = {
  'src/pump.tide': pump,
  'src/main.c': 'int main(void) {\n  return open_sluice(3);\n}\n',
  'docs/pump.md': '# Pump\n\nCall `open_sluice` before the tank is full.\n',
};

async function open(t: TestContext, folder: WorkFolder, associations: Record<string, string>, runGit = false): Promise<Service> {
  const service = createService();
  t.after(() => service.close());
  const indexDirectory = path.join(folder.parent, 'index.index');
  await service.openFolder(folder.root, { settings: { ...defaultSettings, associations }, indexDirectory, runGit });
  await service.idle();
  return service;
}

const asC = { '*.tide': 'c' };

test('an associated file is read in its language: by symbol, outline, search, answers and users', async (t) => {
  const folder = workFolder(t, files);
  const service = await open(t, folder, asC);
  const { definitions, uses } = await service.symbol('open_sluice');
  assert.deepEqual(
    definitions.map((one) => [one.path, one.startLine, one.kind, one.language]),
    [['src/pump.tide', 2, 'function', 'c']],
  );
  assert.deepEqual(
    uses.filter(({ kind }) => kind === 'calls').map((use) => [use.path, use.lines]),
    [['src/main.c', [2]]],
  );
  const outline = await service.outline(folder.root, 'src/pump.tide');
  assert.deepEqual(
    outline?.entries.map(({ name, line, says }) => [name, line, says]),
    [
      ['open_sluice', 2, 'Opens the sluice of the pump.'],
      ['TankGauge', 8, 'How much is in the tank.'],
      ['level', 9, undefined],
    ],
  );
  const pathsFor = async (query: string) => (await service.search(query)).results.map((result) => result.path);
  assert.deepEqual(new Set(await pathsFor('sluice lang:c')), new Set(['src/pump.tide', 'src/main.c']));
  assert.deepEqual(await pathsFor('sluice lang:markdown'), ['docs/pump.md']);
  const { blocks } = await service.ask('Where is open_sluice defined?');
  const [block] = blocks;
  assert.deepEqual([block?.kind, block?.language, block?.subject], ['code', 'c', 'open_sluice']);
  const reach = await service.impact('open_sluice');
  assert.ok(reach.rows.some((row) => row.path === 'src/main.c'));
});

test('names that an associated file no longer defines are missed where they are mentioned', async (t) => {
  const { 'src/main.c': _, ...others } = files;
  const folder = workFolder(t, others);
  const env = gitEnvironment(folder.parent);
  git(folder.root, env, 'init', '-q');
  git(folder.root, env, 'add', '.');
  git(folder.root, env, 'commit', '-qm', 'one');
  folder.write('src/pump.tide', pump.replaceAll('open_sluice', 'raise_sluice'), 1000);
  const mentionsWith = async (associations: Record<string, string>) => {
    const service = await open(t, folder, associations, true);
    const [answer] = await service.drift(folder.root);
    await service.close();
    return answer?.mentions.map(({ path: file, retired }) => `${file} ${retired.name} > ${retired.newName}`);
  };
  assert.deepEqual(await mentionsWith({}), []);
  const found = await mentionsWith(asC);
  assert.ok(found?.includes('docs/pump.md open_sluice > raise_sluice'), String(found));
});

test('a changed association reads what it concerns again, and gives the index of a rebuild', async (t) => {
  const folder = workFolder(t, { ...files, 'src/copy.tide': pump, 'src/other.ts': 'export const other = 1;\n' });
  const digests: string[] = [];
  const all: readonly Record<string, string>[] = [
    {},
    asC,
    { '*.tide': 'python' },
    { '*.tide': 'nobody-knows' },
    { '**/src/pump.*': 'c' },
    asC,
    {},
  ];
  for (const associations of all) {
    const service = await open(t, folder, associations);
    assert.equal(await service.verify(folder.root), undefined, JSON.stringify(associations));
    digests.push(await service.digest(folder.root));
    const { definitions } = await service.symbol('open_sluice');
    const isC = (file: string): boolean => definitions.some((one) => one.path === file && one.language === 'c');
    const expected = Object.entries(associations).filter(([, id]) => id === 'c');
    assert.equal(isC('src/pump.tide'), expected.length > 0);
    assert.equal(
      isC('src/copy.tide'),
      expected.some(([glob]) => glob === '*.tide'),
    );
    assert.equal(service.report()[0]?.files, 5);
    await service.close();
  }
  const [none, c, python, unknown, partly, again, noneAgain] = digests;
  assert.equal(unknown, none);
  assert.equal(noneAgain, none);
  assert.equal(again, c);
  assert.equal(new Set([none, c, python, partly]).size, 4);
});

test('the same bytes are one document for each language, also of relatives and of text of an unknown ending', async (t) => {
  const folder = workFolder(t, { 'b.txt': 'Tides\n=====\n\nThe tide turns.\n', 'b.java': 'fun openSluice() {}\nvoid closeSluice() {}\n' });
  const service = await open(t, folder, {});
  folder.write('a.unknown', 'Tides\n=====\n\nThe tide turns.\n');
  folder.write('a.kt', 'fun openSluice() {}\nvoid closeSluice() {}\n');
  await service.update(folder.root);
  assert.equal(await service.verify(folder.root), undefined);
  const { results } = await service.search('tide turns');
  assert.deepEqual(
    new Map(results.map(({ path: file, title }) => [file, title])),
    new Map([
      ['b.txt', 'Tides'],
      ['a.unknown', ''],
    ]),
  );
});
