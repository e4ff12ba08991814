import assert from 'node:assert/strict';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createService } from '../../../src/service/createService.ts';
import { runTool } from '../../../src/service/tools/runTool.ts';
import { defaultSettings } from '../../../src/workspace/settings.ts';
import { historyFolder } from '../../support/history.ts';

test('mesh_symbol says why a name or a line is so, and where a name went, within what the caller may see', async (t) => {
  const folder = historyFolder(t);
  folder.write('src/slots.ts', 'export function reserveSlot(at: number): number {\n  return at + 1;\n}\n');
  folder.write('private/gate.ts', 'export function openGate(): void {}\n');
  folder.commit('Reserve a slot before it is filled\n\nTwo ferries took the same one. api_key = "AKIA4HDN7QJ2XW5TLPZK9"');
  folder.write('src/slots.ts', 'export function reserveSlot(at: number): number {\n  return at + 2;\n}\n\nexport const closeGate = 1;\n');
  folder.commit('Keep a slot free for the pilot');
  folder.write('private/gate.ts', 'export const none = 1;\n');
  folder.write('src/slots.ts', 'export function reserveSlot(at: number): number {\n  return at + 2;\n}\n');
  folder.commit('Leave the gate open');
  const root = realpathSync(folder.root);
  const service = createService();
  t.after(() => service.close());
  await service.openFolder(root, { settings: defaultSettings, runGit: true });
  await service.idle();
  const folders = new Map([[root, 'harbour']]);
  const ask = async (input: object, within?: string): Promise<string> =>
    (
      await runTool(
        'mesh_symbol',
        { ...input, why: true },
        { service, folders, ...(within === undefined ? {} : { within: [join(root, within)] }) },
      )
    ).text;
  const expected =
    /^```\n"reserveSlot", src\/slots\.ts:1-3: 2 reasons, the strongest first\.\n<source-1>\ncame with [0-9a-f]{8} 2023-11-14 Reserve a slot before it is filled\n {2}Two ferries took the same one\. api_key = .*\nlast changed substantially with [0-9a-f]{8} 2023-11-14 Keep a slot free for the pilot\n/;
  assert.match(await ask({ name: 'reserveSlot' }), expected);
  assert.match(await ask({ name: 'src/slots.ts:2' }), expected);
  assert.doesNotMatch(await ask({ name: 'reserveSlot' }), /AKIA4/);
  assert.match(await ask({ name: 'openGate' }), /removed with [0-9a-f]{8} 2023-11-14 Leave the gate open/);
  assert.match(await ask({ name: 'openGate' }, 'src'), /^```\nNothing was found that says why "openGate" is so\./);
  assert.match(await ask({ name: 'closeGate' }, 'src'), /removed with [0-9a-f]{8} 2023-11-14 Leave the gate open/);
  await assert.rejects(ask({ name: 'private/gate.ts:1' }, 'src'), /outside|not exist/);
  await assert.rejects(ask({ name: 'src/none.ts:1' }), /none\.ts/);
});
