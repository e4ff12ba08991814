import assert from 'node:assert/strict';
import { realpathSync } from 'node:fs';
import { test } from 'node:test';
import { createService } from '../../../src/service/createService.ts';
import type { Service } from '../../../src/service/types/service.ts';
import { defaultSettings } from '../../../src/workspace/settings.ts';
import { historyFolder } from '../../support/history.ts';

async function serviceOn(t: { after(fn: () => Promise<void>): void }, root: string, history: boolean): Promise<Service> {
  const service = createService();
  t.after(() => service.close());
  await service.openFolder(realpathSync(root), { settings: defaultSettings, runGit: true, history });
  await service.idle();
  return service;
}

test('a task is ranked with the votes of commits that resemble it; questions, words and other systems are not', async (t) => {
  const folder = historyFolder(t);
  folder.write('src/tokens.ts', 'export function checkToken(text: string): boolean {\n  return text !== "header";\n}\n');
  folder.write('src/headers.ts', 'export function readHeader(header: string): string {\n  return header.trim();\n}\n');
  folder.write('src/gate.ts', 'export function openGate(header: string): boolean {\n  return header.length > 3;\n}\n');
  folder.write('test/gate.test.ts', 'import { openGate } from "../src/gate.ts";\nopenGate("header");\n');
  folder.commit('Begin');
  folder.write('src/old.ts', 'export const old = 1;\n');
  folder.commit('Add what is old');
  for (const n of [4, 5]) {
    folder.write('src/gate.ts', `export function openGate(header: string): boolean {\n  return header.length > ${n};\n}\n`);
    folder.write('test/gate.test.ts', `import { openGate } from "../src/gate.ts";\nopenGate("header ${n}");\n`);
    folder.commit('Refuse visitors whose header is empty at night');
  }
  const [voting, silent] = [await serviceOn(t, folder.root, true), await serviceOn(t, folder.root, false)];
  const task = 'Refuse visitors with an empty header during the night shift';
  const { results } = await voting.search(task);
  const first = results.find(({ path }) => path === 'src/gate.ts');
  assert.equal(results[0]?.path, 'src/gate.ts');
  assert.notEqual((await silent.search(task)).results[0]?.path, 'src/gate.ts');
  assert.deepEqual(
    first?.evidence.filter(({ kind }) => kind === 'commit'),
    [{ kind: 'commit', label: 'changed with', keys: ['“Refuse visitors whose header is empty at night”, 2023-11-14'] }],
  );
  assert.ok(results.every(({ path, evidence }) => !path.startsWith('test/') || evidence.every(({ kind }) => kind !== 'commit')));
  for (const [query, options] of [
    ['How are visitors with an empty header refused at night?', {}],
    ['Where are visitors with an empty header refused', {}],
    ['refuse visitors night', {}],
    ['openGate', {}],
    [task, { system: 'bm25' }],
    [task, { earlier: ['Where is the gate?'], limit: 20 }],
    [task, { earlier: ['Where is the gate?'] }],
  ] as const) {
    const [one, other] = [await voting.search(query, options), await silent.search(query, options)];
    assert.deepEqual(one.results, other.results, query);
  }
});
