/**
 * Candidate communities: buckets with coherent signatures, by the Bayesian information criterion.
 *
 * Source: MeshRAG section 3.2, BIC(B) = -2 ln L(S_B | p) + k ln n with the Bernoulli likelihood of the k bits of n signatures, p the
 * share of ones of each bit; "candidates with lower BIC scores are retained".
 * Deviation: the score grows with n, so it literally keeps the smallest buckets (0 for a single chunk). This subtracts the score of the
 * null model, in which each bit is a coin flip; the rest is the evidence that the bucket is a group. The lowest are large and coherent; the 30
 * lowest have the sizes that appendix C.2 reports. Cost: the bits of all members of all buckets.
 */

import type { Yield } from '../../engine/util/steps.ts';
import type { Buckets } from '../algorithms/lsh.ts';
import { bySizeThenMembers } from './merging.ts';
import { type PaperOptions, retained } from './options.ts';
import type { Signatures } from './signatures.ts';

/** BIC of `n` signatures; bit l is set in ones[l] of them: lower is more coherent. */
export function bernoulliBic(ones: ArrayLike<number>, n: number): number {
  let likelihood = 0;
  for (let l = 0; l < ones.length; l++) {
    const set = ones[l] as number;
    if (set > 0 && set < n) likelihood += set * Math.log(set / n) + (n - set) * Math.log(1 - set / n);
  }
  return -2 * likelihood + ones.length * Math.log(n);
}

/** BIC of the null model, in which every bit of n signatures is a coin flip; it has no parameters. */
export function coinBic(bits: number, n: number): number {
  return 2 * n * bits * Math.LN2;
}

function scoreBucket(buckets: Buckets, bucket: number, signatures: Signatures): number {
  const members = buckets.members[bucket] as Int32Array;
  const ones = Array.from({ length: signatures.bitLength }, (_, position) => {
    let set = 0;
    for (const item of members) set += signatures.bit(item, position);
    return set;
  });
  return bernoulliBic(ones, members.length) - coinBic(ones.length, members.length);
}

/** The members of the retained buckets, best first. A candidate has two chunks or more, and beats the null model. */
export async function candidateBuckets(
  buckets: Buckets,
  signatures: Signatures,
  options: PaperOptions,
  yieldThread: Yield,
): Promise<readonly Int32Array[]> {
  const scored: { readonly members: Int32Array; readonly score: number }[] = [];
  let read = 0;
  for (const [bucket, members] of buckets.members.entries()) {
    read += members.length;
    if (read > 50_000) {
      read = 0;
      await yieldThread();
    }
    if (members.length < 2) continue;
    const score = scoreBucket(buckets, bucket, signatures);
    if (score < 0) scored.push({ members, score });
  }
  scored.sort((a, b) => a.score - b.score || bySizeThenMembers(a.members, b.members));
  const kept = Math.min(options.candidates, Math.ceil(scored.length * retained));
  return scored.slice(0, kept).map(({ members }) => members);
}
