// What changed lately: of everything where no change log says it, and of a topic.
import assert from 'node:assert/strict';
import { realpathSync } from 'node:fs';
import { test } from 'node:test';
import { textOf } from '../../../src/messages/messages.ts';
import { createService } from '../../../src/service/createService.ts';
import { defaultSettings } from '../../../src/workspace/settings.ts';
import { historyFolder } from '../../support/history.ts';

test('the newest commits, or those that name a topic or changed its files', async (t) => {
  const folder = historyFolder(t);
  folder.write('src/quay.ts', 'export const quay = 1;\n');
  const begun = folder.commit('Begin');
  folder.write('src/pilot.ts', 'export const pilot = 1;\n');
  folder.commit('Pilots come aboard');
  folder.write('src/quay.ts', 'export const quay = 2;\n');
  const widened = folder.commit('Widen it');
  folder.write('docs/berths.md', '# Berths\n\nOne at each quay.\n');
  const berths = folder.commit('Docs: berths of the quay');
  const service = createService();
  t.after(() => service.close());
  const asked = async (question: string): Promise<readonly string[]> =>
    textOf((await service.ask(question)).lead)
      .split(' \n')
      .map((line) => line.replace(/^\S+ “|” \(.*/g, ''));
  await service.openFolder(realpathSync(folder.root), { settings: defaultSettings, runGit: true });
  await service.idle();
  assert.deepEqual(await asked('What is new?'), [
    'The newest commits:',
    'Docs: berths of the quay',
    'Widen it',
    'Pilots come aboard',
    'Begin',
  ]);
  assert.deepEqual(await asked('What changed lately in the quay?'), [
    'The newest commits about "quay":',
    'Docs: berths of the quay',
    'Widen it',
    'Begin',
  ]);
  const { lead, blocks, state } = await service.ask('What changed lately in the quay?');
  for (const id of [begun, widened, berths]) assert.ok(textOf(lead).includes(id.slice(0, 8)));
  assert.deepEqual([state, blocks.length > 0], ['answer', true], 'the passages about it follow');
  folder.write('CHANGELOG.md', '# Changes\n\n## 1.0.0\n\n- pilots\n');
  await service.update(realpathSync(folder.root));
  assert.deepEqual(await asked('What is new?'), ['']);
});
