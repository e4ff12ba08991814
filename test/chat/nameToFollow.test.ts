import * as assert from 'node:assert/strict';
import { test } from 'node:test';
import { nameToFollow } from '../../src/extension/chat/nameToFollow.ts';

function follow(answer: string, ...titles: string[]): string | undefined {
  const place = { uri: 'file:///w/a.py', path: 'a.py', startLine: 1, endLine: 2 };
  const sources = titles.map((title, i) => ({ ...place, n: i + 1, rank: i + 1, title, kind: 'code' as const, why: '', steps: [] }));
  return nameToFollow({ answer, sources });
}

test('nameToFollow() skips type parameters and names of one letter', () => {
  assert.equal(follow('', 'P, T_co, _T, T, TKey, T1, R, x, _', 'run_in_threadpool'), 'run_in_threadpool');
  assert.equal(follow('', 'P'), undefined);
  assert.equal(follow('', 'Template, Task'), 'Template');
});

test('nameToFollow() prefers a name that the answer mentions', () => {
  assert.equal(follow('The `Router` redirects.', 'Route, Mount', 'Router, app'), 'Router');
});

test('nameToFollow() does not treat a heading as a name', () => {
  const place = { uri: 'file:///w/a.md', path: 'a.md', startLine: 1, endLine: 2 };
  const doc = { ...place, n: 1, rank: 1, title: 'Brewing › Kettles', kind: 'doc' as const, why: '', steps: [] };
  assert.equal(nameToFollow({ answer: 'Kettles', sources: [doc] }), undefined);
});
