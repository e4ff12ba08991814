import assert from 'node:assert/strict';
import { test } from 'node:test';
import { readCommunityInput } from '../../../src/engine/graph/communityInput.ts';
import { SharedNames } from '../../../src/engine/graph/sharedNames.ts';
import { type Files, indexOf } from '../../support/memoryIndex.ts';

/** What is read of some files, those of each part by its folder. */
async function inputOf(files: Files) {
  const reader = indexOf(files).reader();
  const documents = [...(await reader.documents())].sort((a, b) => (a.path < b.path ? -1 : 1));
  const parts = [...Map.groupBy(documents, ({ path }) => path.split('/')[0] as string).values()];
  let slices = 0;
  const input = await readCommunityInput(reader, parts, () => void slices++);
  return { input, slices, reader };
}

const files = {
  'a/one.ts': 'export function openReef() {\n  return closeReef();\n}\n',
  'a/three.md': '# Tide Table\n\nCall `openReef`, then `closeReef`. Of the Silver Bridge.\n',
  'a/two.ts': "import { openReef } from './one.ts';\n\nexport function closeReef() {\n  return openReef();\n}\n",
  'b/four.md': '# Tide Table\n\nOf the Silver Bridge and `onlyHere`.\n',
};

test('the keys that several files of a part share are read, with how many chunks of all parts hold and define them', async () => {
  const { input, slices } = await inputOf(files);
  assert.deepEqual(
    input.parts.map((part) => part.map(({ path, from, to }) => `${path} ${from}-${to}`)),
    [['a/one.ts 0-1', 'a/three.md 1-2', 'a/two.ts 2-3'], ['b/four.md 3-4']],
  );
  assert.ok(slices >= 5);
  const of = (text: string) => {
    const at = input.texts.indexOf(text);
    return at < 0 ? undefined : [input.holders[at], input.definers[at]];
  };
  assert.deepEqual(
    [of('s:openReef'), of('s:closeReef')],
    [
      [3, 1],
      [3, 1],
    ],
  );
  assert.deepEqual([of('s:onlyHere'), of('n:silver bridge')], [undefined, undefined], 'only one file of each part has them');
  assert.equal(input.offsets.length, 5);
  assert.equal(input.offsets[4], input.keys.length);
  assert.deepEqual(
    [input.keys.length, input.offsets[3]],
    [input.roles.length, input.offsets[4]],
    'nothing of a part with one file is shared',
  );
  assert.equal(input.titles[1], 'Tide Table');
});

test('a name that more than two dozen files of a part hold is left out', async () => {
  const holding = async (count: number) => {
    const { input } = await inputOf(Object.fromEntries(Array.from({ length: count }, (_, i) => [`a/${i}.md`, 'Of `openReef`.\n'])));
    return input.texts.includes('s:openReef');
  };
  assert.deepEqual([await holding(1), await holding(2), await holding(24), await holding(25)], [false, true, true, false]);
});

test('files share names; passages with two of them are told from those with one', async () => {
  const { input, reader } = await inputOf(files);
  const names = new SharedNames(input);
  const [part] = input.parts;
  assert.ok(part);
  const shared = names.sharedBy(part);
  assert.ok(shared.size >= 2);
  assert.deepEqual(
    part.map((file) => names.passagesWithTwo(file, shared)),
    [[0], [1], [2]],
  );
  const [first] = shared;
  assert.deepEqual(
    part.map((file) => names.passagesWithTwo(file, new Set([first as number]))),
    [[], [], []],
  );
  assert.ok([...names.holdersIn(part)].some((holders) => holders.join() === '0,1,2'));
  assert.deepEqual(names.passage(1, part[1] as (typeof part)[number]), { path: 'a/three.md', title: 'Tide Table', kind: 'doc' });
  assert.equal(names.passage(0, part[0] as (typeof part)[number]).kind, 'code');
  const [info] = await reader.chunkInfo([names.idOf(3)]);
  assert.equal(info?.path, 'b/four.md');
});

test('the most characteristic name is held by many of the chunks and few others; a type comes before a function', async () => {
  const { input } = await inputOf({
    'a/one.ts': 'export class ReefGate {}\n\nexport function openReef(gate: ReefGate) {}\n',
    'a/two.ts': "import { openReef, ReefGate } from './one.ts';\n\nopenReef(new ReefGate());\n",
    'a/zed.ts': "import { openReef } from './one.ts';\n\nopenReef();\n",
  });
  const names = new SharedNames(input);
  const shared = names.sharedBy(input.parts[0] ?? []);
  const keys = (...chunks: readonly number[]) =>
    names.characteristic(chunks, shared).map(({ key, isType, isSubject }) => `${key} ${isType} ${isSubject}`);
  assert.deepEqual(keys(0, 1).slice(0, 2), ['s:ReefGate true true', 's:openReef false true']);
  assert.deepEqual(keys(2), ['s:openReef false false']);
  assert.deepEqual(keys(), []);
});
