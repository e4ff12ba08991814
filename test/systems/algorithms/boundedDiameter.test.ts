import assert from 'node:assert/strict';
import { describe, it } from 'node:test';
import {
  BoundedSet,
  inducedDiameter,
  inFilter,
  type Neighbours,
  postFilter,
  wholeDiameter,
} from '../../../src/systems/algorithms/boundedDiameter.ts';
import { randomNumbers } from '../../support/randomEdits.ts';
import { rounds } from '../../support/sample.ts';

/** The neighbours by edges "a-b". */
function graphOf(edges: string): Neighbours {
  const sets = new Map<number, Set<number>>();
  for (const [a, b] of edges.split(' ').map((edge) => edge.split('-').map(Number)) as [number, number][]) {
    sets.set(a, (sets.get(a) ?? new Set()).add(b));
    sets.set(b, (sets.get(b) ?? new Set()).add(a));
  }
  return (node) => sets.get(node) ?? new Set();
}

/** The largest distance within a set, by breadth-first search over pairs: not the code under test. */
function diameterBySearch(members: readonly number[], neighboursOf: Neighbours): number {
  const steps = (from: number, to: number): number => {
    let [layer, seen, distance] = [[from], new Set([from]), 0];
    while (layer.length > 0 && !layer.includes(to)) {
      layer = layer.flatMap((node) => members.filter((other) => neighboursOf(node).has(other) && !seen.has(other)));
      layer = [...new Set(layer)];
      for (const node of layer) seen.add(node);
      distance++;
    }
    return layer.length > 0 ? distance : Number.POSITIVE_INFINITY;
  };
  return Math.max(0, ...members.flatMap((from) => members.map((to) => steps(from, to))));
}

interface Trial {
  readonly nodes: number;
  readonly neighboursOf: Neighbours;
  readonly relevance: readonly number[];
  readonly size: number;
  readonly diameter: number;
}

/** Random graphs of 4 to 14 nodes. */
function trials(count: number): readonly Trial[] {
  const random = randomNumbers(23);
  const below = (limit: number): number => Math.floor(random() * limit);
  return Array.from({ length: count }, () => {
    const nodes = 4 + below(11);
    const density = 0.1 + random() * 0.5;
    const edges: string[] = [];
    for (let a = 0; a < nodes; a++) for (let b = 0; b < a; b++) if (random() < density) edges.push(`${a}-${b}`);
    const relevance = Array.from({ length: nodes }, () => random());
    return { nodes, neighboursOf: graphOf(edges.join(' ')), relevance, size: 2 + below(4), diameter: 1 + below(4) };
  });
}

const sum = (members: readonly number[], relevance: readonly number[]): number =>
  members.reduce((total, node) => total + (relevance[node] as number), 0);

function bitCount(bits: number): number {
  let count = 0;
  for (let rest = bits; rest !== 0; rest &= rest - 1) count++;
  return count;
}

/** The most relevant set of that size and diameter, if there is one. */
function optimum({ nodes, neighboursOf, relevance, size, diameter }: Trial): readonly number[] | undefined {
  let best: readonly number[] | undefined;
  for (let bits = 0; bits < 1 << nodes; bits++) {
    if (bitCount(bits) !== size) continue;
    const members = Array.from({ length: nodes }, (_, node) => node).filter((node) => bits & (1 << node));
    if (best !== undefined && sum(members, relevance) <= sum(best, relevance)) continue;
    if (diameterBySearch(members, neighboursOf) <= diameter) best = members;
  }
  return best;
}

function sortedNodes({ nodes, relevance }: Trial): readonly number[] {
  return Array.from({ length: nodes }, (_, node) => node).sort((a, b) => (relevance[b] as number) - (relevance[a] as number));
}

async function walk(trial: Trial, centres: number): Promise<readonly number[]> {
  const { neighboursOf, relevance, nodes } = trial;
  const relevanceOf = async (asked: readonly number[]) => asked.map((node) => relevance[node] as number);
  const options = { ...trial, centres, visits: nodes };
  return inFilter(sortedNodes(trial), { neighboursOf, relevanceOf }, inducedDiameter(neighboursOf), options);
}

describe('sets of bounded diameter', () => {
  it('never exceed the bound within the graph that they induce, nor the size, on random graphs', async () => {
    for (const trial of trials(rounds(200, 1000))) {
      const { neighboursOf, size, diameter } = trial;
      const sets = [
        postFilter(sortedNodes(trial), inducedDiameter(neighboursOf), trial),
        await walk(trial, 0),
        await walk(trial, 1),
        await walk(trial, 3),
      ];
      for (const members of sets) {
        assert.ok(members.length > 0 && members.length <= size && new Set(members).size === members.length);
        assert.ok(diameterBySearch(members, neighboursOf) <= diameter, `${members}`);
      }
    }
  });

  it('walked on random graphs have the requested number of nodes whenever such a set exists, and nearly the relevance of the optimum', async () => {
    const found = { post: [0, 0], walk: [0, 0], pruned: [0, 0] };
    let solvable = 0;
    for (const trial of trials(rounds(200, 1000))) {
      const best = optimum(trial);
      if (best === undefined) continue;
      solvable++;
      const sets = {
        post: postFilter(sortedNodes(trial), inducedDiameter(trial.neighboursOf), trial),
        walk: await walk(trial, 0),
        pruned: await walk(trial, 1),
      };
      for (const name of ['post', 'walk', 'pruned'] as const) {
        const [full, share] = found[name] as [number, number];
        const members = sets[name];
        found[name] = [full + Number(members.length === best.length), share + sum(members, trial.relevance) / sum(best, trial.relevance)];
      }
    }
    const bounds = { post: [0.8, 0.9], walk: [1, 0.97], pruned: [1, 0.92] };
    for (const name of ['post', 'walk', 'pruned'] as const)
      found[name].forEach((value, i) => {
        assert.ok(value / solvable >= (bounds[name][i] as number), `${name} ${value / solvable}`);
      });
  });

  it('replace the least relevant node that connects nothing, worked by hand on seven nodes', () => {
    const neighboursOf = graphOf('0-1 1-2 1-3 3-4 1-5 2-5 2-6 5-6');
    const relevance = [0.5, 0.2, 0.9, 0.7, 0.8, 0.85, 0.3];
    const options = { size: 3, diameter: 2 };
    const set = new BoundedSet((node) => relevance[node] as number, neighboursOf, inducedDiameter(neighboursOf), options);
    const offered = (node: number): readonly number[] => {
      set.offer(node);
      return [...set.members].sort();
    };
    assert.deepEqual(offered(2), [2]);
    assert.deepEqual(offered(0), [2], 'nothing joins 0 and 2 yet');
    assert.deepEqual(offered(1), [0, 1, 2], '1 does, so 0 is tried again');
    assert.deepEqual(offered(3), [1, 2, 3], '1 is the least relevant, but without it the others fall apart');
    assert.deepEqual(offered(4), [1, 2, 3], 'without 3 nothing leads to 4');
    assert.deepEqual(offered(5), [1, 2, 5]);
    assert.deepEqual(offered(6), [2, 5, 6], 'now 2 and 5 are neighbours, and 1 can go');
  });

  it('can be bounded in the whole graph instead, though their nodes are not adjacent', () => {
    const star = graphOf('0-1 0-2 0-3');
    assert.equal(inducedDiameter(star)([1, 2]), Number.POSITIVE_INFINITY);
    assert.equal(wholeDiameter(star, 2)([1, 2, 3]), 2);
    assert.equal(wholeDiameter(star, 1)([1, 2]), Number.POSITIVE_INFINITY);
    assert.deepEqual(postFilter([1, 2, 3], inducedDiameter(star), { size: 3, diameter: 2 }), [1]);
    assert.deepEqual(postFilter([1, 2, 3], wholeDiameter(star, 2), { size: 3, diameter: 2 }), [1, 2, 3]);
  });
});
