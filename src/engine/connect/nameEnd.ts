/** A name as an end of a connection. Cost: one look-up, and a pass over the postings of the name. */

import { bearingRoles, Space } from '../document.ts';
import type { IndexReader } from '../index/reader.ts';
import { keysOfName } from '../question/focus.ts';
import type { End } from './connect.ts';

/** Weight of a passage that only mentions a name; one that defines it or has it as its title or heading weighs 1. */
const mentionShare = 0.3;

/** The end of a name; of `a.b` or `a::b` that of `b`, where nothing is called so as a whole. Undefined if no accepted passage holds it. */
export async function endOfName(
  reader: IndexReader,
  name: string,
  accept: (chunk: number) => boolean = () => true,
): Promise<End | undefined> {
  const whole = name.trim().replace(/\(\)$/, '');
  const member = whole.split(/\.|::|#/).at(-1) ?? whole;
  for (const one of new Set([whole, member])) {
    const keys = [...keysOfName(one), `${Space.Literal}:${one}`];
    const chunks = new Map<number, number>();
    for (const { postings } of await reader.findKeys(keys)) {
      postings.chunks.forEach((chunk, i) => {
        const share = (postings.values[i] as number) & bearingRoles ? 1 : mentionShare;
        if (accept(chunk)) chunks.set(chunk, Math.max(share, chunks.get(chunk) ?? 0));
      });
    }
    if (chunks.size > 0) return { chunks, keys: new Set(keys) };
  }
  return undefined;
}
