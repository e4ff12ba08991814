/**
 * Headings that match a question as a whole: "Writing an adapter" for "How do I write an adapter?".
 *
 * BM25 counts the words of a heading and cannot distinguish an exact one from a long one that mentions them. Not from the paper, which ranks
 * no headings. Cost: the titles of the pool's sections that contain a term of a short question.
 */

import { Trait } from '../../../index/reader.ts';
import { everywhere } from '../../../text/names/places.ts';
import { countTerms } from '../../../text/words/countTerms.ts';
import type { Hits } from '../../systems/bm25.ts';
import type { MeshQuery } from './meshQuery.ts';

/** Longer questions match no heading as a whole. */
const maxTerms = 10;

/**
 * How well the last heading of each section matches the question, in (0, 1]: the share of the question's idf that it covers, times the share
 * of its terms that are in the question. Empty for questions that name a symbol, which want its definition.
 */
export async function headingShares(
  { reader, infos, question: { asks, symbols }, hits }: MeshQuery,
  chunks: readonly number[],
): Promise<ReadonlyMap<number, number>> {
  const { terms } = hits;
  const shares = new Map<number, number>();
  if (!asks || terms.length > maxTerms || symbols.length > 0) return shares;
  const asked = new Map(terms.map(({ term, idf }) => [term, idf]));
  const mass = terms.reduce((sum, { idf }) => sum + idf, 0);
  const isSection = (chunk: number): boolean => ((reader.traits[chunk] as number) & (Trait.Prose | Trait.Whole)) === Trait.Prose;
  const sections = chunks.filter((chunk) => isSection(chunk) && isTitled(hits, chunk));
  const described = await infos.chunkInfo(sections);
  described.forEach(({ title }, i) => {
    const headingTerms = [...countTerms(title.split(' › ').at(-1) as string).keys()];
    const both = headingTerms.filter((term) => asked.has(term));
    if (both.length === 0) return;
    const covered = both.reduce((sum, term) => sum + (asked.get(term) as number), 0);
    shares.set(sections[i] as number, ((covered / mass) * both.length) / headingTerms.length);
  });
  return shares;
}

/** Whether a term of the question occurs in the chunk's title. */
function isTitled(hits: Hits, chunk: number): boolean {
  return hits.of(chunk).some(({ places }) => places === everywhere);
}
