import assert from 'node:assert/strict';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { textOf } from '../../../src/messages/messages.ts';
import { createService } from '../../../src/service/createService.ts';
import type { WhyAnswer } from '../../../src/service/types/past.ts';
import type { Service } from '../../../src/service/types/service.ts';
import { defaultSettings } from '../../../src/workspace/settings.ts';
import { type HistoryFolder, historyFolder } from '../../support/history.ts';

type After = { after(fn: () => void | Promise<void>): void };

async function serviceOn(t: After, root: string, runGit = true): Promise<Service> {
  const service = createService();
  t.after(() => service.close());
  await service.openFolder(realpathSync(root), { settings: defaultSettings, runGit });
  await service.idle();
  return service;
}

const shown = ({ reasons }: WhyAnswer): readonly string[] =>
  reasons.map((reason) =>
    'commit' in reason ? `${reason.kind} ${reason.commit.subject}` : `${reason.kind} ${reason.place.path}:${reason.place.startLine}`,
  );

const slot = (lines: string): string => `export function reserveSlot(at: number): number {\n${lines}\n}\n`;

/** A function that was made, moved, changed, and formatted. */
function storied(t: After): HistoryFolder {
  const folder = historyFolder(t as { after(fn: () => void): void });
  folder.write('src/other.ts', 'export const other = 1;\n');
  folder.commit('Begin');
  folder.write('src/slots.ts', slot('  return at + 1;'));
  folder.commit('Reserve a slot before it is filled\n\nTwo ferries took the same one.');
  folder.rename('src/slots.ts', 'src/quay/slots.ts');
  folder.commit('Move the quay into a folder');
  folder.write('src/quay/slots.ts', slot('  // One is kept free, because the pilot needs it.\n  return at + 2;'));
  folder.commit('Keep a slot free for the pilot');
  folder.write('src/quay/slots.ts', slot('      // One is kept free, because the pilot needs it.\n      return at + 2;'));
  folder.commit('Format everything');
  folder.write('docs/adr/0003-slots.md', '# Slots\n\nWe chose `reserveSlot` over a queue.\n');
  folder.write('CHANGELOG.md', '# Changelog\n\n## 2.0\n\n- `reserveSlot` is faster\n\n## 1.0\n\n- `reserveSlot` reserves a slot\n');
  folder.commit('Write things down');
  return folder;
}

test('why() shows the commits that made and last changed a definition, then records, the change log and comments', async (t) => {
  const folder = storied(t);
  const service = await serviceOn(t, folder.root);
  const expected = [
    'made Reserve a slot before it is filled',
    'changed Keep a slot free for the pilot',
    'record docs/adr/0003-slots.md:3',
    'changeLog CHANGELOG.md:9',
    'changeLog CHANGELOG.md:5',
    'comment src/quay/slots.ts:2',
  ];
  const byName = await service.why('reserveSlot');
  assert.deepEqual(shown(byName), expected);
  assert.deepEqual(byName.notes, []);
  assert.equal(byName.reasons[0]?.text, 'Two ferries took the same one.');
  assert.deepEqual(shown(await service.why('src/quay/slots.ts:3')), expected);
  assert.deepEqual(shown(await service.why('src/quay/slots.ts')), [
    'made Reserve a slot before it is filled',
    'changed Keep a slot free for the pilot',
  ]);
});

test('a definition is followed where it was split off, rewritten in another form, or is a member like others', async (t) => {
  const folder = historyFolder(t);
  const berth = (form: string): string => `${form}\n  const depth = ship.draught + tide;\n  return depth < 9 ? 'east' : 'west';\n}\n`;
  folder.write('src/port.js', 'exports.port = 1;\n');
  folder.commit('Initial commit');
  folder.write('src/port.js', `exports.port = 1;\n// See findBerth below.\nconst later = 'findBerth';\n`);
  folder.commit('Promise berths');
  folder.write('src/port.js', `exports.port = 1;\n${berth('function findBerth(ship, tide) {')}`);
  folder.commit('Find a berth by draught');
  folder.write('src/port.js', 'exports.port = 1;\n');
  folder.write('src/berth.js', berth('const findBerth = (ship, tide) => {').replaceAll('depth', 'metres').replace('9', '8 + 1'));
  folder.commit('Split the port into modules');
  folder.write('src/ships.js', 'class Ferry {\n  load(cargo) {\n    return cargo + 1;\n  }\n}\n');
  folder.commit('Load ferries');
  folder.write(
    'src/ships.js',
    'class Ferry {\n  load(cargo) {\n    return cargo + 1;\n  }\n}\n\nclass Tug {\n  load(rope) {\n    return rope;\n  }\n}\n',
  );
  folder.commit('Give tugs a rope');
  const service = await serviceOn(t, folder.root);
  assert.deepEqual(shown(await service.why('findBerth')), ['made Find a berth by draught', 'changed Split the port into modules']);
  assert.deepEqual(shown(await service.why('src/ships.js:2')), ['made Load ferries']);
  assert.deepEqual(shown(await service.why('src/ships.js:8')), ['made Give tugs a rope']);
});

test('commits whose message says nothing come last, and only where there are others', async (t) => {
  const folder = historyFolder(t);
  folder.write('src/slots.ts', slot('  return at + 1;'));
  folder.commit('first commit');
  folder.write('src/slots.ts', slot('  // Two, because the pilot needs one.\n  return at + 2;'));
  folder.commit('Keep a slot free for the pilot');
  folder.write('src/slots.ts', slot('  // Two, because the pilot needs one.\n  return Math.max(at + 2, 0);'));
  folder.commit('addressing comments v2');
  const service = await serviceOn(t, folder.root);
  assert.deepEqual(shown(await service.why('reserveSlot')), [
    'changed Keep a slot free for the pilot',
    'comment src/slots.ts:2',
    'made first commit',
  ]);
  const { lead = [] } = await service.ask('Since when do we have `reserveSlot`?');
  assert.match(textOf(lead), /"reserveSlot" came with “first commit”/);
});

test('a name at a place means its definition there; briefly, only a name that is defined once has a reason', async (t) => {
  const folder = historyFolder(t);
  folder.write('src/ferry.ts', 'export function load(cargo: number): number {\n  return cargo + 1;\n}\n');
  folder.commit('Load ferries');
  folder.write('src/tug.ts', 'export function load(rope: string): string {\n  return rope;\n}\n\nexport const pull = load("rope");\n');
  folder.commit('Give tugs a rope');
  const service = await serviceOn(t, folder.root);
  const at = (line: number) => ({ at: { file: join(realpathSync(folder.root), 'src/tug.ts'), line } });
  assert.deepEqual(shown(await service.why('load', at(1))), ['made Give tugs a rope']);
  assert.deepEqual(shown(await service.why('load')), ['made Load ferries']);
  assert.deepEqual(shown(await service.why('rope', at(2))), ['made Give tugs a rope'], 'nothing is called so: the definition around it');
  for (const [name, line, expected] of [
    ['load', 1, ['made Give tugs a rope']],
    ['load', 5, []],
    ['pull', 2, ['made Give tugs a rope']],
    ['rope', 2, []],
    ['neverThere', 2, []],
  ] as const)
    assert.deepEqual(shown(await service.why(name, { ...at(line), isBrief: true })), expected, `${name} ${line}`);
});

test('a question why something exists, and since when, is answered by its commits', async (t) => {
  const folder = storied(t);
  const service = await serviceOn(t, folder.root);
  for (const question of ['Why does reserveSlot exist?', 'Since when do we have `reserveSlot`?', 'Warum gibt es reserveSlot?']) {
    const { state, lead = [], blocks } = await service.ask(question);
    assert.equal(state, 'answer', question);
    assert.match(textOf(lead), /^"reserveSlot" came with “Reserve a slot before it is filled” \(2023-11-14, [0-9a-f]{8}\)\. /);
    assert.match(textOf(lead), /last changed substantially with “Keep a slot free for the pilot”/);
    assert.equal(blocks[0]?.startLine, 1);
  }
});

test('a name that is gone leads to the commit that removed or renamed it', async (t) => {
  const folder = storied(t);
  folder.write('src/quay/slots.ts', 'export const none = 0;\n');
  folder.write('src/pilot.ts', 'export function callPilot(at: number): number {\n  return at * 60 + 7;\n}\n');
  folder.remove('docs/adr/0003-slots.md');
  folder.remove('CHANGELOG.md');
  folder.commit('Let the harbour master reserve');
  folder.write('src/pilot.ts', 'export function orderPilot(at: number): number {\n  return at * 60 + 7;\n}\n');
  folder.commit('A pilot is ordered, not called');
  const service = await serviceOn(t, folder.root);
  assert.deepEqual(shown(await service.why('reserveSlot')), ['removed Let the harbour master reserve']);
  const [renamed] = (await service.why('callPilot')).reasons;
  assert.deepEqual(renamed?.kind === 'removed' && renamed.newName, 'orderPilot');
  assert.deepEqual(shown(await service.why('neverThere')), []);
  for (const [question, expected] of [
    ['What happened to `reserveSlot`?', /^"reserveSlot" was removed with “Let the harbour master reserve” \(2023-11-14, [0-9a-f]{8}\)\.$/],
    ['How does reserveSlot work?', /"reserveSlot" was removed with “Let the harbour master reserve”/],
    ['Who calls callPilot?', /"callPilot" was renamed to "orderPilot" with “A pilot is ordered, not called”/],
  ] as const) {
    const { state, notes = [] } = await service.ask(question);
    assert.equal(state, 'notHere', question);
    assert.match(textOf(notes), expected);
  }
  for (const question of ['How does neverThere work?', 'How is a gangway lowered?', 'How does orderPilot work?'])
    assert.doesNotMatch(textOf((await service.ask(question)).notes ?? []), /removed|renamed/, question);
});

test('what could not be seen is said', async (t) => {
  const folder = storied(t);
  const untrusted = await serviceOn(t, folder.root, false);
  const answer = await untrusted.why('reserveSlot');
  assert.deepEqual(
    answer.reasons.map(({ kind }) => kind),
    ['record', 'changeLog', 'changeLog', 'comment'],
  );
  assert.match(textOf(answer.notes), /is not read: reading it is turned off, git may not run there, or it is not a git repository/);
  const clone = join(folder.parent, 'clone');
  folder.git('clone', '-q', '--depth', '2', `file://${folder.root}`, clone);
  const shallow = await (await serviceOn(t, clone)).why('reserveSlot');
  assert.match(textOf(shallow.notes), /Older commits were not fetched/);
  await assert.rejects((await serviceOn(t, folder.root)).why('src/quay/missing.ts'), /missing\.ts/);
});
