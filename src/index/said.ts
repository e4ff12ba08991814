/**
 * How stored entries say the places where something stands and its number (a count, or roles): most say both in one byte.
 *
 * By the first byte: up to `few`, the number is 1 to 8 by the low three bits and the places are none but the first four; up to `once`, the
 * number is 1 in the one place that the byte names; up to `everywhere`, the number is 1 to 16 everywhere; at `any`, places and number follow.
 */

import { Role } from '../core/document.ts';
import { everywhere } from '../core/text/places.ts';
import { type ByteReader, type ByteWriter, CorruptBytesError } from './bytes.ts';

const Form = { few: 128, once: 160, everywhere: 176, any: 176 } as const;
const fewPlaces = 16;
const fewNumbers = 8;

/** What roles are turned by (exclusive or) before they are written, so that the commonest, a mere mention, is 1. */
export const commonestRoles: number = Role.Mentions ^ 1;

/** Writes one entry. `places` are 32 bits, the number is unsigned. */
export function writeSaid(writer: ByteWriter, places: number, number: number): void {
  if (places >= 0 && places < fewPlaces && number > 0 && number <= fewNumbers) writer.byte((places << 3) | (number - 1));
  else if (places !== 0 && (places & (places - 1)) === 0 && number === 1) writer.byte(Form.few + 31 - Math.clz32(places));
  else if (places >>> 0 === everywhere && number > 0 && number <= Form.everywhere - Form.once) writer.byte(Form.once + number - 1);
  else {
    writer.byte(Form.any);
    writer.varint(places >>> 0);
    writer.varint(number);
  }
}

/** Reads one entry: puts its places into the list and returns its number. Throws `CorruptBytesError`. */
export function readSaid(reader: ByteReader, places: Int32Array | Uint32Array, at: number): number {
  const form = reader.byte();
  if (form < Form.few) {
    places[at] = form >> 3;
    return (form & 7) + 1;
  }
  if (form < Form.once) {
    places[at] = 1 << (form - Form.few);
    return 1;
  }
  if (form < Form.everywhere) {
    places[at] = everywhere;
    return form - Form.once + 1;
  }
  if (form !== Form.any) throw new CorruptBytesError(`no entry starts with ${form}`);
  places[at] = reader.varint();
  return reader.varint();
}
