// What is printed of an answer by quotes, for people and for programs.
import assert from 'node:assert/strict';
import { test } from 'node:test';
import { UsageError } from '../../../src/cli/cliError.ts';
import { runAsk } from '../../../src/cli/commands/ask.ts';
import { printed } from '../../support/inProcess.ts';

const lines = (text: string): readonly string[] => text.split('\n');

test('an answer, the closest places and that nothing is here are each printed', async (t) => {
  const { ask } = await printed(t, runAsk);
  assert.deepEqual(lines((await ask('Who', 'calls', 'heatWater?')).stdout), [
    'The closest place is heatWater. It may not answer the question.',
    '',
    'src/heat.ts:1-4  heatWater [1]',
    '/** The fire. */',
    'export function heatWater(degrees: number) {',
    '  return degrees;',
    '}',
    '',
    'docs/tea.md:5  Tea › Water [2]',
    'The Kettle calls heatWater.',
    '',
    'src/kettle.ts:1-7  Kettle [3]',
    '/** Heats water. */',
    'export class Kettle {',
    '  /** Boils it. */',
    '  boil(degrees: number) {',
    '    return heatWater(degrees);',
    '  }',
    '}',
    '',
    'See also',
    '4  README.md:1-3  Kettle',
    '',
    'No call to "heatWater" was found.',
    '',
    '3 of 4 sources · TIME',
    '',
  ]);
  assert.deepEqual(lines((await ask('Where is Kettle used?')).stdout), [
    '"Kettle" is used in 5 lines of 3 files.',
    '',
    'Calls',
    'src/use.ts  [1]',
    '4  new Kettle().boil(3);',
    '',
    'Imports',
    'src/use.ts  [1]',
    "1  import { Kettle } from './kettle.ts';",
    '',
    'Documents',
    'README.md  [2]',
    '1  # Kettle',
    '3  Kettle boils water for tea.',
    '',
    'docs/tea.md  [3]',
    '5  The Kettle calls heatWater.',
    '',
    '3 of 5 sources · TIME',
    '',
  ]);
  assert.deepEqual(lines((await ask('What boils water for tea?')).stdout), [
    'docs/tea.md:5  Tea › Water [1]',
    'The Kettle calls heatWater.',
    '',
    'README.md:3  Kettle [2]',
    'Kettle boils water for tea.',
    '',
    'src/kettle.ts:3-6  Kettle.boil [3]',
    '/** Boils it. */',
    'boil(degrees: number) {',
    '  return heatWater(degrees);',
    '}',
    '',
    'See also',
    '4  src/heat.ts:1-4  heatWater',
    '5  src/use.ts:1-4',
    '',
    '3 of 5 sources · TIME',
    '',
  ]);
  assert.deepEqual(lines((await ask('How is the zephyr of the kettle painted?')).stdout), [
    'Nothing in this workspace matches the question. Looked for: zephyr, kettle, painted.',
    '',
    'Nearest places:',
    '1  README.md:1-3      Kettle',
    '2  src/kettle.ts:1-7  Kettle, boil',
    '3  docs/tea.md:1-5    Tea › Water',
    '',
    'Looked in 5 files.',
    '0 of 5 sources · TIME',
    '',
  ]);
  assert.deepEqual(lines((await ask('marmalade?')).stdout), [
    'Nothing in this workspace matches the question. Looked for: marmalade.',
    'Looked in 5 files.',
    '0 of 0 sources · TIME',
    '',
  ]);
  assert.deepEqual(lines((await ask('And who calls it?', '--after', 'What is heatWater?')).stdout), [
    'The closest place is heatWater. It may not answer the question.',
    '',
    'src/heat.ts:1-4  heatWater [1]',
    '/** The fire. */',
    'export function heatWater(degrees: number) {',
    '  return degrees;',
    '}',
    '',
    'docs/tea.md:5  Tea › Water [2]',
    'The Kettle calls heatWater.',
    '',
    'src/kettle.ts:1-7  Kettle [3]',
    '/** Heats water. */',
    'export class Kettle {',
    '  /** Boils it. */',
    '  boil(degrees: number) {',
    '    return heatWater(degrees);',
    '  }',
    '}',
    '',
    'See also',
    '4  README.md:1-3  Kettle',
    '',
    'No call to "heatWater" was found.',
    '',
    '3 of 4 sources · TIME',
    '',
  ]);
  assert.deepEqual(lines((await ask('water', '-k', '1')).stdout).at(-2), '1 of 1 source · TIME');
});

test('a program gets the blocks with their sources, what else there is, and the times', async (t) => {
  const { ask } = await printed(t, runAsk);
  const { ms, openMs, ...answer } = JSON.parse((await ask('Where is Kettle used?', '--json')).stdout);
  assert.ok(ms >= 0 && openMs >= 0);
  assert.deepEqual(answer, {
    question: 'Where is Kettle used?',
    found: true,
    state: 'answer',
    lead: '"Kettle" is used in 5 lines of 3 files.',
    answer: `"Kettle" is used in 5 lines of 3 files.\n\nCalls — src/use.ts:4-4 [1]\n4  new Kettle().boil(3);\n\nImports — src/use.ts:1-1 [1]\n1  import { Kettle } from './kettle.ts';\n\nDocuments — README.md:1-3 [2]\n1  # Kettle\n3  Kettle boils water for tea.\n\nDocuments — docs/tea.md:5-5 [3]\n5  The Kettle calls heatWater.`,
    blocks: [
      {
        n: 1,
        path: 'src/use.ts',
        startLine: 4,
        endLine: 4,
        subject: '',
        heading: 'Calls',
        pieces: [{ startLine: 4, text: 'new Kettle().boil(3);' }],
      },
      {
        n: 1,
        path: 'src/use.ts',
        startLine: 1,
        endLine: 1,
        subject: '',
        heading: 'Imports',
        pieces: [{ startLine: 1, text: "import { Kettle } from './kettle.ts';" }],
      },
      {
        n: 2,
        path: 'README.md',
        startLine: 1,
        endLine: 3,
        subject: '',
        heading: 'Documents',
        pieces: [
          { startLine: 1, text: '# Kettle' },
          { startLine: 3, text: 'Kettle boils water for tea.' },
        ],
      },
      {
        n: 3,
        path: 'docs/tea.md',
        startLine: 5,
        endLine: 5,
        subject: '',
        heading: 'Documents',
        pieces: [{ startLine: 5, text: 'The Kettle calls heatWater.' }],
      },
    ],
    seeAlso: [],
    citations: [
      { n: 1, path: 'src/use.ts', startLine: 4, endLine: 4, quote: 'new Kettle().boil(3);' },
      { n: 1, path: 'src/use.ts', startLine: 1, endLine: 1, quote: "import { Kettle } from './kettle.ts';" },
      { n: 2, path: 'README.md', startLine: 1, endLine: 3, quote: '# Kettle\nKettle boils water for tea.' },
      { n: 3, path: 'docs/tea.md', startLine: 5, endLine: 5, quote: 'The Kettle calls heatWater.' },
    ],
    system: 'mesh',
    model: null,
    notes: [],
  });
  const other = JSON.parse((await ask('What boils water for tea?', '--json')).stdout);
  assert.deepEqual(
    [other.state, other.seeAlso],
    [
      'answer',
      [
        { n: 4, path: 'src/heat.ts', startLine: 1, endLine: 4, title: 'heatWater' },
        { n: 5, path: 'src/use.ts', startLine: 1, endLine: 4, title: '' },
      ],
    ],
  );
});

test('what is no question and what does not go together is refused', async (t) => {
  const { ask } = await printed(t, runAsk);
  for (const args of [
    [],
    [' '],
    ['a?', '-k', '0'],
    ['a?', '-k', '101'],
    ['a?', '--restate-seconds', '0'],
    ['a?', '--restate', '--words', 'b'],
    ['a?', '--compact', '--model', 'm', '--endpoint', 'http://127.0.0.1:9/v1'],
  ])
    await assert.rejects(ask(...args), UsageError, args.join(' '));
});

test("MkDocs's notes and tabs are printed by their titles", async (t) => {
  const { folder, ask } = await printed(t, runAsk);
  const gates = '# Gates\n\nHow a gate is opened:\n\n=== "Shell"\n\n    Pull.\n\n!!! warning "Mind the gate"\n\n    It shuts.\n';
  folder.write('gates.md', gates);
  assert.match((await ask('How is a gate opened?')).stdout, /\n\*\*Shell\*\*\n\nPull\.\n\n> \*\*Mind the gate\*\*\n>\n> It shuts\.\n/);
});
