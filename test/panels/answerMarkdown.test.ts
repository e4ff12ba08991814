import assert from 'node:assert/strict';
import { test } from 'node:test';
import MarkdownIt from 'markdown-it';
import { marked } from 'marked';
import { answerMarkdown, threadMarkdown } from '../../src/extension/panels/answer/answerMarkdown.ts';
import type { PanelTurn } from '../../src/protocol/panels/panelThread.ts';
import type { AskResult } from '../../src/protocol/places.ts';
import { wireBlock } from '../support/blocksOf.ts';

const python = wireBlock({
  uri: 'file:///w/docs/a%20(b).py',
  path: 'docs/a (b).py',
  startLine: 3,
  endLine: 9,
  n: 1,
  subject: 'App.__call__',
  kind: 'code',
  language: 'python',
  pieces: [
    { startLine: 3, text: '    async def app(scope):\n        assert scope' },
    { startLine: 8, text: '        fence = "```"\n        return fence' },
  ],
});
const doc = wireBlock({
  uri: 'file:///w/guide.md',
  path: 'guide.md',
  startLine: 1,
  endLine: 9,
  n: 3,
  subject: 'Start › Sessions',
  kind: 'doc',
  language: 'markdown',
  pieces: [
    { startLine: 1, text: 'Sessions are [signed][signing]:' },
    { startLine: 4, text: '```yaml\nsession:\n  key: 1\n```' },
  ],
});

function turnOf(result: Partial<AskResult>): PanelTurn {
  const facts = {
    question: 'What is `it`?',
    state: 'answer',
    model: null,
    blocks: [],
    citations: [],
    seeAlso: [],
    lookedFor: [],
    missing: [],
  };
  return { id: 1, question: facts.question, state: 'done', text: '', scope: { places: [] }, result: { ...facts, ...result } as AskResult };
}

/** The renderer's view: code blocks with their language, and list items. */
function rendered(markdown: string) {
  const tokens = new MarkdownIt().parse(markdown, {});
  const fences = tokens.filter(({ type }) => type === 'fence').map(({ info, content }) => [info, content]);
  const items = tokens.filter(({ type }, i) => type === 'inline' && tokens[i - 2]?.type === 'list_item_open').map(({ content }) => content);
  return { fences, items, lists: tokens.filter(({ type }) => type === 'ordered_list_open').length };
}

test('a block of lines of a file names the file', () => {
  const listing = { ...python, subject: 'Calls', heading: { code: 'Calls', arguments: [] } };
  const [first] = answerMarkdown(turnOf({ blocks: [listing] })).match(/^\*\*Calls.*$/m) ?? [];
  assert.equal(first, '**Calls · docs/a (b).py** \\[1\\]');
});

test('a copied answer has fenced code with its language and indentation, and one item for each number', () => {
  const citations = [python, doc, { ...python, startLine: 40, endLine: 40 }].map((block) => ({
    ...block,
    quote: '',
    title: '',
    fileHash: '',
  }));
  const markdown = answerMarkdown(turnOf({ blocks: [python, doc], citations }));
  const { fences, items, lists } = rendered(markdown);
  assert.deepEqual(fences, [
    ['python', 'async def app(scope):\n    assert scope\n    # ⋯ 3 lines left out\n    fence = "```"\n    return fence\n'],
    ['yaml', 'session:\n  key: 1\n'],
  ]);
  assert.deepEqual(items, [
    '\\[1\\] [docs/a (b).py:3](docs/a%20%28b%29.py#L3-L9), [docs/a (b).py:40](docs/a%20%28b%29.py#L40)',
    '\\[3\\] [guide.md:1](guide.md#L1-L9)',
  ]);
  // A renderer renumbers an ordered list.
  assert.equal(lists, 0);
  // A second renderer agrees.
  const tokens = marked.lexer(markdown);
  const code = tokens.flatMap((token) => (token.type === 'code' ? [[token.lang, `${token.text}\n`]] : []));
  const listed = tokens.flatMap((token) => (token.type === 'list' ? token.items.map(({ text }: { text: string }) => text) : []));
  assert.deepEqual([code, listed], [fences, items]);
  assert.match(markdown, /^\*\*What is \\`it\\`\?\*\*\n\n\*\*App\.\\_\\_call\\_\\_\*\* \\\[1\\\]\n/);
  assert.match(markdown, /Sessions are signed:\n\n⋯ 2 lines left out\n\n```yaml/);
});

test('a copied answer includes its state; one by a model is its text', () => {
  const unsure = answerMarkdown(turnOf({ state: 'closest', blocks: [doc] }));
  assert.match(unsure, /It may not answer the question\.\n\n\*\*guide\.md › Start › Sessions\*\*/);
  const citations = [{ ...doc, n: 1, quote: '', title: '', fileHash: '' }];
  const model = answerMarkdown(turnOf({ model: 'tiny', answer: 'It is signed [1].', citations }));
  assert.equal(model, '**What is \\`it\\`?**\n\nIt is signed [1].\n\n- \\[1\\] [guide.md:1](guide.md#L1-L9)\n');
});

test('a thread as a document has a heading for each question, and links from where it is', () => {
  const turns = [
    turnOf({ model: 'tiny', answer: 'It is signed [1].', citations: [{ ...doc, n: 1, quote: '', title: '', fileHash: '' }] }),
    { ...turnOf({ model: 'tiny', answer: 'By # no one.' }), id: 2, question: 'And\nwho signs?' },
  ];
  assert.equal(
    threadMarkdown(turns, ({ path }) => `../${path}`),
    '# What is \\`it\\`?\n\nIt is signed [1].\n\n- \\[1\\] [guide.md:1](../guide.md#L1-L9)\n\n## And who signs?\n\nBy # no one.\n',
  );
});
