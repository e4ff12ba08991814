import assert from 'node:assert/strict';
import { test } from 'node:test';
import { Words } from '../../../src/engine/drift/driftWords.ts';
import { isContainer, isInstance, isLongName, isMentionedInProse, qualifiersOf } from '../../../src/engine/drift/prose.ts';
import type { RetiredName } from '../../../src/engine/drift/retired.ts';

/** The words of a text, and the index of the last one that is spelt so. */
function at(text: string, name: string): readonly [Words, number] {
  const words = new Words().read(text);
  let i = words.count - 1;
  while (i >= 0 && words.word(i) !== name) i--;
  assert.ok(i >= 0, `${name} in ${text}`);
  return [words, i];
}

const retired = (name: string, more: Partial<RetiredName> = {}): RetiredName => ({
  name,
  path: 'src/reef/tide.ts',
  line: 1,
  isType: false,
  ...more,
});
const isMentioned = (text: string, name: RetiredName): boolean => isMentionedInProse(...at(text, name.name), name);

test('a name of several words is a mention wherever it stands by itself', () => {
  const name = retired('openReef');
  const cases: readonly [text: string, isMention: boolean][] = [
    ['call openReef now', true],
    ['openReef.', true],
    ['a-openReef', false],
    ['openReef-all', false],
    ['docs/openReef', false],
    ['openReef/docs', false],
    ['%openReef', false],
    ['\\openReef', false],
    ['openReef.ts', false],
    ['openReef.html', false],
    ['openReef.htm', false],
    ['openReef.start', true],
    ['#openReef', false],
    ['a #openReef', false],
    ['tide#openReef', true],
    ['`*openReef`', false],
    ['@openReef', true],
    ['  @openReef', true],
    ['by @openReef', false],
    ['<a openReef="1">', false],
    ["<a openReef='1'>", false],
    ['openReef="1"', true],
  ];
  for (const [text, expected] of cases) assert.equal(isMentioned(text, name), expected, text);
});

test('an ordinary word is a mention by its qualifier, its role or, of a type, its quotes', () => {
  const tide = retired('flow');
  const member = retired('flow', { container: 'Tide' });
  const type = retired('Flow', { isType: true });
  const cases: readonly [text: string, name: RetiredName, isMention: boolean][] = [
    ['the flow', tide, false],
    ['tide.flow', tide, true],
    ['reef.tide.flow', tide, true],
    ['src.flow', tide, false],
    ['other.tide.flow', tide, true],
    ['other.thing.flow', tide, false],
    [':func:`flow`', tide, true],
    ['{py:func}`flow`', tide, true],
    [':func:`~flow`', tide, true],
    [':func:`-flow`', tide, false],
    [':odd:`flow`', tide, false],
    ['func:`flow`', tide, false],
    ['.. function:: flow', tide, true],
    ['.. autofunction:: flow', tide, true],
    ['.. py:function:: flow', tide, true],
    ['.. note:: flow', tide, false],
    ['function:: flow', tide, false],
    [':func:`flow`', member, false],
    ['Tide.flow', member, true],
    ['tide.flow', member, true],
    ['Other.flow', member, false],
    ['other.flow', member, false],
    ['the `Flow` type', type, true],
    ['the Flow type', type, false],
    ['the `Flow type', type, false],
    ['the Flow` type', type, false],
    ['the `Flow`', { ...type, isType: false }, false],
    ['the `flow`', { ...tide, isType: true }, false],
    ['EACCES001 is thrown', retired('EACCES001'), true],
    ['EACC01', retired('EACC01'), false],
  ];
  for (const [text, name, expected] of cases) assert.equal(isMentioned(text, name), expected, `${text} (${name.container ?? name.name})`);
});

test('the qualifiers of a name are those with dots, colons or a hash between, twelve at most', () => {
  const of = (text: string): readonly string[] => qualifiersOf(...at(text, 'x'));
  assert.deepEqual(of('a.b::c#x'), ['a', 'b', 'c']);
  assert.deepEqual(of('a?.b().x'), ['a', 'b']);
  assert.deepEqual(of('a this.#x'), ['this']);
  assert.deepEqual(of('a(b).x'), []);
  assert.deepEqual(of('a. x'), []);
  assert.deepEqual(of('a . x'), []);
  assert.deepEqual(of('1.x'), []);
  assert.equal(of(`${'a.'.repeat(20)}x`).length, 12);
});

test('the container is the type, in any case and without underscores, or the file and its folder', () => {
  const containers = (of: RetiredName) =>
    ['TidePool', 'tide_pool', 'tidepool', 'tide', 'reef', 'src'].filter((one) => isContainer(one, of));
  assert.deepEqual(containers(retired('flow', { container: 'TidePool' })), ['TidePool', 'tide_pool', 'tidepool']);
  assert.deepEqual(containers(retired('flow', { container: '_' })), []);
  assert.deepEqual(containers(retired('flow')), ['tide', 'reef']);
});

test('three words or numbers make a long name', () => {
  assert.deepEqual(['openReefNow', 'open_reef_2', 'openReef', 'open'].map(isLongName), [true, true, false, false]);
});

test('a variable is an instance of the class that it was last made of before', () => {
  const member = retired('flow', { container: 'Tide' });
  const cases: readonly [text: string, isInstance: boolean][] = [
    ['pool = Tide()\npool.flow()', true],
    ['pool = new Tide()\npool.flow()', true],
    ['pool = new reef.Tide()\npool.flow()', true],
    ['pool := &Tide{}\npool.flow()', true],
    ['let mut pool = Tide::new()\npool.flow()', true],
    ['pool: Tide = make()\npool?.flow()', true],
    ['pool = Tide()\npool->flow()', true],
    ['pool = Tide()\npool::flow()', false],
    ['pool = Other()\npool.flow()', false],
    ['pool = Tide()\npool = Other()\npool.flow()', false],
    ['pool = Other()\npool = Tide()\npool.flow()', true],
    ['pool = Tide()\npool = make()\npool.flow()', false],
    ['pool = Tide\npool.flow()', false],
    ['pool = tide()\npool.flow()', false],
    ['pool: Tide[]\npool.flow()', false],
    ['pool: Tide<a>\npool.flow()', false],
    ['pond = Tide()\npool.flow()', false],
    ['pool == Tide()\npool.flow()', false],
    ['self.pool = Tide()\nself.pool.flow()', true],
    ['this.pool = new Tide()\npool.flow()', false],
    ['pool = Tide()\nself.pool.flow()', true],
    ['other.pool = Tide()\nother.pool.flow()', false],
    ['pool = Tide()\n```\npool.flow()', false],
    [`pool = Tide()\n${'word '.repeat(390)}\npool.flow()`, true],
    [`pool = Tide()\n${'word '.repeat(400)}\npool.flow()`, false],
    [`self.pool = Tide()\n${'word '.repeat(4900)}\nself.pool.flow()`, true],
    [`self.pool = Tide()\n${'word '.repeat(5000)}\nself.pool.flow()`, false],
  ];
  for (const [text, expected] of cases) assert.equal(isInstance(...at(text, 'flow'), member), expected, text.replace(/(?:word )+/, '…'));
  assert.ok(!isInstance(...at('pool = Tide()\npool.flow()', 'flow'), retired('flow')));
});
