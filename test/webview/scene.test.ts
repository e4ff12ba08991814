import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MapCommunity, MapLink, MapPart } from '../../src/protocol/map.ts';
import { Scene } from '../../src/webview/map/scene.ts';

function area(name: string, part: number, docs: number): MapCommunity {
  return { id: name, name, size: 4, files: 2, docs, part, labels: [name], entities: [`${name}Entity`], x: 0, y: 0, r: 10 };
}

function part(name: string): MapPart {
  const none = { folder: '', first: [], entities: [] };
  return { ...none, id: name, name, says: `What ${name} says.`, size: 8, files: 2, x: 0, y: 0, r: 30 };
}

const link = (a: number, b: number): MapLink => ({ a, b, weight: 1, names: ['shared'] });

function scene(): Scene {
  const communities = [area('one', 0, 0), area('two', 0, 4), area('three', 1, 2), area('four', 1, 0)];
  const links = [link(0, 2), link(1, 3)];
  const parts = [part('src'), part('docs'), part('empty')];
  return new Scene({
    parts,
    partLinks: [link(0, 1)],
    communities,
    links,
    left: { communities: 0, links: 0 },
    chunks: 16,
  });
}

const all = { words: '', part: -1, community: -1, kind: 'all' } as const;

test('areas are narrowed by words, part, kind, and a community with those that it shares names with', () => {
  const shown = (filter: Partial<Scene['filter']>): readonly number[] => {
    const one = scene();
    one.filter = { ...all, ...filter };
    return one.shown();
  };
  assert.deepEqual(shown({}), [0, 1, 2, 3]);
  assert.deepEqual(shown({ words: 'TWOent' }), [1]);
  assert.deepEqual(shown({ part: 1 }), [2, 3]);
  assert.deepEqual(shown({ kind: 'doc' }), [1, 2]);
  assert.deepEqual(shown({ kind: 'code' }), [0, 2, 3]);
  assert.deepEqual(shown({ community: 0 }), [0, 2]);
  assert.deepEqual(shown({ community: 3 }), [1, 3]);
  assert.deepEqual(shown({ community: 0, part: 1, kind: 'doc', words: 'three' }), [2]);
});

test('another filter shows other areas, and pointing at an area keeps what it is linked to bright', () => {
  const one = scene();
  assert.equal(one.shown().length, 4);
  one.filter = { ...all, part: 0 };
  assert.deepEqual(one.shown(), [0, 1]);
  one.hover = { kind: 'area', index: 0 };
  assert.deepEqual(
    [0, 1, 2, 3].map((index) => one.isLit(index)),
    [true, false, true, false],
  );
});

test('a search drops what was chosen before, so that none of its hits is dimmed', () => {
  const one = scene();
  one.chosen = { kind: 'area', index: 0 };
  assert.equal(one.isLit(3), false);
  one.filter = { ...all, words: 'four' };
  assert.deepEqual(one.shown(), [3]);
  assert.equal(one.isLit(3), true);
});

test('parts are collapsed at first; a search expands those with hits, and finds parts by their own words', () => {
  const one = scene();
  assert.deepEqual(one.shownParts(), [0, 1, 2]);
  assert.deepEqual(one.visible(), []);
  assert.equal(one.open(1), true);
  assert.equal(one.open(1), false);
  assert.deepEqual(one.visible(), [2, 3]);
  one.filter = { ...all, words: 'two' };
  assert.deepEqual([one.shownParts(), one.visible()], [[0], [1]]);
  one.filter = { ...all, words: 'EMPTY says' };
  assert.deepEqual([one.shownParts(), one.visible()], [[2], []]);
  one.filter = { ...all, part: 0 };
  assert.deepEqual([one.shownParts(), one.visible()], [[0], []]);
});

test('pointing at a part keeps it, its areas and the parts that it shares names with bright', () => {
  const one = scene();
  one.hover = { kind: 'part', index: 0 };
  assert.deepEqual(
    [0, 1, 2].map((index) => one.isPartLit(index)),
    [true, true, false],
  );
  one.hover = { kind: 'area', index: 0 };
  assert.deepEqual(
    [0, 1, 2].map((index) => one.isPartLit(index)),
    [true, true, false],
  );
});

test('a workspace of one part begins with its communities', () => {
  const whole = new Scene({ ...scene().map, parts: [part('')], partLinks: [], communities: [area('one', 0, 0)], links: [] });
  assert.deepEqual(whole.visible(), [0]);
});
