/**
 * What the paper leaves open: readings that change a ranking much as options, the rest as constants, each with the section of the paper.
 *
 * Three options matter most: the entities (a stop-word rule alone changes R@5 by ten points), the form of the signature, and the re-ranking
 * criterion. Figures are in bench/systems.md.
 */

import { flag, integer, number, oneOf, type SystemOptions, type ValuesOf } from '../../engine/retrieval/systemOptions.ts';

/** The default interpretation. */
export const paperOptions = {
  /**
   * Entities (3.1, "a standard regular-expression based function", never specified): `clean` are the stored keys; `raw` are the paper's,
   * including words that begin a sentence, which need the text of the chunks.
   */
  entities: oneOf('clean', ['clean', 'raw']),
  /** Number of hash functions (3.2: "k is set to be 12"). */
  minima: integer(12, { min: 1 }),
  /**
   * The form of a signature (3.1: integers, 3.2: bits, C.2 prints 60 bits): `bits` are the concatenated low bits of the minima, `ints` the
   * minima themselves. Bands, prototypes, the Bloom filter and Hamming similarity follow from it.
   */
  signature: oneOf('bits', ['bits', 'ints']),
  /** Tables (3.1: L = 8), each with its own permutation. */
  tables: integer(8, { min: 1 }),
  /**
   * The similarity of two chunks (3.1 and A.2 give the share of equal minima and call it Hamming; C.1 counts collisions): `jaccard` is the
   * share of equal minima, `hamming` that of equal rows, `collisions` the number of bands.
   */
  similarity: oneOf('jaccard', ['jaccard', 'hamming', 'collisions']),
  /** Neighbours of a chunk (algorithm 1: kappa, not specified; 20 matches the share of 3.6 % in table 2). */
  neighbours: integer(20),
  /** Direction of links (2: "undirected edges"; the share in table 2 is that of directed ones). */
  links: oneOf('directed', ['directed', 'undirected']),
  /**
   * Max candidates retained. With all tables there are 3,072 buckets of a thirty-second of the chunks, so five communities are the share in
   * table 2; 30 gives the number, the sizes and about the coverage in C.2, but a larger share. The two contradict each other.
   */
  candidates: integer(1500, { min: 1 }),
  /** The overlap above which communities merge (3.2: theta, not specified). */
  theta: number(0.5, { max: 1 }),
  /** Whether the Bloom filter decides if communities are searched (3.4; it rejects nearly every question). */
  bloomFilter: flag(true),
  /** Number of communities searched (3.4: m = 5). */
  communities: integer(5),
  /** Hops from the anchors (4.5: 1). */
  hops: integer(1),
  /**
   * The re-ranking criterion (3.4: "re-ranked", not specified): Hamming similarity of the signatures, the exact Jaccard similarity, the number
   * of shared entities (a question has too few for Jaccard), or BM25, which is not in the paper.
   */
  rerank: oneOf('hamming', ['hamming', 'jaccard', 'shared', 'bm25']),
  /** Results for a question without an entity, whose signature is undefined: nothing, or BM25. */
  withoutEntities: oneOf('nothing', ['nothing', 'bm25']),
  /** Community detection (compared in table 2): hash buckets, k-means or DBSCAN. */
  clustering: oneOf('hash', ['hash', 'kmeans', 'dbscan']),
  /** Building throws for an index with more chunks. */
  maxChunks: integer(20_000, { min: 1 }),
};

export type PaperOptions = ValuesOf<typeof paperOptions>;

/** Bits of each minimum in `bits` (C.2: groups of 5). */
export const lowBits = 5;
/** Rows per band (3.1: only k = b r): those of one minimum. */
export function rowsPerBand({ signature }: Pick<PaperOptions, 'signature'>): number {
  return signature === 'bits' ? lowBits : 1;
}
/** The share of the candidates with the lowest scores that is retained (3.2 gives no threshold). */
export const retained = 0.5;
/** Hash functions of the Bloom filter (3.4: eta = 4), and its rate of false positives (A.4: "typically < 1 %"). */
export const bloomHashes = 4;
export const falsePositives = 0.005;
/** Number of chunks nearest to the question (3.4: top-20). */
export const anchors = 20;
/** DBSCAN: max Jaccard distance of neighbours, and min neighbours of a core chunk, itself included. */
export const radius = 0.8;
export const coreSize = 4;

/** Other named interpretations, as changes to the default. */
export const paperPresets = {
  'mesh-paper-ints': { signature: 'ints' },
  'mesh-paper-unfiltered': { bloomFilter: false },
  'mesh-paper-kmeans': { clustering: 'kmeans', bloomFilter: false, communities: 10 },
  'mesh-paper-dbscan': { clustering: 'dbscan', bloomFilter: false, communities: 10 },
} as const satisfies Record<string, Partial<PaperOptions>>;

/** The options of an interpretation: those that it changes have other defaults. */
export function withPreset(preset: Partial<PaperOptions>): SystemOptions<PaperOptions> {
  const changed = Object.entries(preset).map(([name, byDefault]) => [name, { ...paperOptions[name as keyof PaperOptions], byDefault }]);
  return { ...paperOptions, ...Object.fromEntries(changed) };
}
