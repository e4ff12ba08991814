import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { communityProximity } from '../../../src/server/answers/communityProximity.ts';
import { createFileUris } from '../../../src/server/fileUris.ts';
import type { CommunitiesAnswer, Community } from '../../../src/service/types/results.ts';

const folder = path.resolve('/work space');

function community(id: string, ...places: readonly string[]): Community {
  const chunks = places.map((place) => {
    const [file = '', lines = ''] = place.split(':');
    const [startLine = 1, endLine = 1] = lines.split('-').map(Number);
    return { path: file, folder, startLine, endLine, title: '', kind: 'code' as const };
  });
  return { id, name: id, size: chunks.length, files: places.length, labels: [], entities: [], chunks };
}

test('the community that contains the place is closest, then those of its file, then those of its folder', () => {
  const answers: CommunitiesAnswer[] = [
    {
      folder,
      coverage: 1,
      communities: [
        community('far', 'docs/a.md:1-9', 'docs/b.md:1-9'),
        community('neighbour', 'src/b.ts:1-9', 'docs/a.md:1-9'),
        community('file', 'src/a.ts:30-40', 'docs/a.md:1-9'),
        community('here', 'src/a.ts:1-20', 'docs/a.md:1-9'),
      ],
    },
  ];
  const { closeness, here } = communityProximity(answers, path.join(folder, 'src/a.ts'), 5, createFileUris(process.platform === 'win32'));
  const ranked = Object.keys(closeness).sort((a, b) => (closeness[b] ?? 0) - (closeness[a] ?? 0));
  assert.deepEqual(
    ranked.map((id) => id.split('\n')[1]),
    ['here', 'file', 'neighbour'],
  );
  assert.deepEqual(here, [`${folder}\nhere`]);
});

test('a file outside all open folders is close to nothing', () => {
  const answers: CommunitiesAnswer[] = [{ folder, coverage: 1, communities: [community('here', 'a.ts:1-2')] }];
  const uris = createFileUris(process.platform === 'win32');
  assert.deepEqual(communityProximity(answers, path.resolve('/elsewhere/a.ts'), 1, uris), { closeness: {}, here: [] });
});
