/**
 * Everything that the paper leaves open, as one table of options. Each option's comment cites the section of the paper.
 *
 * Three options matter most: the entities (a stop-word rule alone changes R@5 by ten points), the form of the signature, and the re-ranking
 * criterion. Figures are in bench/systems.md.
 */

export interface PaperOptions {
  /**
   * Entities (3.1, "a standard regular-expression based function", never specified): `clean` are the stored keys; `raw` are the paper's,
   * including words that begin a sentence, which need the text of the chunks.
   */
  readonly entities: 'clean' | 'raw';
  /** Seed of the hash functions and permutations: any integer (3.1: "random"). */
  readonly seed: number;
  /** Number of hash functions (3.2: "k is set to be 12"). */
  readonly minima: number;
  /**
   * The form of a signature (3.1: integers, 3.2: bits, C.2 prints 60 bits): `bits` are the concatenated low bits of the minima, `ints` the
   * minima themselves. Bands, prototypes, the Bloom filter and Hamming similarity follow from it.
   */
  readonly signature: 'bits' | 'ints';
  /** Bits of each minimum in `bits` (C.2: groups of 5). */
  readonly lowBits: number;
  /** Rows per band (3.1: only k = b r). */
  readonly rows: number;
  /** Tables (3.1: L = 8), each with its own permutation. */
  readonly tables: number;
  /** Min bands, over all tables, in which two chunks must collide to be candidates (3.1: "a certain number of bands"). */
  readonly minCollisions: number;
  /**
   * The similarity of two chunks (3.1 and A.2 give the share of equal minima and call it Hamming; C.1 counts collisions): `jaccard` is the
   * share of equal minima, `hamming` that of equal rows, `collisions` the number of bands.
   */
  readonly similarity: 'jaccard' | 'hamming' | 'collisions';
  /** Neighbours of a chunk (algorithm 1: kappa, not specified; 20 matches the share of 3.6 % in table 2). */
  readonly neighbours: number;
  /** Direction of links (2: "undirected edges"; the share in table 2 is that of directed ones). */
  readonly links: 'directed' | 'undirected';
  /**
   * The score of candidate buckets (3.2: "lower BIC scores are retained", which literally keeps the smallest): `null` subtracts that of the null
   * model, in which each bit is a coin flip, `perChunk` divides by the size, `plain` is the score itself.
   */
  readonly bic: 'null' | 'perChunk' | 'plain';
  /** Whether the band's own bits, which are equal in all members by construction, count in the score. */
  readonly keyBits: 'count' | 'leaveOut';
  /** The share of the candidates with the lowest scores that is retained (3.2 gives no threshold), 0 to 1. */
  readonly retained: number;
  /**
   * Max candidates retained. With all tables there are 3,072 buckets of a thirty-second of the chunks, so five communities are the share in
   * table 2; 30 gives the number, the sizes and about the coverage in C.2, but a larger share. The two contradict each other.
   */
  readonly candidates: number;
  /** The overlap above which communities merge (3.2: theta, not specified). */
  readonly theta: number;
  /** Whether the Bloom filter decides if communities are searched (3.4; it rejects nearly every question). */
  readonly bloomFilter: boolean;
  /** Hash functions of the filter (3.4: eta = 4). */
  readonly bloomHashes: number;
  /** Its rate of false positives (A.4: "typically < 1 %"), 0 to 1. */
  readonly falsePositives: number;
  /** Number of communities searched (3.4: m = 5). */
  readonly communities: number;
  /** Number of chunks nearest to the question (3.4: top-20). */
  readonly anchors: number;
  /** Hops from the anchors (4.5: 1). */
  readonly hops: number;
  /**
   * The re-ranking criterion (3.4: "re-ranked", not specified): Hamming similarity of the signatures, the exact Jaccard similarity, the number
   * of shared entities (a question has too few for Jaccard), or BM25, which is not in the paper.
   */
  readonly rerank: 'hamming' | 'jaccard' | 'shared' | 'bm25';
  /** Results for a question without an entity, whose signature is undefined: nothing, or BM25. */
  readonly withoutEntities: 'nothing' | 'bm25';
  /** Community detection (compared in table 2): hash buckets, k-means or DBSCAN. */
  readonly clustering: 'hash' | 'kmeans' | 'dbscan';
  /** k-means: number of clusters; 0 for the square root of the number of chunks. */
  readonly clusters: number;
  /** DBSCAN: max Jaccard distance of neighbours, 0 to 1. */
  readonly radius: number;
  /** DBSCAN: min neighbours of a core chunk, itself included. */
  readonly coreSize: number;
  /** Building throws for an index with more chunks. */
  readonly maxChunks: number;
}

/** The default interpretation. */
export const defaultPaperOptions: PaperOptions = {
  entities: 'clean',
  seed: 0,
  minima: 12,
  signature: 'bits',
  lowBits: 5,
  rows: 5,
  tables: 8,
  minCollisions: 1,
  similarity: 'jaccard',
  neighbours: 20,
  links: 'directed',
  bic: 'null',
  keyBits: 'count',
  retained: 0.5,
  candidates: 1500,
  theta: 0.5,
  bloomFilter: true,
  bloomHashes: 4,
  falsePositives: 0.005,
  communities: 5,
  anchors: 20,
  hops: 1,
  rerank: 'hamming',
  withoutEntities: 'nothing',
  clustering: 'hash',
  clusters: 0,
  radius: 0.8,
  coreSize: 4,
  maxChunks: 20_000,
};

/** Other named interpretations, as changes to the default. */
export const paperPresets = {
  'mesh-paper-ints': { signature: 'ints', rows: 1 },
  'mesh-paper-unfiltered': { bloomFilter: false },
  'mesh-paper-kmeans': { clustering: 'kmeans', bloomFilter: false, communities: 10 },
  'mesh-paper-dbscan': { clustering: 'dbscan', bloomFilter: false, communities: 10 },
} as const satisfies Record<string, Partial<PaperOptions>>;

const choices = {
  entities: ['clean', 'raw'],
  signature: ['bits', 'ints'],
  similarity: ['jaccard', 'hamming', 'collisions'],
  links: ['directed', 'undirected'],
  bic: ['null', 'perChunk', 'plain'],
  keyBits: ['count', 'leaveOut'],
  rerank: ['hamming', 'jaccard', 'shared', 'bm25'],
  withoutEntities: ['nothing', 'bm25'],
  clustering: ['hash', 'kmeans', 'dbscan'],
} as const satisfies Partial<Record<keyof PaperOptions, readonly string[]>>;

function mustBe(fine: boolean, name: keyof PaperOptions, options: PaperOptions, wanted: string): void {
  if (!fine) throw new RangeError(`Cannot build mesh-paper: its option ${name} is ${JSON.stringify(options[name])}; it must be ${wanted}`);
}

/** Throws `RangeError` naming an option that is out of range. */
export function checkPaperOptions(options: PaperOptions): void {
  for (const name of [
    'minima',
    'lowBits',
    'rows',
    'tables',
    'minCollisions',
    'candidates',
    'bloomHashes',
    'coreSize',
    'maxChunks',
  ] as const)
    mustBe(Number.isInteger(options[name]) && options[name] > 0, name, options, 'a positive integer');
  for (const name of ['neighbours', 'communities', 'anchors', 'hops', 'clusters'] as const) {
    mustBe(Number.isInteger(options[name]) && options[name] >= 0, name, options, 'an integer, not negative');
  }
  for (const name of Object.keys(choices) as (keyof typeof choices)[]) {
    mustBe((choices[name] as readonly string[]).includes(options[name]), name, options, `one of ${choices[name].join(', ')}`);
  }
  mustBe(Number.isInteger(options.seed), 'seed', options, 'an integer');
  mustBe(options.lowBits <= 32, 'lowBits', options, 'at most 32');
  mustBe(options.falsePositives > 0 && options.falsePositives < 1, 'falsePositives', options, 'between 0 and 1');
  for (const name of ['theta', 'radius', 'retained'] as const)
    mustBe(options[name] >= 0 && options[name] <= 1, name, options, 'from 0 to 1');
  const length = options.signature === 'bits' ? options.minima * options.lowBits : options.minima;
  mustBe(length % options.rows === 0, 'rows', options, `a divisor of the signature's ${length} rows`);
}
