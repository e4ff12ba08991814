/** Asks several systems the same questions and scores their answers. */

import { ndcg10, recallAt, reciprocalRank } from '../../src/cli/evaluation/metrics.ts';
import type { Ranked, Retriever } from '../../src/engine/retrieval/ranking.ts';
import type { Sources } from '../../src/engine/retrieval/retrievalSystem.ts';
import { createRetriever } from '../../test/support/systems.ts';
import type { Judgement, OpenSet, SetQuery } from './sets.ts';

/** The metrics of one question; all from 0 to 1. */
export const metrics = [
  'R@2',
  'R@5',
  'R@10',
  'all@5',
  'answer@5',
  'hit@1',
  'hit@5',
  'NDCG@10',
  'passage@1',
  'passage@5',
  'passage NDCG@10',
  'MRR',
] as const;
export type Metric = (typeof metrics)[number];

/** The result of one system for one question. */
export interface Outcome {
  readonly id: string;
  readonly gold: readonly string[];
  /** Ids in ranked order, up to the depth of the set. */
  readonly found: readonly string[];
  /** Wall-clock milliseconds: the minimum over the repetitions. */
  readonly ms: number;
  /** `answer@5` is absent if the set has no answers, and what is of passages in sets of passages, where it is the same as of ids. */
  readonly values: Readonly<Partial<Record<Metric, number>>>;
}

/** A retriever with the name of its column. */
export interface System {
  readonly name: string;
  readonly retriever: Retriever;
}

/** Parses `mesh` or, with options, `mesh:test=1:seeds=5`. Throws `RangeError` for an unknown name or option. */
export function systemOf(text: string, sources: Sources = {}): System {
  const [name, ...settings] = text.split(':') as [string, ...string[]];
  const options = settings.map((setting) => {
    const at = setting.indexOf('=');
    if (at < 1) throw new RangeError(`The option ${JSON.stringify(setting)} of ${name} is not of the form NAME=VALUE`);
    return [setting.slice(0, at), setting.slice(at + 1)] as const;
  });
  return { name: text, retriever: createRetriever(name, Object.fromEntries(options), sources) };
}

/** Number of untimed questions for warming up. */
const warmUp = 20;

async function timed(retriever: Retriever, set: OpenSet, query: string): Promise<{ results: readonly Ranked[]; ms: number }> {
  const start = performance.now();
  const { results } = await retriever.search(set.reader, query, { limit: set.depth });
  return { results, ms: performance.now() - start };
}

function valuesOf({ gold, places }: SetQuery, found: readonly string[], { holdsAnswer, passages }: Judgement): Outcome['values'] {
  const judged = { id: '', gold, found, ms: 0 };
  const recall = (k: number): number => recallAt(judged, k);
  return {
    'R@2': recall(2),
    'R@5': recall(5),
    'R@10': recall(10),
    'all@5': recall(5) === 1 ? 1 : 0,
    ...(holdsAnswer === undefined ? {} : { 'answer@5': holdsAnswer ? 1 : 0 }),
    'hit@1': recall(1) > 0 ? 1 : 0,
    'hit@5': recall(5) > 0 ? 1 : 0,
    'NDCG@10': ndcg10(judged),
    ...(passages === undefined ? {} : ofPassages(places, passages)),
    MRR: reciprocalRank(judged),
  };
}

/** Each place counts at the first of the passages that have it. */
function ofPassages(places: readonly string[], passages: readonly string[]): Outcome['values'] {
  const first = passages.map((place, at) => (passages.indexOf(place) === at ? place : ''));
  return {
    'passage@1': passages[0] ? 1 : 0,
    'passage@5': passages.slice(0, 5).some((place) => place !== '') ? 1 : 0,
    'passage NDCG@10': ndcg10({ gold: places, found: first }),
  };
}

/**
 * Outcomes by system, in the order of the questions that have gold. The systems take turns at each question, in rotating order, so that
 * other load on the machine affects all alike. On a busy machine each question may be timed several `times`; what a retriever caches for a
 * question then makes the later ones cheaper.
 */
export async function askAll(set: OpenSet, systems: readonly System[], times = 1): Promise<ReadonlyMap<string, readonly Outcome[]>> {
  const queries = set.queries.filter(({ gold }) => gold.length > 0);
  const outcomes = new Map(systems.map(({ name }) => [name, [] as Outcome[]]));
  for (const { query } of queries.slice(0, warmUp))
    for (const { retriever } of systems) await retriever.search(set.reader, query, { limit: set.depth });
  for (const [turn, query] of queries.entries()) {
    for (let place = 0; place < systems.length; place++) {
      const { name, retriever } = systems[(turn + place) % systems.length] as System;
      const first = await timed(retriever, set, query.query);
      let { ms } = first;
      for (let again = 1; again < times; again++) ms = Math.min(ms, (await timed(retriever, set, query.query)).ms);
      const chunks = first.results.map(({ chunk }) => chunk);
      const found = await set.idsOf(chunks);
      const values = valuesOf(query, found, await set.judge(query, chunks));
      outcomes.get(name)?.push({ id: query.id, gold: query.gold, found, ms, values });
    }
  }
  return outcomes;
}
