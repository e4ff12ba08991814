/**
 * Every choice that the paper leaves open, as one table of options. The comment of an option names the place in the paper.
 *
 * Three of them decide most: the entities (a stop-word rule alone moves R@5 by ten points), the form of the signature, and the
 * criterion by which the pool is re-ranked. Figures are in bench/README.md.
 */

export interface PaperOptions {
  /**
   * Entities (3.1, "a standard regular-expression based function", never given): `clean` are the stored keys; `raw` are the paper's,
   * with words that begin a sentence, which needs the text of the chunks.
   */
  readonly entities: 'clean' | 'raw';
  /** Which members of the family of hash functions are taken, and which permutations: any integer (3.1: "random"). */
  readonly seed: number;
  /** Number of hash functions (3.2: "k is set to be 12"). */
  readonly minima: number;
  /**
   * What a signature is (3.1 says integers, 3.2 says bits, C.2 prints 60 bits): `bits` are the low bits of the minima one after the
   * other, `ints` the minima themselves. Bands, prototypes, the Bloom filter and Hamming similarity follow.
   */
  readonly signature: 'bits' | 'ints';
  /** Bits of each minimum in `bits` (C.2: groups of 5). */
  readonly lowBits: number;
  /** Rows of a band (3.1: only k = b r). */
  readonly rows: number;
  /** Tables (3.1: L = 8), each permuted anew. */
  readonly tables: number;
  /** In how many bands of all tables two chunks must meet to be candidates (3.1: "a certain number of bands"). */
  readonly leastCollisions: number;
  /**
   * How similar two chunks are (3.1 and A.2 give the share of equal minima and call it Hamming; C.1 counts collisions): `jaccard` is
   * the share of equal minima, `hamming` that of equal rows, `collisions` the number of bands.
   */
  readonly similarity: 'jaccard' | 'hamming' | 'collisions';
  /** Neighbours of a chunk (algorithm 1, kappa, not given; 20 matches the share of 3.6 % in table 2). */
  readonly neighbours: number;
  /** Whether a link leads both ways (2: "undirected edges"; the share in table 2 is that of directed ones). */
  readonly links: 'directed' | 'undirected';
  /**
   * Which buckets become candidates (3.2: "lower BIC scores are retained", which as it stands keeps the smallest): `null` compares with
   * the model in which each bit is a coin, `perChunk` divides by the size, `plain` takes the score as it is.
   */
  readonly bic: 'null' | 'perChunk' | 'plain';
  /** Whether the band's own bits, equal in all members by construction, count in the score. */
  readonly keyBits: 'count' | 'leaveOut';
  /** The share of the candidates with the lowest scores that is retained (3.2 gives no threshold), 0 to 1. */
  readonly retained: number;
  /**
   * How many are retained at most. With all tables there are 3,072 buckets of a thirty-second of the chunks, so that five communities
   * are the share in table 2; 30 gives the number, the sizes and about the coverage in C.2, and a larger share. The two do not agree.
   */
  readonly candidates: number;
  /** The overlap above which communities merge (3.2: theta, not given). */
  readonly theta: number;
  /** Whether the Bloom filter decides if communities are searched (3.4; it rejects nearly every question). */
  readonly bloomFilter: boolean;
  /** Hash functions of the filter (3.4: eta = 4). */
  readonly bloomHashes: number;
  /** Its rate of false positives (A.4: "typically < 1 %"), 0 to 1. */
  readonly falsePositives: number;
  /** Communities that are searched (3.4: m = 5). */
  readonly communities: number;
  /** Chunks nearest to the question (3.4: top-20). */
  readonly anchors: number;
  /** Hops from the anchors (4.5: 1). */
  readonly hops: number;
  /**
   * The criterion of re-ranking (3.4: "re-ranked", none given): Hamming similarity of the signatures, the exact Jaccard similarity or
   * the number of shared entities (a question names too few for Jaccard), or BM25, which is no part of the paper.
   */
  readonly rerank: 'hamming' | 'jaccard' | 'shared' | 'bm25';
  /** What a question without an entity gets, for which no signature is defined: nothing, or BM25. */
  readonly withoutEntities: 'nothing' | 'bm25';
  /** How communities are found (table 2 compares): hash buckets, k-means or DBSCAN. */
  readonly clustering: 'hash' | 'kmeans' | 'dbscan';
  /** Clusters of k-means; 0 takes the square root of the number of chunks. */
  readonly clusters: number;
  /** DBSCAN: the largest Jaccard distance of neighbours, 0 to 1. */
  readonly radius: number;
  /** DBSCAN: how many chunks, itself included, make a chunk a core. */
  readonly coreSize: number;
  /** More chunks than this are refused. */
  readonly maxChunks: number;
}

/** The default reading. */
const defaultPaperOptions: PaperOptions = {
  entities: 'clean',
  seed: 0,
  minima: 12,
  signature: 'bits',
  lowBits: 5,
  rows: 5,
  tables: 8,
  leastCollisions: 1,
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

/** Named readings, as differences from the default. */
export const paperPresets = {
  'mesh-paper': {},
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

/** The default with some options changed. Throws where one is out of its range, naming it. */
export function paperOptions(changes: Partial<PaperOptions>): PaperOptions {
  const options = { ...defaultPaperOptions, ...changes };
  for (const name of [
    'minima',
    'lowBits',
    'rows',
    'tables',
    'leastCollisions',
    'candidates',
    'bloomHashes',
    'coreSize',
    'maxChunks',
  ] as const) {
    mustBe(Number.isInteger(options[name]) && options[name] > 0, name, options, 'a positive integer');
  }
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
  return options;
}
