import * as assert from 'node:assert/strict';
import { test } from 'node:test';
import { completed, mentionAtEnd, mentionedPaths, withoutMentions, writePath } from '../../src/extension/ask/mentions.ts';

test('a mention that ends the text is completed, in quotes if its path has spaces', () => {
  const rows = [
    ['@', 'file', '', 'src/kettle.ts', '@src/kettle.ts '],
    ['how does @ket', 'file', 'ket', 'src/kettle.ts', 'how does @src/kettle.ts '],
    ['in @"my no', 'file', 'my no', 'my notes/tea.md', 'in @"my notes/tea.md" '],
    ['who calls #Kett', 'name', 'Kett', 'KettleQueue', 'who calls #KettleQueue '],
  ] as const;
  for (const [text, kind, typed, completion, whole] of rows) {
    const mention = mentionAtEnd(text);
    assert.ok(mention !== undefined && mention.kind === kind && mention.typed === typed, text);
    assert.equal(completed(text, mention, completion), whole);
  }
  for (const text of ['', 'mail me@home', 'in C#', '@src/kettle.ts how', '"@docs"']) assert.equal(mentionAtEnd(text), undefined, text);
});

test('paths that exist limit the question and leave it; names are set as code; everything else stays as typed', () => {
  const exists = (path: string): boolean => ['src/kettle.ts', 'my notes', 'docs'].includes(path);
  const rows = [
    ['@src/kettle.ts what is heated first?', 'what is heated first?'],
    ['what is heated in @src/kettle.ts?', 'what is heated in ?'],
    ['@"my notes" @docs green tea', 'green tea'],
    ['who calls #add?', 'who calls `add`?'],
    ['what does @Override do in #45 or C#', 'what does @Override do in #45 or C#'],
    ['@docs', ''],
  ] as const;
  for (const [text, question] of rows) assert.equal(withoutMentions(text, exists), question);
  assert.deepEqual(mentionedPaths('@docs, @"my notes" and @src/kettle.ts?'), ['docs', 'my notes', 'src/kettle.ts']);
  assert.equal(`${writePath('docs')}${writePath('my notes')}`, '@docs @"my notes" ');
});
