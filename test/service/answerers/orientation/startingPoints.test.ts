import assert from 'node:assert/strict';
import { test } from 'node:test';
import { type StartingPoint, StartingPoints } from '../../../../src/service/answerers/orientation/startingPoints.ts';
import type { OverviewAnswer } from '../../../../src/service/types/results.ts';
import { viewOfFiles } from '../../../support/filesView.ts';
import { allChunks, type Files } from '../../../support/memoryIndex.ts';

interface Known {
  readonly overview?: Partial<OverviewAnswer>;
  /** Paths of passages that a search finds, best first. */
  readonly found?: readonly string[];
}

async function pointsIn(files: Files, { overview = {}, found = [] }: Known = {}): Promise<StartingPoints> {
  const { view, texts } = viewOfFiles(files);
  const infos = await view.reader.chunkInfo(allChunks(view.reader));
  const results = found.flatMap((path) => infos.flatMap((info, chunk) => (info.path === path ? [{ chunk, score: 1, evidence: [] }] : [])));
  return new StartingPoints({
    ...{ folder: 0, name: 'kettle', view, texts, documents: await view.reader.documents() },
    overview: { folder: '', files: 0, parts: [], entryPoints: [], startWith: [], corners: [], ...overview } as unknown as OverviewAnswer,
    search: async () => ({ results, unknownTerms: [] }),
  });
}

const code = 'export function boil() {}\n';
const sources = (...paths: readonly string[]): Files => Object.fromEntries(paths.map((path) => [path, code]));
const pathOf = (point: StartingPoint | undefined) => point?.path;

test('the readme at the root introduces a workspace, the original before translations', async () => {
  const text = '# Kettle\n\nKettle boils water for tea.\n';
  const points = await pointsIn({ 'README.de.md': text, 'README.md': text, 'docs/README.md': text });
  const introduction = points.introduction();
  assert.equal(introduction?.path, 'README.md');
  assert.equal(introduction && 'text' in introduction ? introduction.text : '', 'Kettle boils water for tea.');
  assert.equal((await pointsIn(sources('a.ts'))).introduction(), undefined);
});

test('the own file has the name of the workspace, or is where one enters a folder of that name, or by convention', async () => {
  const cases: readonly (readonly [first: string, ...others: string[]])[] = [
    ['src/Kettle.ts', 'src/kettle/index.ts', 'main.ts'],
    ['src/kettle/index.ts', 'main.ts', 'lib/lib.ts'],
    ['main.ts', 'index.ts', 'lib.ts'],
    ['lib.ts', 'index.ts', 'app.ts'],
    ['kettle.ts', 'src/kettle.ts'],
    ['a/main.ts', 'b/main.ts', 'a/b/main.ts'],
    ['app.ts', 'test/main.test.ts', 'kettle.d.ts'],
    ['a/b/c/kettle.ts', 'a/b/c/d/kettle.ts'],
  ];
  for (const [first, ...others] of cases) {
    for (const paths of [
      [first, ...others],
      [...others, first],
    ])
      assert.equal(pathOf((await pointsIn(sources(...paths))).ownFile('kettle')), first, paths.join());
  }
  assert.equal((await pointsIn({ 'kettle.md': '# Kettle\n', 'other.ts': code })).ownFile('kettle'), undefined);
  assert.equal((await pointsIn(sources('a/b/c/d/e/main.ts'))).ownFile('kettle'), undefined);
});

test('execution begins in programs, or else where a library is entered; two of them are shown', async () => {
  const entry = (kind: string, path: string) => ({ name: path, kind, path, line: 3 });
  const files = {
    ...sources('lib.ts', 'b.ts', 'c.ts'),
    'run.py': 'import x\n\nif __name__ == "__main__":\n    x.run()\n',
    'bare.py': 'x = 1\n',
  };
  const begin = async (...entryPoints: readonly object[]) =>
    (await pointsIn(files, { overview: { entryPoints } as Partial<OverviewAnswer> })).beginnings();
  assert.deepEqual(await begin(entry('library', 'lib.ts')), [{ path: 'lib.ts', line: 3, names: ['main'] }]);
  const some = await begin(entry('library', 'lib.ts'), entry('command', 'b.ts'), entry('main', 'run.py'), entry('command', 'c.ts'));
  assert.deepEqual(some, [
    { path: 'b.ts', line: 3, names: ['main'] },
    { path: 'run.py', line: 3, words: 'main' },
  ]);
  assert.deepEqual(await begin(entry('main', 'bare.py')), [{ path: 'bare.py', line: 3, words: 'main' }]);
  assert.deepEqual(await begin(entry('route', 'b.ts')), []);
});

const part = (path: string, users: number, says?: string) => ({
  path,
  name: path,
  files: [{ path: `${path}/a.ts`, users, defines: ['boil'], heading: undefined }],
  says: says && { path: `${path}/a.ts`, line: 1, text: says, of: 'file' },
});

test('parts are explained by a passage that names three of them, or else by what authors say of the most used', async () => {
  const parts = [part('pots', 1, 'Pots hold water.'), part('taps', 5, 'Taps give water.'), part('fires', 0, 'Fires are hot.')];
  const files = {
    ...sources('pots/a.ts', 'taps/a.ts', 'fires/a.ts'),
    'docs/all.md': '# All\n\nThere are `pots/`, ./taps and [fires](fires/a.ts), see fires/.\n',
    'docs/some.md': '# Some\n\nThere are pots/ and taps/.\n',
    'docs/words.md': '# Words\n\nThe pots, taps and fires of docs.\n',
  };
  const explain = async (...found: readonly string[]) =>
    (await pointsIn(files, { overview: { parts } as unknown as Partial<OverviewAnswer>, found })).ofParts();
  assert.deepEqual((await explain('docs/some.md', 'docs/words.md', 'docs/all.md'))?.map(pathOf), ['docs/all.md']);
  assert.deepEqual((await explain('docs/some.md'))?.map(pathOf), ['taps/a.ts', 'pots/a.ts']);
  const single = await pointsIn(files, { overview: { parts: parts.slice(1) } as unknown as Partial<OverviewAnswer> });
  assert.equal(await single.ofParts(), undefined);
});

test('a folder is explained by its readme, or else by a document that names it', async () => {
  const files = { 'pots/README.md': '# Pots\n\nPots hold water.\n', 'taps/a.ts': code, 'docs/taps.md': '# Taps\n\nSee taps/ there.\n' };
  const points = await pointsIn(files, { found: ['docs/taps.md'] });
  assert.deepEqual((await points.aboutFolder('pots')).map(pathOf), ['pots/README.md']);
  assert.deepEqual((await points.aboutFolder('taps')).map(pathOf), ['docs/taps.md']);
  assert.deepEqual(await (await pointsIn(files)).aboutFolder('taps'), []);
});

test('of the most used files those that define something are shown', async () => {
  const parts = [{ ...part('pots', 3), files: [{ path: 'pots/a.ts', users: 3, defines: ['boil', 'heat'], heading: undefined }] }];
  const files = sources('pots/a.ts', 'pots/b.ts');
  const overview = { parts, startWith: ['pots/b.ts', 'pots/a.ts'] } as unknown as Partial<OverviewAnswer>;
  const points = await pointsIn(files, { overview });
  assert.deepEqual(points.byUsers(), [{ path: 'pots/a.ts', names: ['boil', 'heat'], words: 'boil heat' }]);
  assert.deepEqual([points.usage.users('pots/a.ts'), points.usage.users('pots/b.ts'), points.usage.defines('pots/b.ts')], [3, 0, []]);
  const none = await pointsIn(files, { overview: { startWith: ['pots/b.ts'] } as Partial<OverviewAnswer> });
  assert.deepEqual(none.byUsers(), [{ path: 'pots/b.ts', names: [], words: 'b.ts' }]);
});
