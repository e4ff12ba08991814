/** Random damage to bytes, from random numbers between 0 and 1. */

/** Usually changed bytes: some flipped, cut off, repeated, moved or overwritten with values that a decoder may trip over. */
export function damaged(bytes: Uint8Array, random: () => number): Uint8Array {
  const below = (limit: number): number => Math.floor(random() * limit);
  const at = below(bytes.length);
  const end = at + below(Math.min(bytes.length - at, 40) + 1);
  const kind = below(7);
  if (kind === 0) return bytes.slice(0, at);
  if (kind === 1) return Buffer.concat([bytes.subarray(0, at), bytes.subarray(end)]);
  if (kind === 2) return Buffer.concat([bytes.subarray(0, end), bytes.subarray(at)]);
  if (kind === 3) return Buffer.concat([bytes, new Uint8Array(1 + below(40)).fill(below(256))]);
  const copy = bytes.slice();
  if (kind === 4) return copy.fill(below(2) * 255, at, end);
  if (kind === 5) return copy.fill(below(256), at, end);
  for (let flips = 1 + below(4); flips > 0 && copy.length > 0; flips--) {
    const position = below(copy.length);
    copy[position] = (copy[position] as number) ^ (1 << below(8));
  }
  return copy;
}
