import assert from 'node:assert/strict';
import { realpathSync } from 'node:fs';
import { test } from 'node:test';
import { createService } from '../../../src/service/createService.ts';
import { defaultSettings } from '../../../src/workspace/settings.ts';
import { workFolder } from '../../support/workFolder.ts';

test('modules that all pass each other on do not keep a question about a name from ending', async (t) => {
  const names = Array.from({ length: 40 }, (_, i) => `m${i}`);
  const uses = names.map((name) => `pub use crate::${name};\npub use crate::${name}::*;\n`).join('');
  const folder = workFolder(t, {
    'Cargo.toml': '[package]\nname = "harbour"\n',
    'src/lib.rs': `${names.map((name) => `pub mod ${name};\n`).join('')}${uses}`,
    ...Object.fromEntries(names.map((name) => [`src/${name}.rs`, `${uses}\npub fn moor_${name}() {}\n`])),
    'src/quay.rs': 'use crate::m1::moor_m1;\n\npub fn quay() {\n    moor_m1();\n}\n',
  });
  const service = createService();
  t.after(() => service.close());
  await service.openFolder(realpathSync(folder.root), { settings: defaultSettings, runGit: false });
  await service.idle();
  const started = process.cpuUsage();
  const { uses: found } = await service.symbol('moor_m1');
  const { user } = process.cpuUsage(started);
  assert.ok(found.some(({ path }) => path === 'src/quay.rs'));
  assert.ok(user < 20_000_000, `${user / 1e6} s`);
});
