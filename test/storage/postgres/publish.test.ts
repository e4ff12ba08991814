import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { after, test } from 'node:test';
import fc from 'fast-check';
import type { DocumentAnalysis } from '../../../src/engine/document.ts';
import { MemoryIndex } from '../../../src/engine/index/memoryIndex.ts';
import type { IndexReader } from '../../../src/engine/index/reader.ts';
import { indexedDocument } from '../../../src/engine/index/segment.ts';
import { createLexicons } from '../../../src/engine/text/words/lexicon.ts';
import { readAddress } from '../../../src/storage/postgres/address.ts';
import { Connection } from '../../../src/storage/postgres/connection.ts';
import { publish } from '../../../src/storage/postgres/openPublished.ts';
import { byteaArray } from '../../../src/storage/postgres/values.ts';
import { anyDocument } from '../../support/anyDocument.ts';
import { anyChange, bodies, change, paths, questions } from '../../support/changes.ts';
import { columnsOf } from '../../support/columns.ts';
import { localIndex, openPublished, overlaid, sharedServer, sourceOf } from '../../support/publishedIndex.ts';
import { answers } from '../../support/readerAnswers.ts';
import { retrievers } from '../../support/systems.ts';

const shared = await sharedServer(['-c', 'autovacuum=off']);
const { skip } = shared;
after(() => shared.server?.stop());

let serial = 0;

/** Histories, and the maximum number of documents before each: a sample, or what the environment requests. */
const histories = Number(process.env.MESHRAG_HISTORIES ?? 12);
const maxDocuments = Number(process.env.MESHRAG_HISTORY_DOCUMENTS ?? 40);
/** Logarithmic: as many histories have tens of documents as thousands. */
const anyScale = fc.double({ min: 0, max: 1, noNaN: true });

/** A document of one chunk that shares names and words with others. */
function documentAt(i: number, edition: number): string {
  return `# Part ${i % 89}\n\nSandra${i % 53} ${edition} calls \`open${i % 31}Store\` and \`load${i}\` in Harlem ${i % 7}.\n`;
}

test('after any history of pushes, the published index answers like a local one, also overlaid with local files', {
  skip,
  timeout: histories * 30_000,
}, async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyChange, { minLength: 1, maxLength: 6 }), anyChange, anyScale, async (history, local, scale) => {
      const name = `history ${serial++}`;
      const count = Math.floor(maxDocuments ** scale);
      const texts = new Map(Array.from({ length: count }, (_, i) => [`part${i}.md`, documentAt(i, 0)]));
      for (const [edition, one] of history.entries()) {
        for (let i = edition; i < count; i += 1 + edition * 9) texts.set(`part${i}.md`, documentAt(i, edition));
        change(texts, one);
        const pushed = await shared.push(name, texts);
        assert.equal(pushed.files, texts.size);
      }
      const lexicons = createLexicons();
      const published = await shared.open(name, lexicons);
      try {
        assert.deepEqual(await answers(published.reader([], 1)), await answers(localIndex(texts, createLexicons()).reader()));
        change(texts, local);
        assert.deepEqual(await answers(overlaid(published, texts, lexicons)), await answers(localIndex(texts, createLexicons()).reader()));
      } finally {
        await published.connection.close();
      }
    }),
    { numRuns: histories },
  );
});

test('a file that is deleted and comes back counts again', { skip }, async () => {
  const one: [string, string] = ['part0.md', documentAt(0, 0)];
  const both = new Map([one, ['part1.md', documentAt(1, 0)]]);
  for (const texts of [new Map([one]), both, new Map([one]), both]) await shared.push('back', texts);
  const published = await shared.open('back');
  assert.deepEqual(await answers(published.reader([], 1)), await answers(localIndex(both, createLexicons()).reader()));
  await published.close();
});

const named = retrievers.get('mesh');

test('a question to mesh takes at most six statements, also with local files over what was published', {
  skip,
  timeout: 120_000,
}, async () => {
  assert.ok(named);
  const texts = new Map(paths.map((path, i) => [path, bodies[i % bodies.length] as string]));
  await shared.push('trips', texts);
  const lexicons = createLexicons();
  const published = await shared.open('trips', lexicons);
  texts.set('b.md', '# Bobby Darin\n\nBobby Darin sang `openStore` in Harlem.\n');
  texts.delete('x.txt');
  const whole = published.reader([], 1);
  const joined = overlaid(published, texts, lexicons);
  // The content of hidden chunks is read once, with the first question.
  await named.search(joined, 'Harlem', { limit: 10 });
  for (const reader of [whole, joined]) {
    for (const question of [
      ...questions,
      'What is Harlem?',
      'where is `openStore` called in src/openStore.ts',
      'who is Sandra Dee',
      'marmalade',
    ]) {
      const before = published.connection.statements;
      await named.search(reader, question, { limit: 10 });
      assert.ok(published.connection.statements - before <= 6, `${question}: ${published.connection.statements - before}`);
    }
  }
  await published.close();
});

test('of the files that an edit hides, only those that were not hidden before are read', { skip }, async () => {
  const texts = new Map(['a.md', 'b.md', 'c.md'].map((path) => [path, `# Pier ${path}\n\nThe pier of Harlem is long.\n`]));
  await shared.push('edits', texts);
  const [published, other] = [await shared.open('edits'), await shared.open('edits')];
  const counted = async ({ connection, reader }: typeof published, ...hidden: readonly string[]) => {
    const before = connection.statements;
    return [...(await reader(hidden, 1).termCounts(['pier'])), connection.statements - before];
  };
  assert.deepEqual(await counted(published, 'a.md'), [2, 3]);
  assert.deepEqual(await counted(published, 'a.md'), [2, 1]);
  assert.deepEqual(await counted(published, 'a.md', 'b.md'), [1, 3]);
  assert.deepEqual(await counted(published, 'b.md'), [2, 3]);
  assert.deepEqual(await counted(published), [3, 1]);
  assert.deepEqual(await counted(other, 'a.md', 'b.md', 'c.md'), [0, 3]);
  await published.close();
  await other.close();
});

test('more passages can be asked for at once than a call takes arguments', { skip }, async () => {
  await shared.push('one', new Map([['a.md', '# Pier\n\nThe pier is long.\n']]));
  const published = await shared.open('one');
  const infos = await published.reader([], 1).chunkInfo(new Array(200_000).fill(0));
  assert.deepEqual([infos.length, infos.at(-1)?.path], [200_000, 'a.md']);
  await published.close();
});

test('every byte round-trips, alone and in lists', { skip }, async () => {
  const bytes = Buffer.from(Array.from({ length: 512 }, (_, i) => i % 256));
  const options = { password: shared.env.PGPASSWORD, isReader: true, statementMs: 5000 };
  const connection = new Connection(readAddress(shared.address, {}), options);
  const list = [bytes, Buffer.alloc(0), ...Array.from(bytes, (byte) => Buffer.of(byte))];
  const [row] = await connection.query('select $1::bytea as one, $2::bytea[] as many', [bytes, byteaArray(list)]);
  await connection.close();
  assert.deepEqual(row, { one: bytes, many: list });
});

test('every string round-trips: any units, of titles, terms, keys and paths', { skip, timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(anyDocument, async (analysis) => {
      const lexicons = createLexicons();
      const columns = columnsOf(analysis, lexicons);
      const content = { hash: createHash('sha256').update(JSON.stringify(analysis)).digest('hex'), language: 'x \u0001"' };
      const path = 'a "b"\\c/\u0007ö\ud83d.md';
      const place = { address: shared.address, name: `bytes ${serial++}` };
      const local = new MemoryIndex(lexicons);
      local.apply([indexedDocument(path, content.language, columns)]);
      const source = { contents: new Map([[path, content]]), lexicons, index: local.frozen() };
      await publish(place, source, shared.env, async () => undefined);
      const own = createLexicons();
      const published = await shared.open(place.name, own);
      assert.deepEqual(
        [...published.files].map(([name, file]) => [name, file.content]),
        [[path, { ...content, git: undefined }]],
      );
      assert.deepEqual(await listed(published.reader([], 1), analysis), await listed(local.reader(), analysis));
      await published.close();
    }),
    { numRuns: 40 },
  );
});

/** All strings and numbers of a reader. */
async function listed(reader: IndexReader, { chunks }: DocumentAnalysis): Promise<unknown> {
  const live = [...(await reader.liveChunks())];
  const terms = [...new Set(chunks.flatMap((chunk) => chunk.terms.map(({ term }) => term)))];
  const [infos, keys, postings] = await Promise.all([reader.chunkInfo(live), reader.chunkKeys(live), reader.termPostings(terms)]);
  return {
    titles: infos.map((info) => ({ ...info, title: info.title })),
    keys: keys.map((list) => list.map(({ text, roles, places, count }) => JSON.stringify([text, roles, places, count])).sort()),
    postings: postings.map(({ size, chunks: ids, values, places }) => [size, [...ids], [...values], [...places]]),
    terms,
  };
}

test('questions and pushes look up their rows among 20,000 chunks that the server knows nothing about', {
  skip,
  timeout: 120_000,
}, async () => {
  const { query } = shared.server;
  const address = await shared.server.createDatabase();
  const sections = (i: number): string =>
    Array.from(
      { length: 200 },
      (_, k) => `## Berth ${k}\n\n\`Harbour${i}Pier${k}\` and \`Crane${k}\` load ships.\n\n${'A ship is long. '.repeat(16)}\n`,
    ).join('\n');
  const texts = new Map(Array.from({ length: 101 }, (_, i) => [`p${i}.md`, sections(i)]));
  const push = () =>
    publish({ address, name: 'wide' }, sourceOf(texts, createLexicons()), shared.env, async () => undefined, { maxChunks: 1 << 12 });
  texts.set('late.md', '# Late\n\nA late `Harbour1Pier1`.\n');
  const { chunks } = await push();
  assert.ok(chunks > 20_000, `${chunks} chunks`);
  const tables = `from pg_stat_user_tables where schemaname = 'meshrag' and relname ~ '^(posting|chunk|dead)'`;
  const rowsRead = async (work: () => Promise<unknown>): Promise<number> => {
    const read = async () =>
      (await query(address, `select sum(seq_tup_read + coalesce(idx_tup_fetch, 0))::integer as rows ${tables}`))[0]?.rows;
    const before = Number(await read());
    await work();
    // A session reports what it has read when it ends.
    for (let left = 100; left > 0 && Number(await read()) === before; left--) await new Promise((resolve) => setTimeout(resolve, 50));
    await new Promise((resolve) => setTimeout(resolve, 100));
    return Number(await read()) - before;
  };
  const asked = await rowsRead(async () => {
    const published = await openPublished({ address, name: 'wide' }, createLexicons(), shared.env);
    const { results } = (await named?.search(published.reader([], 1), 'Harbour1Pier1', { limit: 10 })) ?? {};
    assert.ok(results !== undefined && results.length > 1);
    await published.close();
  });
  assert.ok(asked > 0 && asked < 2000, `${asked} rows for a question`);
  texts.set('late.md', '# Late\n\nA later `Harbour1Pier2`.\n');
  const pushed = await rowsRead(push);
  assert.ok(pushed > 0 && pushed < 500, `${pushed} rows for a push`);
});
