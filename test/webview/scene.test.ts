import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { MapCommunity, MapLink } from '../../src/protocol/map.ts';
import { Scene } from '../../src/webview/map/scene.ts';

function area(name: string, folder: number, docs: number): MapCommunity {
  const chunks: readonly [number, number][] = [[folder, 4]];
  return { id: name, name, size: 4, files: 2, docs, folders: chunks, labels: [name], entities: [`${name}Entity`], x: 0, y: 0, r: 10 };
}

const link = (a: number, b: number): MapLink => ({ a, b, weight: 1, names: ['shared'] });

function scene(): Scene {
  const communities = [area('one', 0, 0), area('two', 0, 4), area('three', 1, 2), area('four', 1, 0)];
  const links = [link(0, 2), link(1, 3)];
  return new Scene({ communities, links, folders: ['src', 'docs'], left: { communities: 0, links: 0 }, chunks: 16 });
}

const all = { words: '', folder: -1, community: -1, kind: 'all' } as const;

test('areas are narrowed by words, folder, kind, and a community with those that it shares names with', () => {
  const shown = (filter: Partial<Scene['filter']>): readonly number[] => {
    const one = scene();
    one.filter = { ...all, ...filter };
    return one.shown();
  };
  assert.deepEqual(shown({}), [0, 1, 2, 3]);
  assert.deepEqual(shown({ words: 'TWOent' }), [1]);
  assert.deepEqual(shown({ folder: 1 }), [2, 3]);
  assert.deepEqual(shown({ kind: 'doc' }), [1, 2]);
  assert.deepEqual(shown({ kind: 'code' }), [0, 2, 3]);
  assert.deepEqual(shown({ community: 0 }), [0, 2]);
  assert.deepEqual(shown({ community: 3 }), [1, 3]);
  assert.deepEqual(shown({ community: 0, folder: 1, kind: 'doc', words: 'three' }), [2]);
});

test('another filter shows other areas, and pointing at an area leaves what it is linked to bright', () => {
  const one = scene();
  assert.equal(one.shown().length, 4);
  one.filter = { ...all, folder: 0 };
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
