import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import type { IndexReader } from '../../../src/engine/index/reader.ts';
import type { Retriever } from '../../../src/engine/retrieval/ranking.ts';
import { createLexicons, type Lexicon } from '../../../src/engine/text/words/lexicon.ts';
import { ServedName } from '../../../src/storage/served/servedName.ts';
import type { SharedFault, SharedIndexError } from '../../../src/storage/sharedIndexError.ts';
import { described } from '../../support/memoryIndex.ts';
import { type RangeServer, serveRanges } from '../../support/rangeServer.ts';
import { exportTexts, manyTexts } from '../../support/servedExport.ts';
import { retrievers } from '../../support/systems.ts';

const texts = manyTexts(200);
const questions = ['Who winds the w1kClock at dusk?', 'log 17', 'the keeper of Port W2B', 'w9 writes', 'docs/3', 'nothing of this kind'];

interface Served {
  readonly server: RangeServer;
  readonly name: ServedName;
  readonly directory: string;
  /** The same texts in memory. */
  readonly local: IndexReader;
}

async function served(t: TestContext, own = texts): Promise<Served> {
  const { root, index } = exportTexts(t, own, 'harbour');
  const server = await serveRanges(t, root);
  const lexicons = createLexicons();
  // A process that has indexed other texts before.
  for (const lexicon of Object.values(lexicons) as Lexicon[])
    for (const text of ['harbour', 'dusk', 'winds', 'é', 'w9']) lexicon.intern(text);
  const opened = new ServedName({ address: server.address, name: 'harbour', environment: async () => ({}) }, lexicons, () => undefined);
  return { server, name: opened, directory: path.join(root, 'harbour'), local: index.reader() };
}

async function readerOf(name: ServedName, hidden: readonly string[] = []): Promise<IndexReader> {
  const index = await name.current();
  return index.readersOf([{ ...index, hidden, folder: 0 }], createLexicons(), 1)[0]?.reader as IndexReader;
}

const isFault =
  (fault: SharedFault) =>
  (error: unknown): boolean => {
    assert.equal((error as SharedIndexError).fault, fault, String(error));
    return true;
  };

const rank = async (reader: IndexReader, system: Retriever, question: string): Promise<unknown> =>
  described(reader, await system.search(reader, question, { limit: 10 }));

test('all retrievers rank an index on a web server as one in memory, hidden files left out', async (t) => {
  const { name, local } = await served(t);
  const far = await readerOf(name);
  const hidden = Object.keys(texts).filter((_, i) => i % 5 === 0);
  const partly = await readerOf(name, hidden);
  const rest = exportTexts(t, Object.fromEntries(Object.entries(texts).filter(([file]) => !hidden.includes(file))), 'rest').index.reader();
  assert.deepEqual([far.liveCount, far.totalLength], [local.liveCount, local.totalLength]);
  assert.deepEqual([partly.liveCount, partly.totalLength], [rest.liveCount, rest.totalLength]);
  for (const [id, system] of retrievers) {
    for (const question of questions) {
      assert.deepEqual(await rank(far, system, question), await rank(local, system, question), `${id}: ${question}`);
      assert.deepEqual(await rank(partly, system, question), await rank(rest, system, question), `${id}, hidden: ${question}`);
    }
  }
});

test('opening reads less than the export, and a question little more than its rows; what was read is not read again', async (t) => {
  const { name, server, directory } = await served(t, manyTexts(1500));
  const reader = await readerOf(name);
  const opened = server.taken();
  const all = fs.readdirSync(directory).reduce((sum, file) => sum + fs.statSync(path.join(directory, file)).size, 0);
  assert.ok(opened.requests <= 10 && opened.bytes < all, JSON.stringify({ opened, all }));
  const mesh = retrievers.get('mesh') as Retriever;
  await mesh.search(reader, 'Who winds the w1kClock at dusk?', { limit: 10 });
  const asked = server.taken();
  assert.ok(asked.requests > 0 && asked.requests <= 12 && asked.bytes < 300_000, JSON.stringify(asked));
  await mesh.search(reader, 'Who winds the w1kClock at dusk?', { limit: 10 });
  assert.equal(server.taken().requests, 0);
  await name.current();
  assert.equal(server.taken().requests, 1);
});

test('another export is opened once it has replaced the one before, whose readers say that it is gone', async (t) => {
  const { name, directory } = await served(t);
  const before = await readerOf(name);
  const mesh = retrievers.get('mesh') as Retriever;
  const next = exportTexts(t, { 'new.md': '# New\n\nThe lantern is green.\n' }, 'harbour', path.dirname(directory));
  const after = await readerOf(name);
  assert.deepEqual(await rank(after, mesh, 'green lantern'), await rank(next.index.reader(), mesh, 'green lantern'));
  await assert.rejects(mesh.search(before, 'keeper winds', { limit: 10 }), isFault('sharedGone'));
});

test('whatever is changed on the way is refused, wherever it is, and a question after it is answered', async (t) => {
  const { name, server, local } = await served(t);
  const mesh = retrievers.get('mesh') as Retriever;
  const expected = await rank(local, mesh, questions[0] as string);
  for (let at = 0; at < 40; at++) {
    server.faults.change = (file, bytes, from) => {
      // A bit of one answer in three, anywhere in it.
      if (file === 'export.json' || (from + at) % 3 !== 0) return bytes;
      bytes[(at * 7919) % bytes.length] = (bytes[(at * 7919) % bytes.length] as number) ^ (1 << (at % 8));
      return bytes;
    };
    const fresh = new ServedName(
      { address: server.address, name: 'harbour', environment: async () => ({}) },
      createLexicons(),
      () => undefined,
    );
    const found = await readerOf(fresh)
      .then((reader) => rank(reader, mesh, questions[0] as string))
      .catch((error: unknown) => {
        assert.ok(['sharedDamaged', 'sharedExcess', 'sharedOtherVersion'].includes((error as SharedIndexError).fault), String(error));
        return expected;
      });
    assert.deepEqual(found, expected);
  }
  server.faults.change = (_, bytes) => bytes.subarray(0, -1);
  await assert.rejects(readerOf(name), isFault('sharedDamaged'));
  server.faults.change = (_, bytes) => bytes;
  assert.deepEqual(await rank(await readerOf(name), mesh, questions[0] as string), expected);
});

test('a server without ranges, an unknown name, a missing token and an address with a secret are each said', async (t) => {
  const { name, server } = await served(t);
  server.faults.hasNoRanges = true;
  await assert.rejects(name.current(), isFault('sharedNoRanges'));
  server.faults.hasNoRanges = false;
  server.faults.token = 'open sesame';
  await assert.rejects(name.current(), isFault('sharedCredentials'));
  const open = (address: string, own = 'harbour', env: Record<string, string> = {}): ServedName =>
    new ServedName({ address, name: own, environment: async () => env }, createLexicons(), () => undefined);
  await open(server.address, 'harbour', { MESHRAG_SHARED_TOKEN: 'open sesame' }).current();
  delete server.faults.token;
  await assert.rejects(open(server.address, 'other').current(), isFault('sharedUnknownName'));
  server.faults.location = `${server.address}/elsewhere/export.json`;
  await assert.rejects(open(server.address).current(), isFault('sharedUnreachable'));
  delete server.faults.location;
  assert.throws(() => open('https://user:secret@example.org/'), isFault('sharedAddress'));
  assert.throws(() => open('https://example.org/?key=secret'), isFault('sharedAddress'));
  assert.throws(() => open('http://example.org/'), isFault('sharedPlainText'));
  assert.throws(() => open(server.address, '..'), isFault('sharedName'));
  await assert.rejects(open('http://127.0.0.1:9').current(), isFault('sharedUnreachable'));
});
