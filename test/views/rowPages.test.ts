import assert from 'node:assert/strict';
import { test } from 'node:test';
import { RowPages } from '../../src/extension/views/rowPages.ts';

test('a level shows a hundred rows, and a hundred more each time', () => {
  const pages = new RowPages();
  assert.deepEqual([pages.shownOf('', 99), pages.shownOf('', 101), pages.shownOf('', 102), pages.shownOf('', 1900)], [99, 101, 100, 100]);
  pages.more('');
  assert.deepEqual([pages.shownOf('', 1900), pages.shownOf('other', 1900)], [200, 100]);
});

test('a level shows as many pages as a row needs, never fewer than before', () => {
  const pages = new RowPages();
  assert.deepEqual([pages.reach('', 99), pages.shownOf('', 1900)], [false, 100]);
  assert.deepEqual([pages.reach('', 1234), pages.shownOf('', 1900)], [true, 1300]);
  assert.deepEqual([pages.reach('', 5), pages.shownOf('', 1900)], [false, 1300]);
});
