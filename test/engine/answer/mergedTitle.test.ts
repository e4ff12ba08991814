import assert from 'node:assert/strict';
import { test } from 'node:test';
import { mergedTitle } from '../../../src/engine/answer/mergedTitle.ts';
import type { ChunkKind } from '../../../src/engine/document.ts';

function check(kind: ChunkKind, titles: readonly string[], expected: string): void {
  assert.equal(mergedTitle(kind, titles), expected);
}

test('sections under one heading get its title', () => {
  const title = 'The Application Context';
  check('doc', [title, `${title} › Purpose of the Context`, `${title} › Lifetime of the Context`], title);
  check('doc', ['Guide › State › Reload', 'Guide › State › Store'], 'Guide › State');
  check('code', ['Kettle › heat', 'Kettle › add, next'], 'Kettle');
});

test('for titles without a common heading, the first and the number of others are shown', () => {
  check('doc', ['Reload', 'Store', 'Store › Size', ''], 'Reload +2');
  check('code', ['heat', 'add, next'], 'heat, …');
  check('code', ['Kettle, add, …', 'next'], 'Kettle, add, …');
});

test('a single title stays as it is, repeated or not', () => {
  check('doc', ['', 'Reload', 'Reload'], 'Reload');
  check('doc', ['', ''], '');
});
