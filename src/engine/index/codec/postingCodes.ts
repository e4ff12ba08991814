/**
 * Encodes an entry's places and number (a count, or roles) in a stored document in some four bits: its form (`postingForms.ts`) by a prefix
 * code, then what the form `any` leaves open.
 *
 * The code lengths are Huffman's for the entries of packages with sources and of 5,000 passages of prose, weighted three to one: some 100,000
 * chunks for counts, ten repositories for roles.
 */

import type { BitReader, BitWriter } from './bits.ts';
import { CorruptBytesError } from './bytes.ts';
import { Form, formNumbers, formOf, formPlaces } from './postingForms.ts';
import { PrefixCode } from './prefixCode.ts';

/** Code lengths for counts of terms. */
export const countCode: PrefixCode = new PrefixCode(
  'cccccccc35789abc3578abccc56788993689abccc6889abbc67799aacc77888948abccccc9abccccc8abccccccabbcccc799abccccabbbcccc9aaabbcccaaaaacccc56677899aabbbccccccccccccccccca567888999aaaa4',
);
/** Code lengths for roles of keys, as `numberOfRoles`. */
export const roleCode: PrefixCode = new PrefixCode(
  'cccccccc267bcccc368ccccc68bccccc36bccccc79cccccc68cccccc79cccccc48cccccc8bcccccc8bccccccaccccccc8accccccaccccccc9bccccccabcccccccccc556667778889999aaaaabbbbbcacccccccc7b88687b94',
);

/** Minimum size of an entry in bits. */
export const minFormBits = 2;

/** Writes one entry. `places` and `number` are 32 bits. */
export function writeForm(writer: BitWriter, code: PrefixCode, places: number, number: number): void {
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

/** Reads one entry: stores its places at `places[at]` and returns its number. Throws `CorruptBytesError`. */
export function readForm(reader: BitReader, code: PrefixCode, places: Int32Array, at: number): number {
  const form = code.read(reader);
  if (form < Form.any) {
    places[at] = formPlaces[form] as number;
    return formNumbers[form] as number;
  }
  const digits = reader.bits(6);
  if (digits > 32) throw new CorruptBytesError(`places of ${digits} bits`);
  const low = reader.bits(Math.min(digits, 16));
  places[at] = digits > 16 ? low | (reader.bits(digits - 16) << 16) : low;
  return reader.golomb(1);
}
