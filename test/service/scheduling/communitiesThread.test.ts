import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findCommunities } from '../../../src/engine/graph/communities.ts';
import { readCommunityInput } from '../../../src/engine/graph/communityInput.ts';
import { partFiles } from '../../../src/engine/parts/findDivisions.ts';
import { taskThread } from '../../../src/service/scheduling/taskThread.ts';
import { indexOf } from '../../support/memoryIndex.ts';

test('communities from a worker equal those found here', async () => {
  const text = (i: number): string => `note, Sandra Dee${i % 6} met Bobby Darin${i % 6} at the Harlem Opera${i % 6}.\n`;
  const reader = indexOf(Object.fromEntries(Array.from({ length: 60 }, (_, i) => [`notes/${i}.md`, text(i)]))).reader();
  const yieldThread = async () => undefined;
  const input = await readCommunityInput(reader, await partFiles(reader), yieldThread);
  const found = findCommunities(input);
  assert.ok(found.length > 1);
  assert.deepEqual(await taskThread('communities', input, yieldThread), found);
});
