/** Weights of `mesh` by which words alone count: nothing is added to BM25, no kind of text is demoted, no link leads anywhere. */

import { type MeshWeights, meshWeights } from '../../src/engine/retrieval/steps/mesh/weights.ts';

const one: readonly string[] = ['further', 'variant', 'test', 'changeLog', 'code', 'docs'] satisfies (keyof MeshWeights)[];
const kept: readonly string[] = ['pool', 'seeds', 'maxChunks', 'titleDecay'] satisfies (keyof MeshWeights)[];

export const neutralWeights = Object.fromEntries(
  Object.entries(meshWeights).map(([name, value]) => [name, kept.includes(name) ? value : Number(one.includes(name))]),
) as MeshWeights;
