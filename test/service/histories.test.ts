/** Whatever happens to a folder, in whatever order, its index equals one that is built from the files at the end. */

import assert from 'node:assert/strict';
import fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';
import fc from 'fast-check';
import { createService } from '../../src/service/createService.ts';
import { defaultSettings } from '../../src/workspace/settings.ts';
import { workFolder } from '../support/workFolder.ts';

const names = ['a.md', 'b.ts', 'src/c.ts', 'src/deep/d.md', 'docs/e.md', 'docs/a.md'];
const contents = [
  '# Tide table\n\nThe tide table of Port Wexley.\n',
  'export function readTideTable(text: string) {\n  return parse(text);\n}\n',
  `# Long\n\n${'The Harbour Master keeps the rota. See `readTideTable`.\n\n'.repeat(60)}`,
  '',
  '\u0000binary',
  'export const one = 1;\n',
];

const name = fc.constantFrom(...names);
const step = fc.oneof(
  { weight: 5, arbitrary: fc.record({ kind: fc.constant('write' as const), name, content: fc.constantFrom(...contents) }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('remove' as const), name }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('rename' as const), name, to: name }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('ignore' as const), pattern: fc.constantFrom('', 'docs/', '*.ts', 'src/deep') }) },
  { weight: 2, arbitrary: fc.record({ kind: fc.constant('update' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('ask' as const) }) },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('restart' as const) }) },
);

test('an index that lived through any history equals a rebuilt one', async (t) => {
  await fc.assert(
    fc.asyncProperty(fc.array(step, { maxLength: 25 }), async (steps) => {
      const folder = workFolder(t);
      const options = { settings: defaultSettings, indexFile: path.join(folder.beside, 'index.sqlite'), runGit: false };
      let service = createService();
      await service.openFolder(folder.root, options);
      const touched = new Set<string>();
      for (const one of steps) {
        if (one.kind === 'write') folder.write(one.name, one.content, 0);
        else if (one.kind === 'ignore') folder.write('.meshragignore', one.pattern);
        else if (one.kind === 'remove') fs.rmSync(path.join(folder.root, one.name), { force: true });
        else if (one.kind === 'rename') {
          if (one.name !== one.to && fs.existsSync(path.join(folder.root, one.name))) folder.rename(one.name, one.to);
          touched.add(one.to);
        } else if (one.kind === 'update') {
          await service.update(
            folder.root,
            [...touched].map((file) => path.join(folder.root, file)),
          );
          touched.clear();
        } else if (one.kind === 'ask') await service.ask('tide table of the harbour master');
        else {
          await service.close();
          service = createService();
          await service.openFolder(folder.root, options);
        }
        if ('name' in one) touched.add(one.name);
      }
      await service.update(folder.root);
      assert.equal(await service.verify(folder.root), undefined);
      const digest = await service.digest(folder.root);
      await service.rebuild(folder.root);
      assert.equal(await service.digest(folder.root), digest);
      await service.close();
    }),
    { numRuns: 30 },
  );
});
