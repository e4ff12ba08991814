import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MapInside, MapResult } from '../../src/protocol/map.ts';
import { allArrows, allBoxes, maxParts, shortPaths, toLevel } from '../../src/webview/map/boxes.ts';
import { type Measures, type PlacedBox, placedBoxes, placeLevel } from '../../src/webview/map/layout.ts';
import { toMermaid } from '../../src/webview/map/mermaid.ts';
import { nearest } from '../../src/webview/map/nearest.ts';

const partOf = (name: string) => ({ id: `id ${name}`, name, folder: '', says: '', passages: 9, files: 2 });
const mapOf = (names: readonly string[], arrows: MapResult['arrows'] = []): MapResult => ({ parts: names.map(partOf), arrows, others: 0 });
const names = Array.from({ length: 15 }, (_, i) => `part${i}`);
const measures: Measures = { textWidth: (text) => text.length * 7, lineHeight: 18, maxWidth: 600, isNarrow: false };
const none: ReadonlyMap<string, MapInside> = new Map();

test('the twelve largest parts are boxes and the others one, whose arrows are added up, until it is unfolded', () => {
  const map = mapOf(names, [
    { from: 0, to: 13, imports: 2, calls: 1 },
    { from: 0, to: 14, imports: 3, calls: 0 },
    { from: 12, to: 13, imports: 9, calls: 9 },
  ]);
  const level = toLevel({ map, insides: none, showsAll: false });
  assert.equal(level.boxes.length, maxParts + 1);
  assert.equal(level.boxes.at(-1)?.title, '3 more parts');
  assert.equal(level.boxes.at(-1)?.note, '6 files');
  assert.deepEqual(
    level.arrows.map(({ imports, calls }) => [imports, calls]),
    [[5, 1]],
  );
  const all = toLevel({ map, insides: none, showsAll: true });
  assert.deepEqual([all.boxes.length, all.arrows.length], [15, 3]);
  assert.equal(toLevel({ map: mapOf(names.slice(0, 13)), insides: none, showsAll: false }).boxes.length, 13);
});

const crane: MapInside = {
  id: 'id crane',
  files: ['a/index.ts', 'b/index.ts'].map((path) => ({ uri: `file:///${path}`, path, startLine: 1, endLine: 1 })),
  left: 3,
  arrows: [{ from: 0, to: 2, imports: 1, calls: 0 }],
};
const harbour = mapOf(
  ['crane', 'quay', 'docs'],
  [
    { from: 1, to: 0, imports: 120, calls: 336 },
    { from: 0, to: 1, imports: 0, calls: 1 },
  ],
);
const unfolded = toLevel({ map: harbour, insides: new Map([[crane.id, crane]]), showsAll: false });

test('an unfolded part has its files inside, by names that tell them apart, and a box for the rest', () => {
  const inside = unfolded.boxes[0]?.inside;
  assert.deepEqual(
    inside?.boxes.map(({ title }) => title),
    ['a/index.ts', 'b/index.ts', '3 more files'],
  );
  assert.deepEqual(inside?.boxes[2]?.end, { parts: ['id crane'], without: crane.files.map(({ uri }) => uri) });
  assert.equal(allBoxes(unfolded).length, 6);
  assert.equal(allArrows(unfolded).length, 3);
  assert.deepEqual(shortPaths(['x.ts', 'src/x.ts', 'src/y.ts']), ['x.ts', 'src/x.ts', 'y.ts']);
});

test('as Mermaid, parts with their files are subgraphs, arrows have their counts, and no name ends its quotes', () => {
  assert.equal(
    toMermaid(unfolded),
    [
      'flowchart TD',
      '  subgraph n1["crane"]',
      '    n2["a/index.ts"]',
      '    n3["b/index.ts"]',
      '    n4["3 more files"]',
      '    n2 -->|"1 import"| n4',
      '  end',
      '  n5["quay"]',
      '  n6["docs"]',
      '  n5 -->|"120 imports, 336 calls"| n1',
      '  n1 -->|"1 call"| n5',
      '',
    ].join('\n'),
  );
  const hostile = toLevel({ map: mapOf(['"] --> x', '1. `a` <b>']), insides: none, showsAll: false });
  assert.match(toMermaid(hostile), /\["#34;#93; --#62; x"\]\n {2}n2\["#49;#46; #96;a#96; #60;b#62;"\]/);
});

test('what uses is above what is used, nothing overlaps, boxes without arrows are below, and the layout is always the same', () => {
  const placed = placeLevel(unfolded, measures);
  const at = new Map(placed.boxes.map((one) => [one.box.title, one] as const));
  const [top, low, alone] = ['quay', 'crane', 'docs'].map((title) => at.get(title) as PlacedBox) as [PlacedBox, PlacedBox, PlacedBox];
  assert.ok(top.y + top.height < low.y && low.y + low.height < alone.y);
  assert.deepEqual(
    placed.arrows.map(({ isBack }) => isBack),
    [false, true],
  );
  for (const file of low.inside?.boxes ?? [])
    assert.ok(file.x > low.x && file.y > low.y && file.x + file.width < low.x + low.width && file.y + file.height < low.y + low.height);
  // Arrows leave and reach boxes at the side that faces the next layer.
  const ends = placed.arrows.map(({ points }) => [points[0]?.y, points.at(-1)?.y]);
  assert.deepEqual(ends, [
    [top.y + top.height, low.y],
    [low.y, top.y + top.height],
  ]);
  assert.deepEqual(placeLevel(unfolded, measures), placed);
  const boxes = placedBoxes(placed);
  assert.equal(nearest(top, boxes, { x: 0, y: 1 })?.box.title, 'crane');
  assert.equal(nearest(top, boxes, { x: 0, y: -1 }), undefined);
  // Without an arrow, boxes are in rows no wider than the panel.
  const rows = placeLevel(toLevel({ map: mapOf(names), insides: none, showsAll: true }), { ...measures, maxWidth: 300 });
  assert.ok(rows.width <= 300 && new Set(rows.boxes.map(({ y }) => y)).size > 3);
});
