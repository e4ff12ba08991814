/**
 * Multi-winner elections with approval ballots: which chunks the entity classes of a question elect.
 *
 * Source: UnWeaver section 2 (classes are voters, chunks candidates) and its footnote 6 for the rules. `votes` is the sum of a chunk's ballots, with
 * ballots of weight 1 approval voting; `proportional` (proportional approval voting) counts a voter's k-th elected chunk 1/k;
 * `coverage` (Chamberlin-Courant) only the first. The last two are hard to optimise; each seat in turn goes to the chunk that adds most, which
 * reaches at least 1 - 1/e of the best committee's score (Nemhauser, Wolsey & Fisher, 1978). `votes` is exact.
 * Cost: the ballots once, or once for each seat.
 */

/** A voter. */
export interface Ballot {
  /** Positive. */
  readonly weight: number;
  /** The approved candidates, each once. */
  readonly approved: ArrayLike<number>;
}

export type ElectionRule = 'votes' | 'proportional' | 'coverage';

export const electionRules: readonly ElectionRule[] = ['votes', 'proportional', 'coverage'];

/** What a voter's k-th elected candidate counts, from 0. */
const worth: Readonly<Record<ElectionRule, (elected: number) => number>> = {
  votes: () => 1,
  proportional: (elected) => 1 / (elected + 1),
  coverage: (elected) => (elected === 0 ? 1 : 0),
};

/** A candidate that was elected, and what it added to the score of those before it. */
export interface Elected {
  readonly candidate: number;
  readonly gain: number;
}

/**
 * Elects up to `seats` candidates, the most valuable first; of equal ones that with the higher `preference`, then the first approved.
 * `isEligible` leaves candidates out.
 */
export function elect(
  ballots: readonly Ballot[],
  rule: ElectionRule,
  seats: number,
  preference: (candidate: number) => number = () => 0,
  isEligible: (candidate: number) => boolean = () => true,
): Elected[] {
  const elected = new Int32Array(ballots.length);
  const votersOf = new Map<number, number[]>();
  ballots.forEach(({ approved }, voter) => {
    for (let i = 0; i < approved.length; i++) {
      const candidate = approved[i] as number;
      const voters = votersOf.get(candidate);
      if (voters !== undefined) voters.push(voter);
      else if (isEligible(candidate)) votersOf.set(candidate, [voter]);
    }
  });
  const gainOf = (candidate: number): number =>
    (votersOf.get(candidate) as number[]).reduce(
      (sum, voter) => sum + (ballots[voter] as Ballot).weight * worth[rule](elected[voter] as number),
      0,
    );
  const byGain = (a: Elected, b: Elected): number => b.gain - a.gain || preference(b.candidate) - preference(a.candidate);
  // Gains only fall, so a candidate whose gain is current and not below the old gain of the next one is the best.
  const waiting = [...votersOf.keys()].map((candidate) => ({ candidate, gain: gainOf(candidate) })).sort(byGain);
  if (rule === 'votes') return waiting.slice(0, seats);
  const committee: Elected[] = [];
  while (committee.length < seats && waiting.length > 0) {
    let best = 0;
    let current: Elected | undefined;
    for (let i = 0; i < waiting.length; i++) {
      const one = waiting[i] as Elected;
      if (current !== undefined && one.gain < current.gain) break;
      const now = { candidate: one.candidate, gain: gainOf(one.candidate) };
      waiting[i] = now;
      if (current === undefined || byGain(now, current) < 0) [best, current] = [i, now];
    }
    waiting.splice(best, 1);
    waiting.sort(byGain);
    const { candidate } = current as Elected;
    committee.push(current as Elected);
    for (const voter of votersOf.get(candidate) as number[]) elected[voter] = (elected[voter] as number) + 1;
  }
  return committee;
}
