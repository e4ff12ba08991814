/** How the files of one flat folder are grouped: by the beginnings of their names, or around those that share names with others. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { flatGroups } from '../../../src/engine/parts/flatGroups.ts';
import { sourceFiles } from '../../../src/engine/parts/sourceFiles.ts';
import { type Files, indexOf } from '../../support/memoryIndex.ts';

async function groupsOf(texts: Files, groups = 3, max = 25): Promise<readonly (readonly string[])[]> {
  const reader = indexOf(texts).reader();
  const files = await sourceFiles(reader);
  return (await flatGroups(reader, files, groups, max)).map((group) => group.map((at) => files[at]?.path as string));
}

const empty = (...paths: readonly string[]): Files => Object.fromEntries(paths.map((path) => [path, 'export {};\n']));
const three = (prefix: string): readonly string[] => ['1', '2', '3'].map((n) => `${prefix}-${n}.ts`);

test('by the beginning of the name, whatever separates it, in the order of the files', async () => {
  const found = await groupsOf(empty(...three('b'), ...three('a'), ...three('c')));
  assert.deepEqual(found, [three('a'), three('b'), three('c')]);
  const mixed = ['cmd-a.ts', 'cmd_b.ts', 'cmd.c.ts', 'CMD d.ts'];
  const grouped = await groupsOf(empty(...mixed, ...three('x'), ...three('y')));
  assert.deepEqual(new Set(grouped[0]), new Set(mixed));
});

test('the others are the last group, a third of all at most', async () => {
  const named = [...three('a'), ...three('b'), ...three('c')];
  assert.deepEqual((await groupsOf(empty(...named, 'x.ts', 'y.ts'))).at(-1), ['x.ts', 'y.ts']);
  assert.equal((await groupsOf(empty(...named, 'p.ts', 'q.ts', 'r.ts', 's.ts'))).length, 4);
  // Of five others, names are no order of the folder; nothing is shared here, so that there is one group.
  assert.equal((await groupsOf(empty(...named, 'p.ts', 'q.ts', 'r.ts', 's.ts', 't.ts'))).length, 1);
});

test('two groups of names are too few, and a group of two files is none', async () => {
  assert.equal((await groupsOf(empty(...three('a'), ...three('b')))).length, 1);
  assert.equal((await groupsOf(empty(...three('a'), ...three('b'), 'c-1.ts', 'c-2.ts'))).length, 1);
});

test('there are at most as many groups as may be, with the others', async () => {
  const found = await groupsOf(empty(...three('a'), ...three('b'), ...three('c'), ...three('d')), 3, 4);
  assert.deepEqual(found, [three('a'), three('b'), three('c'), three('d')]);
  const six = (prefix: string): readonly string[] => [...three(prefix), ...['4', '5', '6'].map((n) => `${prefix}-${n}.ts`)];
  const five = await groupsOf(empty(...six('a'), ...six('b'), ...six('c'), ...three('d'), ...three('e')), 3, 4);
  assert.deepEqual(five, [six('a'), six('b'), six('c'), [...three('d'), ...three('e')]]);
});

const uses = (...names: readonly string[]): string => `${names.map((name) => `${name}();`).join('\n')}\n`;
const defines = (name: string): string => `export function ${name}() {}\n`;

test('around the files that share rare names with others; each leads its group', async () => {
  const found = await groupsOf(
    {
      'boil.ts': defines('boilWater'),
      'kettle.ts': uses('boilWater'),
      'pan.ts': uses('boilWater'),
      'milk.ts': defines('pourMilk'),
      'jug.ts': uses('pourMilk'),
      'cream.ts': uses('pourMilk'),
      'apart.ts': defines('nobodyUsesThis'),
      'zzz.ts': defines('norThisOne'),
      'yyy.ts': defines('andNotThisOne'),
      'xxx.ts': defines('leastOfAllThis'),
      'www.ts': defines('oneMoreOfThem'),
      'vvv.ts': defines('theLastOfThem'),
    },
    2,
  );
  assert.deepEqual(found.length, 3);
  assert.deepEqual(new Set(found[0]), new Set(['boil.ts', 'kettle.ts', 'pan.ts']));
  assert.deepEqual(new Set(found[1]), new Set(['milk.ts', 'jug.ts', 'cream.ts']));
  // Those that share nothing come last, by path.
  assert.deepEqual(found[2], ['apart.ts', 'vvv.ts', 'www.ts', 'xxx.ts', 'yyy.ts', 'zzz.ts']);
});

test('a name that more than a quarter of the files hold says nothing', async () => {
  const texts: Record<string, string> = { 'boil.ts': defines('boilWater') };
  for (let i = 0; i < 11; i++) texts[`f${i}x.ts`] = i < 3 ? uses('boilWater') : defines(`ownName${'abcdefghijk'[i]}Here`);
  assert.equal((await groupsOf(texts)).length, 1);
  texts['f2x.ts'] = defines('ownNameHere');
  assert.equal((await groupsOf(texts)).length, 2);
});
