import assert from 'node:assert/strict';
import { test } from 'node:test';
import { findUsers } from '../../../src/engine/relations/relations.ts';
import { assertUnder, cpuMs } from '../../support/quick.ts';
import { sourceOf } from '../../support/relationSource.ts';

test('a document uses a definition by a link to its file that ends', async () => {
  const definition = { path: 'src/abc.ts', startLine: 1, endLine: 1, kind: 'function', scope: 'outermost' } as const;
  const documents = {
    'docs/a.md': 'Text.\n\n[this](../src/abc.ts)\n',
    'b.md': '[one](src/abc.ts#L1) and [two](/src/abc.ts), [three](src/other.ts)\n',
    'c.md': '[this](src/abc.ts!',
    'd.md': '[this](../src/abc.ts)\n',
  };
  const { uses } = await findUsers('abc', [definition], sourceOf({ 'src/abc.ts': 'export function abc() {}\n', ...documents }));
  const links = uses.filter(({ kind }) => kind === 'links').map(({ path, lines }) => `${path}:${lines.join()}`);
  assert.deepEqual(links.sort(), ['b.md:1', 'docs/a.md:3']);
});

test('links of a document that never end are passed over in linear time', { timeout: 60_000 }, async () => {
  const source = sourceOf({ 'src/abc.ts': 'export function abc() {}\n', 'd.md': `[abc](src/abc.ts)\n${']('.repeat(150_000)})\n` });
  const definition = { path: 'src/abc.ts', startLine: 1, endLine: 1, kind: 'function', scope: 'outermost' } as const;
  await assertUnder(2000, 'links', () => cpuMs(async () => void (await findUsers('abc', [definition], source))));
});
