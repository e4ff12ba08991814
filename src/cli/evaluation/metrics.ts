/** Measures of a ranking against relevance judgements. All are shares from 0 to 1. */

/** One question with its results. */
export interface Judged {
  readonly id: string;
  /** Relevant ids. */
  readonly gold: readonly string[];
  /** Retrieved ids, best first, without duplicates. */
  readonly found: readonly string[];
  readonly ms: number;
}

/** Recall: the share of relevant ids among the first `k`. */
export function recallAt({ gold, found }: Judged, k: number): number {
  const top = new Set(found.slice(0, k));
  return gold.filter((id) => top.has(id)).length / gold.length;
}

/** 1 over the rank of the first relevant id; 0 if none was found. */
export function reciprocalRank({ gold, found }: Judged): number {
  const at = found.findIndex((id) => gold.includes(id));
  return at < 0 ? 0 : 1 / (at + 1);
}

/** NDCG@10 with binary relevance (Järvelin & Kekäläinen 2002): gains discounted by log2(1 + rank), relative to the best possible order. */
export function ndcg10({ gold, found }: Pick<Judged, 'gold' | 'found'>): number {
  const discount = (at: number): number => 1 / Math.log2(at + 2);
  const gained = found.slice(0, 10).reduce((sum, id, at) => sum + (gold.includes(id) ? discount(at) : 0), 0);
  return gained / gold.slice(0, 10).reduce((sum, _, at) => sum + discount(at), 0);
}

export function mean(values: readonly number[]): number {
  return values.length === 0 ? 0 : values.reduce((sum, value) => sum + value, 0) / values.length;
}

/** The value below which a share `p` of the values lies. */
export function percentile(values: readonly number[], p: number): number {
  const sorted = [...values].sort((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(p * sorted.length))] ?? 0;
}

/** Rounds a figure for printing. */
export function rounded(value: number, digits = 4): number {
  return Number(value.toFixed(digits));
}

export function queryTimes(judged: readonly Judged[]): { p50: number; p95: number } {
  const times = judged.map(({ ms }) => ms);
  return { p50: rounded(percentile(times, 0.5), 3), p95: rounded(percentile(times, 0.95), 3) };
}

/** Lower case without articles and punctuation, the usual normalisation in question answering. */
export function normalized(text: string): string {
  return text
    .toLowerCase()
    .replace(/\b(?:a|an|the)\b/g, ' ')
    .replace(/[^\p{L}\p{N}]+/gu, ' ')
    .trim();
}
