/**
 * The statements of code: the sentences of its comments and documentation strings, and its lines. Marks of comments stand before and behind
 * no statement; those within one are left as they are, since a statement is a stretch of the text. Cost: one pass over the lines.
 */

import type { Span } from '../text/spans.ts';
import { holdsCommand, isCommandLine } from './commands.ts';
import { type CommentExample, cutExample, exampleAt } from './commentExamples.ts';
import { commentCode, innerMark } from './commentText.ts';
import { isSaying, sayingLines } from './sayingLines.ts';
import { sentenceGoesOn } from './sentenceEnd.ts';
import { longestStatement, type Statement } from './statement.ts';
import { limited, limitedToLines, linesOf, ruleLine, trimmed } from './stretches.ts';

/** What begins a line of a comment; a `*` only with a blank behind it. */
const opener = /^\s*(?:\/{2,}[!*]?|\/\*+!?|<!--|\*+(?=\s|$)|#(?![!\w[]):?|--(?=\s)|;+(?=\s)|%+(?=\s)|[rbu]{0,2}(?:"""|'''))\s*/i;
const closers = ['*/', '-->', '"""', "'''"];
/** What speaks to tools or of rights, and explains nothing. */
const directive =
  /^(?:eslint|tslint|biome|prettier|oxlint|stylelint|istanbul|c8|v8|webpack|vite|@ts-|ts-|type:|noqa|pylint|pragma|mypy|ruff|flake8|fmt:|isort|nolint|go:|rustfmt|clippy|-\*-|coding[:=]|vim?:|SPDX|copyright\b|\(c\)|#?(?:end)?region\b|global\s|jshint|@jsx|@flow|@generated|sourceMappingURL|\.\. [\w-]+::|#{1,6}\s|#!|[@:]\w+:?(?:\s+\S+){0,2}$)/i;

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
      if (isSaying(said)) found.push({ ...range, form: 'line', isCommand: isCommandLine(said) });
    }
    i = last + 1;
  }
  return found;
}

const sentenceStop = /[.!?]["')\]`*]*(?=\s+["'([`]*[\p{Lu}\p{N}`])/gu;

/** The sentences of a comment and the examples amid them: sentences end with a full stop, before a blank line, a tag or an item, and with the comment. */
function saidIn(text: string, lines: readonly Span[]): Statement[] {
  const found: Statement[] = [];
  const stretches = lines.map((line) => wordsOf(text, line));
  const told = stretches.map(({ from, to }, i) => ({ words: text.slice(from, to), column: from - (lines[i] as Span).from }));
  let open: { from: number; to: number } | undefined;
  const close = (): void => {
    if (open !== undefined) found.push(...statementIn(text, open));
    open = undefined;
  };
  for (let i = 0; i < lines.length; i++) {
    const words = stretches[i] as Span;
    const said = text.slice(words.from, words.to);
    const example = (i === 0 ? cutExample(told) : undefined) ?? exampleAt(told, i);
    if (example !== undefined) {
      // What announces it is said before it.
      if (/\p{L}.*:$/u.test(said)) open = { from: open?.from ?? words.from, to: words.to };
      close();
      found.push(...shownIn(text, stretches, example));
      i = example.next - 1;
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

/** An example in one piece where it is short, else its paragraphs; without lines that bring names in or are hidden from readers. */
function shownIn(text: string, stretches: readonly Span[], { first, end, language }: CommentExample): Statement[] {
  const lines = stretches.slice(first, end);
  const told = sayingLines(lines.map(({ from, to }) => text.slice(from, to)));
  const parts: Span[] = [];
  let part: Span | undefined;
  for (const [i, { from, to }] of lines.entries()) {
    if (from === to) part = undefined;
    if (!told[i]) continue;
    if (part !== undefined) parts.pop();
    part = { from: part?.from ?? from, to };
    parts.push(part);
  }
  const whole = { from: parts[0]?.from ?? 0, to: parts.at(-1)?.to ?? 0 };
  return (whole.to - whole.from <= longestStatement ? [whole].filter(({ to }) => to > 0) : parts).map((span) => {
    const range = limitedToLines(text, span, longestStatement);
    return { ...range, form: 'example', isCommand: holdsCommand(commentCode(text.slice(range.from, range.to)), language) };
  });
}

/** The words of a line of a comment, without the marks around them. */
function wordsOf(text: string, { from, to }: Span): Span {
  const line = text.slice(from, to);
  const mark = (opener.exec(line) ?? innerMark.exec(line))?.[0].length ?? 0;
  const rest = line.slice(mark);
  return trimmed(text, from + mark, from + mark + withoutCloser(rest).length);
}

/** A line without what closes a comment at its end. A pattern would try every blank and every star of a hostile line. */
function withoutCloser(line: string): string {
  const said = line.trimEnd();
  const closer = closers.find((one) => said.endsWith(one));
  if (closer === undefined) return said;
  let end = said.length - closer.length;
  while (closer === '*/' && said[end - 1] === '*') end--;
  return said.slice(0, end);
}

function statementIn(text: string, { from, to }: Span): Statement[] {
  const mark = /^(?:[-*+•]|\d{1,3}[.)])\s+/.exec(text.slice(from, Math.min(to, from + 12)))?.[0].length ?? 0;
  const range = limited(text, { from: from + mark, to }, longestStatement);
  const said = text.slice(range.from, range.to);
  if (range.to <= range.from) return [];
  const isSentence = /[.!?]["')\]`*]*$/.test(said) && said.length > 20;
  return [{ ...range, form: isSentence ? 'sentence' : 'fragment', isCommand: false }];
}
