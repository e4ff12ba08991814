/**
 * Code that is named like a symbol of a question in another spelling: `exportReportHandler` for `export_report`. A client's method, the handler
 * of its request and what stores the result share the parts of a name, seldom the whole, least of all across languages and repositories.
 *
 * Not from the paper, whose entities are equal or not. Cost: a pass over the posting lists of the symbol's parts, which are terms of the
 * question anyway, and the titles of the chunks that hold all of them there or in their path.
 */

import { type ChunkInfo, noPostings, type Postings, Trait } from '../../../index/reader.ts';
import { everywhere } from '../../../text/names/places.ts';
import { countTerms } from '../../../text/words/countTerms.ts';
import { fold } from '../../../text/words/terms.ts';
import type { MeshQuery } from './meshQuery.ts';

/** The code that may be named like a symbol. */
export interface Candidates {
  /** The terms of the symbol's parts, at least two. */
  readonly parts: readonly string[];
  readonly chunks: readonly number[];
}

/**
 * For each symbol of a question in a sentence, the code that does not define it but has all of its parts in its title or path; empty if
 * there is too much of it.
 */
export function counterpartCandidates({ reader: { traits }, question, keys, hits, max }: MeshQuery): readonly Candidates[] {
  if (!question.asks || question.aboutTests) return [];
  const postings = new Map(hits.terms.map((term) => [term.term, term.postings]));
  const isCode = (chunk: number): boolean => ((traits[chunk] as number) & (Trait.NoPath | Trait.Prose)) === 0;
  return question.symbols.flatMap((key) => {
    const name = key.slice(2);
    const parts = [...countTerms(name).keys()].filter((term) => term !== fold(name));
    if (parts.length < 2) return [];
    const [first, ...others] = parts.map((part) => titledBy(postings.get(part) ?? noPostings)) as [Set<number>, ...Set<number>[]];
    const definitions = new Set(keys.symbols.find((entry) => entry.key === key)?.holders);
    const chunks = [...first].filter((chunk) => isCode(chunk) && !definitions.has(chunk) && others.every((own) => own.has(chunk)));
    return chunks.length > max ? [] : [{ parts, chunks }];
  });
}

/** The candidates that define a name with all parts; once for each symbol. Described by then, they cost no round trip. */
export async function findCounterparts(infos: MeshQuery['infos'], candidates: readonly Candidates[]): Promise<readonly number[]> {
  const found = candidates.map(async ({ parts, chunks }) => {
    const described = await infos.chunkInfo(chunks);
    return chunks.filter((_, i) =>
      (described[i] as ChunkInfo).title.split(', ').some((name) => {
        const terms = countTerms(name);
        return parts.every((part) => terms.has(part));
      }),
    );
  });
  return (await Promise.all(found)).flat();
}

/** The chunks with a term in their title or path. */
function titledBy({ size, chunks, places }: Postings): Set<number> {
  const titled = new Set<number>();
  for (let i = 0; i < size; i++) if (places[i] === everywhere) titled.add(chunks[i] as number);
  return titled;
}
