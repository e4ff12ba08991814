/**
 * How a stored document says the places where something stands and its number (a count, or roles), in some four bits.
 *
 * Most pairs have a form with a code of its own: numbers up to 8 in none but the first four places, 1 in one place, numbers up to 16
 * everywhere; the last form is followed by places and number. The lengths of the codes are those of Huffman for the pairs of some
 * 100,000 chunks of packages with sources and of 5,000 passages of prose, weighted three to one.
 */

import { everywhere } from '../core/text/places.ts';
import type { BitReader, BitWriter } from './bits.ts';
import { CorruptBytesError } from './bytes.ts';
import { PrefixCode } from './prefixCode.ts';

const Form = { few: 0, once: 128, everywhere: 160, any: 176 } as const;
const fewPlaces = 16;
const fewNumbers = 8;

/** The codes for counts of terms. */
export const countCode: PrefixCode = new PrefixCode(
  'cccccccc35789abc3578abccc56788993689abccc6889abbc67799aacc77888948abccccc9abccccc8abccccccabbcccc799abccccabbbcccc9aaabbcccaaaaacccc56677899aabbbccccccccccccccccca567888999aaaa4',
);
/** The codes for roles of keys, turned so that a mere mention is 1. */
export const roleCode: PrefixCode = new PrefixCode(
  'cccccccc2ccccccc2ccccccc5ccccccc3ccccccc6ccccccc5ccccccc6ccccccc4ccccccc9ccccccc8ccccccc9ccccccc7ccccccc9ccccccc8ccccccc8ccccccccccc5677789aaaabbbbbccccccccccccc7cc5ccbc8cc9ccc5',
);

/** The fewest bits that an entry takes. */
export const leastSaidBits = 2;

/** Writes one entry. `places` and `number` are 32 bits. */
export function writeSaid(writer: BitWriter, code: PrefixCode, places: number, number: number): void {
  const form = formOf(places, number);
  code.write(writer, form);
  if (form !== Form.any) return;
  const digits = 32 - Math.clz32(places);
  writer.bits(digits, 6);
  if (digits > 16) writer.bits(places & 0xffff, 16);
  const above = digits > 16 ? places >>> 16 : places;
  if (digits > 0) writer.bits(above, digits > 16 ? digits - 16 : digits);
  writer.golomb(number >>> 0, 1);
}

function formOf(places: number, number: number): number {
  if (places >= 0 && places < fewPlaces && number > 0 && number <= fewNumbers) return (places << 3) | (number - 1);
  if (places !== 0 && (places & (places - 1)) === 0 && number === 1) return Form.once + 31 - Math.clz32(places);
  if (places >>> 0 === everywhere && number > 0 && number <= Form.any - Form.everywhere) return Form.everywhere + number - 1;
  return Form.any;
}

/** Reads one entry: puts its places into the list and returns its number. Throws `CorruptBytesError`. */
export function readSaid(reader: BitReader, code: PrefixCode, places: Int32Array, at: number): number {
  const form = code.read(reader);
  if (form < Form.once) {
    places[at] = form >> 3;
    return (form & 7) + 1;
  }
  if (form < Form.everywhere) {
    places[at] = 1 << (form - Form.once);
    return 1;
  }
  if (form < Form.any) {
    places[at] = everywhere;
    return form - Form.everywhere + 1;
  }
  const digits = reader.bits(6);
  if (digits > 32) throw new CorruptBytesError(`places of ${digits} bits`);
  const low = reader.bits(Math.min(digits, 16));
  places[at] = digits > 16 ? low | (reader.bits(digits - 16) << 16) : low;
  return reader.golomb(1);
}
