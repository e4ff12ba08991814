import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mapDetail, mapResult } from '../../src/protocol/map.ts';
import { check } from '../../src/protocol/schema.ts';

const area = { id: 'a', name: 'A', size: 3, files: 2, docs: 1, part: 0, labels: ['A'], entities: ['x'], x: 0, y: 0, r: 1 };
const link = { a: 0, b: 1, weight: 1, names: ['x'] };
const part = { id: 'p', name: 'src', folder: '', says: '', size: 3, files: 2, first: [], entities: [], x: 0, y: 0, r: 9 };
const map = {
  parts: [part],
  partLinks: [],
  communities: [area, area],
  links: [link],
  left: { communities: 0, links: 0 },
  chunks: 6,
};
const chunk = { uri: 'file:///a', path: 'a', startLine: 1, endLine: 2, title: '', kind: 'doc', entities: [], x: 0, y: 0 };
const detail = { id: 'a', chunks: [chunk, chunk], links: [link], left: { chunks: 0, links: 0 } };

test('a valid map is accepted, without unknown fields', () => {
  assert.deepEqual(check(mapResult, { ...map, more: 1, communities: [{ ...area, more: 1 }, area] }), map);
  assert.deepEqual(JSON.parse(JSON.stringify(check(mapDetail, { ...detail, more: 1 }))), detail);
});

test('every field that is drawn or opened is checked, and named', () => {
  const areaWith = (field: object): unknown => ({ ...map, communities: [area, { ...area, ...field }] });
  assert.throws(() => check(mapResult, areaWith({ size: '3' }), 'map'), /"map.communities\[1\].size" is string/);
  assert.throws(() => check(mapResult, areaWith({ entities: [7] })), /entities\[0\]" is number/);
  assert.throws(() => check(mapResult, areaWith({ part: 1 })), /part" is out of range: 1/);
  assert.throws(() => check(mapResult, { ...map, parts: [{ ...part, first: [7] }] }), /first\[0\]" is number/);
  assert.throws(() => check(mapResult, { ...map, partLinks: [link] }, 'map'), /"map.partLinks\[0\].b" is out of range: 1/);
  assert.throws(() => check(mapResult, areaWith({ r: Number.NaN }), 'map'), /"map.communities\[1\].r" is number, expected a number/);
  assert.throws(() => check(mapResult, { ...map, links: [{ ...link, b: 2 }] }, 'map'), /"map.links\[0\].b" is out of range: 2/);
  const chunkWith = (field: object): unknown => ({ ...detail, chunks: [{ ...chunk, ...field }, chunk] });
  assert.throws(() => check(mapDetail, chunkWith({ kind: 'x' }), 'detail'), /"detail.chunks\[0\].kind" is "x"/);
  assert.throws(() => check(mapDetail, chunkWith({ endLine: 0 })), /endLine" is out of range: 0/);
  assert.throws(() => check(mapDetail, chunkWith({ title: undefined })), /title" is undefined/);
  assert.throws(() => check(mapDetail, { ...detail, chunks: [] }, 'detail'), /"detail.links\[0\].a" is out of range/);
});
