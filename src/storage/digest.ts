/** Digests that depend on content alone. */

import { createHash } from 'node:crypto';
import type { ContentId } from '../engine/document.ts';
import type { Postings } from '../engine/index/reader.ts';

/** SHA-256 of lines, whose order does not matter, in hexadecimal. */
export function digestOfLines(lines: readonly string[]): string {
  const sum = createHash('sha256');
  for (const line of [...lines].sort()) sum.update(line).update('\n');
  return sum.digest('hex');
}

/** SHA-256 of a posting list in the order of its chunks' ranks, in hexadecimal. */
export function digestOfEntries({ size, chunks, values, places }: Postings, ranks: Int32Array): string {
  const order = Array.from({ length: size }, (_, i) => i).sort(
    (a, b) => (ranks[chunks[a] as number] as number) - (ranks[chunks[b] as number] as number),
  );
  const entries = Int32Array.from(order.flatMap((i) => [ranks[chunks[i] as number] as number, values[i] as number, places[i] as number]));
  return createHash('sha256').update(entries).digest('hex');
}

/** Identifies the state of an index: the same for the same contents under the same paths. Hashes one line a document. */
export function stateDigest(contents: ReadonlyMap<string, ContentId>): string {
  const sum = createHash('sha256');
  for (const path of [...contents.keys()].sort()) {
    const { hash, language } = contents.get(path) as ContentId;
    sum.update(JSON.stringify([path, hash, language]));
  }
  return sum.digest('hex');
}
