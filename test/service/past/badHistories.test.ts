import assert from 'node:assert/strict';
import { spawnSync } from 'node:child_process';
import { realpathSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { textOf } from '../../../src/messages/messages.ts';
import { createService } from '../../../src/service/createService.ts';
import type { Service } from '../../../src/service/types/service.ts';
import { defaultSettings } from '../../../src/workspace/settings.ts';
import { type HistoryFolder, historyFolder } from '../../support/history.ts';

type After = { after(fn: () => void | Promise<void>): void };

async function serviceOn(t: After, root: string): Promise<Service> {
  const service = createService();
  t.after(() => service.close());
  await service.openFolder(realpathSync(root), { settings: defaultSettings, runGit: true });
  await service.idle();
  return service;
}

async function why(service: Service, asked: string): Promise<{ readonly reasons: readonly string[]; readonly notes: string }> {
  const { reasons, notes } = await service.why(asked);
  return { reasons: reasons.map((one) => ('commit' in one ? `${one.kind} ${one.commit.subject}` : one.kind)), notes: textOf(notes) };
}

const slot = (n: number): string => `export function reserveSlot(at: number): number {\n  return at + ${n};\n}\n`;
const expected = ['made Reserve a slot', 'changed Keep a slot free'];

/** Two commits of a function, and one that removed another. */
function written(t: After, path: string, ...init: string[]): HistoryFolder {
  const folder = historyFolder(t as { after(fn: () => void): void }, ...init);
  folder.write(path, `${slot(1)}\nexport const oldGate = 1;\n`);
  folder.write('README.md', '# Harbour\n');
  folder.commit('Reserve a slot');
  folder.write(path, slot(2));
  folder.commit('Keep a slot free');
  return folder;
}

test('a partial clone without old contents says what git refused, and fetches nothing', async (t) => {
  const folder = written(t, 'src/slots.ts');
  folder.git('config', 'uploadpack.allowFilter', 'true');
  const clone = join(folder.parent, 'partial');
  folder.git('clone', '-q', '--filter=blob:none', `file://${folder.root}`, clone);
  const service = await serviceOn(t, clone);
  for (const name of ['reserveSlot', 'oldGate']) {
    const { reasons, notes } = await why(service, name);
    assert.match(notes, /A commit may be missing: Cannot read the history: git reports "/, name);
    assert.ok(reasons.length <= 2);
  }
  assert.match(folder.git('-C', clone, 'rev-list', '--objects', '--all', '--missing=print'), /^\?[0-9a-f]{40}$/m);
  const { state, notes = [] } = await service.ask('How does oldGate work?');
  assert.deepEqual([state, notes], ['notHere', []]);
});

test('SHA-256 ids, a worktree, a submodule and a folder within the repository', async (t) => {
  const folder = written(t, 'src/slots.ts', '--object-format=sha256');
  folder.git('worktree', 'add', '-q', '../second');
  for (const root of [folder.root, join(folder.parent, 'second'), join(folder.root, 'src')]) {
    const service = await serviceOn(t, root);
    assert.deepEqual((await why(service, 'reserveSlot')).reasons, expected, root);
    assert.deepEqual((await why(service, 'oldGate')).reasons, ['removed Keep a slot free'], root);
  }
  const outer = historyFolder(t);
  outer.write('README.md', '# Outer\n');
  outer.commit('Begin');
  const inner = written(t, 'src/slots.ts');
  outer.git('-c', 'protocol.file.allow=always', 'submodule', '--quiet', 'add', `file://${inner.root}`, 'module');
  outer.commit('Use a module');
  assert.deepEqual((await why(await serviceOn(t, join(outer.root, 'module')), 'reserveSlot')).reasons, expected);
  // The outer repository knows one entry of the module, and no contents.
  assert.deepEqual((await why(await serviceOn(t, outer.root), 'module/src/slots.ts')).reasons, []);
});

test('references in a table', async (t) => {
  if (!isNewGit()) {
    t.skip('git is too old for tables of references');
    return;
  }
  const folder = written(t, 'src/slots.ts', '--ref-format=reftable');
  const service = await serviceOn(t, folder.root);
  assert.deepEqual((await why(service, 'reserveSlot')).reasons, expected);
  folder.write('src/slots.ts', slot(3));
  folder.commit('Keep two slots free');
  await service.update(realpathSync(folder.root));
  await service.idle();
  assert.deepEqual((await why(service, 'reserveSlot')).reasons, ['made Reserve a slot', 'changed Keep two slots free']);
});

/** Tables of references came with 2.45. */
function isNewGit(): boolean {
  const [, major = 0, minor = 0] = /(\d+)\.(\d+)/.exec(spawnSync('git', ['--version'], { encoding: 'utf8' }).stdout) ?? [];
  return Number(major) > 2 || (Number(major) === 2 && Number(minor) >= 45);
}

test('a graft, a rewritten history and merges of many parents', async (t) => {
  const folder = written(t, 'src/slots.ts');
  const tree = folder.git('rev-parse', 'HEAD^{tree}').trim();
  const first = folder.git('rev-parse', 'HEAD').trim();
  const sides = Array.from({ length: 200 }, (_, i) => folder.git('commit-tree', tree, '-p', first, '-m', `Side ${i}`).trim());
  const merge = folder.git('commit-tree', tree, ...sides.flatMap((id) => ['-p', id]), '-m', 'Octopus').trim();
  folder.git('reset', '-q', '--hard', merge);
  assert.deepEqual((await why(await serviceOn(t, folder.root), 'reserveSlot')).reasons, expected);
  assert.deepEqual((await why(await serviceOn(t, folder.root), 'oldGate')).reasons, ['removed Keep a slot free']);
  folder.git('replace', '--graft', first);
  const grafted = await why(await serviceOn(t, folder.root), 'reserveSlot');
  assert.deepEqual(grafted.reasons, ['made Keep a slot free']);
  folder.git('replace', '-d', first);
  folder.git('reset', '-q', '--hard', `${first}^`);
  const service = await serviceOn(t, folder.root);
  folder.write('src/slots.ts', `${slot(3)}\nexport const oldGate = 1;\n`);
  folder.git('commit', '-qam', 'Two slots, rewritten');
  await service.update(realpathSync(folder.root));
  await service.idle();
  assert.deepEqual((await why(service, 'reserveSlot')).reasons, ['made Reserve a slot', 'changed Two slots, rewritten']);
});

test('paths and names with signs of patterns, files in other encodings, and messages of megabytes', async (t) => {
  const folder = written(t, 'src/[a]*?.ts');
  folder.write('lib/latin.py', '');
  writeFileSync(
    join(folder.root, 'lib/latin.py'),
    Buffer.from('def gr\xfcn_haus():\n    return "gr\xfcn"\n\n\ndef blau():\n    return 1\n', 'latin1'),
  );
  folder.write('lib/gate.rb', 'def open?(*names)\n  names.any?\nend\n\ndef $x+y\nend\n');
  folder.commit(Buffer.concat([Buffer.from('Paint \xff the houses\n\n', 'latin1'), Buffer.alloc(5_000_000, 'y')]));
  const service = await serviceOn(t, folder.root);
  assert.deepEqual((await why(service, 'reserveSlot')).reasons, expected);
  assert.deepEqual((await why(service, 'blau')).reasons, ['made Paint ÿ the houses']);
  assert.deepEqual((await why(service, 'lib/gate.rb:1')).reasons, ['made Paint ÿ the houses']);
  for (const name of ['(', '[a-', '\\', 'a{9999}', '*', '$(touch x)', '--output=x', 'x\ny', '\u0000', 'ü'.repeat(5000)])
    assert.deepEqual((await why(service, name)).reasons, [], JSON.stringify(name.slice(0, 20)));
});
