/**
 * Demotes chunks that repeat better ones: further chunks of one source file, and variants in files of the same name in sibling folders
 * (translations, versions of an API, examples).
 *
 * Cost: scores only fall, so chunks are visited best first until none can be among the `limit` best any more.
 */

import { type ChunkInfo, Trait } from '../../../index/reader.ts';
import { pushTo } from '../../../util/pushTo.ts';
import { Cutoff, sortByScore } from '../select.ts';
import { sharedCover } from './cover.ts';
import type { MeshQuery } from './meshQuery.ts';

/** Chunks that share this much of what they match are variants of each other, if their files are of one family. */
const variantShare = 0.7;

/** Patterns of the paths of variants: for each folder in the path, the path with `*` in its place. */
function pathFamilies(path: string): readonly string[] {
  const names = path.split('/');
  return names.slice(1).map((_, i) => names.with(i, '*').join('/'));
}

/**
 * Multiplies scores by `further` for each better chunk of the same source file, and by `variant` if a better chunk of another file matches the
 * same; scores that cannot be among the `limit` best of the accepted ones are left unchanged.
 */
export async function demoteRepeats(
  { reader, hits, infos, weights: { further, variant } }: MeshQuery,
  scores: Map<number, number>,
  { limit, accept }: { readonly limit: number; readonly accept: (chunk: number) => boolean },
): Promise<void> {
  const order = await sortByScore(infos, [...scores.keys()], (chunk) => scores.get(chunk) as number);
  const described = await infos.chunkInfo(order);
  const pathOf = new Map(order.map((chunk, i) => [chunk, (described[i] as ChunkInfo).path]));
  /** Visited chunks by their files and the families of these. */
  const visited = new Map<string, number[]>();
  const cutoff = new Cutoff(Math.min(Math.ceil(limit), order.length));
  for (const [i, chunk] of order.entries()) {
    const score = scores.get(chunk) as number;
    // A factor makes what is below 0 larger.
    if (score > 0 && score < cutoff.min) return;
    const trait = reader.traits[chunk] as number;
    if (!(trait & Trait.NoPath)) {
      const { folder, path } = described[i] as ChunkInfo;
      const [file, ...families] = [path, ...pathFamilies(path)].map((name) => `${folder} ${name}`) as [string, ...string[]];
      const isSource = (trait & (Trait.Whole | Trait.Prose)) === 0;
      const isVariant = families.some((family) =>
        visited.get(family)?.some((better) => pathOf.get(better) !== path && sharedCover(hits, better, chunk) >= variantShare),
      );
      scores.set(chunk, score * (isSource ? further ** (visited.get(file)?.length ?? 0) : 1) * (isVariant ? variant : 1));
      for (const name of [file, ...families]) pushTo(visited, name, chunk);
    }
    if (accept(chunk)) cutoff.add(scores.get(chunk) as number);
  }
}
