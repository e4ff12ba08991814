import assert from 'node:assert/strict';
import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { test } from 'node:test';
import { createService } from '../../../src/service/createService.ts';
import { runTool } from '../../../src/service/tools/runTool.ts';
import type { Service } from '../../../src/service/types/service.ts';
import { defaultSettings } from '../../../src/workspace/settings.ts';
import { historyFolder } from '../../support/history.ts';

test('files that past commits changed together are evidence of what a change reaches, unless they are reached anyway', async (t) => {
  const folder = historyFolder(t);
  const table = (n: number): string => `export const tides = [${n}, 7, 12];\n`;
  for (const n of [1, 2, 3, 4]) {
    folder.write('src/tides.ts', table(n));
    folder.write('src/crossing.ts', `import { tides } from './tides.ts';\n\nexport const first = tides[0] + ${n};\n`);
    folder.write('deploy/buoys.yaml', `lamp: ${n}\n`);
    if (n > 2) folder.write('deploy/fog.yaml', `horn: ${n}\n`);
    folder.commit(`Move the sandbank for the ${n}th time`);
  }
  const root = realpathSync(folder.root);
  const serviceOn = async (history: boolean): Promise<Service> => {
    const service = createService();
    t.after(() => service.close());
    await service.openFolder(root, { settings: defaultSettings, runGit: true, history });
    await service.idle();
    return service;
  };
  const service = await serviceOn(true);
  const { rows } = await service.impact('tides');
  assert.deepEqual(
    rows.filter(({ kind }) => kind === 'together').map(({ path, depth, together }) => [path, depth, together?.common, together?.asked]),
    [['deploy/buoys.yaml', 0, 4, 4]],
  );
  assert.ok(rows.some(({ path, depth }) => path === 'src/crossing.ts' && depth === 1));
  const context = { service, folders: new Map([[root, 'harbour']]) };
  const { text } = await runTool('mesh_impact', { of: 'src/tides.ts' }, context);
  assert.match(
    text,
    /\nChanged with it by past commits, 1 file:\ndeploy\/buoys\.yaml: 4 of 4 commits, last “Move the sandbank for the 4th time”, 2023-11-14\n/,
  );
  const narrow = await runTool('mesh_impact', { of: 'src/tides.ts' }, { ...context, within: [join(root, 'src')] });
  assert.doesNotMatch(narrow.text, /buoys/);
  const silent = await (await serviceOn(false)).impact('tides');
  assert.deepEqual(
    silent.rows,
    rows.filter(({ kind }) => kind !== 'together'),
  );
});
