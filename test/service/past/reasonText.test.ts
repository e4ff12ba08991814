import assert from 'node:assert/strict';
import { test } from 'node:test';
import { textOf } from '../../../src/messages/messages.ts';
import { declaredText, wholeName } from '../../../src/service/past/declaredText.ts';
import { limited } from '../../../src/service/past/limited.ts';
import { reasonMessages } from '../../../src/service/past/reasonText.ts';
import type { CommitReason, Reason } from '../../../src/service/types/past.ts';

test('a declaration is found by the word before the name, or another of its kind', () => {
  const matches = (line: string, name: string, other: string): boolean => {
    const pattern = declaredText(line, name).replaceAll('[[:space:]*&]', '[\\s*&]');
    return new RegExp(pattern, 'm').test(other);
  };
  const cases: readonly [line: string, name: string, other: string, isFound: boolean][] = [
    ['function load() {', 'load', 'const load = 1', true],
    ['function load() {', 'load', 'export let load', true],
    ['function load() {', 'load', 'load();', false],
    ['function load() {', 'load', 'function loader() {', false],
    ['function load() {', 'load', 'class load', false],
    ['class Tide {', 'Tide', 'interface Tide', true],
    ['class Tide {', 'Tide', 'function Tide', false],
    ['def self.open', 'open', 'def self.open', true],
    ['def self.open', 'open', 'def open', false],
    ['int *open(void)', 'open', 'int *open', true],
    ['int *open(void)', 'open', 'char *open', false],
    ['func (r *Reef) Open() {', 'Open', 'func (x Other) Open(', true],
    ['func (r *Reef) Open() {', 'Open', 'Open(', false],
    ['  open() {', 'open', 'x.open()', true],
    ['nothing', 'open', 'an open one', true],
    ['nothing', 'open', 'reopened', false],
    ['const $a = 1', '$a', 'let $a;', true],
    ['const $a = 1', '$a', 'let xa;', false],
  ];
  for (const [line, name, other, isFound] of cases) assert.equal(matches(line, name, other), isFound, `${name} of ${line} in ${other}`);
  assert.ok(
    new RegExp(wholeName('a.b')).test('a.b') && !new RegExp(wholeName('a.b')).test('axb') && !new RegExp(wholeName('a')).test('a_'),
  );
});

const commit = { id: '0123456789abcdef', day: '2026-01-02', subject: 'Reef: open' };
const reason = (kind: CommitReason['kind'], more: Partial<CommitReason> = {}): CommitReason => ({ kind, text: '', commit, ...more });
const said = (...reasons: readonly Reason[]): readonly string[] => reasonMessages('openReef', reasons).map((one) => textOf([one]));

test('a reason is a sentence with the beginning of the commit, and what the message says, if it says anything', () => {
  assert.deepEqual(said(reason('made')), ['"openReef" came with “Reef: open” (2026-01-02, 01234567).']);
  assert.deepEqual(said(reason('removed', { text: 'Too slow.' })), [
    '"openReef" was removed with “Reef: open” (2026-01-02, 01234567).',
    '01234567: “Too slow.”',
  ]);
  assert.deepEqual(said(reason('removed', { newName: 'startReef' })), [
    '"openReef" was renamed to "startReef" with “Reef: open” (2026-01-02, 01234567).',
  ]);
  assert.deepEqual(said(reason('changed')), ['"openReef" was last changed substantially with “Reef: open” (2026-01-02, 01234567).']);
  assert.deepEqual(said(reason('made'), reason('changed', { text: 'Faster.' })).slice(1), [
    ...['It was last changed substantially with “Reef: open” (2026-01-02, 01234567).', '01234567: “Faster.”'],
  ]);
  const place = { folder: '/w', path: 'a.ts', startLine: 7, endLine: 8 };
  assert.deepEqual(said({ kind: 'comment', text: 'Ships wait.', place }), ['a.ts:7: “Ships wait.”']);
});

test('git that takes too long or refuses is no failure; one that the caller stops is', async () => {
  const never = (signal: AbortSignal) => new Promise<never>((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
  assert.deepEqual(await limited(async () => 7, undefined), { value: 7 });
  const slow = await limited(never, undefined, 5);
  assert.match(textOf([slow.unseen as NonNullable<typeof slow.unseen>]), /^git did not answer within 0\.005 s/);
  const refused = await limited(() => Promise.reject(new Error('no such commit')), new AbortController().signal);
  assert.match(textOf([refused.unseen as NonNullable<typeof refused.unseen>]), /no such commit/);
  const stopped = new AbortController();
  const asked = limited(never, stopped.signal);
  stopped.abort(new Error('stopped'));
  await assert.rejects(asked, /stopped/);
});
