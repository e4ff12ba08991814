/** How a string of a lexicon stands in stored bytes: its length in bytes times two, plus one where a unit takes two bytes; then its bytes. */

import type { Lexicon } from '../core/text/lexicon.ts';
import type { ByteReader, ByteWriter } from './bytes.ts';

export function writeText(writer: ByteWriter, lexicon: Lexicon, id: number): void {
  const { bytes, isWide } = lexicon.bytesOf(id);
  writer.varint(bytes.length * 2 + (isWide ? 1 : 0));
  writer.bytes(bytes);
}

/** The id of the next string, looked up as it stands in `bytes`, which the reader reads. Throws `CorruptBytesError`. */
export function readText(reader: ByteReader, bytes: Uint8Array, lexicon: Lexicon): number {
  const header = reader.varint();
  const from = reader.position;
  reader.skip(Math.floor(header / 2));
  return lexicon.internBytes(bytes, from, reader.position, header % 2 === 1);
}
