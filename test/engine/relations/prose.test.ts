import { test } from 'node:test';
import { findUsers } from '../../../src/engine/relations/relations.ts';
import { assertUnder, cpuMs } from '../../support/quick.ts';
import { sourceOf } from '../../support/relationSource.ts';

test('links of a document that never end are passed over in linear time', { timeout: 60_000 }, async () => {
  const source = sourceOf({ 'src/abc.ts': 'export function abc() {}\n', 'd.md': `[abc](src/abc.ts)\n${']('.repeat(150_000)})\n` });
  const definition = { path: 'src/abc.ts', startLine: 1, endLine: 1, kind: 'function', scope: 'outermost' } as const;
  await assertUnder(2000, 'links', () => cpuMs(async () => void (await findUsers('abc', [definition], source))));
});
