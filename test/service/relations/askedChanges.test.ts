import assert from 'node:assert/strict';
import { test } from 'node:test';
import type { NamedDefinition } from '../../../src/engine/relations/relations.ts';
import { togetherText } from '../../../src/service/relations/answers/togetherText.ts';
import { createChange, findNameIn, nameIn, ownedBy, ownerIn } from '../../../src/service/relations/askedChanges.ts';
import { sourceOf } from '../../support/relationSource.ts';

test('a name is asked for with quotes, brackets and what it belongs to', () => {
  const cases: readonly [asked: string, name: string, owner: string | undefined][] = [
    ['open', 'open', undefined],
    [' `open()` ', 'open', undefined],
    ['"a.b.open"', 'open', 'b'],
    ["'Reef#open'", 'open', 'Reef'],
    ['Reef::open()', 'open', 'Reef'],
    ['reef->open', 'open', 'reef'],
    ['open the. gate', 'open the. gate', undefined],
    ['open()`', 'open', undefined],
  ];
  for (const [asked, name, owner] of cases) assert.deepEqual([nameIn(asked), ownerIn(asked)], [name, owner], asked);
});

test('of a name with dots the whole is meant where something is defined by it', async () => {
  const source = sourceOf({ 'a.ts': 'export function open() {}\n', 'templates/x.tpl': '{{ define "yard.open" }}x{{ end }}\n' });
  assert.equal(await findNameIn('open', [source]), 'open');
  assert.equal(await findNameIn('reef.open', [source]), 'open');
  assert.equal(await findNameIn('reef.open', []), 'open');
});

test('those of an owner are meant, or all if it has none', () => {
  const all = [{ container: 'Reef' }, { container: 'Tide' }, {}];
  assert.deepEqual([ownedBy(all, 'Tide'), ownedBy(all, 'Other'), ownedBy(all, undefined)], [[{ container: 'Tide' }], all, all]);
});

test('a change has the lines of each definition by file', () => {
  const definition = (name: string, path: string, startLine: number): NamedDefinition => ({
    ...{ name, path, startLine, endLine: startLine + 2, kind: 'function', scope: 'outermost' },
  });
  const change = createChange(3, [definition('a', 'x.ts', 1), definition('b', 'y.ts', 5), definition('a', 'x.ts', 9)]);
  assert.deepEqual(
    [...change.ranges],
    [
      [
        'x.ts',
        [
          { startLine: 1, endLine: 3 },
          { startLine: 9, endLine: 11 },
        ],
      ],
      ['y.ts', [{ startLine: 5, endLine: 7 }]],
    ],
  );
  assert.deepEqual([change.position, change.files.size, change.sources], [3, 0, [{ path: 'x.ts' }, { path: 'y.ts' }]]);
  assert.deepEqual(
    change.names.map(({ name, definitions }) => `${name} ${definitions.length}`),
    ['a 2', 'b 1'],
  );
  assert.deepEqual(change.shown[1], { name: 'b', path: 'y.ts', line: 5, isRemoved: false });
});

test('how often files changed together is a text', () => {
  const newest = { id: 'a', day: '2026-01-02', subject: 'Reef: open' };
  assert.equal(
    togetherText({ common: 2, asked: 5, newest } as Parameters<typeof togetherText>[0]),
    '2 of 5 commits, last “Reef: open”, 2026-01-02',
  );
});
