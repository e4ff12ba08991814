import assert from 'node:assert/strict';
import * as path from 'node:path';
import { test } from 'node:test';
import { mapDetail, mapLimits, mapResult } from '../../../src/protocol/map.ts';
import { check } from '../../../src/protocol/schema.ts';
import { defaultWords } from '../../../src/protocol/text/words.ts';
import type { Conversion } from '../../../src/server/answers/convert.ts';
import { toMap, toMapDetail } from '../../../src/server/answers/map.ts';
import { createFileUris } from '../../../src/server/fileUris.ts';
import type { CommunitiesAnswer, Community, CommunityMember } from '../../../src/service/results.ts';

const folder = path.resolve('/work');
const uris = createFileUris(process.platform === 'win32');
const conversion: Conversion = { folderNames: new Map([[folder, 'work']]), uris, words: defaultWords };

function members(count: number, of = 0): CommunityMember[] {
  return Array.from({ length: count }, (_, i) => ({ folder, path: `src/part${of}/file${i}.ts`, startLine: 1, endLine: 9, title: '' }));
}

function community(i: number, size: number, entities: readonly string[]): Community {
  const chunks = members(size, i);
  return { id: `c${String(i).padStart(4, '0')}`, name: `community ${i}`, size, files: size, labels: [], entities, chunks };
}

test('of many communities the largest are drawn with their strongest links, and the rest is counted', () => {
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

test('of a large community the first chunks are drawn with their strongest links, and the rest is counted', () => {
  const size = mapLimits.chunks + 200;
  const shared = Array.from({ length: size }, (_, i) => [0, 1, 2, 3, 4].map((step) => `name ${i - step}`));
  const large: Community = { ...community(0, size, []), chunks: members(size) };
  const answer: CommunitiesAnswer = { folder, coverage: 1, communities: [large] };
  const detail = toMapDetail({ answer, community: large, shared }, 'x', conversion);
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
  assert.deepEqual(empty, { communities: [], links: [], folders: [], left: { communities: 0, links: 0 }, chunks: 0 });
  assert.deepEqual(toMapDetail(undefined, 'gone', conversion), { id: 'gone', chunks: [], links: [], left: { chunks: 0, links: 0 } });
});

test('areas are coloured by the deepest part above their files; files in no part by their outermost folder', () => {
  const at = (one: string): CommunityMember => ({ folder, path: one, startLine: 1, endLine: 9, title: '' });
  const chunks = ['src/map/draw.ts', 'src/map/a/b.ts', 'src/main.ts', 'test/unit/x.ts', 'README.md'].map(at);
  const answer: CommunitiesAnswer = { folder, coverage: 1, communities: [{ ...community(0, 5, ['name']), chunks }] };
  const part = (name: string) => ({ path: name, name, says: undefined, holds: [], files: [] });
  const parts = [part(''), part('src'), part('src/map')];
  const overview = { folder, says: undefined, files: 5, entryPoints: [], parts, corners: [], startWith: [] };
  const map = toMap([answer], [overview], conversion);
  const named = map.communities[0]?.folders.map(([id, count]) => [map.folders[id], count]);
  assert.deepEqual(named, [
    ['src/map', 2],
    ['src', 1],
    ['test', 1],
    ['.', 1],
  ]);
});
