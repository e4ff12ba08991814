// An answer shows two places of a file: further ones do not keep other files from it.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serviceOn } from '../support/serviceOn.ts';

const entries = Array.from({ length: 14 }, (_, i) => `## Dredging ${i}\n\nDredging the silt of the harbour, round ${i}.\n`);
const files = {
  'log.md': `# Silt\n\n${entries.join('\n')}`,
  'guide.md': '# Guide\n\nHow the harbour is kept deep, with a barge that was bought for it. Silt comes with every tide.\n',
};

test('the places of other files come before the fourth of one', async (t) => {
  const { service } = await serviceOn(t, files);
  const found = await service.search('dredging the silt of the harbour');
  assert.ok(found.results.every(({ path }) => path === 'log.md'));
  const { sources } = await service.ask('dredging the silt of the harbour');
  assert.equal(sources.length, 10);
  assert.ok(sources.slice(0, 4).some(({ path }) => path === 'guide.md'));
  assert.deepEqual(
    sources.map(({ rank }) => rank),
    sources.map((_, i) => i + 1),
  );
});
