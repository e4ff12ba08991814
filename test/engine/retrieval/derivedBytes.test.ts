import assert from 'node:assert/strict';
import { test } from 'node:test';
import { CorruptBytesError } from '../../../src/engine/index/codec/bytes.ts';
import { ColumnReader, ColumnWriter } from '../../../src/engine/retrieval/derivedBytes.ts';

const reading = (writer: ColumnWriter) => new ColumnReader(writer.toBytes());

test('columns come back in their order, and then nothing is left', () => {
  const vectors = [Float32Array.of(0.5, -1), Float32Array.of(2, 3)];
  const reader = reading(
    new ColumnWriter()
      .numbers(Int32Array.of(3, 0, 9))
      .lists([[1, 2], [], [0]])
      .texts(['é', ''])
      .floats(Float32Array.of(1.5).subarray(0))
      .vectors(vectors)
      .vectors([]),
  );
  assert.deepEqual([...reader.numbers(10)], [3, 0, 9]);
  assert.deepEqual(
    reader.lists(3, 3).map((list) => [...list]),
    [[1, 2], [], [0]],
  );
  assert.deepEqual(reader.texts(), ['é', '']);
  assert.throws(() => reader.end(), CorruptBytesError);
  assert.deepEqual([...reader.floats()], [1.5]);
  assert.deepEqual(reader.vectors(2), vectors);
  assert.deepEqual(reader.vectors(), []);
  reader.end();
});

test('numbers, lists and vectors that are not as expected are corrupt', () => {
  const numbers = () => reading(new ColumnWriter().numbers(Int32Array.of(3, 0, 9)));
  assert.throws(() => numbers().numbers(9), CorruptBytesError);
  assert.throws(() => reading(new ColumnWriter().numbers(Int32Array.of(-1))).numbers(9), CorruptBytesError);
  const lists = () => reading(new ColumnWriter().lists([[1, 2], [0]]));
  assert.throws(() => lists().lists(3, 3), CorruptBytesError);
  assert.throws(() => lists().lists(2), CorruptBytesError);
  assert.equal(lists().lists(3).length, 2);
  assert.throws(() => reading(new ColumnWriter().numbers(Int32Array.of(1, 1)).numbers(Int32Array.of(0))).lists(3), CorruptBytesError);
  const vectors = (count: number, ...floats: readonly number[]) =>
    reading(new ColumnWriter().numbers(Int32Array.of(count)).floats(Float32Array.from(floats)));
  assert.equal(vectors(2, 1, 2, 3, 4).vectors(2)[1]?.[0], 3);
  assert.throws(() => vectors(2, 1, 2, 3, 4).vectors(1), CorruptBytesError);
  assert.throws(() => vectors(2, 1, 2, 3).vectors(), CorruptBytesError);
  assert.throws(() => vectors(0, 1).vectors(), CorruptBytesError);
  assert.throws(() => reading(new ColumnWriter().numbers(new Int32Array(0)).floats(new Float32Array(0))).vectors(), CorruptBytesError);
});

test('a column of another kind is corrupt', () => {
  const texts = () => reading(new ColumnWriter().texts(['a', 'b']));
  assert.throws(() => texts().floats(), CorruptBytesError);
  assert.throws(() => reading(new ColumnWriter().floats(Float32Array.of(1))).texts(), CorruptBytesError);
  assert.throws(() => new ColumnReader(texts().texts().length > 0 ? Uint8Array.of(2, 200) : Uint8Array.of()).texts(), CorruptBytesError);
  const bytes = new ColumnWriter().texts(['a', 'b']).toBytes();
  assert.throws(() => new ColumnReader(Uint8Array.of(3, ...bytes.slice(1))).texts(), CorruptBytesError);
});
