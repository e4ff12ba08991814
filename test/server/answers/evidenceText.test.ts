import * as assert from 'node:assert/strict';
import { test } from 'node:test';
import type { Place } from '../../../src/engine/place.ts';
import { reasonText, sharedNames } from '../../../src/server/answers/evidenceText.ts';
import { wordOf } from '../../../src/service/ask/explain.ts';
import type { SearchResult, ShownEvidence } from '../../../src/service/types/results.ts';

const via: Place = { folder: '/w', path: 'docs/state.md', startLine: 1, endLine: 9 };

function check(evidence: ShownEvidence[], expected: string, question = '', title = ''): void {
  const result: SearchResult = { ...via, path: 'a.ts', rank: 1, title, kind: 'code', fileHash: '', score: 1, evidence };
  assert.equal(
    reasonText(result, question, (place) => place.path),
    expected,
  );
}

test('reasonOf() puts the strongest reason first', () => {
  check([{ kind: 'term', keys: ['reload'] }], 'mentions reload');
  check(
    [
      { kind: 'term', keys: ['reload'] },
      { kind: 'symbol', keys: ['PanelSerializer'] },
    ],
    'mentions PanelSerializer',
  );
});

test('reasonOf() knows what a chunk of code defines', () => {
  check([{ kind: 'symbol', keys: ['PanelSerializer'] }], 'defines PanelSerializer', '', 'PanelSerializer, restore');
});

test('reasonOf() names the place that was followed', () => {
  check([{ kind: 'symbol', keys: ['PanelSerializer'], via }], 'linked through PanelSerializer to docs/state.md');
  check(
    [
      { kind: 'term', keys: ['reload'] },
      { kind: 'symbol', keys: ['PanelSerializer'], via },
    ],
    'mentions reload; linked through PanelSerializer to docs/state.md',
  );
});

test('reasonOf() writes names as the question does', () => {
  check([{ kind: 'name', keys: ['aunt drusilla', 'ferry'] }], 'mentions Aunt Drusilla, ferry', 'When does Aunt Drusilla leave by ferry?');
});

test('reasonOf() counts what it does not list', () => {
  check([{ kind: 'name', keys: ['a', 'b', 'c', 'd', 'e'] }], 'mentions a, b, c and 2 more');
});

test('reasonOf() shows stems as the words of the question', () => {
  check([{ kind: 'term', keys: ['serial', 'reload'] }], 'mentions serializer, reloads', 'Which serializer reloads?');
});

test('reasonOf() shows a compound name as the question writes it, and not its parts', () => {
  check([{ kind: 'term', keys: ['usagepool', 'usag', 'pool'] }], 'mentions UsagePool', 'Where is UsagePool defined?');
  check(
    [{ kind: 'term', keys: ['send_file', 'send', 'file', 'head'] }],
    'mentions send_file, headers',
    'Which headers does send_file set?',
  );
});

test('wordOf() keeps a stem that no word of the question begins with', () => {
  assert.equal(wordOf('kettl', 'How are kettles heated?'), 'kettles');
  assert.equal(wordOf('depend', 'Where are dependencies pre-bundled?'), 'dependencies');
  assert.equal(wordOf('zzz', 'How are kettles heated?'), 'zzz');
  assert.equal(wordOf('kettl', 'Who calls KettleQueue?'), 'kettle');
});

test('sharedNames() lists each name once whatever its case, as a symbol writes it', () => {
  const evidence: ShownEvidence[] = [
    { kind: 'term', keys: ['kettle'] },
    { kind: 'symbol', keys: ['Kettle', 'kettle'] },
  ];
  assert.deepEqual(sharedNames({ ...via, rank: 1, title: '', kind: 'code', fileHash: '', score: 1, evidence }), ['Kettle']);
});
