import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { textOf } from '../../../src/messages/messages.ts';
import { reasonsInFiles } from '../../../src/service/past/reasons.ts';
import { reasonMessages } from '../../../src/service/past/reasonText.ts';
import type { Reason } from '../../../src/service/types/past.ts';
import type { SymbolUse } from '../../../src/service/types/results.ts';
import { viewFolder, viewOfFiles } from '../../support/filesView.ts';
import type { Files } from '../../support/memoryIndex.ts';

const use = (file: string, lines: readonly number[], where: SymbolUse['where'] = 'doc'): SymbolUse => ({
  kind: 'mentions',
  where,
  folder: viewFolder,
  path: file,
  lines,
});

/** `kind path:line text` of each reason. */
function reasons(
  files: Files,
  uses: readonly SymbolUse[],
  at?: readonly [file: string, startLine: number, endLine: number],
): readonly string[] {
  const { view } = viewOfFiles(files);
  const range = at && { file: path.join(viewFolder, at[0]), startLine: at[1], endLine: at[2] };
  return reasonsInFiles(uses, range, view).map((one) =>
    'place' in one ? `${one.kind} ${one.place.path}:${one.place.startLine} ${one.text}` : one.kind,
  );
}

test('records come first, then change logs from their end, then comments that say why', () => {
  const files = {
    'docs/adr/1.md': 'We chose boil().\n',
    'CHANGELOG.md': '- boil is faster\n- boil fixed\n- boil is new\n',
    'a.ts': 'boil(); // boil because water is cold\nboil(); // boil it\n',
    'guide.md': 'boil because\n',
  };
  const uses = [
    use('a.ts', [1, 2], 'comment'),
    use('CHANGELOG.md', [1, 2, 3]),
    use('docs/adr/1.md', [1]),
    use('guide.md', [1]),
    use('missing.md', [1]),
  ];
  assert.deepEqual(reasons(files, uses), [
    'record docs/adr/1.md:1 We chose boil().',
    'changeLog CHANGELOG.md:3 boil is new',
    'changeLog CHANGELOG.md:2 boil fixed',
    'changeLog CHANGELOG.md:1 boil is faster',
    'comment a.ts:1 boil(); // boil because water is cold',
  ]);
});

test('of a change log the whole entry is quoted, and a plain word is no name', () => {
  const files = {
    'CHANGELOG.md': '# 1.0\n\n- Faster.\n- The guest may call\n  `boil` twice,\n  at once.\n- People boil water\n- Add `boil-over-limit`\n',
  };
  const { view } = viewOfFiles(files);
  const texts = (name: string) => reasonsInFiles([use('CHANGELOG.md', [5, 7, 8])], undefined, view, name).map(({ text }) => text);
  assert.deepEqual(texts('boil'), ['The guest may call `boil` twice, at once.']);
});

test('of each kind three are given, cut at three hundred characters', () => {
  const lines = Array.from({ length: 5 }, (_, i) => `Decision ${i} ${'x'.repeat(400)}`).join('\n\n');
  const found = reasons({ 'docs/decisions/all.md': lines }, [use('docs/decisions/all.md', [1, 3, 5, 7, 9])]);
  assert.deepEqual(
    found.map((one) => [one.split(' ')[1], one.length]),
    [1, 3, 5].map((line) => [`docs/decisions/all.md:${line}`, 300 + `record docs/decisions/all.md:${line} `.length]),
  );
});

test('a comment that says why counts right above a definition and within it', () => {
  const lines = [
    '// far because of that',
    'const x = 1;',
    '// near,',
    '// because water is cold',
    'function boil() {',
    '  // within, because',
    '  return 1;',
    '}',
    '// after because',
  ];
  const files = { 'src/a.ts': `${lines.join('\n')}\n` };
  assert.deepEqual(reasons(files, [], ['src/a.ts', 5, 8]), [
    'comment src/a.ts:4 near, because water is cold',
    'comment src/a.ts:6 within, because',
  ]);
  assert.deepEqual(reasons(files, [], ['src/a.ts', 9, 9]), ['comment src/a.ts:9 after because']);
  assert.deepEqual(reasons(files, [], ['src/missing.ts', 1, 9]), []);
});

test('a reason is a sentence with its commit or its place', () => {
  const commit = { id: '0123456789abcdef', day: '2030-01-02', subject: 'Boil' };
  const shown = (reason: object) => reasonMessages('boil', [reason as Reason]).map((one) => textOf([one]));
  const place = { folder: viewFolder, path: 'a.md', startLine: 3, endLine: 3 };
  assert.match(shown({ kind: 'record', text: 'why', place })[0] ?? '', /a\.md:3.*why/);
  const made = shown({ kind: 'made', text: '', commit });
  assert.equal(made.length, 1);
  assert.match(made[0] ?? '', /"boil".*Boil.*2030-01-02.*01234567(?!8)/);
  assert.equal(shown({ kind: 'made', text: 'why', commit }).length, 2);
  const kinds = ['made', 'changed', 'removed'].map((kind) => shown({ kind, text: '', commit })[0]);
  assert.equal(new Set([...kinds, shown({ kind: 'removed', text: '', commit, newName: 'heat' })[0]]).size, 4);
  assert.match(shown({ kind: 'removed', text: '', commit, newName: 'heat' })[0] ?? '', /"boil".*"heat"/);
});
