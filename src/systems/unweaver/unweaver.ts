/**
 * `unweaver`: the entities whose descriptions are nearest to the question elect the chunks.
 *
 * Source: UnWeaver section 2 and appendix C. Without a model, entities are stored keys and descriptions the places that hold them
 * (steps/descriptions.ts); V'q comes from postings. In an enriched index both are those that a model has extracted from the passages
 * (enriched/enrichedGraph.ts), compared by an embedder if there is one. Each of the nearest k0 classes has a ballot that approves the chunks that hold it.
 * The rules are weighted votes (by default), approval (`ballots` is `equal`), and proportional approval and Chamberlin-Courant (`coverage`) with ballots of
 * either kind. Deviations: a weighted ballot weighs the class's similarity times the rarity of its name (by similarity alone, R@5 is one point lower on
 * 2WikiMultihopQA); equal chunks are ordered by the question's words. With an alignment, a ballot is multiplied by the strength x of its
 * class, our reading of `TopK(V, q, x)`; only the nearest classes and their chunks enter it. A question that is near no entity falls back to BM25.
 * Cost: nothing is built; BM25, the postings of the entities of `pool` chunks, and the election.
 */

import { elect, electionRules } from '../../engine/algorithms/elections.ts';
import { evidenceOfKeys } from '../../engine/retrieval/keyEvidence.ts';
import type { RetrievalSystem } from '../../engine/retrieval/retrievalSystem.ts';
import { termsTo } from '../../engine/retrieval/steps/wordPostings.ts';
import { oneOf, type ValuesOf } from '../../engine/retrieval/systemOptions.ts';
import { bm25, idf, scoreTerms } from '../../engine/retrieval/systems/bm25.ts';
import { pushTo } from '../../engine/util/pushTo.ts';
import { alignByLeastSquares, alignByPrices } from '../algorithms/alignment.ts';
import { type EntityClass, nearestNames } from '../entities/descriptions.ts';
import { readEntitySource } from '../entities/entitySource.ts';
import { type Election, explainElection } from './explain.ts';

const options = {
  rule: oneOf('votes', electionRules),
  /** `equal` ballots all weigh 1, as in approval voting. */
  ballots: oneOf('weighted', ['weighted', 'equal']),
  alignment: oneOf('none', ['none', 'prices', 'leastSquares']),
};

type UnweaverOptions = ValuesOf<typeof options>;

export const unweaver: RetrievalSystem<UnweaverOptions> = {
  id: 'unweaver',
  options,
  async search(question, _, context) {
    const { reader, options, limit, accept } = context;
    const terms = await termsTo(reader, question);
    const hits = await scoreTerms(reader, terms);
    const entities = await readEntitySource(question, terms, hits, context);
    const { classes, asked } = await entities.nearest(nearestNames);
    const { unknownTerms } = hits;
    if (classes.length === 0) {
      return bm25.search(question, undefined, context);
    }
    context.onStage?.('candidates', [...new Set(classes.flatMap(({ postings }) => [...postings.chunks]))]);
    const aligned = alignClasses(classes, asked, options.alignment);
    const strengths = aligned?.strengths;
    const ballots = classes.map(({ postings, similarity }, s) => ({
      approved: postings.chunks,
      weight: (strengths?.[s] ?? 1) * (options.ballots === 'equal' ? 1 : similarity * idf(postings.size, reader.liveCount)),
    }));
    const elected = elect(ballots, options.rule, limit, hits.scoreOf, accept);
    const results = elected.map(({ candidate: chunk, gain }) => ({
      chunk,
      score: gain,
      evidence: evidenceOfKeys(classes.filter(({ postings }) => postings.chunks.includes(chunk)).map(({ key }) => key)),
    }));
    if (!context.isExplained) return { results, unknownTerms };
    const weights = ballots.map(({ weight }) => weight);
    const explanation = explainElection({ ...aligned, classes, weights, elected: elected.map(({ candidate }) => candidate) });
    return { results, unknownTerms, explanation };
  },
};

/** The strength of each class, never negative, and the price of each chunk; undefined without an alignment. */
function alignClasses(
  classes: readonly EntityClass[],
  asked: Float64Array,
  alignment: UnweaverOptions['alignment'],
): Pick<Election, 'strengths' | 'prices'> | undefined {
  if (alignment === 'none') return undefined;
  const classesOf = new Map<number, number[]>();
  classes.forEach(({ postings }, s) => {
    for (const chunk of postings.chunks) pushTo(classesOf, chunk, s);
  });
  const rows = [...classesOf.values()];
  const relevance = Float64Array.from(classes, ({ similarity }) => similarity);
  const vectors = classes.map(({ vector }) => vector);
  const { x, multipliers } = alignment === 'prices' ? alignByPrices(rows, relevance) : alignByLeastSquares(rows, vectors, asked);
  const prices = new Map([...classesOf.keys()].map((chunk, row) => [chunk, multipliers[row] as number]));
  return { strengths: x.map((strength) => Math.max(0, strength)), ...(alignment === 'prices' ? { prices } : {}) };
}
