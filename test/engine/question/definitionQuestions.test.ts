import assert from 'node:assert/strict';
import { test } from 'node:test';
import { inBothNumbers, thingAskedFor, withoutFrame } from '../../../src/engine/question/definitionQuestions.ts';
import { indexOf, placesOf } from '../../support/memoryIndex.ts';
import { createRetriever } from '../../support/systems.ts';

const mesh = createRetriever('mesh', {});

test('the subject is found if a question only asks what it is', () => {
  const things: Readonly<Record<string, string | undefined>> = {
    'What is Flask?': 'flask',
    "what's a sluice gate": 'sluice gate',
    'What is MeshRAG: Ask Workspace?': 'meshrag ask workspace',
    'What does LRU mean?': 'lru',
    'What does ripgrep do?': 'ripgrep',
    'Who was Marta Quill?': 'marta quill',
    'What is it?': undefined,
    'Where is Flask?': undefined,
    'How does ripgrep work?': undefined,
    [`What is ${'very '.repeat(60)}long?`]: undefined,
  };
  for (const [question, thing] of Object.entries(things)) assert.equal(thingAskedFor(question), thing, question);
});

test('a name has another number', () => {
  const numbers = { atom: 'atoms', atoms: 'atom', box: 'boxes', class: 'classes', batch: 'batches', crash: 'crashes', graph: 'graphs' };
  for (const [name, other] of Object.entries(numbers)) assert.deepEqual(inBothNumbers(name), [name, other]);
});

test('a section on several introduces one, unless a section is on one', async () => {
  const guide =
    '# Guide\n\nOf water.\n\n## Sluices\n\nThey hold the water of the upper pond.\n\n## Ponds\n\nA sluice is at each end of a sluice pond.\n';
  const gates = '# Gates\n\nOf wood.\n\n## Sluice\n\nA gate of the pond.\n\n## Weir\n\nA wall.\n';
  const firstOf = async (files: Readonly<Record<string, string>>): Promise<string | undefined> => {
    const reader = indexOf(files).reader();
    const { results } = await mesh.search(reader, 'What is a sluice?', { limit: 1 });
    return (await placesOf(reader, [results[0]?.chunk as number]))[0];
  };
  assert.equal(await firstOf({ 'guide.md': guide }), 'guide.md:5-8');
  assert.equal(await firstOf({ 'guide.md': guide, 'gates.md': gates }), 'gates.md:5-8');
});

test('a question about where a thing is defined does not ask what it is', () => {
  assert.equal(withoutFrame('Where is Router defined?'), 'Where is Router');
  assert.equal(withoutFrame('where do the plugins of the compiler live'), 'where do the plugins of the compiler');
  for (const other of ['Where is the Caddyfile parsed?', 'Is Router defined?', 'Where are errors found out?', ''])
    assert.equal(withoutFrame(other), other);
});

test('a definition question finds the start of the document of that name, not its shortest section', async () => {
  const others = { 'docs/other.md': manual('# Other').replaceAll('Harbour', 'Pier') };
  for (const title of ['# Harbour', '# Harbour (hb)', '']) {
    const reader = indexOf({ 'README.md': manual(title), ...others }).reader();
    const { results } = await mesh.search(reader, 'What is Harbour?', { limit: 3 });
    const [first] = await placesOf(reader, [results[0]?.chunk as number]);
    assert.match(first as string, /^README\.md:1-/, JSON.stringify(title));
  }
});

/** Sections that repeat the name, after a long one that introduces it. */
function manual(title: string): string {
  const section = (name: string): string => `## ${name}\n\nHarbour ${name.toLowerCase()}: harbour.\n`;
  const words = 'It tells pilots and masters of ships how water rises and falls over every sandbank. '.repeat(4);
  return `${title}\n\nHarbour is a table of tides. ${words}\n\n${['Installing', 'Donate', 'Limits', 'More'].map(section).join('\n')}`;
}
