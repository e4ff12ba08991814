/**
 * Takes an answer out of what a model wraps around all of it: a fence, a tag of any name, JSON with the answer in it, calls of tools, or thoughts
 * below a heading that says so, which end at "Final answer:"; puts a sentence in place of the token that the sources do not answer. A label and the token may follow a paragraph of polite
 * words. A wrapped reply is held back until it is whole, any other is passed on at once. Linear in the text.
 */

import { type Fence, fenceAfter } from '../../text/fences.ts';
import { readJson } from '../../util/budget.ts';
import { isOnly, skip, startsWithAny } from '../../util/strings.ts';
import { answerLabels, thoughtStems, wrappers } from '../../vocabulary/replies/replyWords.ts';
import { tagAt } from '../looks/tags.ts';
import { linesOfCalls } from '../looks/toolCalls.ts';
import { partsOf } from './answerParts.ts';
import { citedNumbers } from './citations.ts';
import { mayBeToken, withoutToken } from './denial.ts';
import { withoutThoughts } from './thoughts.ts';

/** Longer replies are taken as they are. UTF-16 units. */
const maxHeldLength = 40_000;

/** Longer first paragraphs are no polite words. UTF-16 units. */
const maxPoliteLength = 300;

export class Unwrapped {
  readonly #denial: string;
  #held = '';
  #isDecided = false;
  #isDenied = false;
  /** The first paragraph so far, as long as it may be polite words before the answer. */
  #polite: string | undefined = '';
  /** What follows them. */
  #rest: Unwrapped | undefined;

  /** `denial` is shown in place of the token. */
  constructor(denial: string, isAfterPoliteWords = false) {
    this.#denial = denial;
    if (isAfterPoliteWords) this.#polite = undefined;
  }

  /** Whether the reply begins with the token. */
  get isDenied(): boolean {
    return this.#isDenied || this.#rest?.isDenied === true;
  }

  /** Takes the next piece of the reply; returns what can be passed on. */
  push(piece: string): string {
    if (this.#rest !== undefined) return this.#rest.push(piece);
    if (this.#isDecided) return this.#pass(piece);
    this.#held += piece;
    const start = afterLabel(this.#held) ?? this.#held;
    // A fence or JSON after words that introduce it is a part of the answer.
    const isAll = this.#polite !== undefined || start !== this.#held;
    const isHeld = mayBeToken(start) || (isAll && mayBeWrapped(start.trimStart())) || mayBeLabelled(start);
    return isHeld && this.#held.length <= maxHeldLength ? '' : this.#pass(this.#release(this.#held));
  }

  end(): string {
    return this.#rest !== undefined ? this.#rest.end() : this.#isDecided ? '' : this.#release(unwrapped(this.#held));
  }

  #release(text: string): string {
    this.#isDecided = true;
    this.#held = '';
    const answer = afterLabel(text) ?? text;
    const rest = withoutToken(answer);
    this.#isDenied = rest !== undefined;
    return rest === undefined ? answer : rest === '' ? this.#denial : `${this.#denial} ${rest}`;
  }

  #pass(text: string): string {
    if (this.#polite === undefined) return text;
    this.#polite += text;
    const end = this.#polite.indexOf(paragraphEnd);
    const rest = end < 0 ? '' : this.#polite.slice(end + paragraphEnd.length);
    const isPolite = this.#polite.length - rest.length <= maxPoliteLength && citedNumbers(this.#polite.slice(0, end)).length === 0;
    if (end < 0 && isPolite) return text;
    this.#polite = undefined;
    if (!isPolite) return text;
    this.#rest = new Unwrapped(this.#denial, true);
    return text.slice(0, text.length - rest.length) + this.#rest.push(rest);
  }
}
const paragraphEnd = '\n\n';

/** Whether a reply that begins like this may be wrapped. */
function mayBeWrapped(start: string): boolean {
  const [first = '', ...rest] = start.split('\n', 2);
  if (start === '' || first.startsWith(brace) || (first.startsWith(angle) && tagAt(first) !== undefined)) return true;
  if (rest.length === 0) return first.startsWith(tick);
  const fence = fenceAfter(undefined, first);
  return fence !== undefined && isWrapper(fence);
}
const brace = '{';
const tick = '`';
const angle = '<';

/** What follows one of these words, with a colon or alone on its line, with which a text begins; undefined if it begins otherwise. */
function afterLabel(text: string): string | undefined {
  const start = text.slice(skip(text, beforeLabel));
  const lower = start.slice(0, maxLabelLength).toLowerCase();
  const label = answerLabels.find(
    (one) => lower.startsWith(one) && startsWithAny(lower.slice(one.length + skip(lower.slice(one.length), ' *_')), endsLabel),
  );
  if (label === undefined) return undefined;
  const rest = start.slice(label.length);
  return rest.slice(skip(rest, afterLabels));
}
const beforeLabel = ' \n*_#';
/** Of a word that is a heading the line ends. */
const endsLabel = ':：\n';
const afterLabels = ` *_${endsLabel}`;
const maxLabelLength = 40;

/** Whether a text begins with what a model thinks aloud: a few words up to a colon, or a line alone, that speak of thinking. */
function beginsThoughts(text: string): boolean {
  const start = text.slice(skip(text, beforeLabel)).toLowerCase();
  const end = [...start.slice(0, maxHeadLength)].findIndex((character) => endsLabel.includes(character));
  return end > 0 && thoughtStems.some((stem) => start.slice(0, end).includes(stem));
}
const maxHeadLength = 60;
const headingMarks = '#*';
const lineBreak = '\n';

/** Whether a reply begins with a label, or may yet. */
function mayBeLabelled(text: string): boolean {
  const start = text.slice(skip(text, beforeLabel)).toLowerCase();
  const mayBe = (label: string): boolean =>
    label.startsWith(start) || (start.startsWith(label) && isOnly(start.slice(label.length), afterLabels));
  const isShort = start.length <= maxLabelLength && !start.includes(lineBreak);
  const mayBeHeading =
    isShort &&
    (startsWithAny(text.trimStart(), headingMarks) || thoughtStems.some((stem) => stem.startsWith(start) || start.startsWith(stem)));
  return mayBeHeading || beginsThoughts(text) || answerLabels.some(mayBe);
}

/** An answer without the label before it and the thoughts before that; thoughts alone stay. */
function withoutLabels(reply: string): string {
  const parts = beginsThoughts(reply) ? partsOf(reply).filter(({ kind }) => kind !== 'code' && kind !== 'blank') : [];
  const last = parts.findLast(({ from, to }) => afterLabel(reply.slice(from, to + 1)) !== undefined);
  const answer = reply.slice(last?.from);
  return afterLabel(answer) ?? answer;
}

/** An answer between tags; if the closing one is missing, the tag has to be a label. */
function withoutTag(reply: string): string {
  const tag = tagAt(reply);
  if (tag === undefined || tag === 'open' || tag.kind !== 'angle' || tag.isClosing) return reply;
  const { name } = tag;
  const inner = reply.slice(tag.text.length);
  const closing = `</${name}>`;
  const end = inner.indexOf(closing);
  if (end < 0) return answerLabels.some((one) => one === name.toLowerCase().replaceAll('_', ' ')) ? inner.trim() : reply;
  const isOne = !inner.includes(closing, end + 1);
  return isOne ? (inner.slice(0, end) + inner.slice(end + closing.length)).trim() : reply;
}

function isWrapper({ language }: Fence): boolean {
  return language === '' || wrappers.has(language.toLowerCase());
}

function unwrapped(reply: string): string {
  const inner = withoutTag(withoutLabels(withoutFence(withoutLabels(reply.trim()))));
  const asked = linesOfCalls(inner);
  if (asked !== undefined) return asked;
  if (!inner.startsWith(brace)) return inner;
  try {
    const value = readJson(inner) as Readonly<Record<string, unknown>>;
    const texts = Object.values(value).filter((one) => typeof one === 'string');
    const { answer = texts.sort((a, b) => b.length - a.length)[0] } = value;
    return typeof answer === 'string' ? answer : reply;
  } catch {
    return reply;
  }
}

/** The lines in a fence that encloses all; code without any citation stays in its fence. */
function withoutFence(reply: string): string {
  const [first, ...others] = partsOf(reply);
  const lines = reply.split('\n');
  const open = fenceAfter(undefined, lines[0] ?? '');
  if (first?.kind !== 'code' || others.length > 0 || open === undefined || !isWrapper(open)) return reply;
  const isClosed = fenceAfter(open, lines.at(-1) ?? '') === undefined;
  const inner = withoutThoughts(lines.slice(1, isClosed ? -1 : undefined).join('\n')).trim();
  return open.language !== '' || citedNumbers(inner).length > 0 ? inner : reply;
}
