import * as assert from 'node:assert/strict';
import { test } from 'node:test';
import { check } from '../../../src/protocol/schema.ts';
import { type LinkedPlace, linkedPlace, placeLink } from '../../../src/protocol/text/placeLink.ts';
import { wrongValues } from '../../support/wrongValues.ts';

const place: LinkedPlace = { folder: 1, path: 'docs/a (b)..c.md', startLine: 2, endLine: 3, startColumn: 0, endColumn: 9, find: 'tea' };

test('a link names a folder by its number and a path inside', () => {
  const link = placeLink(place);
  assert.match(link, /^command:meshrag\.openPlace\?[\w%.~-]+$/);
  assert.deepEqual(check(linkedPlace, JSON.parse(decodeURIComponent(link.slice(link.indexOf('?') + 1)))[0]), place);
});

test('a path that leads out of its folder is rejected', () => {
  for (const path of ['', '..', '../a', 'a/../../b', '/etc/passwd', '\\\\server\\share', 'a\\..\\..\\b'])
    assert.throws(() => check(linkedPlace, { ...place, path }), /expected a path inside its folder/, path);
  for (const path of ['...', 'a..b', '..a/b']) assert.equal(check(linkedPlace, { ...place, path }).path, path);
});

test('anything that is not a place is rejected', () => {
  for (const wrong of [
    ...wrongValues(place),
    { uri: 'file:///etc/passwd', path: 'a.md', startLine: 1, endLine: 1 },
    { ...place, folder: -1 },
    { ...place, endLine: 1 },
  ]) {
    let read: LinkedPlace | undefined;
    try {
      read = check(linkedPlace, wrong);
    } catch {
      continue;
    }
    assert.ok(Number.isInteger(read.folder) && typeof read.path === 'string' && read.endLine >= read.startLine, JSON.stringify(wrong));
  }
});
