import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Ballot, type ElectionRule, elect, electionRules } from '../../../src/engine/algorithms/elections.ts';
import { randomNumbers } from '../../support/randomEdits.ts';

const worth: Readonly<Record<ElectionRule, (elected: number) => number>> = {
  votes: (elected) => elected,
  proportional: (elected) => Array.from({ length: elected }, (_, k) => 1 / (k + 1)).reduce((a, b) => a + b, 0),
  coverage: (elected) => Math.min(1, elected),
};

function scoreOf(ballots: readonly Ballot[], rule: ElectionRule, committee: readonly number[]): number {
  const approvals = ({ approved }: Ballot): number => Array.from(approved).filter((one) => committee.includes(one)).length;
  return ballots.reduce((sum, ballot) => sum + ballot.weight * worth[rule](approvals(ballot)), 0);
}

/** All committees of this many seats. */
function* committees(candidates: number, seats: number, from = 0): Generator<readonly number[]> {
  if (seats === 0) yield [];
  else for (let one = from; one < candidates; one++) for (const rest of committees(candidates, seats - 1, one + 1)) yield [one, ...rest];
}

function bestScore(ballots: readonly Ballot[], rule: ElectionRule, candidates: number, seats: number): number {
  let best = 0;
  for (const committee of committees(candidates, seats)) best = Math.max(best, scoreOf(ballots, rule, committee));
  return best;
}

describe('elect()', () => {
  it('is optimal by votes, weighted or not, and within 1 - 1/e of the optimum by the other rules, in 1,000 random elections', (t) => {
    const random = randomNumbers(1);
    const shares = { votes: [] as number[], proportional: [] as number[], coverage: [] as number[] };
    for (let round = 0; round < 1000; round++) {
      const candidates = 2 + Math.floor(random() * 11);
      const isWeighted = round % 2 === 0;
      const ballots = Array.from({ length: 1 + Math.floor(random() * 7) }, () => ({
        weight: isWeighted ? 0.1 + random() : 1,
        approved: Array.from({ length: candidates }, (_, one) => one).filter(() => random() < 0.4),
      }));
      const approved = new Set(ballots.flatMap((ballot) => ballot.approved)).size;
      const seats = Math.min(approved, 1 + Math.floor(random() * 4));
      for (const rule of electionRules) {
        const elected = elect(ballots, rule, seats);
        const committee = elected.map(({ candidate }) => candidate);
        const score = scoreOf(ballots, rule, committee);
        const best = bestScore(ballots, rule, candidates, seats);
        assert.ok(Math.abs(elected.reduce((sum, { gain }) => sum + gain, 0) - score) < 1e-9);
        if (rule === 'votes') assert.ok(Math.abs(score - best) < 1e-9);
        else assert.ok(score >= (1 - 1 / Math.E) * best);
        if (best > 0) shares[rule].push(score / best);
      }
    }
    for (const rule of ['proportional', 'coverage'] as const) {
      const mean = shares[rule].reduce((a, b) => a + b, 0) / shares[rule].length;
      t.diagnostic(
        `${rule}: ${(100 * mean).toFixed(2)} % of the optimum on average, at least ${(100 * Math.min(...shares[rule])).toFixed(1)} %`,
      );
      assert.ok(mean > 0.98);
    }
  });

  it('adds the candidate that gains most at each seat, as the plain greedy algorithm does', () => {
    const random = randomNumbers(2);
    for (let round = 0; round < 100; round++) {
      const ballots = Array.from({ length: 8 }, () => ({
        weight: random(),
        approved: Array.from({ length: 12 }, (_, one) => one).filter(() => random() < 0.3),
      }));
      const elected = elect(ballots, 'proportional', 5).map(({ candidate }) => candidate);
      const plain: number[] = [];
      for (let seat = 0; seat < elected.length; seat++) {
        const rest = [...new Set(ballots.flatMap(({ approved }) => approved))].filter((one) => !plain.includes(one));
        rest.sort((a, b) => scoreOf(ballots, 'proportional', [...plain, b]) - scoreOf(ballots, 'proportional', [...plain, a]));
        plain.push(rest[0] as number);
      }
      assert.deepEqual(elected, plain);
    }
  });

  it('represents a minority under the proportional rule, and orders equal candidates by preference', () => {
    const ballots = [
      { weight: 1, approved: [1, 2, 3] },
      { weight: 1, approved: [1, 2, 3] },
      { weight: 1, approved: [1, 2, 3] },
      { weight: 1.2, approved: [4] },
    ];
    const elected = (rule: ElectionRule) => elect(ballots, rule, 3, (candidate) => candidate).map(({ candidate }) => candidate);
    assert.deepEqual(elected('votes'), [3, 2, 1]);
    assert.deepEqual(elected('proportional'), [3, 2, 4]);
    assert.deepEqual(elected('coverage'), [3, 4, 2]);
    assert.deepEqual(
      elect(
        ballots,
        'votes',
        3,
        () => 0,
        (candidate) => candidate > 2,
      ).map(({ candidate }) => candidate),
      [3, 4],
    );
  });
});
