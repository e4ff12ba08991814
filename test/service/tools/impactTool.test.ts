/** What agents are told of what a change reaches, line by line. */

import assert from 'node:assert/strict';
import { test } from 'node:test';
import { reachedBy } from '../../../src/service/tools/impactTool.ts';
import type { ToolContext } from '../../../src/service/tools/toolContext.ts';
import { InputError } from '../../../src/tools/inputSchema.ts';
import { told, toolsOn } from '../../support/toolsOn.ts';

const files = {
  'src/tide.ts':
    'export function readTide(text: string) {\n  return text;\n}\n\nexport class TideClock {\n  wind() {}\n}\n\nexport const ebb = 1;\n',
  'src/crossing.ts':
    'import { readTide, ebb } from "./tide.ts";\n\nexport function canCross(text: string) {\n  readTide(text);\n  return readTide(text).length > ebb;\n}\n\nexport const never = () => readTide("") === "";\n',
  'src/pilot.ts': 'import { canCross } from "./crossing.ts";\n\nexport function pilot(text: string) {\n  return canCross(text);\n}\n',
  'src/port.ts': 'import { pilot } from "./pilot.ts";\n\nexport function port(text: string) {\n  return pilot(text);\n}\n',
  'src/coast.ts': 'import { port } from "./port.ts";\n\nexport function coast(text: string) {\n  return port(text);\n}\n',
  'src/only.ts': 'import { readTide } from "./tide.ts";\n',
  'src/tower.ts': 'import { TideClock } from "./tide.ts";\n\nexport class Tower extends TideClock {}\n',
  'test/tide.test.ts': 'import { readTide } from "../src/tide.ts";\n\ntest("reads", () => readTide("x"));\n',
  'docs/tide.md': '# Tides\n\nThe table is read by `readTide`.\n\nThen `readTide` is read again.\n',
  'src/lone.ts': 'export const lonely = 1;\n',
};

const asked = (of: string | undefined, context: ToolContext, from = 0) =>
  told(reachedBy({ of } as Parameters<typeof reachedBy>[0], context, from));

test('what a name, a line or a file reaches is given by level, each file once with its lines', async (t) => {
  const { context } = await toolsOn(t, files);
  assert.deepEqual(await asked('readTide', context), [
    'Files that are reached: level 1, users 1; level 1, importers 1; level 1, tests to run 1; documents 1; level 2, users 1; level 3, users 1.',
    'Changed: src/tide.ts.',
    'Names: readTide.',
    'The graph ends here at level 3: what uses the files there (1) is not listed.',
    'Level 1, users, 1 file:\nsrc/crossing.ts:1, 4 (canCross), 5, 8',
    'Level 1, importers, 1 file:\nsrc/only.ts:1',
    'Level 1, tests to run, 1 file:\ntest/tide.test.ts:1, 3',
    'Documents, 1 file:\ndocs/tide.md:3, 5',
    'Level 2, users, 1 file:\nsrc/pilot.ts:1, 4 (pilot) by canCross',
    'Level 3, users, 1 file:\nsrc/port.ts:1, 4 (port) by pilot',
    'Related, using nothing of it, 1 file:\nsrc/tower.ts: TideClock',
  ]);
  assert.deepEqual(await asked('src/tide.ts', context), [
    'Files that are reached: level 1, users 1; level 1, subclasses 1; level 1, importers 1; level 1, tests to run 1; documents 1; level 2, users 1; level 3, users 1.',
    'Changed: src/tide.ts.',
    'Names: readTide, TideClock, wind, ebb.',
    'The graph ends here at level 3: what uses the files there (1) is not listed.',
    'Level 1, users, 1 file:\nsrc/crossing.ts:1, 4 (canCross), 5, 8 by ebb, readTide',
    'Level 1, subclasses, 1 file:\nsrc/tower.ts:1, 3 by TideClock',
    'Level 1, importers, 1 file:\nsrc/only.ts:1 by readTide',
    'Level 1, tests to run, 1 file:\ntest/tide.test.ts:1, 3 by readTide',
    'Documents, 1 file:\ndocs/tide.md:3, 5 by readTide',
    'Level 2, users, 1 file:\nsrc/pilot.ts:1, 4 (pilot) by canCross',
    'Level 3, users, 1 file:\nsrc/port.ts:1, 4 (port) by pilot',
  ]);
  assert.deepEqual(await asked('src/tide.ts:6', context), [
    'Nothing here uses it.',
    'Changed: src/tide.ts.',
    'Names: wind.',
    'Tests that share rare names with it, 1 file:\ntest/tide.test.ts: readTide',
    'Related, using nothing of it, 4 files:\nsrc/tower.ts: TideClock',
    'docs/tide.md: readTide',
    'src/crossing.ts: readTide',
    'src/only.ts: readTide',
  ]);
  assert.deepEqual(await asked('pilot', context), [
    'Files that are reached: level 1, users 1; level 2, users 1.',
    'Changed: src/pilot.ts.',
    'Names: pilot.',
    'Level 1, users, 1 file:\nsrc/port.ts:1, 4 (port)',
    'Level 2, users, 1 file:\nsrc/coast.ts:1, 4 (coast) by port',
    'Related, using nothing of it, 1 file:\nsrc/crossing.ts: canCross',
  ]);
  assert.deepEqual(await asked('coast', context), ['Nothing here uses it.', 'Changed: src/coast.ts.', 'Names: coast.']);
  assert.deepEqual(await asked('lonely', context), ['Nothing here uses it.', 'Changed: src/lone.ts.', 'Names: lonely.']);
  await assert.rejects(asked('none.ts', context), InputError);
  await assert.rejects(
    asked(undefined, context),
    (error: unknown) => error instanceof InputError && !error.message.includes(process.cwd()) && /harbour/.test(error.message),
  );
});

test('up to twelve changed names are listed, and four of what a file uses', async (t) => {
  const source = (count: number): string => Array.from({ length: count }, (_, i) => `export const name${10 + i} = ${i};\n`).join('');
  const names = (count: number): string => Array.from({ length: count }, (_, i) => `name${10 + i}`).join(', ');
  const user = (file: string, count: number): string =>
    `import { ${names(count)} } from './${file}.ts';\n\nexport const sum = [${names(count)}];\n`;
  const { context } = await toolsOn(t, {
    'src/few.ts': source(12),
    'src/five.ts': user('few', 5),
    'src/four.ts': user('few', 4),
    'lib/more.ts': source(13).replaceAll('name', 'other'),
    'lib/two.ts': user('more', 2).replaceAll('name', 'other'),
  });
  assert.deepEqual(await asked('src/few.ts', context), [
    'Files that are reached: level 1, users 2.',
    'Changed: src/few.ts.',
    'Names: name10, name11, name12, name13, name14, name15, name16, name17, name18, name19, name20, name21.',
    'Level 1, users, 2 files:\nsrc/five.ts:1, 3 by name10, name11, name12, name13',
    'src/four.ts:1, 3 by name10, name11, name12, name13',
  ]);
  assert.deepEqual(await asked('lib/more.ts', context), [
    'Files that are reached: level 1, users 1.',
    'Changed: lib/more.ts.',
    'Names: other10, other11, other12, other13, other14, other15, other16, other17, other18, other19, other20, other21, … (13 names).',
    'Level 1, users, 1 file:\nlib/two.ts:1, 3 by other10, other11',
  ]);
});

test('lines are given with their functions on the page that is asked for, up to a hundred and twenty rows', async (t) => {
  const users = Object.fromEntries(
    Array.from({ length: 125 }, (_, i) => [
      `src/u${100 + i}.ts`,
      `import { lift } from "./lift.ts";\n\nexport function use${100 + i}() {\n  return lift();\n}\n`,
    ]),
  );
  const { context } = await toolsOn(t, { 'src/lift.ts': 'export function lift() {}\n', ...users });
  const named = async (from: number) =>
    (await asked('lift', context, from)).filter((row) => row.includes('src/u')).map((row) => /\(use\d+\)$/.test(row));
  assert.deepEqual(
    await named(0),
    Array.from({ length: 125 }, (_, i) => i < 120),
  );
  assert.deepEqual(
    await named(4),
    Array.from({ length: 125 }, (_, i) => i >= 4 && i < 124),
  );
});
