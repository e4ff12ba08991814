import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { textOf } from '../../../src/messages/messages.ts';
import { DerivedFiles, type DerivedFilesOptions } from '../../../src/storage/derived/derivedFiles.ts';
import type { FileRow } from '../../../src/storage/store.ts';
import { damaged } from '../../support/damage.ts';
import { derivedBytes, derivedId } from '../../support/derivedBytes.ts';
import { randomNumbers } from '../../support/randomEdits.ts';
import { rowOf } from '../../support/storeRows.ts';
import { temporaryDirectory } from '../../support/temporaryDirectory.ts';

const graph = { id: 'graph' };
const vectors = { id: 'vectors', variant: 'model' };
const yieldThread = async (): Promise<void> => undefined;
const day = 24 * 3600 * 1000;

function opened(t: TestContext, directory: string, changes: Partial<DerivedFilesOptions> = {}): DerivedFiles {
  const derived = new DerivedFiles(directory, { version: '1', isWriter: () => true, ...changes });
  t.after(() => derived.close());
  return derived;
}

function rowsOf(...contents: readonly number[]): FileRow[] {
  return contents.map((n) => ({ ...rowOf(`${n}.md`, 'x'), content: derivedId(n) }));
}

function filesIn(directory: string): readonly string[] {
  return fs.globSync(`${directory}/*`);
}

/** Numbers of the contents whose data is stored, of the first ten. */
function documentsIn(derived: DerivedFiles): number[] {
  return Array.from({ length: 10 }, (_, n) => n).filter((n) => derived.document(vectors, derivedId(n)) !== undefined);
}

test('returns what was stored, also after a restart, and nothing else', async (t) => {
  const directory = path.join(temporaryDirectory(t), 'derived');
  const first = opened(t, directory);
  assert.deepEqual(
    [await first.generation(graph, 'a', yieldThread), first.document(vectors, derivedId(1)), filesIn(directory)],
    [undefined, undefined, []],
  );
  for (const size of [0, 5, 1 << 20, 3_000_001]) {
    await first.keepGeneration(graph, `state ${size}`, derivedBytes(1, size), yieldThread);
    assert.deepEqual(
      Buffer.from((await first.generation(graph, `state ${size}`, yieldThread)) as Uint8Array),
      Buffer.from(derivedBytes(1, size)),
    );
  }
  first.keepDocuments(
    vectors,
    [1, 2].map((n) => ({ id: derivedId(n), bytes: derivedBytes(n, 4000) })),
  );
  first.close();
  assert.equal(first.document(vectors, derivedId(1)), undefined);
  for (const file of [directory, ...filesIn(directory)]) assert.equal(fs.statSync(file).mode & 0o077, 0);
  const second = opened(t, directory);
  assert.deepEqual(
    Buffer.from((await second.generation(graph, 'state 3000001', yieldThread)) as Uint8Array),
    Buffer.from(derivedBytes(1, 3_000_001)),
  );
  assert.deepEqual(documentsIn(second), [1, 2]);
  assert.equal(await second.generation({ ...graph, variant: 'x' }, 'state 5', yieldThread), undefined);
  assert.equal(second.document(vectors, { ...derivedId(1), language: 'text' }), undefined);
  assert.equal(textOf(second.messages), '');
});

test('two states of a builder are kept', async (t) => {
  let now = 10 * day;
  const derived = opened(t, path.join(temporaryDirectory(t), 'derived'), { now: () => now++ });
  const has = async (state: string, kind = graph): Promise<boolean> => (await derived.generation(kind, state, yieldThread)) !== undefined;
  for (const state of ['a', 'b', 'c']) await derived.keepGeneration(graph, state, derivedBytes(1, 10), yieldThread);
  derived.keepDocuments(vectors, [{ id: derivedId(1), bytes: derivedBytes(1, 10) }]);
  assert.deepEqual([await has('a'), await has('b'), await has('c')], [false, true, true]);
  assert.deepEqual(documentsIn(derived), [1]);
});

test('data of contents without a file is dropped when it exceeds that of the others', (t) => {
  const directory = path.join(temporaryDirectory(t), 'derived');
  const derived = opened(t, directory);
  const all = [1, 2, 3, 4];
  derived.keepDocuments(
    vectors,
    all.map((n) => ({ id: derivedId(n), bytes: derivedBytes(n, 40_000) })),
  );
  derived.collect(rowsOf(1, 2));
  assert.deepEqual(documentsIn(derived), all);
  const follower = opened(t, directory, { isWriter: () => false });
  assert.deepEqual(documentsIn(follower), all);
  const before = derived.sizeBytes();
  derived.collect(rowsOf(1));
  assert.deepEqual([documentsIn(derived), derived.sizeBytes() < before / 2], [[1], true]);
  derived.keepDocuments(vectors, [{ id: derivedId(5), bytes: derivedBytes(5, 10) }]);
  assert.deepEqual(
    [documentsIn(derived), documentsIn(follower)],
    [
      [1, 5],
      [1, 5],
    ],
  );
  // What is written again takes the place of what was there.
  for (let round = 0; round < 9; round++) derived.keepDocuments(vectors, [{ id: derivedId(5), bytes: derivedBytes(round, 40_000) }]);
  assert.deepEqual(Buffer.from(derived.document(vectors, derivedId(5)) ?? []), Buffer.from(derivedBytes(8, 40_000)));
  derived.collect(rowsOf(1, 5));
  assert.deepEqual([documentsIn(derived), derived.sizeBytes() < before], [[1, 5], true]);
  derived.clear();
  assert.deepEqual([documentsIn(derived), derived.sizeBytes(), textOf(derived.messages)], [[], 0, '']);
});

test('data of a state that nobody asks about for a week is dropped', async (t) => {
  let now = 10 * day;
  const derived = opened(t, path.join(temporaryDirectory(t), 'derived'), { now: () => now });
  await derived.keepGeneration(graph, 'a', derivedBytes(1, 10), yieldThread);
  now += 6 * day;
  assert.ok(await derived.generation(graph, 'a', yieldThread));
  now += 2 * day;
  derived.collect([]);
  assert.ok(await derived.generation(graph, 'a', yieldThread), 'it was asked for two days ago');
  now += 8 * day;
  derived.collect([]);
  assert.equal(await derived.generation(graph, 'a', yieldThread), undefined);
});

test('another process reads along and never writes; it writes once it is the writer', async (t) => {
  const directory = path.join(temporaryDirectory(t), 'derived');
  let isWriter = false;
  const written: string[] = [];
  const follower = opened(t, directory, { isWriter: () => isWriter, onWrite: (what) => written.push(what) });
  const writer = opened(t, directory);
  const keep = (derived: DerivedFiles, n: number): void =>
    derived.keepDocuments(vectors, [{ id: derivedId(n), bytes: derivedBytes(n, 10) }]);
  keep(follower, 1);
  await follower.keepGeneration(graph, 'a', derivedBytes(1, 10), yieldThread);
  assert.deepEqual(filesIn(directory), []);
  keep(writer, 2);
  assert.deepEqual(documentsIn(follower), [2]);
  await writer.keepGeneration(graph, 'b', derivedBytes(1, 10), yieldThread);
  assert.ok(await follower.generation(graph, 'b', yieldThread));
  follower.refuse(graph);
  follower.collect([]);
  follower.clear();
  assert.deepEqual(written, []);
  writer.close();
  isWriter = true;
  keep(follower, 3);
  assert.deepEqual(documentsIn(follower), [2, 3]);
  assert.ok(written.length > 0);
});

test('what another version or a killed process has left is not found, and removed with the first write', async (t) => {
  const directory = path.join(temporaryDirectory(t), 'derived');
  const before = opened(t, directory);
  before.keepDocuments(vectors, [{ id: derivedId(4), bytes: derivedBytes(4, 10) }]);
  await before.keepGeneration(graph, 'a', derivedBytes(1, 10), yieldThread);
  before.close();
  const derived = opened(t, directory, { version: '2' });
  assert.deepEqual([documentsIn(derived), await derived.generation(graph, 'a', yieldThread)], [[], undefined]);
  derived.keepDocuments(vectors, [{ id: derivedId(5), bytes: derivedBytes(5, 10) }]);
  const [own] = filesIn(directory);
  assert.deepEqual([filesIn(directory).length, documentsIn(derived), textOf(derived.messages)], [1, [5], '']);
  derived.close();
  fs.writeFileSync(`${own}.new`, 'half');
  const later = opened(t, directory, { version: '2' });
  await later.keepGeneration(graph, 'a', derivedBytes(1, 10), yieldThread);
  assert.deepEqual([filesIn(directory).length, fs.existsSync(`${own}.new`), documentsIn(later)], [2, false, [5]]);
});

test('larger data of a state is not kept, and a kind that is refused is gone with all its states', async (t) => {
  const derived = opened(t, path.join(temporaryDirectory(t), 'derived'));
  await derived.keepGeneration(graph, 'large', new Uint8Array(2 ** 27 + 1), yieldThread);
  assert.equal(await derived.generation(graph, 'large', yieldThread), undefined);
  await derived.keepGeneration(vectors, 'a', derivedBytes(1, 10), yieldThread);
  await derived.keepGeneration(graph, 'a', derivedBytes(1, 10), yieldThread);
  derived.keepDocuments(vectors, [{ id: derivedId(4), bytes: derivedBytes(4, 10) }]);
  derived.refuse(vectors);
  assert.deepEqual([documentsIn(derived), await derived.generation(vectors, 'a', yieldThread)], [[], undefined]);
  assert.ok(await derived.generation(graph, 'a', yieldThread));
  assert.match(textOf(derived.messages), /^Some derived data was damaged/);
});

test('where nothing can be written, one sentence says so', (t) => {
  const directory = path.join(temporaryDirectory(t), 'derived');
  fs.writeFileSync(directory, 'a file in the place of the directory');
  const derived = opened(t, directory);
  derived.keepDocuments(vectors, [{ id: derivedId(4), bytes: derivedBytes(4, 10) }]);
  assert.deepEqual([documentsIn(derived), textOf(derived.messages)], [[], 'The derived data cannot be written; it is kept in memory.']);
});

test('whatever is damaged in the files, what is read is what was stored, or nothing', async (t) => {
  const folder = temporaryDirectory(t);
  const whole = path.join(folder, 'whole');
  const filled = opened(t, whole);
  await filled.keepGeneration(graph, 'a', derivedBytes(1, 200_000), yieldThread);
  filled.keepDocuments(
    vectors,
    Array.from({ length: 10 }, (_, n) => ({ id: derivedId(n), bytes: derivedBytes(n, 30_000) })),
  );
  filled.close();
  const random = randomNumbers(3);
  let [missing, reported] = [0, 0];
  for (let round = 0; round < 150; round++) {
    const directory = path.join(folder, `${round}`);
    fs.mkdirSync(directory);
    for (const file of filesIn(whole)) {
      const bytes = fs.readFileSync(file);
      fs.writeFileSync(path.join(directory, path.basename(file)), random() < 0.7 ? damaged(bytes, random) : bytes);
    }
    const derived = opened(t, directory);
    const found = await derived.generation(graph, 'a', yieldThread);
    if (found !== undefined) assert.deepEqual(Buffer.from(found), Buffer.from(derivedBytes(1, 200_000)));
    for (let n = 0; n < 10; n++) {
      const document = derived.document(vectors, derivedId(n));
      if (document !== undefined) assert.deepEqual(Buffer.from(document), Buffer.from(derivedBytes(n, 30_000)));
    }
    if (found === undefined || documentsIn(derived).length < 10) missing++;
    if (textOf(derived.messages) !== '') reported++;
    // It is as good as new.
    await derived.keepGeneration(graph, 'b', derivedBytes(2, 100), yieldThread);
    derived.keepDocuments(vectors, [{ id: derivedId(11), bytes: derivedBytes(11, 100) }]);
    assert.ok(await derived.generation(graph, 'b', yieldThread), `round ${round}`);
    assert.ok(derived.document(vectors, derivedId(11)), `round ${round}`);
    derived.close();
    fs.rmSync(directory, { recursive: true });
  }
  // A file that ends within a record may be one of a killed process.
  assert.ok(missing > 20 && reported >= missing * 0.6, `${missing} times something was missing, ${reported} times it was reported`);
});

const rounds = Number(process.env.MESHRAG_KILL_ROUNDS ?? 4);
test(`a file whose writer is killed ${rounds} times is read again, and contains only complete data`, {
  timeout: 60_000 + rounds * 5000,
}, async (t) => {
  const directory = path.join(temporaryDirectory(t), 'derived');
  const program = path.resolve(import.meta.dirname, '../../support/deriveUntilKilled.ts');
  const random = randomNumbers(rounds);
  const writes = ['derived state', 'derived documents', 'derived leftovers'];
  let found = 0;
  for (let round = 0; round < rounds; round++) {
    const fatal = round % 2 === 0 ? [] : [writes[(round >> 1) % writes.length] as string, String(1 + Math.floor(random() * 8))];
    const child = fork(program, [directory, String(round), ...fatal], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    const ended = once(child, 'exit');
    if (fatal.length === 0) {
      await Promise.race([once(child, 'message'), ended]);
      await sleep(random() * 500);
      child.kill('SIGKILL');
    }
    // Leftovers are removed once alone.
    const timer = setTimeout(() => child.kill('SIGKILL'), 3000);
    await ended;
    clearTimeout(timer);
    const derived = opened(t, directory);
    for (let n = 0; n < 6; n++) {
      const data = await derived.generation(graph, `state ${n}`, yieldThread);
      if (data === undefined) continue;
      found++;
      assert.ok(Buffer.from(data).equals(derivedBytes(n, 2_500_000)));
    }
    for (let n = 0; n < 42; n++) {
      const data = derived.document(vectors, derivedId(n));
      if (data !== undefined) assert.ok(Buffer.from(data).equals(derivedBytes(n, 3000)));
    }
    assert.equal(textOf(derived.messages), '');
    derived.close();
  }
  assert.ok(found > 0);
});
