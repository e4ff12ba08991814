import * as assert from 'node:assert/strict';
import { test } from 'node:test';
import { languageOf } from '../../src/engine/text/languages.ts';
import { answerMarkdown, maxLines, maxSources } from '../../src/extension/inline/answerMarkdown.ts';
import type { AskResult, LookStep, Source, WireBlock, WirePlace } from '../../src/protocol/places.ts';
import { placeLink } from '../../src/protocol/text/placeLink.ts';
import { useTexts } from '../../src/protocol/text/translate.ts';
import { wireBlock } from '../support/blocksOf.ts';

const linkTo = ({ path, startLine, endLine }: WirePlace) => placeLink({ folder: 0, path, startLine, endLine });

function source(n: number): Source & { readonly fileHash: string } {
  const place = { uri: `file:///w/a${n}.md`, path: `a${n}.md`, startLine: n, endLine: n + 2 };
  return { ...place, rank: n, title: 'State › Reload', kind: 'doc', why: 'mentions tea', steps: [], fileHash: 'a' };
}

const answer: AskResult = {
  question: 'q',
  state: 'answer',
  seeAlso: [],
  lookedFor: [],
  missing: [],
  system: 'mesh',
  model: 'm',
  ms: 1,
  files: 3,
  found: true,
  answer: 'Tea. [2]',
  blocks: [],
  citations: [{ ...source(2), n: 2, quote: 'Tea.', startLine: 3, endLine: 3 }],
  sources: [1, 2, 3, 4, 5, 6].map(source),
};

test('answerMarkdown() lists what is cited, with its line and its reason', () => {
  const text = answerMarkdown(answer, linkTo);
  assert.match(text, /^Tea\\\. \[\\\[2\\\]\]\(command:meshrag\.openPlace\?\S+\)\n\n2 \[a2\\\.md › Reload\]\(\S+\) 3 — mentions tea$/);
});

test('answerMarkdown() begins with what was also looked for, while the answer grows too', () => {
  const restated = { line: 'Order of [kettles](x): queue', names: ['KettleQueue'] };
  const terms = 'Also looked for\\: Order of &lsqb;kettles\\]\\(x\\), queue, KettleQueue';
  const growing = { question: 'q', answer: 'Te', blocks: [], citations: [], sources: [], restated };
  assert.equal(answerMarkdown(growing, linkTo), `${terms}\n\nTe`);
  assert.ok(answerMarkdown({ ...answer, restated }, linkTo).startsWith(`${terms}\n\nTea`));
  const long = { ...answer, answer: 'A line of it. [2]\n'.repeat(60), restated: { line: 'word '.repeat(200), names: [] } };
  assert.ok(answerMarkdown(long, linkTo).split('\n').length <= maxLines);
});

test('answerMarkdown() lists what a model has looked for, a line each, which opens the request', () => {
  const looks: LookStep[] = [
    { verb: 'search', about: '[x](command:evil) *tide*', found: 2, sent: 'id-1' },
    { verb: 'symbol', about: 'word '.repeat(100), found: 0 },
  ];
  const first = 'Looked for\\: &lsqb;x\\]\\(command\\:evil\\) \\*tide\\*';
  const growing = answerMarkdown({ question: 'q', answer: 'Te', blocks: [], citations: [], sources: [], looks }, linkTo);
  const [list = '', text] = growing.split('\n\n');
  const [one = '', two = '', ...more] = list.split('  \n');
  const [label, link] = [one.slice(1, one.indexOf('](command:m')), one.slice(one.indexOf('(command:m'))];
  assert.equal(decodeURIComponent(link), '(command:meshrag.showSent?[{"id":"id-1"}])');
  assert.equal(label.replaceAll('&#42;', '\\*'), first);
  assert.match(two, /^Looked up word .{1,100}…$/);
  assert.deepEqual([more, text], [[], 'Te']);
  const written = { given: 1, unsupported: [], unknown: [], disarmed: 0, masked: 0, isCut: false };
  const done = answerMarkdown({ ...answer, written: { ...written, looks } }, linkTo);
  assert.ok(done.startsWith(`${list}\n\nTea`), done);
  const many = Array.from({ length: 9 }, () => looks[0] as LookStep);
  const long = answerMarkdown({ ...answer, answer: 'A line of it. [2]\n'.repeat(60), written: { ...written, looks: many } }, linkTo);
  assert.ok(long.split('\n').length <= maxLines);
});

test('answerMarkdown() lists what is cited, ignoring numbers in code', () => {
  const written = { ...answer, answer: 'Tea `b[1]` is.\n```\nb[3]\n```\nSo. [2]' };
  assert.match(answerMarkdown(written, linkTo), /\n\n2 \S+ › Reload\]\(\S+\) 3 — mentions tea$/);
});

test('answerMarkdown() lists at most four sources, and none while the answer grows', () => {
  const uncited = answerMarkdown({ ...answer, answer: 'Tea.' }, linkTo);
  assert.equal(uncited.match(/a\d\\\.md/g)?.length, maxSources);
  assert.equal(answerMarkdown({ question: 'q', answer: 'Te', blocks: [], citations: [], sources: answer.sources }, linkTo), 'Te');
});

test('answerMarkdown() has at most twenty lines, then says where the rest is', () => {
  const long = answerMarkdown({ ...answer, answer: 'A line of it. [2]\n'.repeat(60) }, linkTo);
  assert.ok(long.split('\n').length <= maxLines, long);
  assert.match(long, /\n\nThe rest is in the panel\\: “Continue in Panel”, above\\\.\n\n/);
  assert.doesNotMatch(answerMarkdown(answer, linkTo), /The rest/);
});

test('answerMarkdown() shows the progress of the index, and suggestions if nothing was found', () => {
  const text = answerMarkdown({ ...answer, found: false, partial: { filesDone: 4, filesTotal: 9 } }, linkTo);
  assert.match(text, /Answered from 4 of 9 files so far\\\./);
  assert.match(text, /\n\n“Search File Text”, above, looks for the words of the question\\\.$/);
});

test('answerMarkdown() makes no link of a hostile path or title', () => {
  const hostile = { ...source(1), path: 'a](command:evil).md', title: '<img src=x>', why: '](command:evil)' };
  const text = answerMarkdown({ ...answer, answer: 'Tea.', sources: [hostile] }, linkTo);
  assert.deepEqual(text.match(/(?<!\\)\]\(command:[a-zA-Z.]+/g), ['](command:meshrag.openPlace']);
  assert.doesNotMatch(text, /(?<!\\)</);
});

function block(n: number, path: string, text: string, pieces = [{ startLine: n, text }]): WireBlock {
  const { uri } = source(n);
  const kind = path.endsWith('.md') ? 'doc' : 'code';
  return wireBlock({
    uri,
    path,
    startLine: n,
    endLine: n + 1,
    n,
    subject: `Tea ${n}`,
    kind,
    language: languageOf(path).name,
    pieces,
  });
}

test('answerMarkdown() sets each block under its subject, which opens its lines, and code in a fence that it cannot end', () => {
  const python = '    # do not pop the request stack\n    if x: "``` [x](command:evil)"';
  const blocks = [block(2, 'a2.md', 'Tea *is* brewed.'), block(3, 'a3.py', python)];
  const text = answerMarkdown({ ...answer, model: null, blocks }, linkTo);
  const [first, second, third, fourth, ...more] = text.split(/\n\n/);
  assert.match(first ?? '', /^\[a2\\\.md › \*\*Tea 2\*\*\]\(command:meshrag\.openPlace\S+\)$/);
  assert.equal(second, 'Tea \\*is\\* brewed\\.');
  assert.match(third ?? '', /^\[\*\*Tea 3\*\* · a3\\\.py\\:3–4\]\(command:meshrag\.openPlace\?\S*startLine%22%3A3/);
  assert.equal(fourth, '````python\n# do not pop the request stack\nif x: "``` [x](command:evil)"\n````');
  assert.deepEqual(more, []);
});

test('answerMarkdown() counts omitted lines in the user’s language', (t) => {
  const pieces = [3, 9].map((startLine) => ({ startLine, text: 'tea = 1' }));
  useTexts({ '{0} lines left out': '{0} Zeilen ausgelassen' });
  t.after(() => useTexts());
  const textOf = (path: string) => answerMarkdown({ ...answer, model: null, blocks: [block(2, path, '', pieces)] }, linkTo);
  assert.match(textOf('a.py'), /```python\ntea = 1\n# ⋯ 5 Zeilen ausgelassen\ntea = 1\n```/);
  assert.match(textOf('a.md'), /\n\n⋯ 5 Zeilen ausgelassen\n\n/);
});

test('answerMarkdown() explains an unsure answer, and where else to look', () => {
  const blocks = [block(2, 'a2.md', 'Tea is brewed.')];
  const unsure: AskResult = { ...answer, model: null, state: 'closest', blocks, seeAlso: [5, 6] };
  const text = answerMarkdown(unsure, linkTo);
  assert.match(text, /^The closest place is Tea 2\\\. It may not answer the question\\\.\n\n\[a2/);
  assert.match(text, /\n\nSee also\\: \[a5\\\.md › Reload\]\(\S+\) · \[a6\\\.md › Reload\]\(\S+\)$/);
});

test('answerMarkdown() leaves blocks to the panel that have no room under a line, and links to them', () => {
  const tall = '- Tea is brewed.\n'.repeat(3).trim();
  const blocks = [2, 3, 4, 5].map((n) => block(n, `a${n}.md`, tall));
  const text = answerMarkdown({ ...answer, model: null, blocks, seeAlso: [6] }, linkTo);
  assert.ok(text.split('\n').length <= maxLines, text);
  assert.match(text, /\n\nThe rest is in the panel\\: “Continue in Panel”, above\\\.\n\nSee also\\: /);
  assert.deepEqual(
    [...text.matchAll(/\[a(\d)/g)].map(([, n]) => n),
    ['2', '3', '4', '5'],
  );
});

test('answerMarkdown() marks the sentences of a model that cite nothing', () => {
  const written = { given: 6, unsupported: [{ from: 9, to: 24 }], unknown: [], disarmed: 0, masked: 0, isCut: false };
  const text = answerMarkdown({ ...answer, answer: 'Tea. [2] It is very hot. Done. [2]', written }, linkTo);
  assert.match(text, /It is very hot\\\. \*\(no source\)\* Done\\\. \[/);
});
