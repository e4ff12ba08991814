import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createService } from '../../../src/service/createService.ts';
import { runTool } from '../../../src/service/tools/runTool.ts';
import { defaultSettings } from '../../../src/workspace/settings.ts';
import { workFolder } from '../../support/workFolder.ts';

const files = {
  'src/engine/tide.ts': 'export function readTide(text: string): string {\n  return text;\n}\n',
  'src/engine/index.ts': "export * from './tide.ts';\n",
  'src/index.ts': "export * from './engine/index.ts';\n",
  'src/crossing.ts': "import { readTide } from './engine/tide.ts';\n\nexport const ts = (text: string) => readTide(text);\n",
  'secrets/.env': 'A=1\n',
};

async function opened(t: { after(fn: () => Promise<void> | void): void }) {
  const { root } = workFolder(t, files);
  const service = createService();
  t.after(() => service.close());
  await service.openFolder(root, { settings: defaultSettings, runGit: false });
  await service.idle();
  return { root, service };
}

test('a path of no file is refused by every question, with the nearest file, and never answered for a part of it', async (t) => {
  const { root, service } = await opened(t);
  const refused = /^Error: "src\/engine\/never\/tides\.ts" is not a file in the index; the nearest are src\/engine\/tide\.ts$/;
  const asked = 'src/engine/never/tides.ts';
  await assert.rejects(service.impact(asked), refused);
  await assert.rejects(service.connect(asked, 'readTide'), refused);
  await assert.rejects(service.connect('readTide', `${asked}:2`), refused);
  await assert.rejects(service.symbol(asked), refused);
  assert.throws(() => service.fileAt(asked), refused);
  const context = { service, folders: new Map([[root, 'work']]) };
  for (const [name, input] of [
    ['mesh_impact', { of: asked }],
    ['mesh_symbol', { name: asked, to: 'readTide' }],
    ['mesh_symbol', { name: asked }],
    ['mesh_symbol', { name: `${asked}:1` }],
    ['mesh_overview', { path: asked }],
  ] as const)
    await assert.rejects(runTool(name, input, context), /is not a file in the index; the nearest are src\/engine\/tide\.ts$/, name);
  await assert.rejects(service.impact('nothing/like/this'), /"nothing\/like\/this" is not a file in the index$/);
  await assert.rejects(service.impact('secrets/.env'), /"secrets\/\.env" is not indexed: secret/);
});

test('a path may be the end of one; several files are listed', async (t) => {
  const { root, service } = await opened(t);
  for (const end of ['tide.ts', 'engine/tide.ts', './src/engine/tide.ts', `${root}/src/engine/tide.ts`]) {
    assert.deepEqual(service.fileAt(`${end}:2`), { folder: root, path: 'src/engine/tide.ts', line: 2 }, end);
    const { sources } = await service.impact(end);
    assert.deepEqual(
      sources.map(({ path }) => path),
      ['src/engine/tide.ts'],
      end,
    );
  }
  const { ends } = await service.connect('tide.ts', 'crossing.ts:3');
  assert.deepEqual(
    ends.map(({ kind, file }) => [kind, file?.path]),
    [
      ['file', 'src/engine/tide.ts'],
      ['place', 'src/crossing.ts'],
    ],
  );
  await assert.rejects(service.impact('index.ts'), /2 paths end in "index\.ts": src\/engine\/index\.ts, src\/index\.ts; name one/);
  assert.deepEqual(service.fileAt('src/index.ts')?.path, 'src/index.ts');
  await assert.rejects(service.symbol('tide.ts'), /"tide\.ts" is a file; its outline lists what it defines/);
});

test('what is no path is a name', async (t) => {
  const { service } = await opened(t);
  for (const name of ['readTide', 'tide.readTide', 'a::readTide', '`readTide()`']) {
    assert.equal(service.fileAt(name), undefined, name);
    assert.equal((await service.symbol(name)).name, 'readTide');
  }
});

test('only visible files are found or suggested', async (t) => {
  const { root, service } = await opened(t);
  const scope = [`${root}/src/engine`];
  assert.throws(() => service.fileAt('crossing.ts', { scope }), /"crossing\.ts" is not a file in the index$/);
  assert.equal(service.fileAt('index.ts', { scope })?.path, 'src/engine/index.ts');
});
