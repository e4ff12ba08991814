/**
 * How near chunks and modules are to a question, and the diverse best of them: the seeds of HugRAG.
 *
 * Source: HugRAG appendix B.2: s = alpha cos + (1 - alpha) Lex, on all levels, and maximal marginal relevance (Carbonell & Goldstein, 1998).
 * With an embedder, cos is that of the passage, or of the description of the entity that is its title if that is nearer, and of a module's summary
 * (`vectorScores.ts`). Deviations: without vectors, the first part is BM25 by the best of the level, for a module with the number of its chunks that hold a term as
 * the term's frequency; Lex is the share of the question's terms in the chunk, or in the summary of the module. Two seeds are as similar as
 * their terms of the question, weighted: other facets of the question come first.
 * Cost: the hits of the question, times the levels.
 */

import { type Hits, lengthNorm, maxFrequency } from '../../engine/retrieval/systems/bm25.ts';
import { type ModuleGraph, modulesAbove } from './moduleGraph.ts';

/** A chunk or module with its score, 0 to 1. */
export interface Scored {
  /** A node, or a module. */
  readonly id: number;
  readonly score: number;
  /** The contribution of each term of the question to its relevance. */
  readonly terms: Float64Array;
}

/** Scores of all levels; 0 for what has no term of the question. */
export interface NodeScores {
  /** By node. */
  readonly chunks: ReadonlyMap<number, Scored>;
  /** By module. */
  readonly modules: ReadonlyMap<number, Scored>;
}

/** The cosines of the question, 0 to 1. */
export interface NodeCosines {
  /** By node. */
  readonly chunks: ArrayLike<number>;
  /** By module. */
  readonly modules: ArrayLike<number>;
}

/** @param alpha the share of the first part, 0 to 1 */
export function scoreNodes({ chunks, nodeOf, ...graph }: ModuleGraph, hits: Hits, alpha: number, cosines?: NodeCosines): NodeScores {
  const { parents, leafOf, sizes, levels, summaryTerms } = graph;
  const count = hits.terms.length;
  const asked = Math.max(1, count + hits.unknownTerms.length);
  const found = new Map<number, Scored>();
  const held = new Map<number, Float64Array>();
  for (const chunk of hits.top(Number.POSITIVE_INFINITY)) {
    const node = nodeOf[chunk] as number;
    const terms = new Float64Array(count);
    for (const { t, part } of hits.of(chunk)) terms[t] = part;
    const matched = terms.reduce((sum, part) => sum + (part > 0 ? 1 : 0), 0);
    const near = cosines === undefined ? hits.scoreOf(chunk) / hits.best : (cosines.chunks[node] as number);
    found.set(node, { id: node, score: alpha * near + ((1 - alpha) * matched) / asked, terms });
    for (const module of modulesAbove(parents, leafOf[node] as number)) {
      const counts = held.get(module) ?? new Float64Array(count);
      held.set(module, counts);
      for (let t = 0; t < count; t++) if ((terms[t] as number) > 0) counts[t] = (counts[t] as number) + 1;
    }
  }
  const meanSize = sizes.reduce((sum, size) => sum + size, 0) / Math.max(1, sizes.length);
  const best: number[] = [];
  const relevance = new Map<number, number>();
  for (const [module, terms] of held) {
    const norm = lengthNorm(sizes[module] as number, meanSize);
    for (const [t, { weight, idf }] of hits.terms.entries()) {
      const frequency = terms[t] as number;
      terms[t] = (weight * idf * frequency * maxFrequency) / (frequency + norm);
    }
    const sum = terms.reduce((all, part) => all + part, 0);
    relevance.set(module, sum);
    const level = levels[module] as number;
    best[level] = Math.max(best[level] ?? 0, sum);
  }
  const modules = new Map<number, Scored>();
  for (const [module, terms] of held) {
    const named = hits.terms.filter(({ stems }) => stems.some(({ term }) => summaryTerms[module]?.has(term))).length;
    const near = cosines?.modules[module] ?? (relevance.get(module) as number) / (best[levels[module] as number] as number);
    modules.set(module, { id: module, score: alpha * near + ((1 - alpha) * named) / asked, terms });
  }
  if (cosines === undefined) return { chunks: found, modules };
  // What has no word of the question may be near it all the same.
  const terms = new Float64Array(count);
  chunks.forEach((_, id) => {
    if (!found.has(id)) found.set(id, { id, score: alpha * (cosines.chunks[id] as number), terms });
  });
  sizes.forEach((_, id) => {
    if (!modules.has(id)) modules.set(id, { id, score: alpha * (cosines.modules[id] as number), terms });
  });
  return { chunks: found, modules };
}

/** Candidates from which a diverse selection is made. */
const pool = 50;

/** `limit` candidates, each with the best of `diversity` times its score less the rest times its similarity to one chosen before. */
export function diverseBest(candidates: Iterable<Scored>, limit: number, diversity: number): readonly Scored[] {
  const left = [...candidates].sort((x, y) => y.score - x.score || x.id - y.id).slice(0, pool);
  const chosen: Scored[] = [];
  while (chosen.length < limit && left.length > 0) {
    let best = 0;
    let value = Number.NEGATIVE_INFINITY;
    for (const [i, one] of left.entries()) {
      const nearest = chosen.reduce((max, other) => Math.max(max, cosine(one.terms, other.terms)), 0);
      const marginal = (1 - diversity) * one.score - diversity * nearest;
      if (marginal > value) [best, value] = [i, marginal];
    }
    chosen.push(...left.splice(best, 1));
  }
  return chosen;
}

function cosine(x: Float64Array, y: Float64Array): number {
  let [dot, xx, yy] = [0, 0, 0];
  for (let t = 0; t < x.length; t++) {
    dot += (x[t] as number) * (y[t] as number);
    xx += (x[t] as number) ** 2;
    yy += (y[t] as number) ** 2;
  }
  return dot === 0 ? 0 : dot / Math.sqrt(xx * yy);
}
