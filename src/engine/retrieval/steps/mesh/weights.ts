import { integer, number, type SystemOptions } from '../../systemOptions.ts';

/**
 * The weights of `mesh`, in one place; one set serves every corpus. bench/quality has how they were chosen, the ablation of each, and which
 * earn their place only together.
 */
export const meshWeights = {
  /** Size of the pool of candidates, and number of chunks whose links are followed. */
  pool: 60,
  seeds: 10,

  // The score of a chunk by itself, in units of the best chunk's BM25 score.
  /** Factor for other forms of a word of the question. */
  forms: 0.5,
  /** A document's title or a defined symbol that the question names. */
  named: 1.0,
  /** A definition of the symbol that is the whole question. */
  bareSymbol: 3,
  /** Factor for each further chunk of the same title. */
  titleDecay: 0.5,
  /** A file or folder that the question names. */
  file: 0.5,
  /** A proper name of the question in the chunk. */
  name: 0.15,
  /** The share of the question that occurs in one position. */
  coverage: 0.4,
  /** Share of the best other chunk of the same document. */
  siblings: 0.4,
  /** Factor for each better chunk of the same source file; sections of documents are independent. */
  further: 0.8,
  /** Factor for a chunk that matches the same words as a better one, in a file of the same name in a sibling folder. */
  variant: 0.5,
  /** What is related to where the question is asked. */
  near: 0.4,
  /** Factor for tests and examples, unless the question is about tests. */
  test: 0.4,
  /** Factor for change logs, unless the question is about changes. */
  changeLog: 0.3,

  /** Factor for code in questions that name no symbol, file or kind of definition and ask for no place. */
  code: 0.8,
  /** Factor for documents in reports about code, where the question asks for a place in the code, and where the question names a symbol that code defines. */
  docs: 0.75,

  // Links from a seed.
  /** Keys in more chunks than this are ignored; from 10,000 chunks on, the threshold grows with the square root of their number. */
  maxChunks: 50,
  /** A followed title, all shared names, the best shared name, a followed symbol. */
  linkTitle: 0.4,
  linkShared: 0.2,
  linkBest: 0.45,
  linkSymbol: 0.3,
  /** Links count by this power of their seed's score. */
  seedPower: 0.35,
  /** Share of the seed's score that linked chunks inherit. */
  inherit: 0.35,
  /** Weight of what the linked chunk covers of the question beyond the seed. */
  gain: 0.75,
  /** Weights of a chunk's own score in a link to it, and of a good link in its seed's score. */
  ownShare: 0.1,
  lift: 0.3,
  /** Penalty for repeating the first chunk, where the question names a title. */
  redundancy: 0.25,
  /** Of a standard deviation of similarity to the question, where there are vectors of passages. */
  vectors: 0.1,
};

export type MeshWeights = typeof meshWeights;

const counts: ReadonlySet<string> = new Set(['pool', 'seeds', 'maxChunks'] satisfies (keyof MeshWeights)[]);

export const meshOptions = Object.fromEntries(
  Object.entries(meshWeights).map(([name, value]) => [name, counts.has(name) ? integer(value) : number(value)]),
) as SystemOptions<MeshWeights>;

/** The max number of chunks of a key that is used, in an index of `count` chunks. */
export function maxChunksOf(weights: MeshWeights, count: number): number {
  return weights.maxChunks * Math.max(1, Math.sqrt(count / 10_000));
}
