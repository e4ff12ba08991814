import assert from 'node:assert/strict';
import { test } from 'node:test';
import { serviceOn } from '../../support/serviceOn.ts';

const files = {
  'src/harbour.ts': `/** Checks the address of a harbour before a ship is redirected to it. */
export function checkRedirect(address: string): boolean {
  // An address for a redirect names a harbour and a quay.
  return address.includes('/');
}
`,
  'test/harbour.test.ts': `import { checkRedirect } from '../src/harbour';

test('a redirect to an address without a quay is refused by the check', () => {
  assert.equal(checkRedirect('west'), false);
});
`,
  'README.md': '# Harbours\n\nShips are redirected to an address after a check.\n',
};

test('tests of what is described come before what they test', async (t) => {
  const { service } = await serviceOn(t, files);
  const { sources } = await service.ask('Which tests exercise the redirect address check?');
  assert.equal(sources[0]?.path, 'test/harbour.test.ts');
  assert.notEqual((await service.ask('How is the redirect address checked?')).sources[0]?.path, 'test/harbour.test.ts');
});

test('where no test is found the question is one like any other', async (t) => {
  const { service } = await serviceOn(t, { 'src/harbour.ts': files['src/harbour.ts'] });
  const { sources } = await service.ask('Which tests exercise the redirect address check?');
  assert.equal(sources[0]?.path, 'src/harbour.ts');
});
