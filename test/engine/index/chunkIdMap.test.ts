import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import { MemoryIndex } from '../../../src/engine/index/memoryIndex.ts';
import type { IndexReader } from '../../../src/engine/index/reader.ts';
import { createLexicons } from '../../../src/engine/text/words/lexicon.ts';
import { indexed } from '../../support/memoryIndex.ts';

const bodies = ['', 'Sandra Dee sang.\n', 'word\n'.repeat(70), '# One\n\nBobby Darin.\n\n# Two\n\nHarlem.\n'];
const paths = ['a.md', 'b.md', 'c.md', 'd.md', 'e.md'];

type Step = { readonly set: string; readonly body: number } | { readonly remove: string } | { readonly settle: number };

const anyStep: fc.Arbitrary<Step> = fc.oneof(
  fc.record({ set: fc.constantFrom(...paths), body: fc.nat(bodies.length - 1) }, { noNullPrototype: true }),
  fc.record({ remove: fc.constantFrom(...paths) }, { noNullPrototype: true }),
  fc.record({ settle: fc.nat(4) }, { noNullPrototype: true }),
);

async function describe(reader: IndexReader, chunk: number): Promise<unknown> {
  const [info, keys] = await Promise.all([reader.chunkInfo([chunk]), reader.chunkKeys([chunk])]);
  return { info, keys: keys[0]?.map(({ text, roles, places }) => ({ text, roles, places })), length: reader.lengths[chunk] };
}

test('a chunk of an unchanged document maps to the same chunk', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { maxLength: 20 }), fc.array(anyStep, { maxLength: 20 }), async (first, second) => {
      const lexicons = createLexicons();
      const index = new MemoryIndex(lexicons, 0);
      const touched = new Set<string>();
      const apply = (step: Step): void => {
        if ('set' in step) index.apply([indexed(step.set, bodies[step.body] as string, lexicons)]);
        else if ('remove' in step) index.apply([], [step.remove]);
        else for (let i = 0; i < step.settle; i++) index.mergeUntil(() => true);
      };
      for (const step of first) apply(step);
      const before = index.reader();
      for (const step of second) {
        apply(step);
        if ('set' in step) touched.add(step.set);
        else if ('remove' in step) touched.add(step.remove);
      }
      const after = index.reader();
      const map = await after.chunkIdsFrom(before);
      assert.ok(map);
      const live = new Set(await before.liveChunks());
      assert.equal(map.length, before.chunkCount);
      for (const [chunk, into] of map.entries()) {
        const path = (await before.chunkInfo([chunk]))[0]?.path as string;
        assert.equal(into >= 0, live.has(chunk) && !touched.has(path));
        if (into >= 0) assert.deepEqual(await describe(after, into), await describe(before, chunk));
      }
      const carried = map.filter((into) => into >= 0);
      assert.equal(new Set(carried).size, carried.length);
    }),
    { numRuns: 200 },
  );
});

test('readers of different indexes have no map', async () => {
  const [one, other] = [new MemoryIndex(createLexicons()), new MemoryIndex(createLexicons())];
  assert.equal(await one.reader().chunkIdsFrom(other.reader()), undefined);
});
