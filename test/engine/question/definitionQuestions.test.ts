import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  isDefinition,
  mayHoldDefinition,
  thingAskedFor,
  thingSought,
  withoutFrame,
} from '../../../src/engine/question/definitionQuestions.ts';
import { mesh } from '../../../src/engine/retrieval/systems/mesh.ts';
import { indexOf, placesOf } from '../../support/memoryIndex.ts';

test('the thing is found if a question asks only what it is', () => {
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

test('a question where a thing is defined does not ask for definitions', () => {
  assert.equal(withoutFrame('Where is Router defined?'), 'Where is Router');
  assert.equal(withoutFrame('where do the plugins of the compiler live'), 'where do the plugins of the compiler');
  for (const other of ['Where is the Caddyfile parsed?', 'Is Router defined?', 'Where are errors found out?', ''])
    assert.equal(withoutFrame(other), other);
});

test('a definition begins with the thing and a defining verb', () => {
  assert.ok(isDefinition('Flask is a lightweight framework.', 'flask'));
  assert.ok(isDefinition('**Vite** (French for "quick") is a build tool.', 'vite'));
  assert.ok(isDefinition('The LRU cache means that old entries go.', 'lru cache'));
  assert.ok(isDefinition('Reactive attributes are attributes that redraw.', 'reactive attribute'));
  assert.ok(!isDefinition('Attributes are not redrawn.', 'attribute'));
  assert.ok(!isDefinition('If this matcher is given, it matches.', 'matcher'));
  assert.ok(!isDefinition('Install Flask with pip.', 'flask'));
  assert.ok(!isDefinition('If you have Debian, then Flask is a package of it.', 'flask'));
  assert.ok(!isDefinition('Flask', 'flask'));
  for (const entry of [
    '`server.port` (number) - where it listens.',
    '- **server.port**: where it listens.',
    'server.port — where',
    'server.port (@since 2) - it',
  ])
    assert.ok(isDefinition(entry, 'server port'), entry);
  for (const other of ['the server.port: it', 'server.port-range is it', 'Set server.port - or not', 'server.portRange: it'])
    assert.ok(!isDefinition(other, 'server port'), other);
});

/** Sections that repeat the name, after a long one that introduces it. */
function manual(title: string): string {
  const section = (name: string): string => `## ${name}\n\nHarbour ${name.toLowerCase()}: harbour.\n`;
  const words = 'It tells pilots and masters of ships how water rises and falls over every sandbank. '.repeat(4);
  return `${title}\n\nHarbour is a table of tides. ${words}\n\n${['Installing', 'Donate', 'Limits', 'More'].map(section).join('\n')}`;
}

test('a definition question finds the start of the document of that name, not its shortest section', async () => {
  const others = { 'docs/other.md': manual('# Other').replaceAll('Harbour', 'Pier') };
  for (const title of ['# Harbour', '# Harbour (hb)', '']) {
    const reader = indexOf({ 'README.md': manual(title), ...others }).reader();
    const { results } = await mesh.search(reader, 'What is Harbour?', { limit: 3 });
    const [first] = await placesOf(reader, [results[0]?.chunk as number]);
    assert.match(first as string, /^README\.md:1-/, JSON.stringify(title));
  }
});

test('thingSought() is the name without its kind', () => {
  for (const [question, thing] of [
    ['Where is the Router struct defined?', 'Router'],
    ['Where are the parameter types defined?', 'parameter types'],
    ['where is basic auth implemented', 'basic auth'],
    ['Where do hooks live?', 'hooks'],
    ['Where is the ferry?', undefined],
    ['What is a Router?', undefined],
  ] as const)
    assert.equal(thingSought(question), thing, question);
});

test('mayHoldDefinition() finds texts with a sentence that may define a thing', () => {
  assert.ok(mayHoldDefinition('# Guide\n\nA **Reactive\nattribute** is one that redraws.', 'reactive attribute'));
  assert.ok(mayHoldDefinition('Extractors are types.', 'extractor'));
  assert.ok(!mayHoldDefinition('The extractor runs. It is slow.', 'extractor'));
});
