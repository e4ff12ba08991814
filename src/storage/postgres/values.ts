/** Values of PostgreSQL as text: how the types that are asked for are read, and how arrays are written. */

import { SharedIndexError } from '../sharedIndexError.ts';

/** Numbers of types (`pg_type.oid`). */
const Type = { Bytea: 17, Int4: 23, ByteaArray: 1001, Int4Array: 1007 } as const;

const parsers: Readonly<Record<number, (text: string) => unknown>> = {
  [Type.Int4]: Number,
  [Type.Bytea]: parseBytes,
  [Type.Int4Array]: (text) => parseItems(text).map(Number),
  [Type.ByteaArray]: (text) => parseItems(text).map((item) => parseBytes(item.slice(1, -1).replace('\\\\', '\\'))),
};

/** Reads a value of a type; others than those of the table stay text, 64-bit integers included. */
export function findParser(type: number): (text: string) => unknown {
  return parsers[type] ?? String;
}

/** `\x` and hexadecimal digits. */
function parseBytes(text: string): Buffer {
  return Buffer.from(text.slice(2), 'hex');
}

/** Of an array that is read: the segments of a commit are the most. */
const maxItems = 1 << 16;

/** The items of an array without commas in them. Throws a `SharedIndexError` if there are too many. */
function parseItems(text: string): readonly string[] {
  if (text.length <= 2) return [];
  const items = text.slice(1, -1).split(',', maxItems + 1);
  if (items.length > maxItems) throw new SharedIndexError('sharedExcess');
  return items;
}

/** An array of bytes as the text of a value of type `bytea[]`; undefined is null. */
export function byteaArray(list: readonly (Uint8Array | undefined)[]): string {
  const items = list.map((bytes) =>
    bytes === undefined ? 'NULL' : `"\\\\x${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString('hex')}"`,
  );
  return `{${items.join(',')}}`;
}

/** As the text of a value of type `integer[]`. */
export function intArray(numbers: Int32Array | readonly number[]): string {
  return `{${numbers.join(',')}}`;
}
