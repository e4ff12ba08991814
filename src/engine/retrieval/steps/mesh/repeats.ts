/**
 * Demotes what repeats better chunks: further chunks of one source file, and variants in files of the same name beside it (translations,
 * versions of an API, examples).
 *
 * Cost: scores only fall, so chunks are visited best first until none can be among the `limit` best any more.
 */

import { type ChunkInfo, Trait } from '../../../index/reader.ts';
import { pushTo } from '../../../util/pushTo.ts';
import { sortByScore } from '../select.ts';
import { sharedCover } from './cover.ts';
import type { MeshQuery } from './meshQuery.ts';

/** Chunks that share this much of what they match are variants of each other, if their files are of one family. */
const variantShare = 0.7;

/** The files of the same name in folders beside: the path with one of its folders left open, for each of them. */
function familiesOf(path: string): readonly string[] {
  const names = path.split('/');
  return names.slice(1).map((_, i) => names.with(i, '*').join('/'));
}

/** Visited chunks by the files and families that they are of. */
class Visited {
  readonly #chunks = new Map<string, number[]>();

  of(name: string): readonly number[] {
    return this.#chunks.get(name) ?? [];
  }

  add(name: string, chunk: number): void {
    pushTo(this.#chunks, name, chunk);
  }
}

/** The `limit` largest of the scores that were added, largest first. */
class Largest {
  readonly #limit: number;
  readonly #scores: number[] = [];

  constructor(limit: number) {
    this.#limit = limit;
  }

  add(score: number): void {
    const at = this.#scores.findLastIndex((better) => better >= score) + 1;
    this.#scores.splice(at, 0, score);
    if (this.#scores.length > this.#limit) this.#scores.pop();
  }

  /** Whether a score, and all below it, come after `limit` others. */
  isBeyond(score: number): boolean {
    return this.#scores.length >= this.#limit && score < (this.#scores.at(-1) ?? Number.POSITIVE_INFINITY);
  }
}

/**
 * Multiplies scores by `further` for each better chunk of the same source file, and by `variant` where a better chunk of another file matches the
 * same; those that cannot be among the `limit` best of the accepted ones are left as they are.
 */
export async function demoteRepeats(
  { reader, hits, infos, weights: { further, variant } }: MeshQuery,
  scores: Map<number, number>,
  { limit, accept }: { readonly limit: number; readonly accept: (chunk: number) => boolean },
): Promise<void> {
  const order = await sortByScore(infos, [...scores.keys()], (chunk) => scores.get(chunk) as number);
  const described = await infos.chunkInfo(order);
  const pathOf = new Map(order.map((chunk, i) => [chunk, (described[i] as ChunkInfo).path]));
  const visited = new Visited();
  const largest = new Largest(limit);
  for (const [i, chunk] of order.entries()) {
    const score = scores.get(chunk) as number;
    // A factor makes what is below 0 larger.
    if (score > 0 && largest.isBeyond(score)) return;
    const trait = reader.traits[chunk] as number;
    if (!(trait & Trait.NoPath)) {
      const { folder, path } = described[i] as ChunkInfo;
      const [file, ...families] = [path, ...familiesOf(path)].map((name) => `${folder} ${name}`) as [string, ...string[]];
      const isSource = (trait & (Trait.Whole | Trait.Prose)) === 0;
      const isVariant = families.some((family) =>
        visited.of(family).some((better) => pathOf.get(better) !== path && sharedCover(hits, better, chunk) >= variantShare),
      );
      scores.set(chunk, score * (isSource ? further ** visited.of(file).length : 1) * (isVariant ? variant : 1));
      for (const name of [file, ...families]) visited.add(name, chunk);
    }
    if (accept(chunk)) largest.add(scores.get(chunk) as number);
  }
}
