import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MapGate } from '../../src/protocol/map.ts';
import { defaultMapWords } from '../../src/protocol/panels/mapWords.ts';
import { type GateEnd, gateStatus, gateTexts } from '../../src/webview/map/gateLayer.ts';
import { Scene } from '../../src/webview/map/scene.ts';

/** Two areas in a part of the kitchen, one in a part of the cellar. */
function kitchen(): Scene {
  const circle = { size: 4, files: 2, entities: [], x: 0, y: 0, r: 10 };
  const areas = [
    ['tea', 0],
    ['cup', 0],
    ['pump', 1],
  ] as const;
  const communities = areas.map(([name, part]) => ({ ...circle, docs: 0, labels: [], id: name, name, part }));
  const parts = ['kitchen', 'cellar'].map((name) => ({ ...circle, id: name, name, folder: '', says: '', first: [] }));
  return new Scene({ parts, partLinks: [], communities, links: [], left: { communities: 0, links: 0 }, chunks: 12 });
}

const textsOf = (scene: Scene, kind: GateEnd['kind'], index: number) => gateTexts(scene, { kind, index }, defaultMapWords);

test('gates join collapsed parts, and the areas of expanded ones, only while the layer is on', () => {
  const scene = kitchen();
  const gates: MapGate[] = [
    { from: 'tea', to: 'pump', kind: 'calls', names: ['heatWater'], count: 2 },
    { from: 'cup', to: 'pump', kind: 'extends', names: ['Vessel'], count: 1 },
    { from: 'tea', to: 'cup', kind: 'cause', names: ['flood'], count: 1 },
    { from: 'tea', to: 'gone', kind: 'calls', names: [], count: 1 },
  ];
  assert.deepEqual(textsOf(scene, 'part', 0), []);
  scene.layer = 'wanted';
  assert.deepEqual(textsOf(scene, 'part', 0), []);
  scene.layer = { gates, left: 3, isTooLarge: false };
  assert.deepEqual(textsOf(scene, 'part', 0), ['→ cellar: calls heatWater, Vessel']);
  assert.deepEqual(textsOf(scene, 'part', 1), ['← kitchen: calls heatWater, Vessel']);
  scene.open(0);
  assert.deepEqual(textsOf(scene, 'area', 0), ['→ cellar: calls heatWater', '↔ cup: cause flood']);
  assert.deepEqual(textsOf(scene, 'part', 1), ['← tea: calls heatWater', '← cup: extends Vessel']);
  assert.deepEqual(textsOf(scene, 'part', 0), []);
});

test('the status line says that dependencies are being searched for, or that there are none, and why', () => {
  const status = (layer: Parameters<typeof gateStatus>[0]): string => gateStatus(layer, defaultMapWords);
  assert.match(status('wanted'), /Finding dependencies/);
  assert.match(status({ gates: [], left: 0, isTooLarge: false }), /No dependencies/);
  assert.match(status({ gates: [], left: 0, isTooLarge: true }), /too many passages/);
});
