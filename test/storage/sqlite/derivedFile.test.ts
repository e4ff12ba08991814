import assert from 'node:assert/strict';
import { fork } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import path from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { type TestContext, test } from 'node:test';
import { setTimeout as sleep } from 'node:timers/promises';
import { textOf } from '../../../src/messages/messages.ts';
import { DerivedFile, type DerivedFileOptions } from '../../../src/storage/sqlite/derivedFile.ts';
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

function opened(t: TestContext, file: string, changes: Partial<DerivedFileOptions> = {}): DerivedFile {
  const derived = new DerivedFile(file, { version: '1', isWriter: () => true, ...changes });
  t.after(() => derived.close());
  return derived;
}

function rowsOf(...contents: readonly number[]): FileRow[] {
  return contents.map((n) => ({ ...rowOf(`${n}.md`, 'x'), content: derivedId(n) }));
}

/** Numbers of the contents whose data is stored, of the first ten. */
function documentsIn(derived: DerivedFile): number[] {
  return Array.from({ length: 10 }, (_, n) => n).filter((n) => derived.document(vectors, derivedId(n)) !== undefined);
}

test('returns what was stored, also after a restart, and nothing else', async (t) => {
  const file = path.join(temporaryDirectory(t), 'derived.sqlite');
  const first = opened(t, file);
  assert.deepEqual(
    [await first.generation(graph, 'a', yieldThread), first.document(vectors, derivedId(1)), fs.globSync(`${file}*`)],
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
  assert.equal(fs.statSync(file).mode & 0o077, 0);
  const second = opened(t, file);
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
  const derived = opened(t, path.join(temporaryDirectory(t), 'derived.sqlite'));
  const has = async (state: string, kind = graph): Promise<boolean> => (await derived.generation(kind, state, yieldThread)) !== undefined;
  for (const state of ['a', 'b', 'c']) await derived.keepGeneration(graph, state, derivedBytes(1, 10), yieldThread);
  derived.keepDocuments(vectors, [{ id: derivedId(1), bytes: derivedBytes(1, 10) }]);
  assert.deepEqual([await has('a'), await has('b'), await has('c')], [false, true, true]);
  assert.deepEqual(documentsIn(derived), [1]);
});

test('data of contents without a file is dropped after a week, or when it exceeds that of the others', async (t) => {
  let now = 10 * day;
  const derived = opened(t, path.join(temporaryDirectory(t), 'derived.sqlite'), { now: () => now });
  derived.keepDocuments(
    vectors,
    [1, 2, 3, 4].map((n) => ({ id: derivedId(n), bytes: derivedBytes(n, 1000) })),
  );
  await derived.keepGeneration(graph, 'a', derivedBytes(1, 10), yieldThread);
  derived.collect(rowsOf(1, 2, 3));
  assert.deepEqual(documentsIn(derived), [1, 2, 3, 4]);
  derived.collect(rowsOf(1));
  assert.equal(documentsIn(derived).length, 2);
  now += 6 * day;
  assert.ok(await derived.generation(graph, 'a', yieldThread));
  derived.collect(rowsOf(1));
  assert.equal(documentsIn(derived).length, 2);
  now += 2 * day;
  derived.collect(rowsOf(1));
  assert.deepEqual(documentsIn(derived), [1]);
  assert.ok(await derived.generation(graph, 'a', yieldThread), 'it was asked for two days ago');
  now += 8 * day;
  derived.collect(rowsOf(1));
  assert.equal(await derived.generation(graph, 'a', yieldThread), undefined);
  derived.clear();
  assert.deepEqual([documentsIn(derived), textOf(derived.messages)], [[], '']);
});

test('another process reads along and never writes; it writes once it is the writer', async (t) => {
  const file = path.join(temporaryDirectory(t), 'derived.sqlite');
  let isWriter = false;
  const written: string[] = [];
  const follower = opened(t, file, { isWriter: () => isWriter, onWrite: (sql) => written.push(sql) });
  const writer = opened(t, file);
  const keep = (derived: DerivedFile, n: number): void =>
    derived.keepDocuments(vectors, [{ id: derivedId(n), bytes: derivedBytes(n, 10) }]);
  keep(follower, 1);
  await follower.keepGeneration(graph, 'a', derivedBytes(1, 10), yieldThread);
  assert.deepEqual(fs.globSync(`${file}*`), []);
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

const unfit: Record<string, readonly [make: (file: string) => void, message: RegExp]> = {
  'that is no database': [(file) => fs.writeFileSync(file, 'Dear diary,\n'.repeat(100)), /^The file of derived data was damaged\./],
  'of another version': [
    (file) => new DatabaseSync(file).exec('PRAGMA journal_mode = wal; PRAGMA user_version = 99; CREATE TABLE x(y)'),
    /^The file of derived data was written by another version\. It is filled again as it is needed\.$/,
  ],
};
for (const [what, [make, message]] of Object.entries(unfit)) {
  test(`a file ${what} is made anew, with one sentence`, (t) => {
    const file = path.join(temporaryDirectory(t), 'derived.sqlite');
    make(file);
    const follower = opened(t, file, { isWriter: () => false });
    assert.deepEqual([documentsIn(follower), textOf(follower.messages)], [[], '']);
    const derived = opened(t, file);
    assert.deepEqual(documentsIn(derived), []);
    assert.match(textOf(derived.messages), message);
    derived.keepDocuments(vectors, [{ id: derivedId(4), bytes: derivedBytes(4, 10) }]);
    assert.deepEqual([documentsIn(derived), fs.globSync(`${file}*`)], [[4], [file]]);
  });
}

test('a file of another analysis is made anew, with one sentence', (t) => {
  const file = path.join(temporaryDirectory(t), 'derived.sqlite');
  const before = opened(t, file);
  before.keepDocuments(vectors, [{ id: derivedId(4), bytes: derivedBytes(4, 10) }]);
  before.close();
  const derived = opened(t, file, { version: '2' });
  assert.deepEqual(documentsIn(derived), []);
  assert.equal(textOf(derived.messages), 'The file of derived data was written by another version. It is filled again as it is needed.');
});

test('whatever is damaged in the file, what is read is what was stored, or nothing', async (t) => {
  const directory = temporaryDirectory(t);
  const whole = path.join(directory, 'whole.sqlite');
  const filled = opened(t, whole);
  await filled.keepGeneration(graph, 'a', derivedBytes(1, 200_000), yieldThread);
  filled.keepDocuments(
    vectors,
    Array.from({ length: 10 }, (_, n) => ({ id: derivedId(n), bytes: derivedBytes(n, 30_000) })),
  );
  filled.collect(rowsOf(0, 1, 2, 3, 4, 5, 6, 7, 8, 9));
  filled.close();
  const random = randomNumbers(3);
  const bytes = fs.readFileSync(whole);
  let [missing, reported] = [0, 0];
  for (let round = 0; round < 150; round++) {
    const file = path.join(directory, `${round}.sqlite`);
    fs.writeFileSync(file, damaged(bytes, random));
    const derived = opened(t, file);
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
    assert.ok(await derived.generation(graph, 'b', yieldThread), `round ${round}`);
    derived.close();
    for (const one of fs.globSync(`${file}*`)) fs.rmSync(one);
  }
  assert.ok(missing > 20 && reported >= missing * 0.9, `${missing} times something was missing, ${reported} times it was reported`);
});

const rounds = Number(process.env.MESHRAG_KILL_ROUNDS ?? 4);
test(`a file whose writer is killed ${rounds} times is read again, and contains only complete data`, {
  timeout: 60_000 + rounds * 5000,
}, async (t) => {
  const file = path.join(temporaryDirectory(t), 'derived.sqlite');
  const program = path.resolve(import.meta.dirname, '../../support/deriveUntilKilled.ts');
  const random = randomNumbers(rounds);
  const writes = [
    'INSERT INTO generation',
    'DELETE FROM generation',
    'INSERT OR REPLACE INTO document',
    'COMMIT',
    'INSERT INTO builder',
    'DELETE FROM document',
  ];
  let found = 0;
  for (let round = 0; round < rounds; round++) {
    const fatal = round % 2 === 0 ? [] : [writes[(round >> 1) % writes.length] as string, String(1 + Math.floor(random() * 8))];
    const child = fork(program, [file, String(round), ...fatal], { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] });
    const ended = once(child, 'exit');
    if (fatal.length === 0) {
      await Promise.race([once(child, 'message'), ended]);
      await sleep(random() * 500);
      child.kill('SIGKILL');
    }
    // A builder is added once alone.
    const timer = setTimeout(() => child.kill('SIGKILL'), 3000);
    await ended;
    clearTimeout(timer);
    const derived = opened(t, file);
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
