// A question for a script, a supported version or the licence is answered by the manifest, if no document says it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createService } from '../../../src/service/createService.ts';
import { defaultSettings } from '../../../src/workspace/settings.ts';
import { serviceOn } from '../../support/serviceOn.ts';
import { workFolder } from '../../support/workFolder.ts';

const files = {
  'README.md': '# Tarrow\n\nA tide table for small harbours. Tests of its tables are run every night.\n',
  'package.json': '{\n  "license": "MIT",\n  "scripts": {\n    "test": "node --test"\n  }\n}\n',
  '.github/workflows/ci.yml': 'jobs:\n  a:\n    steps:\n      - name: Lint\n        run: npx tarrow-lint\n',
};

test('entries of manifests come first, steps of workflows after documents that answer', async (t) => {
  const { root: folder } = workFolder(t, files);
  const service = createService();
  t.after(() => service.close());
  await service.openFolder(folder, { settings: defaultSettings, runGit: false });
  await service.idle();
  const tests = await service.ask('How do I run the tests?');
  assert.equal(tests.state, 'answer');
  assert.deepEqual(
    [tests.sources[0]?.path, tests.blocks[0]?.n, tests.blocks[0]?.pieces],
    ['package.json', 1, [{ startLine: 4, text: '    "test": "node --test"' }]],
  );
  assert.equal((await service.pool('How do I run the tests?')).chunks[0]?.path, 'package.json');
  const licence = await service.ask('What licence is it under?');
  assert.deepEqual([licence.blocks.length, licence.blocks[0]?.startLine, licence.sources[0]?.path], [1, 2, 'package.json']);
  const lint = await service.ask('How do I run the linter?');
  assert.equal(lint.blocks[0]?.pieces[0]?.text, '      - name: Lint\n        run: npx tarrow-lint');
  const narrowed = await service.ask('How do I run the tests?', { scope: [`${folder}/README.md`] });
  assert.ok(narrowed.sources.every(({ path }) => path === 'README.md'));
});

test('a step comes after a document that says how', async (t) => {
  const step = 'jobs:\n  a:\n    steps:\n      - run: npx tarrow-lint\n';
  const guide = '# Tarrow\n\n## Running the linter\n\nRun the linter with npx.\n';
  const { root: folder } = workFolder(t, { 'README.md': guide, '.github/workflows/a.yml': step });
  const service = createService();
  t.after(() => service.close());
  await service.openFolder(folder, { settings: defaultSettings, runGit: false });
  await service.idle();
  const { blocks, sources } = await service.ask('How do I run the linter?');
  assert.deepEqual(
    blocks.map(({ n }) => sources[n - 1]?.path),
    ['README.md', '.github/workflows/a.yml'],
  );
});

test('a script of several commands is an entry', async (t) => {
  const scripts = '{\n  "scripts": {\n    "test": [\n      "@unit",\n      "@style"\n    ],\n    "unit": "phpunit"\n  }\n}\n';
  const { root: folder } = workFolder(t, { 'composer.json': scripts });
  const service = createService();
  t.after(() => service.close());
  await service.openFolder(folder, { settings: defaultSettings, runGit: false });
  await service.idle();
  const { blocks } = await service.ask('How do I run the tests?');
  assert.equal(blocks[0]?.pieces[0]?.text, '    "test": [\n      "@unit",\n      "@style"\n    ],');
});

test('a question for the licence alone is answered by the licence at the root, not by those of what is bundled', async (t) => {
  const terms = '\nPermission is granted to read these tables.\n\nThis licence ends with the tide.\n';
  const { root: folder } = workFolder(t, {
    'README.md': '# Tarrow\n\nA tide table for small harbours, and a game about them.\n',
    LICENSE: `The Harbour License\n\nCopyright (c) 2001 Tarrow${'\n'.repeat(12)}${terms}`,
    'lib/moon/LICENSE.md': `# License of the moon\n${terms}`,
  });
  const service = createService();
  t.after(() => service.close());
  await service.openFolder(folder, { settings: defaultSettings, runGit: false });
  await service.idle();
  for (const question of ['What licence does this have?', '¿Bajo qué licencia está?', 'Unter welcher Lizenz steht es?']) {
    const { state, sources, blocks } = await service.ask(question);
    assert.deepEqual([state, sources[0]?.path, blocks.length], ['answer', 'LICENSE', 1], question);
    assert.equal(blocks[0]?.pieces[0]?.text, 'The Harbour License\n\nCopyright (c) 2001 Tarrow');
  }
  assert.match((await service.ask('What does the license say of the tide?')).answer, /ends with the tide/);
});

test('a question for a default is not answered by an entry of this name', async (t) => {
  const manifest = '{\n  "exports": {\n    "default": "./index.js"\n  }\n}\n';
  const { service } = await serviceOn(t, { 'README.md': '# Tarrow\n\nTwo tasks run by default.\n', 'package.json': manifest });
  assert.equal((await service.ask('How many tasks run by default?')).sources[0]?.path, 'README.md');
  assert.equal((await service.ask('Where are the exports?')).sources[0]?.path, 'package.json');
});

test('an entry of a folder that the question names', async (t) => {
  const manifest = (command: string): string => `{\n  "scripts": {\n    "test": "${command}",\n    "build": "tsc -p ${command}"\n  }\n}\n`;
  const packages = { 'package.json': manifest('all'), 'harbour/package.json': manifest('harbour'), 'buoy/package.json': manifest('buoy') };
  const { service } = await serviceOn(t, packages);
  const firstOf = async (question: string): Promise<string | undefined> => (await service.ask(question)).blocks[0]?.pieces[0]?.text.trim();
  assert.equal(await firstOf('How do I run the harbour tests?'), '"test": "harbour",');
  assert.equal(await firstOf('How do I build the buoy?'), '"build": "tsc -p buoy"');
  assert.equal(await firstOf('How do I run the tests?'), '"test": "all",');
});
