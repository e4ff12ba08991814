/** What is answered of who uses a name or a file, by role and line. */

import assert from 'node:assert/strict';
import path from 'node:path';
import { test } from 'node:test';
import { textOf } from '../../../../src/messages/messages.ts';
import { asked } from '../../../support/blocksOf.ts';
import { serviceOn } from '../../../support/serviceOn.ts';

const files = {
  'src/tide.ts': [
    'export function readTide(text: string) {\n  return text;\n}\n',
    'export class TideClock {\n  wind() {}\n}\n',
    'export class TideError extends Error {}\n',
    'export const passedOn = (text: string) => text;\n',
    'export const nobody = 1;\n',
  ].join('\n'),
  'src/use.ts': [
    'import { passedOn, readTide, TideClock, TideError } from "./tide.ts";\n',
    'export function first(texts: string[]) {\n  readTide("a");\n  if (texts.length === 0) throw new TideError();\n  return texts.map(passedOn);\n}\n',
    'export class SpringClock extends TideClock {\n  run() {\n    return readTide("b");\n  }\n}\n',
    'export const alias = readTide;\n',
  ].join('\n'),
  'src/neap.ts':
    'import { SpringClock } from "./use.ts";\n\nexport class NeapClock extends SpringClock {}\n\nexport class LateClock extends NeapClock {}\n',
  'src/catch.ts':
    'import { TideError } from "./tide.ts";\n\nexport function caught() {\n  try {\n    return 1;\n  } catch (error) {\n    if (error instanceof TideError) return 2;\n    throw error;\n  }\n}\n',
  'test/tide.test.ts': 'import { readTide } from "../src/tide.ts";\n\ntest("reads", () => {\n  readTide("x");\n  readTide("y");\n});\n',
  'src/lonely.ts': 'export class NeapTable {}\n',
  'docs/tide.md': '# Tides\n\nThe table is read by `readTide`, see [the code](../src/tide.ts).\n',
};

test('each question about a name lists what is asked for, by role, each line once', async (t) => {
  const { service, folder } = await serviceOn(t, files);
  const ask = (question: string) => asked(service, question);
  assert.deepEqual(await ask('Who calls readTide?'), [
    'answer',
    '"readTide" is called in 4 lines of 2 files.',
    'Calls: src/use.ts 4 in first, 11 in SpringClock.run',
    'Tests: test/tide.test.ts 4, 5',
  ]);
  assert.deepEqual(await ask('Where is readTide used?'), [
    'answer',
    '"readTide" is used in 8 lines of 3 files.',
    'Calls: src/use.ts 4 in first, 11 in SpringClock.run',
    'Other uses: src/use.ts 15',
    'Imports: src/use.ts 1',
    'Imports: test/tide.test.ts 1',
    'Tests: test/tide.test.ts 4, 5',
    'Documents: docs/tide.md 3',
  ]);
  assert.deepEqual(await ask('Who imports readTide?'), [
    'answer',
    '"readTide" is imported in 2 lines of 2 files.',
    'Imports: src/use.ts 1',
    'Imports: test/tide.test.ts 1',
  ]);
  assert.deepEqual(await ask('Which tests cover readTide?'), [
    'answer',
    '"readTide" is tested in 2 lines of one file.',
    'Tests: test/tide.test.ts 4, 5',
  ]);
  assert.deepEqual(await ask('Where is readTide documented?'), [
    'answer',
    '"readTide" is mentioned in documents in one line.',
    'Documents: docs/tide.md 3',
  ]);
  assert.deepEqual(await ask('Which classes extend TideClock?'), [
    'answer',
    '"TideClock" is extended or implemented in 3 lines of 2 files.',
    'Subtypes: src/use.ts 9',
    'Subtypes of these: src/neap.ts 3',
    'Subtypes of these: src/neap.ts 5',
  ]);
  assert.deepEqual(await ask('Who calls TideError?'), [
    'answer',
    '"TideError" is called in one line.',
    'Throws and catches: src/use.ts 5 in first',
  ]);
  assert.deepEqual(await ask('Who calls passedOn?'), [
    'answer',
    '"passedOn" is never called by name, but is used in other ways.',
    'Other uses: src/use.ts 6 in first',
    'Imports: src/use.ts 1',
  ]);
  assert.deepEqual(await ask('Who imports src/tide.ts?'), [
    'answer',
    '"src/tide.ts" is imported in 2 lines of 2 files.',
    'Imports: src/use.ts 1',
    'Imports: src/catch.ts 1',
  ]);
  assert.deepEqual(await ask('Where is TideClock defined?'), [
    'answer',
    '"TideClock" is defined at src/tide.ts:5.',
    'TideClock: src/tide.ts 5-7',
  ]);
  assert.deepEqual(await ask('What breaks if I change readTide?'), [
    'answer',
    'Files that a change to "readTide" reaches directly: 3; through them: 0.',
    'Users: src/use.ts 4 in first, 11 in SpringClock.run, 15',
    'Imports: src/use.ts 1',
    'Tests: test/tide.test.ts 1, 4, 5',
    'Documents: docs/tide.md 3',
  ]);
  assert.deepEqual(await ask('What breaks if I change src/use.ts?'), [
    'answer',
    'Files that a change to "src/use.ts" reaches directly: 1; through them: 0.',
    'Subtypes: src/neap.ts 3',
    'Imports: src/neap.ts 1',
  ]);
  assert.deepEqual(await asked(service, 'Who calls readTide?', { scope: [path.join(folder, 'src')] }), [
    'answer',
    '"readTide" is called in 2 lines of one file.',
    'Calls: src/use.ts 4 in first, 11 in SpringClock.run',
  ]);
});

test('what is not used so is said, by what was asked', async (t) => {
  const { service } = await serviceOn(t, files);
  const notes = async (question: string) => textOf((await service.ask(question)).notes ?? []);
  const questions = ['Who calls', 'Who imports', 'Which tests cover', 'Which classes extend', 'What breaks if I change'];
  assert.deepEqual(await Promise.all(questions.map((words) => notes(`${words} \`NeapTable\`?`))), [
    'No call to "NeapTable" was found.',
    'Nothing was found that imports "NeapTable".',
    'No test that uses "NeapTable" was found.',
    'Nothing was found that extends or implements "NeapTable".',
    'Nothing was found that a change to "NeapTable" would reach.',
  ]);
  assert.deepEqual(await notes('Who calls `raedTide`?'), 'Nothing here is called "raedTide"; nearest: readTide.');
  assert.deepEqual(await notes('Who calls `zzzzzz`?'), 'Nothing here is called "zzzzzz".');
});

test('this function is the one around the lines that are asked about', async (t) => {
  const { service, folder } = await serviceOn(t, files);
  const about = (file: string, startLine: number) => ({ about: { file: path.join(folder, file), startLine, endLine: startLine } });
  assert.deepEqual(await asked(service, 'Who calls this function?', about('src/tide.ts', 2)), [
    'answer',
    '"readTide" is called in 4 lines of 2 files.',
    'Calls: src/use.ts 4 in first, 11 in SpringClock.run',
    'Tests: test/tide.test.ts 4, 5',
  ]);
  assert.deepEqual(await asked(service, 'Who imports this file?', about('docs/tide.md', 1)), [
    'notHere',
    '',
    'Nothing was found that imports "file".',
  ]);
});

test('a definition is shown with the comment above, several by their beginnings, more than three by their lines', async (t) => {
  const body = (lines: number): string => Array.from({ length: lines }, (_, i) => `  step${i}();`).join('\n');
  const { service } = await serviceOn(t, {
    'src/one.ts': `const before = 1;\n// Not of it.\n\n/**\n * Sails.\n */\n@Fast\nexport class Sail {\n${body(40)}\n}\n`,
    'src/two.ts': `export function moor() {\n${body(22)}\n}\n`,
    'src/three.ts': `/** Moors. */\nexport function dock() {\n${body(30)}\n}\n`,
    'lib/three.ts': `export function dock() {\n${body(10)}\n}\n`,
    ...Object.fromEntries(['a', 'b', 'c', 'd'].map((name) => [`lib/${name}.ts`, `export function lift() {\n  return "${name}";\n}\n`])),
  });
  assert.deepEqual(await asked(service, 'Where is Sail defined?'), [
    'answer',
    '"Sail" is defined at src/one.ts:8.',
    'Sail: src/one.ts 4-28',
  ]);
  assert.deepEqual(await asked(service, 'Where is moor defined?'), [
    'answer',
    '"moor" is defined at src/two.ts:1.',
    'moor: src/two.ts 1-24',
  ]);
  assert.deepEqual(await asked(service, 'Where is `dock` defined?'), [
    'answer',
    '"dock" is defined in 2 places.',
    'dock: lib/three.ts 1-12',
    'dock: src/three.ts 1-12',
  ]);
  assert.deepEqual(await asked(service, 'Where is `lift` defined?'), [
    'answer',
    '"lift" is defined in 4 places.',
    'Definitions: lib/a.ts 1',
    'Definitions: lib/b.ts 1',
    'Definitions: lib/c.ts 1',
    'Definitions: lib/d.ts 1',
  ]);
});
