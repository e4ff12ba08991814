// What is said of the words of a question: which occur nowhere; those that only ask are none.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createService } from '../../../src/service/createService.ts';
import { defaultSettings } from '../../../src/workspace/settings.ts';
import { workFolder } from '../../support/workFolder.ts';

test('a question in a language that the texts are not in says so, unless something answers it', async (t) => {
  const { root: folder } = workFolder(t, {
    'README.md': '# Tarrow\n\nA tide table for small harbours, which it reads from the files of a pilot.\n',
  });
  const service = createService();
  t.after(() => service.close());
  await service.openFolder(folder, { settings: defaultSettings, runGit: false });
  await service.idle();
  const codesFor = async (question: string) => (await service.ask(question)).notes?.map(({ code }) => code);
  assert.deepEqual(await codesFor('Wie werden die Häfen zwischengespeichert?'), ['foreignQuestion']);
  assert.deepEqual(await codesFor('如何缓存港口？'), ['foreignQuestion']);
  assert.equal(await codesFor('How are harbours cached?'), undefined);
});

test('names that occur nowhere are missing, everyday words and words that only ask are not, in no language', async (t) => {
  const { root } = workFolder(t, { 'README.md': '# Tarrow\n\nThe port of the tide server is 4080, its harbour is small.\n' });
  const service = createService();
  t.after(() => service.close());
  await service.openFolder(root, { settings: defaultSettings, runGit: false });
  await service.idle();
  const { lookedFor, missing } = await service.ask('Wie ändere ich den Port, auf dem der Server hört?');
  assert.deepEqual([lookedFor, missing], [['ändere', 'Port', 'Server', 'hört'], []]);
  assert.deepEqual((await service.ask('Can the people of the harbour use Kubernetes or gRPC?')).missing, ['Kubernetes', 'gRPC']);
  assert.deepEqual((await service.ask('Läuft der Server auch in einem Kahn mit WLAN?')).missing, ['WLAN']);
});

test('while files are being indexed no name is missing, for it may be in one that is left', async (t) => {
  const files = Object.fromEntries(Array.from({ length: 300 }, (_, i) => [`notes/${i}.md`, `# Note ${i}\n\nThe tide of harbour ${i}.\n`]));
  const { root } = workFolder(t, { ...files, 'zebra.md': '# Kubernetes\n\nIt runs there.\n' });
  const service = createService();
  t.after(() => service.close());
  await service.openFolder(root, { settings: defaultSettings, runGit: false });
  const early = await service.ask('Does it run on Kubernetes?');
  assert.ok(early.partial !== undefined);
  assert.deepEqual([early.found, early.missing], [false, []]);
  assert.doesNotMatch(early.answer, /mentions Kubernetes/);
  await service.idle();
  assert.equal((await service.ask('Does it run on Kubernetes?')).found, true);
  assert.deepEqual((await service.ask('Does it run on Nomad?')).missing, ['Nomad']);
});
