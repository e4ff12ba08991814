import assert from 'node:assert/strict';
import { test } from 'node:test';
import { communityId, communityList, communityPassages } from '../../../src/service/treeRows/communityRows.ts';
import { folderSummaries, outlineRows, partCommunities, partFiles, partId } from '../../../src/service/treeRows/overviewRows.ts';
import type { Service } from '../../../src/service/types/service.ts';

const folder = '/w';
const { signal } = new AbortController();
const at = (path: string, line = 1) => ({ folder, path, startLine: line, endLine: line });
const file = (path: string) => ({ path, users: 0, defines: [], heading: undefined });
const names = Array.from({ length: 14 }, (_, i) => `Name${i}`);
const community = (id: string, path: string) => ({
  ...{ id, name: `Of ${id}`, size: 3, files: 2, labels: [], entities: ['tide', 'Tide', ...names] },
  chunks: [{ ...at(path) }, { ...at(path, 9) }],
});
const communities = { folder, coverage: 1, communities: [community('one', 'src/a.ts'), community('two', 'x.ts')] };
const overview = {
  ...{ folder, files: 9, says: { path: 'README.md', line: 3, text: 'Boils water.', of: 'file' } },
  entryPoints: [{ name: 'kettle', kind: 'command', path: 'cli.ts', line: 4 }],
  startWith: ['src/a.ts'],
  parts: [
    { name: 'src', path: 'src', files: ['a', 'b', 'c', 'd', 'e'].map((name) => file(`src/${name}.ts`)), says: undefined, holds: ['boil'] },
    { name: 'many', path: 'many', files: Array.from({ length: 301 }, (_, i) => file(`many/${i}.ts`)), says: undefined, holds: [] },
  ],
  corners: [{ corner: 'tests', paths: ['test/a.ts'] }],
};
const service = {
  report: () => [{ folder }],
  overview: async (one?: string) => (one === undefined || one === folder ? [overview] : []),
  communities: async () => [communities],
  community: async (_: string, id: string) => {
    const found = communities.communities.find((one) => one.id === id);
    return found && { answer: communities, community: found, shared: [['tide', 'TIDE', 'pier'], []] };
  },
  wordsOfFiles: async (_: string, paths: readonly string[]) =>
    paths.map((path) => (path === 'src/a.ts' ? { path, line: 7, text: 'Says so.', of: 'file' } : undefined)),
  outline: async (_: string, path: string) =>
    path === 'src/a.ts'
      ? { file: path, says: undefined, entries: Array.from({ length: 501 }, (__, i) => ({ name: `f${i}`, line: i + 1, depth: 0 })) }
      : undefined,
} as unknown as Service;

test('a folder is summarised with places, the number of files of each part and the first four', async () => {
  const [summary] = await folderSummaries(service, signal);
  assert.deepEqual(summary?.says, { text: 'Boils water.', place: at('README.md', 3) });
  assert.deepEqual(
    [summary?.entryPoints, summary?.startWith],
    [[{ name: 'kettle', kind: 'command', place: at('cli.ts', 4) }], [at('src/a.ts')]],
  );
  const [part] = summary?.parts ?? [];
  assert.deepEqual(
    [part?.id, part?.files, part?.first.map(({ path }) => path), part?.holds],
    [partId(folder, 'part', 'src'), 5, ['a', 'b', 'c', 'd'].map((name) => `src/${name}.ts`), ['boil']],
  );
  assert.equal(part !== undefined && 'says' in part, false);
  assert.deepEqual(summary?.corners, [{ id: partId(folder, 'corner', 'tests'), corner: 'tests', files: 1 }]);
});

test('the files of a part or corner come with what they say and where, three hundred at most', async () => {
  const files = await partFiles(service, partId(folder, 'part', 'src'), signal);
  assert.deepEqual(files.slice(0, 2), [
    { place: at('src/a.ts', 7), says: 'Says so.' },
    { place: at('src/b.ts'), says: '' },
  ]);
  assert.equal((await partFiles(service, partId(folder, 'part', 'many'), signal)).length, 300);
  assert.deepEqual(
    (await partFiles(service, partId(folder, 'corner', 'tests'), signal)).map(({ place }) => place.path),
    ['test/a.ts'],
  );
  for (const id of [partId(folder, 'part', 'gone'), partId('/other', 'part', 'src'), 'nonsense'])
    assert.deepEqual(await partFiles(service, id, signal), [], id);
});

test('the communities of a part are those that begin in it, with their first names', async () => {
  const [one, ...others] = await partCommunities(service, partId(folder, 'part', 'src'), signal);
  assert.deepEqual([one?.id, one?.name, one?.size, one?.files, others], [communityId(folder, 'one'), 'Of one', 3, 2, []]);
  assert.deepEqual(one?.entities, ['tide', ...names].slice(0, 12));
  assert.equal(one?.chunks.length, 2);
  assert.deepEqual(await partCommunities(service, partId(folder, 'part', 'gone'), signal), []);
});

test('the communities of all folders, and the passages of one with the names that they share', async () => {
  const list = await communityList(service, signal);
  assert.deepEqual(
    list.communities.map(({ id, entities }) => [id, entities.length]),
    [
      [communityId(folder, 'one'), 12],
      [communityId(folder, 'two'), 12],
    ],
  );
  const { chunks } = await communityPassages(service, communityId(folder, 'one'), signal);
  assert.deepEqual(chunks, [
    { ...at('src/a.ts'), entities: ['tide', 'pier'] },
    { ...at('src/a.ts', 9), entities: [] },
  ]);
  for (const id of [communityId(folder, 'gone'), communityId('/other', 'one'), 'nonsense'])
    assert.deepEqual((await communityPassages(service, id, signal)).chunks, [], id);
});

test('an outline has five hundred entries at most, each with its line', async () => {
  const rows = await outlineRows(service, folder, 'src/a.ts', signal);
  assert.deepEqual([rows.length, rows[2]], [500, { name: 'f2', depth: 0, says: '', place: at('src/a.ts', 3) }]);
  assert.deepEqual(await outlineRows(service, folder, 'gone.ts', signal), []);
});
