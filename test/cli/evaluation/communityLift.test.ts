import assert from 'node:assert/strict';
import { test } from 'node:test';
import { communityFigures } from '../../../src/cli/evaluation/communityLift.ts';
import { indexOf } from '../../support/memoryIndex.ts';

/** Three notes that share two rare names. */
const together = Object.fromEntries(
  [1, 2, 3].map((i) => [`a${i}`, `# Note ${i}\n\nIt was kept by Corin Brook, and later given to Marta Quill of the pier.\n`]),
);
const lonely = Object.fromEntries(Array.from({ length: 7 }, (_, i) => [`z${i}`, `# Lonely ${i}\n\nNothing is said of anybody here.\n`]));
const reader = indexOf({ ...together, ...lonely }).reader();

test('the lift is the share of relevant pairs in one community, over that of all pairs', async () => {
  const figures = (...gold: readonly (readonly string[])[]) => communityFigures(reader, gold);
  const chance = 3 / 45;
  assert.deepEqual(await figures(['a1', 'a2'], ['a3', 'a1']), {
    count: 1,
    coverage: 0.3,
    largest: 0.3,
    goldTogether: 1,
    lift: Number((1 / chance).toFixed(1)),
  });
  const { goldTogether, lift } = await figures(['a1', 'a2', 'z3'], ['z0', 'z1'], ['a1'], ['a1', 'missing']);
  assert.deepEqual([goldTogether, lift], [0.25, Number((0.25 / chance).toFixed(1))]);
  const none = await figures();
  assert.deepEqual([none.goldTogether, none.lift], [0, 0]);
});

test('an index without communities has no lift', async () => {
  assert.deepEqual(await communityFigures(indexOf(lonely).reader(), [['z0', 'z1']]), {
    count: 0,
    coverage: 0,
    largest: 0,
    goldTogether: 0,
    lift: 0,
  });
});
