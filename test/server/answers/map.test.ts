import assert from 'node:assert/strict';
import * as path from 'node:path';
import { test } from 'node:test';
import { mapDetail, mapLimits, mapResult } from '../../../src/protocol/map.ts';
import { check } from '../../../src/protocol/schema.ts';
import { defaultWords } from '../../../src/protocol/text/serverWords.ts';
import { toMap, toMapDetail } from '../../../src/server/answers/map.ts';
import type { Conversion } from '../../../src/server/answers/wire.ts';
import { createFileUris } from '../../../src/server/fileUris.ts';
import type { CommunitiesAnswer, Community, CommunityMember, OverviewAnswer } from '../../../src/service/types/results.ts';

const folder = path.resolve('/work');
const uris = createFileUris(process.platform === 'win32');
const conversion: Conversion = { folderNames: new Map([[folder, 'work']]), uris, words: defaultWords };

function members(count: number, of = 0): CommunityMember[] {
  const at = { folder, startLine: 1, endLine: 9, title: '', kind: 'code' as const };
  return Array.from({ length: count }, (_, i) => ({ ...at, path: `src/part${of}/file${i}.ts` }));
}

function community(i: number, size: number, entities: readonly string[]): Community {
  const chunks = members(size, i);
  return { id: `c${String(i).padStart(4, '0')}`, name: `community ${i}`, size, files: size, labels: [], entities, chunks };
}

test('of many communities the largest are drawn with their strongest links, and the others are counted', () => {
  // Adjacent communities share a name, those ten apart another: two links for each.
  const names = (i: number): string[] => [`near${i}`, `near${i + 1}`, `far${i}`, `far${i + 10}`];
  const communities = Array.from({ length: 500 }, (_, i) => community(i, 3 + ((i * 7) % 40), names(i)));
  const answer: CommunitiesAnswer = { folder, coverage: 1, communities };
  const map = toMap([answer], [], conversion);
  assert.equal(map.communities.length, mapLimits.communities);
  assert.equal(map.left.communities, 500 - mapLimits.communities);
  const minSize = Math.min(...map.communities.map(({ size }) => size));
  const drawn = new Set(map.communities.map(({ name }) => name));
  assert.ok(communities.every(({ name, size }) => drawn.has(name) || size <= minSize));
  assert.equal(
    map.chunks,
    communities.reduce((sum, { size }) => sum + size, 0),
  );
  assert.equal(toMap([answer], [], conversion), map);
  assert.equal(JSON.stringify(check(mapResult, map)), JSON.stringify(map));

  // All pairs share a name: many more links than are drawn.
  const pairs = Array.from({ length: 60 }, (_, i) =>
    community(
      i,
      3,
      Array.from({ length: 60 }, (_, k) => `pair ${Math.min(i, k)} ${Math.max(i, k)}`),
    ),
  );
  const crowded = toMap([{ folder, coverage: 1, communities: pairs }], [], conversion);
  assert.ok(crowded.links.length <= mapLimits.links && crowded.links.length > 0);
  assert.equal(crowded.links.length + crowded.left.links, (60 * 59) / 2);
  assert.equal(new Set(crowded.links.flatMap(({ a, b }) => [a, b])).size, 60);
});

test('of a large community the first chunks are drawn with their strongest links, and the others are counted', () => {
  const size = mapLimits.chunks + 200;
  const shared = Array.from({ length: size }, (_, i) => [0, 1, 2, 3, 4].map((step) => `name ${i - step}`));
  const large: Community = { ...community(0, size, []), chunks: members(size) };
  const answer: CommunitiesAnswer = { folder, coverage: 1, communities: [large] };
  const chunks = large.chunks.map((chunk, i) => ({ ...chunk, entities: shared[i] ?? [] }));
  const detail = toMapDetail({ chunks }, 'x', conversion);
  assert.deepEqual(JSON.parse(JSON.stringify(check(mapDetail, detail))), JSON.parse(JSON.stringify(detail)));
  assert.equal(detail.chunks.length, mapLimits.chunks);
  assert.equal(detail.left.chunks, 200);
  assert.ok(detail.links.length <= mapLimits.chunkLinks && detail.links.length > mapLimits.chunks);
  // Each chunk shares a name with the four before it.
  assert.equal(detail.links.length + detail.left.links, 4 * mapLimits.chunks - (1 + 2 + 3 + 4));
  const area = toMap([answer], [], conversion).communities[0];
  assert.ok(area && detail.chunks.every(({ x, y }) => Math.hypot(x, y) <= area.r));
});

test('a map without communities, and an area that no longer exists', () => {
  const empty = toMap([{ folder, coverage: 0, communities: [] }], [], conversion);
  const parts = empty.parts.map(({ name, size }) => [name, size]);
  assert.deepEqual(
    { ...empty, parts },
    { parts: [['', 0]], partLinks: [], communities: [], links: [], left: { communities: 0, links: 0 }, chunks: 0 },
  );
  assert.deepEqual(toMapDetail({ chunks: [] }, 'gone', conversion), {
    id: 'gone',
    chunks: [],
    links: [],
    left: { chunks: 0, links: 0 },
  });
});

function overviewOf(parts: Readonly<Record<string, readonly string[]>>, tests: readonly string[]): OverviewAnswer {
  return {
    folder,
    says: undefined,
    files: 9,
    entryPoints: [],
    startWith: [],
    parts: Object.entries(parts).map(([name, paths]) => ({
      path: name,
      name,
      says: undefined,
      holds: ['a', 'b'],
      passages: paths.length * 10,
      files: paths.map((one) => ({ path: one, users: 0, defines: [], heading: undefined })),
    })),
    corners: [
      { corner: 'tests', paths: tests },
      { corner: 'licences', paths: ['LICENSE'] },
    ],
  };
}

test('a community is in the part of its chunks, and parts contain their communities', () => {
  const at = (one: string): CommunityMember => ({ folder, path: one, startLine: 1, endLine: 9, title: '', kind: 'code' });
  const communities = [
    ['src/map/draw.ts', 'src/map/b.ts', 'src/map/draw.ts'],
    ['src/main.ts', 'src/main.ts', 'src/main.ts'],
  ].map((paths, i) => ({ ...community(i, paths.length, ['name']), chunks: paths.map(at) }));
  const overview = overviewOf({ '': ['README.md'], src: ['src/main.ts'], 'src/map': ['src/map/draw.ts', 'src/map/b.ts'] }, [
    'test/x.ts',
    'test/y.ts',
    'test/z.ts',
  ]);
  const map = toMap([{ folder, coverage: 1, communities }], [overview], conversion);
  assert.deepEqual(
    map.parts.map(({ name, size, files }) => [name, size, files]),
    [
      ['src/map', 20, 2],
      ['', 10, 1],
      ['src', 10, 1],
    ],
  );
  assert.deepEqual(
    map.communities.map((area) => map.parts[area.part]?.name),
    ['src/map', 'src'],
  );
  assert.deepEqual(
    map.parts[0]?.first.map((place) => place.path),
    ['src/map/draw.ts', 'src/map/b.ts'],
  );
  for (const area of map.communities) {
    const home = map.parts[area.part];
    assert.ok(home && Math.hypot(area.x - home.x, area.y - home.y) + area.r <= home.r);
  }
  for (const [i, a] of map.parts.entries()) for (const b of map.parts.slice(0, i)) assert.ok(Math.hypot(a.x - b.x, a.y - b.y) >= a.r + b.r);
  assert.deepEqual(JSON.parse(JSON.stringify(check(mapResult, map))), JSON.parse(JSON.stringify(map)));
});

test('parts of several folders have the names of their folders, and the first ones are from each folder', () => {
  const other = path.resolve('/play');
  const folderNames = new Map([...conversion.folderNames, [other, 'play']]);
  const overview = overviewOf({ src: ['src/main.ts', 'src/a.ts'], docs: ['docs/a.md', 'docs/b.md', 'docs/c.md'] }, []);
  const small = overviewOf({ src: ['src/main.ts'] }, []);
  const map = toMap(
    [folder, other].map((one) => ({ folder: one, coverage: 0, communities: [] })),
    [overview, { ...small, folder: other }],
    { ...conversion, folderNames },
  );
  assert.deepEqual(
    map.parts.map((part) => [part.folder, part.name]),
    [
      ['work', 'docs'],
      ['play', 'src'],
      ['work', 'src'],
    ],
  );
});
