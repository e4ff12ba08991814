import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { communitiesOf } from '../../../src/engine/graph/communities.ts';
import type { IndexReader } from '../../../src/engine/index/reader.ts';
import { partFiles } from '../../../src/engine/parts/findDivisions.ts';
import { createLexicons } from '../../../src/engine/text/words/lexicon.ts';
import { placesOf } from '../../support/memoryIndex.ts';
import { localIndex, overlaid, sharedServer } from '../../support/publishedIndex.ts';

const shared = await sharedServer();
const { skip } = shared;
after(() => shared.server?.stop());

async function described(reader: IndexReader): Promise<unknown> {
  const found = await communitiesOf(reader, await partFiles(reader));
  return Promise.all(found.map(async (one) => ({ ...one, chunks: await placesOf(reader, [...one.chunks]) })));
}

test('communities in a published index, with files over it that differ, are those of an index of the files', { skip }, async () => {
  const note = (i: number): string => `# Note ${i}\n\nSandra Dee${i % 3} met Bobby Darin${i % 3} at the Harlem Opera${i % 3}.\n`;
  const texts = new Map(Array.from({ length: 18 }, (_, i) => [`notes/${i}.md`, note(i)]));
  await shared.push('notes', texts);
  const lexicons = createLexicons();
  const published = await shared.open('notes', lexicons);
  try {
    const wanted = (await described(localIndex(texts, createLexicons()).reader())) as unknown[];
    assert.ok(wanted.length > 0);
    assert.deepEqual(await described(overlaid(published, texts, lexicons)), wanted);
    const changed = new Map([...texts, ['notes/3.md', note(1)], ['notes/new.md', note(2)]]);
    changed.delete('notes/5.md');
    assert.deepEqual(
      await described(overlaid(published, changed, lexicons)),
      await described(localIndex(changed, createLexicons()).reader()),
    );
  } finally {
    await published.close();
  }
});
