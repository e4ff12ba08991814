/** What agents are told of groups of passages that share names. */

import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { describeMembers, findCommunity, listCommunities, visibleCommunities } from '../../../src/service/tools/communitiesTool.ts';
import { InputError } from '../../../src/tools/inputSchema.ts';
import { told, toolsOn } from '../../support/toolsOn.ts';

/** Files of a kind, of which each uses names that others define. */
const ring = (name: string, count: number): Record<string, string> => {
  const own = (i: number): string => `${name[0]?.toUpperCase()}${name.slice(1)}${i % count}`;
  return Object.fromEntries(
    Array.from({ length: count }, (_, i) => [
      `${name}/${name}${i}.ts`,
      `/** Of ${name}. */\nexport class ${own(i)} {}\nexport class More${own(i)} extends ${own(i + 1)} {}\nnew More${own(i + 1)}(new ${own(i + 2)}(), new More${own(i + 3)}());\n`,
    ]),
  );
};
const files = { ...ring('tides', 7), ...ring('lamps', 6), ...ring('ropes', 4), ...ring('bells', 3) };
/** Ids depend on the path of the folder. */
const plain = (texts: readonly string[]): readonly string[] => texts.map((text) => text.replace(/\bid [0-9a-f]{16}:/g, 'id ID:'));

test('groups are listed with what they share and their files, and each with its passages', async (t) => {
  const { context } = await toolsOn(t, files);
  assert.deepEqual(plain(await told(listCommunities(10, context))), [
    '2 of 2 communities, largest first.',
    '"Lamps1, Lamps3 · lamps" id ID: 3 passages in 3 files\n  share: Lamps1, Lamps3, Lamps5, MoreLamps0, MoreLamps2, MoreLamps4\n  files: lamps/lamps1.ts, lamps/lamps3.ts, lamps/lamps5.ts',
    '"Tides0, Tides2 · tides" id ID: 3 passages in 3 files\n  share: Tides0, Tides2, MoreTides5, MoreTides1, MoreTides3\n  files: tides/tides0.ts, tides/tides2.ts, tides/tides5.ts',
  ]);
  assert.deepEqual(plain(await told(listCommunities(1, context))), [
    '1 of 2 communities, largest first.',
    '"Lamps1, Lamps3 · lamps" id ID: 3 passages in 3 files\n  share: Lamps1, Lamps3, Lamps5, MoreLamps0, MoreLamps2, MoreLamps4\n  files: lamps/lamps1.ts, lamps/lamps3.ts, lamps/lamps5.ts',
  ]);
  const all = await visibleCommunities(context);
  assert.deepEqual(
    all.map(({ size, files: count }) => [size, count]),
    [
      [3, 3],
      [3, 3],
    ],
  );
  const [one, other] = all;
  assert.ok(one && other);
  assert.deepEqual(await told(describeMembers(one, 10, context)), [
    '"Lamps1, Lamps3 · lamps": 3 of 3 passages, which share Lamps1, Lamps3, Lamps5, MoreLamps0, MoreLamps2, MoreLamps4.',
    'lamps/lamps1.ts:1-4 "Lamps1, MoreLamps1"\n  shares: Lamps1, Lamps3, MoreLamps2, MoreLamps4',
    'lamps/lamps3.ts:1-4 "Lamps3, MoreLamps3"\n  shares: Lamps3, Lamps5, MoreLamps0, MoreLamps4',
    'lamps/lamps5.ts:1-4 "Lamps5, MoreLamps5"\n  shares: Lamps1, Lamps5, MoreLamps0, MoreLamps2',
  ]);
  assert.deepEqual(await told(describeMembers(other, 2, context)), [
    '"Tides0, Tides2 · tides": 2 of 3 passages, which share Tides0, Tides2, MoreTides5, MoreTides1, MoreTides3.',
    'tides/tides0.ts:1-4 "Tides0, MoreTides0"\n  shares: Tides0, Tides2, MoreTides1, MoreTides3',
    'tides/tides2.ts:1-4 "Tides2, MoreTides2"\n  shares: Tides2, MoreTides5, MoreTides3',
  ]);
  assert.equal(findCommunity(other.id, all), other);
  assert.throws(() => findCommunity('none', all), InputError);
});

test('of a group that the caller sees a part of, the part is told under names of its own', async (t) => {
  const { context, folder } = await toolsOn(t, files);
  const [one, other] = await visibleCommunities(context);
  assert.ok(one && other);
  const part = { ...context, within: [one.chunks[0], one.chunks[2]].map((chunk) => path.join(folder, chunk?.path as string)) };
  assert.deepEqual(plain(await told(listCommunities(10, part))), [
    '1 of 1 communities, largest first.',
    '"Lamps1, Lamps3, Lamps5" id ID: 2 passages in 2 files\n  share: Lamps1, Lamps3, Lamps5, MoreLamps0, MoreLamps2, MoreLamps4\n  files: lamps/lamps1.ts, lamps/lamps5.ts',
  ]);
  const [seen, ...none] = await visibleCommunities(part);
  assert.deepEqual([seen?.id, seen?.size, seen?.files, none], [one.id, 2, 2, []]);
  assert.deepEqual(await told(describeMembers(one, 10, part)), [
    '"Lamps1, Lamps3 · lamps": 2 of 2 passages, which share Lamps1, Lamps3, Lamps5, MoreLamps0, MoreLamps2, MoreLamps4.',
    'lamps/lamps1.ts:1-4 "Lamps1, MoreLamps1"\n  shares: Lamps1, Lamps3, MoreLamps2, MoreLamps4',
    'lamps/lamps5.ts:1-4 "Lamps5, MoreLamps5"\n  shares: Lamps1, Lamps5, MoreLamps0, MoreLamps2',
  ]);
  const nothing = { ...context, within: [path.join(folder, 'bells')] };
  assert.deepEqual(await told(listCommunities(10, nothing)), ['There are no communities: few passages share names.']);
});
