/**
 * The trigrams of a text as a Bloom filter: a few bytes that say which texts it surely does not hold. Case is folded, and all that is beyond ASCII is
 * one character, but what is a letter of ASCII without its case, so one filter serves every way to compare.
 * Size: one bit for each distinct trigram, chosen so that the index grows by less than a tenth (figures in `bench/grep`). Cost: one pass over the text.
 */

const otherUnit = 127;
const unitBits = 7;
const allTrigrams = 1 << (3 * unitBits);
const bitsForEach = 1;
const minBytes = 8;

const folded = new Uint8Array(65536).fill(otherUnit);
for (let unit = 0; unit < otherUnit; unit++) folded[unit] = unit >= 65 && unit <= 90 ? unit + 32 : unit;
// The long s, and the sign of the kelvin.
folded[0x17f] = 's'.charCodeAt(0);
folded[0x212a] = 'k'.charCodeAt(0);
/** Which trigrams the text has whose filter is made; all 0 in between. */
const seen = new Uint8Array(allTrigrams);

/** A text as its trigrams have it, unit by unit. */
export function foldedUnits(text: string): string {
  return Array.from({ length: text.length }, (_, i) => String.fromCharCode(folded[text.charCodeAt(i)] as number)).join('');
}

export function trigramFilter(text: string): Uint8Array {
  const trigrams: number[] = [];
  let trigram = 0;
  for (let at = 0; at < text.length; at++) {
    trigram = ((trigram << unitBits) | (folded[text.charCodeAt(at)] as number)) & (allTrigrams - 1);
    if (at < 2 || seen[trigram] === 1) continue;
    seen[trigram] = 1;
    trigrams.push(trigram);
  }
  const filter = new Uint8Array(Math.max(minBytes, Math.ceil((trigrams.length * bitsForEach) / 8)));
  for (const own of trigrams) {
    seen[own] = 0;
    const bit = bitFor(own, filter);
    (filter[bit >> 3] as number) |= 1 << (bit & 7);
  }
  return filter;
}

/** Whether a text with this filter may hold another, of folded units. */
export function mayHold(filter: Uint8Array, text: string): boolean {
  let trigram = 0;
  for (let at = 0; at < text.length; at++) {
    trigram = ((trigram << unitBits) | text.charCodeAt(at)) & (allTrigrams - 1);
    const bit = at < 2 ? -1 : bitFor(trigram, filter);
    if (bit >= 0 && ((filter[bit >> 3] as number) & (1 << (bit & 7))) === 0) return false;
  }
  return true;
}

/** The bit of a trigram: its hash (Fibonacci hashing), scaled to the size of the filter. */
function bitFor(trigram: number, filter: Uint8Array): number {
  return Math.floor(((Math.imul(trigram, 0x9e3779b1) >>> 0) / 2 ** 32) * filter.length * 8);
}
