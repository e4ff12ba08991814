// What a model gets with a question: no bulk that it does not ask for, and nothing that another file has said before.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serviceOn } from '../../support/serviceOn.ts';

const quay = '# Quay\n\nA ferry leaves the quay when the bell has been rung twice and the ramp is up.\n';
const log =
  '# Changes\n\n## 1.2.0\n\n- The ferry waits for the ramp of the quay.\n\n## 1.1.0\n\n- The bell of the ferry.\n\n## 1.0.0\n\n- Quay.\n';
const files = {
  'docs/quay.md': quay,
  'site/quay.md': quay.replace('twice', 'thrice'),
  'docs/ramp.md': '# Ramp\n\nThe ramp of the quay is up while a ferry is away; the harbour master lowers it by hand after sunset.\n',
  'CHANGELOG.md': log,
  'vendor/bell/bell.js': '// When a ferry leaves the quay, the bell rings and the ramp is up.\nexport function ringBell() {}\n',
  'CODE_OF_CONDUCT.md': '# Conduct\n\nNobody leaves the quay by ferry before the ramp is up.\n',
};
const question = 'When does a ferry leave the quay, with the ramp up?';

test('copies, records, the code of others and codes of conduct are left out, but are among the results', async (t) => {
  const { service } = await serviceOn(t, files);
  const { chunks, sources } = await service.pool(question, { limit: 20 });
  assert.deepEqual(new Set(chunks.map(({ path }) => path)), new Set(['docs/quay.md', 'docs/ramp.md']));
  for (const path of Object.keys(files))
    assert.ok(
      sources.some((one) => one.path === path),
      path,
    );
});

test('what a question asks for is sent', async (t) => {
  const { service } = await serviceOn(t, files);
  const sent = async (asked: string): Promise<readonly string[]> =>
    (await service.pool(asked, { limit: 20 })).chunks.map(({ path }) => path);
  assert.ok((await sent('What changed about the ramp of the quay in the last release?')).includes('CHANGELOG.md'));
  assert.ok((await sent('When does the vendored bell ring for a ferry at the quay?')).includes('vendor/bell/bell.js'));
});

test('where nothing but bulk was found, it is sent', async (t) => {
  const { service } = await serviceOn(t, { 'CHANGELOG.md': log, 'vendor/bell/bell.js': files['vendor/bell/bell.js'] });
  assert.ok((await service.pool(question)).chunks.length > 0);
});

test('a passage that says more than one before it is no copy', async (t) => {
  const longer = `${quay}\nIn fog the horn is sounded thrice, the lamp on the pier burns green, and nobody may board without a ticket.\n`;
  const { service } = await serviceOn(t, { 'docs/quay.md': quay, 'site/quay.md': longer });
  assert.equal((await service.pool(question)).chunks.length, 2);
});
