// A question for a script, a supported version or the licence is answered by the manifest, where no document says it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createService } from '../../../src/service/createService.ts';
import { defaultSettings } from '../../../src/workspace/settings.ts';
import { workFolder } from '../../support/workFolder.ts';

const files = {
  'README.md': '# Tarrow\n\nA tide table for small harbours. Tests of its tables are run every night.\n',
  'package.json': '{\n  "license": "MIT",\n  "scripts": {\n    "test": "node --test"\n  }\n}\n',
  '.github/workflows/ci.yml': 'jobs:\n  a:\n    steps:\n      - name: Lint\n        run: npx tarrow-lint\n',
};

test('entries of manifests come first, steps of workflows last', async (t) => {
  const { root: folder } = workFolder(t, files);
  const service = createService();
  t.after(() => service.close());
  await service.openFolder(folder, { settings: defaultSettings, runGit: false });
  await service.idle();
  const tests = await service.ask('How do I run the tests?');
  assert.equal(tests.state, 'sure');
  assert.deepEqual(
    [tests.sources[0]?.path, tests.blocks[0]?.n, tests.blocks[0]?.pieces],
    ['package.json', 1, [{ startLine: 4, text: '    "test": "node --test"' }]],
  );
  assert.equal((await service.pool('How do I run the tests?')).chunks[0]?.path, 'package.json');
  const licence = await service.ask('What licence is it under?');
  assert.equal(licence.blocks[0]?.startLine, 2);
  const lint = await service.ask('How do I run the linter?');
  assert.equal(lint.blocks.at(-1)?.pieces[0]?.text, '      - name: Lint\n        run: npx tarrow-lint');
  const narrowed = await service.ask('How do I run the tests?', { scope: [`${folder}/README.md`] });
  assert.ok(narrowed.sources.every(({ path }) => path === 'README.md'));
});
