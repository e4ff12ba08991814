import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import { createService } from '../../../src/service/createService.ts';
import { readReceipts, sumReceipts } from '../../../src/service/tools/receipts.ts';
import { runTool } from '../../../src/service/tools/runTool.ts';
import type { ToolContext } from '../../../src/service/tools/toolContext.ts';
import { defaultSettings } from '../../../src/workspace/settings.ts';
import { workFolder } from '../../support/workFolder.ts';

test('what agents were given is counted beside the index, without questions and paths, and stays small', async (t) => {
  const text = `# Quays\n\nThe lantern of the quay is green.\n\n${'Nothing else is known of it.\n'.repeat(50)}`;
  const folder = workFolder(t, { 'docs/quays.md': text });
  const indexDirectory = path.join(folder.parent, 'own.index');
  const service = createService();
  t.after(() => service.close());
  await service.openFolder(folder.root, { settings: defaultSettings, runGit: false, indexDirectory });
  await service.idle();
  const context: ToolContext = { service, folders: new Map([[folder.root, 'folder']]) };
  assert.deepEqual(readReceipts(indexDirectory), []);
  const asked = { question: 'Which colour has the lantern of the quay?' };
  const first = await runTool('mesh_search', asked, context);
  await runTool('mesh_search', asked, context);
  const overview = await runTool('mesh_overview', { path: 'docs' }, context);
  assert.deepEqual(readReceipts(indexDirectory), [
    { tool: 'mesh_search', calls: 2, given: 2 * first.text.length, whole: 2 * text.length },
    { tool: 'mesh_overview', calls: 1, given: overview.text.length, whole: text.length },
  ]);
  const file = path.join(indexDirectory, 'receipts');
  assert.doesNotMatch(fs.readFileSync(file, 'utf8'), /quay|lantern|docs/i);

  fs.appendFileSync(file, 'mesh_symbol 1 10 100\n'.repeat(2000));
  await runTool('mesh_search', asked, context);
  assert.ok(fs.statSync(file).size < 200, `${fs.statSync(file).size}`);
  const { calls } = sumReceipts(readReceipts(indexDirectory));
  assert.equal(calls, 2004);
  fs.appendFileSync(file, 'mesh_symbol x\n\0\n');
  assert.equal(sumReceipts(readReceipts(indexDirectory)).calls, 2004);
});
