import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import { type Ballot, type ElectionRule, elect } from '../../../src/engine/algorithms/elections.ts';
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

/** The best score of all committees. */
function optimum(ballots: readonly Ballot[], rule: ElectionRule, candidates: number, seats: number): number {
  let best = 0;
  for (let set = 0; set < 1 << candidates; set++) {
    const committee = Array.from({ length: candidates }, (_, one) => one).filter((one) => set & (1 << one));
    if (committee.length === seats) best = Math.max(best, scoreOf(ballots, rule, committee));
  }
  return best;
}

describe('elect()', () => {
  it('is optimal by votes, and within 1 - 1/e of the optimum by the other rules, on random elections', () => {
    const random = randomNumbers(1);
    const shares: number[] = [];
    for (let round = 0; round < 300; round++) {
      const candidates = 2 + Math.floor(random() * 9);
      const ballots = Array.from({ length: 1 + Math.floor(random() * 7) }, () => ({
        weight: 0.1 + random(),
        approved: Array.from({ length: candidates }, (_, one) => one).filter(() => random() < 0.4),
      }));
      const approved = new Set(ballots.flatMap((ballot) => ballot.approved)).size;
      const seats = Math.min(approved, 1 + Math.floor(random() * 4));
      for (const rule of ['votes', 'proportional', 'coverage'] as const) {
        const elected = elect(ballots, rule, seats);
        const score = scoreOf(
          ballots,
          rule,
          elected.map(({ candidate }) => candidate),
        );
        const best = optimum(ballots, rule, candidates, seats);
        assert.ok(Math.abs(elected.reduce((sum, { gain }) => sum + gain, 0) - score) < 1e-9);
        if (rule === 'votes') assert.ok(Math.abs(score - best) < 1e-9);
        else assert.ok(score >= (1 - 1 / Math.E) * best);
        if (rule !== 'votes' && best > 0) shares.push(score / best);
      }
    }
    assert.ok(shares.reduce((a, b) => a + b, 0) / shares.length > 0.98);
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
