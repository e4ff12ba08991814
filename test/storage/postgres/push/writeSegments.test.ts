/** Segments of more rows than a statement writes, and how a push is divided into segments. */

import assert from 'node:assert/strict';
import { after, test } from 'node:test';
import { createLexicons } from '../../../../src/engine/text/words/lexicon.ts';
import { sharedServer } from '../../../support/publishedIndex.ts';

const shared = await sharedServer(['-c', 'autovacuum=off']);
const { skip } = shared;
after(() => shared.server?.stop());

/** A file of so many passages. */
const sections = (word: string, count: number): string => Array.from({ length: count }, (_, i) => `## ${i}\n\n${word} ${i}\n`).join('\n');

test('a long posting list is kept, a shorter one is read again, and every passage has its own row', { skip }, async () => {
  await shared.push(
    'long',
    new Map([
      ['a.md', sections('buoy', 4096)],
      ['b.md', sections('anchor', 4095)],
    ]),
  );
  const { reader, connection, close } = await shared.open('long');
  const one = reader([], 1);
  const [buoy, anchor] = await one.termPostings(['buoi', 'anchor']);
  assert.deepEqual([buoy?.size, anchor?.size], [4096, 4095]);
  const before = connection.statements;
  assert.deepEqual(await one.termPostings(['buoi']), [buoy]);
  assert.equal(connection.statements, before, 'it is not read again');
  assert.deepEqual(await one.termPostings(['anchor', 'buoi']), [anchor, buoy]);
  assert.equal(connection.statements, before + 1);
  const infos = await one.chunkInfo([0, 4095, 4096, 8190]);
  assert.deepEqual(
    infos.map(({ path, title }) => `${path} ${title.split(' ').at(-1)}`),
    ['a.md 0', 'a.md 4095', 'b.md 0', 'b.md 4094'],
  );
  await close();
});

test('a segment has at most as many passages as it may, unless a file has more', { skip }, async () => {
  const segmentsOf = async (name: string, ...counts: readonly number[]) => {
    const texts = new Map(counts.map((count, i) => [`${i}.md`, sections('rope', count)]));
    let visible = 0;
    await shared.push(name, texts, undefined, { maxChunks: 4, onVisible: ({ segments }) => (visible = segments) });
    const { commit, close } = await shared.open(name, createLexicons());
    await close();
    const sizes = commit.segments.map(({ chunkCount, paths }) => `${paths.join(' ')}: ${chunkCount}`);
    assert.equal(visible, sizes.length);
    return sizes;
  };
  assert.deepEqual(await segmentsOf('exact', 2, 2, 2, 2), ['0.md 1.md: 4', '2.md 3.md: 4']);
  assert.deepEqual(await segmentsOf('odd', 3, 2, 2), ['0.md: 3', '1.md 2.md: 4']);
  assert.deepEqual(await segmentsOf('large', 4, 9, 5, 4), ['0.md: 4', '1.md: 9', '2.md: 5', '3.md: 4']);
});
