// What the server reports about unsaved and ignored files, for paths and for what a change reaches.
import * as assert from 'node:assert/strict';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { test } from 'node:test';
import { connectRequest } from '../../../src/protocol/evidence.ts';
import { impactRequest } from '../../../src/protocol/impact.ts';
import { workFolder } from '../../support/workFolder.ts';
import { startLspClient, uriOf } from '../lspClient.ts';

const tide = 'export function readTide(text: string): string {\n  return text;\n}\n';

test('unsaved changes of an end or of a changed file, and ignored files, are reported', async (t) => {
  const folder = workFolder(t, {
    '.gitignore': 'ignored/\n',
    'src/tide.ts': tide,
    'src/ferry.ts': "import { readTide } from './tide.ts';\n\nexport const sailNow = () => readTide('a');\n",
    'ignored/x.ts': 'export const hidden = 1;\n',
  });
  const root = fs.realpathSync(folder.root);
  const client = await startLspClient();
  t.after(() => client.stop());
  await client.configure([], {
    folders: [{ uri: uriOf(root), name: 'folder', enabled: true, runGit: false, settings: {} }],
    patienceMs: 60_000,
  });
  const ends = { from: 'src/tide.ts', to: 'src/ferry.ts' };
  assert.deepEqual((await client.ask(connectRequest, ends)).notes, []);
  const uri = uriOf(path.join(root, 'src/tide.ts'));
  await client.open(uri, `// New.\n${tide}`, 'typescript');
  const { paths, notes } = await client.ask(connectRequest, ends);
  assert.deepEqual([paths.length > 0, notes], [true, [{ code: 'unsaved', arguments: ['"src/tide.ts"'] }]]);
  const reached = await client.ask(impactRequest, { place: { uri, line: 0 } });
  assert.equal(reached.notes[0]?.code, 'unsaved');
  await assert.rejects(client.ask(connectRequest, { from: 'ignored/x.ts', to: 'sailNow' }), /"ignored\/x.ts" is not indexed: ignored/);
});
