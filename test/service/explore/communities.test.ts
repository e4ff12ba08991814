import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { createService } from '../../../src/service/createService.ts';
import { communitiesWithin } from '../../../src/service/explore/communityFiles.ts';
import { partCommunities } from '../../../src/service/treeRows/overviewRows.ts';
import type { Service } from '../../../src/service/types/service.ts';
import { defaultSettings } from '../../../src/workspace/settings.ts';
import { workFolder } from '../../support/workFolder.ts';

const { signal } = new AbortController();

/** Two folders of files in threes: those of three define and use each other's names. */
const files = Object.fromEntries(
  ['harbour', 'crossing'].flatMap((folder) =>
    Array.from({ length: 12 }, (_, i) => {
      const [group, next] = [Math.floor(i / 3), Math.floor(i / 3) * 3 + ((i + 1) % 3)];
      const text = `/** Of ${folder}. */\nexport class Tide${folder}${i} {}\nexport class Bar${folder}${i} extends Tide${folder}${next} {}\nnew Bar${folder}${next}();\n`;
      return [`${folder}/group${group}file${i}.ts`, text];
    }),
  ),
);

/** Three are allowed in any folder, and there are more groups than that. */
const maxCommunities = 3;

async function opened(t: TestContext): Promise<{ service: Service; folder: ReturnType<typeof workFolder> }> {
  const folder = workFolder(t, files);
  const service = createService();
  t.after(() => service.close());
  await service.openFolder(folder.root, { settings: defaultSettings, runGit: false });
  await service.idle();
  return { service, folder };
}

test('each community is listed under the part that all of its files are in', async (t) => {
  const { service, folder } = await opened(t);
  const [answer] = await service.communities(folder.root);
  const [overview] = await service.overview(folder.root);
  const listed = (overview?.parts ?? []).flatMap((part) => {
    const own = communitiesWithin(answer, part.files);
    const paths = part.files.map(({ path }) => path);
    for (const { chunks } of own) for (const { path } of chunks) assert.ok(paths.includes(path), path);
    return own;
  });
  assert.equal(listed.length, maxCommunities);
  assert.deepEqual([...listed].sort(bySizeAndId), [...(answer?.communities ?? [])].sort(bySizeAndId));
  const rows = await Promise.all(
    (overview?.parts ?? []).map(({ name }) => partCommunities(service, `${folder.root}\npart\n${name}`, signal)),
  );
  assert.deepEqual(
    rows.flat().map(({ name, size }) => [name, size]),
    listed.map(({ name, size }) => [name, size]),
  );
});

function bySizeAndId(a: { size: number; id: string }, b: { size: number; id: string }): number {
  return b.size - a.size || (a.id < b.id ? -1 : 1);
}

test('they are found once for an index, and after edits equal those of a folder that was opened then', async (t) => {
  const { service, folder } = await opened(t);
  const asked = await Promise.all([service.communities(folder.root), service.communities(folder.root)]);
  assert.equal(asked[0][0], asked[1][0]);
  assert.equal((await service.communities(folder.root))[0], asked[0][0]);
  for (const [path, text] of Object.entries(files).slice(0, 5)) folder.write(path, `${text.replaceAll('Tide', 'Ebb')}\n// Changed.\n`);
  await service.update(folder.root);
  const [edited] = await service.communities(folder.root);
  assert.notEqual(edited, asked[0][0]);
  assert.match(JSON.stringify(edited), /Ebb/);
  const other = createService();
  t.after(() => other.close());
  await other.openFolder(folder.root, { settings: defaultSettings, runGit: false });
  await other.idle();
  assert.deepEqual(await other.communities(folder.root), [edited]);
  assert.equal(await service.verify(folder.root), undefined);
});

test('a question about them can be cancelled, and others get its answer', async (t) => {
  const { service, folder } = await opened(t);
  const stop = new AbortController();
  const cancelled = service.communities(folder.root, stop.signal);
  const other = service.communities(folder.root);
  stop.abort(new Error('enough'));
  await assert.rejects(cancelled, /enough/);
  assert.equal((await other)[0]?.communities.length, maxCommunities);
});

test('closing the service ends the search for them', async (t) => {
  const { service, folder } = await opened(t);
  await service.overview(folder.root);
  const asked = service.communities(folder.root);
  const ended = assert.rejects(asked, /closed/);
  // Until the question has reached the folder.
  await new Promise((resolve) => setImmediate(resolve));
  await service.close();
  await ended;
});
