/**
 * The statements of code: the sentences of its comments and documentation strings, and its lines. Marks of comments stand before and behind
 * no statement; those within one are left as they are, since a statement is a stretch of the text. Cost: one pass over the lines.
 */

import { fenceAfter } from '../text/sections.ts';
import type { Span } from '../text/spans.ts';
import { isCommandLine } from './commands.ts';
import { innerMark } from './commentText.ts';
import { sentenceGoesOn } from './sentenceEnd.ts';
import { longestStatement, type Statement } from './statement.ts';
import { limited, linesOf, ruleLine, trimmed } from './stretches.ts';

/** What begins a line of a comment; a `*` only with a blank behind it. */
const opener = /^\s*(?:\/{2,}[!*]?|\/\*+!?|<!--|\*+(?=\s|$)|#(?![!\w[]):?|--(?=\s)|;+(?=\s)|%+(?=\s)|[rbu]{0,2}(?:"""|'''))\s*/i;
const closer = /\s*(?:\*+\/|-->|"""|''')\s*$/;
/** What speaks to tools or of rights, and explains nothing. */
const directive =
  /^(?:eslint|tslint|biome|prettier|oxlint|stylelint|istanbul|c8|v8|webpack|vite|@ts-|ts-|type:|noqa|pylint|pragma|mypy|ruff|flake8|fmt:|isort|nolint|go:|rustfmt|clippy|-\*-|coding[:=]|vim?:|SPDX|copyright\b|\(c\)|#?(?:end)?region\b|global\s|jshint|@jsx|@flow|@generated|sourceMappingURL|\.\. [\w-]+::|#{1,6}\s|#!|[@:]\w+:?(?:\s+\S+){0,2}$)/i;

/** Lines that bring names in, or only open what follows. */
const saysNothing =
  /^(?:#!|import\b|(?:export\s+)?(?:\*|\{[^}]*\})\s+from\s|from\s+\S+\s+import\b|#\s*include\b|(?:pub(?:\([^)]*\))?\s+)?use\s+[\w:]+|using\s+[\w.]+;|(?:const|let|var)\s+[\w{},\s]+=\s*require\(|["']?[\w$.-]+["']?\s*[:=]\s*[[{(]+$|.*[\w>]\s*=$)/;

interface Line extends Span {
  readonly isComment: boolean;
}

/** Lines with whether they belong to a comment or a documentation string. */
function commentLines(text: string): readonly Line[] {
  let quote = '';
  let isBlock = false;
  return linesOf(text).map(({ from, to }) => {
    const line = text.slice(from, to);
    const marks = line.match(/"""|'''/g) ?? [];
    const inside = quote !== '';
    if (!isBlock && marks.length % 2 === 1) quote = inside ? '' : (marks[0] as string);
    const wasBlock = isBlock;
    if (!inside && /^\s*(?:\/\*|<!--)/.test(line)) isBlock = true;
    if (/\*\/|-->/.test(line)) isBlock = false;
    const isString = inside || (marks.length > 0 && /^\s*[rbu]{0,2}(?:"""|''')/i.test(line));
    // Code behind the end of a comment is code.
    const isComment = isString || wasBlock || (opener.test(line) && !/^\s*\/\*.*\*\/\s*\S/.test(line));
    return { from, to, isComment };
  });
}

/** The statements of a text, in order. */
export function codeStatements(text: string): Statement[] {
  const found: Statement[] = [];
  const lines = commentLines(text);
  for (let i = 0; i < lines.length; ) {
    const { from, to, isComment } = lines[i] as Line;
    let last = i;
    while (isComment && lines[last + 1]?.isComment) last++;
    if (isComment) found.push(...saidIn(text, lines.slice(i, last + 1)));
    else {
      const range = limited(text, trimmed(text, from, to), longestStatement);
      const said = text.slice(range.from, range.to);
      if (!saysNothing.test(said)) found.push({ ...range, form: 'line', isCommand: isCommandLine(said) });
    }
    i = last + 1;
  }
  return found;
}

const sentenceStop = /[.!?]["')\]`*]*(?=\s+["'([`]*[\p{Lu}\p{N}`])/gu;

/**
 * The sentences of a comment: they end with a full stop, before a blank line, a tag or an item, and with the comment. The lines of a fenced
 * example are lines of code, and what comments of its own say is said by each line for itself.
 */
function saidIn(text: string, lines: readonly Span[]): Statement[] {
  const found: Statement[] = [];
  let open: { from: number; to: number } | undefined;
  let fence = beginsInExample(text, lines) ? '```' : '';
  const close = (): void => {
    if (open !== undefined) found.push(...statementIn(text, open));
    open = undefined;
  };
  for (const line of lines) {
    const words = wordsOf(text, line);
    const said = text.slice(words.from, words.to);
    const fenceBefore = fence;
    // Tildes underline headings in documentation strings.
    if (said.startsWith('```')) fence = fenceAfter(fence, said);
    if (fence !== '' || fenceBefore !== '') {
      close();
      if (fence === fenceBefore) found.push(...exampleLine(text, words));
      continue;
    }
    if (ruleLine.test(said)) {
      // What is underlined is a heading.
      open = undefined;
      continue;
    }
    if (said === '' || directive.test(said) || /^(?:@\w|:\w+[^:]*:|[-*+•]\s|\d{1,3}[.)]\s)/.test(said)) close();
    if (said === '' || directive.test(said)) continue;
    let from = words.from;
    for (const stop of said.matchAll(sentenceStop)) {
      const to = words.from + stop.index + stop[0].length;
      if (sentenceGoesOn(text.slice(from, to), text.slice(to, to + 12))) continue;
      open = { from: open?.from ?? from, to };
      close();
      from = trimmed(text, to, words.to).from;
    }
    open = { from: open?.from ?? from, to: words.to };
    if (/[.:!?]["')\]`*]*$/.test(said)) close();
  }
  close();
  return found;
}

/** Whether a comment of which the text holds but the end begins within an example: a fence closes it that none opened. */
function beginsInExample(text: string, lines: readonly Span[]): boolean {
  const fences = lines
    .map((line) => wordsOf(text, line))
    .map(({ from, to }) => text.slice(from, to))
    .filter((said) => said.startsWith('```'));
  return fences.length % 2 === 1 && fences[0] === '```';
}

/** What a line of an example amid a comment says. */
function exampleLine(text: string, words: Span): Statement[] {
  const inner = wordsOf(text, words);
  if (inner.from > words.from) return statementIn(text, inner);
  const said = text.slice(words.from, words.to);
  if (saysNothing.test(said)) return [];
  return [{ ...limited(text, words, longestStatement), form: 'line', isCommand: isCommandLine(said) }];
}

/** The words of a line of a comment, without the marks around them. */
function wordsOf(text: string, { from, to }: Span): Span {
  const line = text.slice(from, to);
  const mark = (opener.exec(line) ?? innerMark.exec(line))?.[0].length ?? 0;
  const rest = line.slice(mark);
  const end = closer.exec(rest)?.index ?? rest.length;
  return trimmed(text, from + mark, from + mark + end);
}

function statementIn(text: string, { from, to }: Span): Statement[] {
  const mark = /^(?:[-*+•]|\d{1,3}[.)])\s+/.exec(text.slice(from, Math.min(to, from + 12)))?.[0].length ?? 0;
  const range = limited(text, { from: from + mark, to }, longestStatement);
  const said = text.slice(range.from, range.to);
  if (range.to <= range.from) return [];
  const isSentence = /[.!?]["')\]`*]*$/.test(said) && said.length > 20;
  return [{ ...range, form: isSentence ? 'sentence' : 'fragment', isCommand: false }];
}
