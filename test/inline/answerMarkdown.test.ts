import * as assert from 'node:assert/strict';
import { test } from 'node:test';
import { answerMarkdown, type InlineAnswer, mostLines, mostSources } from '../../src/extension/inline/answerMarkdown.ts';
import type { Source } from '../../src/protocol/places.ts';

const words = {
  continueInPanel: 'Continue in panel',
  soFar: 'Answered from {0} of {1} files so far.',
  searchText: 'Search file text instead',
};

function source(n: number): Source {
  const place = { uri: `file:///w/a${n}.md`, path: `a${n}.md`, startLine: n, endLine: n + 2 };
  return { ...place, rank: n, title: 'State › Reload', kind: 'doc', why: 'mentions tea', way: [] };
}

const answer: InlineAnswer = {
  question: 'q',
  found: true,
  answer: 'Tea. [2]',
  citations: [{ ...source(2), n: 2, quote: 'Tea.', startLine: 3, endLine: 3 }],
  sources: [1, 2, 3, 4, 5, 6].map(source),
};

test('answerMarkdown() lists what is cited, with its line and its reason', () => {
  const text = answerMarkdown(answer, words, 'command:panel');
  assert.match(text, /^Tea\\\. \[\\\[2\\\]\]\(command:meshrag\.openPlace\?\S+\)\n\n2 \[a2\\\.md › Reload\]\(\S+\) 3 — mentions tea$/);
});

test('answerMarkdown() lists what is cited, whatever numbers stand in quotes and in code', () => {
  const [citation] = answer.citations;
  const quoted = { ...answer, model: null, answer: 'const a = b[1]; [2]', citations: [{ ...citation, n: 2, quote: 'const a = b[1];' }] };
  const written = { ...answer, model: 'm', answer: 'Tea `b[1]` is.\n```\nb[3]\n```\nSo. [2]' };
  for (const one of [quoted, written])
    assert.match(answerMarkdown(one as InlineAnswer, words, 'command:panel'), /\n\n2 \S+ › Reload\]\(\S+\) 3 — mentions tea$/);
});

test('answerMarkdown() lists at most four sources, and none while the answer grows', () => {
  const uncited = answerMarkdown({ ...answer, answer: 'Tea.' }, words, 'command:panel');
  assert.equal(uncited.match(/a\d\\\.md/g)?.length, mostSources);
  assert.equal(answerMarkdown({ ...answer, found: undefined, answer: 'Te' }, words, 'command:panel'), 'Te');
});

test('answerMarkdown() is at most twenty lines tall, then a link to the panel', () => {
  const long = answerMarkdown({ ...answer, answer: 'A line of it. [2]\n'.repeat(60) }, words, 'command:panel');
  assert.ok(long.split('\n').length <= mostLines, long);
  assert.match(long, /\[Continue in panel\]\(command:panel\)/);
  assert.doesNotMatch(answerMarkdown(answer, words, 'command:panel'), /Continue/);
});

test('answerMarkdown() says how far the index is, and offers another search where nothing was found', () => {
  const text = answerMarkdown({ ...answer, found: false, partial: { filesDone: 4, filesTotal: 9 } }, words, 'command:panel');
  assert.match(text, /Answered from 4 of 9 files so far\\\./);
  assert.match(text, /\[Search file text instead\]\(command:meshrag\.searchText\?/);
});

test('answerMarkdown() makes no link of a hostile path or title', () => {
  const hostile = { ...source(1), path: 'a](command:evil).md', title: '<img src=x>', why: '](command:evil)' };
  const text = answerMarkdown({ ...answer, answer: 'Tea.', sources: [hostile] }, words, 'command:panel');
  assert.deepEqual(text.match(/(?<!\\)\]\(command:[a-zA-Z.]+/g), ['](command:meshrag.openPlace']);
  assert.doesNotMatch(text, /(?<!\\)</);
});

test('answerMarkdown() links the number of each quote to its own lines', () => {
  const citations = ['Tea is green.', 'Tea is hot.'].map((quote, i) => ({ ...source(2), n: 2, quote, startLine: i + 2, endLine: i + 2 }));
  const told = citations.map(({ quote }) => `${quote} [2]`).join('\n');
  const text = answerMarkdown({ ...answer, model: null, answer: told, citations }, words, 'command:panel');
  const lines = [...text.matchAll(/\[\\\[2\\\]\]\(command:meshrag\.openPlace\?(\S+)\)/g)].map(
    ([, place = '']) => (JSON.parse(decodeURIComponent(place)) as [{ startLine: number }])[0].startLine,
  );
  assert.deepEqual(lines, [2, 3]);
});

test('answerMarkdown() sets each quote apart, and code as code', () => {
  const python = '# do not pop the request stack\n# if ``` [x](command:evil)';
  const citations = [
    { ...source(2), n: 2, quote: 'Tea *is* brewed.' },
    { ...source(3), path: 'a3.py', n: 3, quote: python },
    { ...source(2), n: 2, quote: 'Twice [1].' },
    { ...source(4), path: 'a4.py', n: 4, quote: '"""Pops `it`.""" [x](command:evil)' },
  ];
  const told = citations.map(({ quote, n }) => `${quote} [${n}]`).join('\n');
  const text = answerMarkdown({ ...answer, model: null, answer: told, citations }, words, 'command:panel');
  const [first, second, third, fourth] = text.split(/\n\n/);
  assert.match(first ?? '', /^Tea \\\*is\\\* brewed\\\. \[\\\[2\\\]\]\(command:/);
  assert.match(
    second ?? '',
    /^````plaintext\n# do not pop the request stack\n# if ``` \[x\]\(command:evil\)\n````\n\[\\\[3\\\]\]\(command:meshrag\.openPlace/,
  );
  assert.match(third ?? '', /^Twice \[?\\\[1/);
  assert.match(fourth ?? '', /^`` """Pops `it`\.""" \[x\]\(command:evil\) `` \[\\\[4/);
  const many = Array.from({ length: 30 }, (_, i) => ({ ...source(2), n: 2, quote: `Tea number ${i} is brewed.` }));
  const long = answerMarkdown(
    { ...answer, model: null, answer: many.map(({ quote }) => `${quote} [2]`).join('\n'), citations: many },
    words,
    'command:panel',
  );
  assert.ok(long.split('\n').length <= mostLines, long);
  assert.match(long, /\[Continue in panel\]/);
});
