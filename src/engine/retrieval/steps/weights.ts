/**
 * The constants of `mesh` that were weighed against each other, in one place. One set serves every corpus. bench/README.md says how they were chosen, what each is worth,
 * and which earn their place only together.
 */
export const meshWeights = {
  /** Chunks that are looked at closely, and chunks whose links are followed. */
  pool: 60,
  seeds: 10,

  // What a chunk is worth by itself, beside its BM25 score (which is scaled to 1 for the best chunk).
  /** Another form of a word of the question, beside the word. */
  forms: 0.5,
  /** A document's title or a defined symbol that the question names. */
  named: 1.0,
  /** A definition of the one symbol that is all of the question. */
  bareSymbol: 3,
  /** Further chunks of the same title count this much less each. */
  titleDecay: 0.5,
  /** A file or folder that the question names. */
  file: 0.5,
  /** A proper name of the question in the chunk. */
  name: 0.15,
  /** The share of the question that stands in one place. */
  coverage: 0.4,
  /** Share of the best other chunk of the same document. */
  siblings: 0.4,
  /** What code keeps for each better chunk of its file: five results show more than one. Sections of a document each say a thing of their own. */
  further: 0.8,
  /** What tests and examples keep where the question is not about tests. */
  test: 0.4,
  /** What lists of changes keep where the question is not about changes. */
  changeLog: 0.3,

  /** A section whose heading says what the question asks. */
  heading: 0.5,
  /** What code keeps where something is asked that is neither a place nor about a symbol. */
  code: 0.8,
  /** What documents keep where a question names a symbol that code defines, and beside a report of code. */
  docs: 0.75,

  // Links from a seed.
  /** Keys with more chunks than this link nothing and name nothing; from 10,000 chunks on it grows with the root of their number. */
  maxChunks: 50,
  /** Weight of a followed title, of all shared names, and of the best one. */
  linkTitle: 0.4,
  linkShared: 0.2,
  linkBest: 0.45,
  linkSymbol: 0.3,
  /** A weak seed's links count less, by this power of its worth. */
  seedPower: 0.35,
  /** Share of the seed's own worth that its links inherit. */
  inherit: 0.35,
  /** Weight of what the linked chunk says of the question beyond the seed. */
  gain: 0.75,
  /** What a chunk's own worth adds to a link, and what a good link gives back to its seed. */
  ownShare: 0.1,
  lift: 0.3,
  /** How much a chunk loses that says what the first one says, where the question names a title. */
  redundancy: 0.25,
};

export type MeshWeights = typeof meshWeights;

/** In how many chunks a key may be, in an index of `count` chunks, to say something. */
export function maxChunksOf(weights: MeshWeights, count: number): number {
  return weights.maxChunks * Math.max(1, Math.sqrt(count / 10_000));
}
