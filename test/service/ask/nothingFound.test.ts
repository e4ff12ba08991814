// What is said of the words of a question: which occur nowhere; those that only ask are none.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { createService } from '../../../src/service/createService.ts';
import { defaultSettings } from '../../../src/workspace/settings.ts';
import { workFolder } from '../../support/workFolder.ts';

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
