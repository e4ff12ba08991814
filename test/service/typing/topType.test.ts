/** The type that most files use. */

import assert from 'node:assert/strict';
import { type TestContext, test } from 'node:test';
import { topType } from '../../../src/service/typing/topType.ts';
import { serviceOn } from '../../support/serviceOn.ts';

/** A file that uses names of another one, by importing and calling them. */
const users = (name: string, from: string, count: number, use: (name: string) => string) =>
  Object.fromEntries(
    Array.from({ length: count }, (_, i) => [
      `src/${name}User${i}.ts`,
      `import { ${name} } from "./${from}.ts";\n\nexport const ${name}Made${i} = ${use(name)};\n`,
    ]),
  );

test('a type that several files use comes before a function that more use; without one it is the function', async (t) => {
  const { signal } = new AbortController();
  const top = async (context: TestContext, files: Record<string, string>) => topType((await serviceOn(context, files)).service, signal);
  const called = (name: string) => `${name}()`;
  const made = (name: string) => `new ${name}()`;
  const lift = { 'src/lift.ts': 'export function lift() {\n  return 1;\n}\n', ...users('lift', 'lift', 4, called) };
  const tide = { 'src/tide.ts': 'export class TideTable {}\n', ...users('TideTable', 'tide', 3, made) };
  const ebb = { 'src/ebb.ts': 'export class EbbTable {}\n', ...users('EbbTable', 'ebb', 2, made) };
  assert.equal(await top(t, { ...lift, ...tide, ...ebb }), 'TideTable');
  assert.equal(await top(t, { ...lift, ...ebb }), 'EbbTable');
  assert.equal(await top(t, lift), 'lift');
  const guides = Object.fromEntries(['one', 'two'].map((name) => [`docs/${name}.md`, '# Guide\n\nA `TideTable` lists the tides.\n']));
  const once = { 'src/tide.ts': 'export class TideTable {}\n', ...users('TideTable', 'tide', 1, made) };
  assert.equal(await top(t, { ...once, ...guides }), undefined, 'documents use nothing');
  assert.equal(await top(t, { 'src/tide.ts': 'export class TideTable {}\n', 'src/lone.ts': 'export const lone = 1;\n' }), undefined);
});
