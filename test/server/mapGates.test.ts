import assert from 'node:assert/strict';
import { test } from 'node:test';
import { relationKinds } from '../../src/engine/retrieval/modelSources/gateVerdict.ts';
import { mapGateKinds, mapGates, maxMapGates } from '../../src/protocol/map.ts';
import { check } from '../../src/protocol/schema.ts';
import { toMapGates } from '../../src/server/mapGates.ts';
import { communityId } from '../../src/service/explorer/communityRows.ts';
import type { GateRelation } from '../../src/service/types/gates.ts';
import type { CommunitiesAnswer, Community } from '../../src/service/types/results.ts';

const folder = '/work';
const place = (path: string) => ({ folder, path, startLine: 1, endLine: 2 });
const community = (id: string, ...paths: readonly string[]): Community => {
  const chunks = paths.map((path) => ({ ...place(path), title: '', kind: 'code' as const }));
  return { id, name: id, size: paths.length, files: paths.length, labels: [], entities: [], chunks };
};
const relation = (from: string, to: string, kind: GateRelation['kind'], name: string): GateRelation => {
  return { from: place(from), to: place(to), kind, name };
};
const answer: CommunitiesAnswer = {
  folder,
  coverage: 1,
  communities: [
    community('tea', 'brew.ts', 'pour.ts'),
    community('pump', 'boiler.ts', 'valve.ts'),
    community('both', 'pour.ts', 'valve.ts'),
  ],
};
const [tea, pump] = [communityId(folder, 'tea'), communityId(folder, 'pump')];

test('gates join the communities of their passages, each pair and direction once, unless these overlap', () => {
  assert.deepEqual([...mapGateKinds].sort(), [...relationKinds].sort());
  const relations = [
    relation('brew.ts', 'boiler.ts', 'calls', 'heatWater'),
    relation('brew.ts', 'boiler.ts', 'imports', 'heatWater'),
    relation('brew.ts', 'boiler.ts', 'calls', 'coolDown'),
    relation('boiler.ts', 'brew.ts', 'causes', 'scald'),
    // Both are in "both", and these two in one community.
    relation('pour.ts', 'valve.ts', 'calls', 'open'),
    relation('brew.ts', 'pour.ts', 'calls', 'pour'),
    relation('brew.ts', 'gone.ts', 'calls', 'gone'),
  ];
  const found = toMapGates(relations, [answer]);
  assert.deepEqual(found, {
    gates: [
      { from: tea, to: pump, kind: 'calls', names: ['heatWater', 'coolDown'], count: 3 },
      { from: pump, to: tea, kind: 'causes', names: ['scald'], count: 1 },
    ],
    left: 0,
    isTooLarge: false,
  });
  assert.deepEqual(check(mapGates, found), found);
});

test('an undirected pair is one gate; of many gates a maximum is kept, and too many passages have none', () => {
  const both = [relation('brew.ts', 'boiler.ts', 'cause', 'flood'), relation('boiler.ts', 'brew.ts', 'cause', 'fire')];
  const [one, ...others] = toMapGates(both, [answer]).gates;
  assert.deepEqual([one?.kind, one?.count, others.length], ['cause', 2, 0]);
  const many = Array.from({ length: 200 }, (_, i) => community(`c${i}`, `${i}.ts`));
  const chain = Array.from({ length: 199 }, (_, i) => relation(`${i}.ts`, `${i + 1}.ts`, 'calls', 'next'));
  const found = toMapGates(chain, [{ folder, coverage: 1, communities: many }]);
  assert.deepEqual([found.gates.length, found.left], [maxMapGates, 199 - maxMapGates]);
  assert.deepEqual(toMapGates(undefined, [answer]), { gates: [], left: 0, isTooLarge: true });
});
