/**
 * Takes an answer out of what a model wraps around all of it: a fence, or JSON with the answer in it, or calls of tools; puts a sentence in place
 * of the token that the sources do not answer. A wrapped reply is held back until it is whole, any other is passed on at once. Linear in the text.
 */

import { type Fence, fenceAfter } from '../../text/fences.ts';
import { readJson } from '../../util/budget.ts';
import { wrappers } from '../../vocabulary/replies/replyWords.ts';
import { linesOfCalls } from '../looks/toolCalls.ts';
import { partsOf } from './answerParts.ts';
import { citedNumbers } from './citations.ts';
import { mayBeToken, withoutToken } from './denial.ts';
import { withoutThoughts } from './thoughts.ts';

/** Longer replies are taken as they are. UTF-16 units. */
const maxHeldLength = 40_000;

export class Unwrapped {
  /** Whether the reply begins with the token. */
  isDenied = false;
  readonly #denial: string;
  #held = '';
  #isDecided = false;

  /** `denial` is shown in place of the token. */
  constructor(denial: string) {
    this.#denial = denial;
  }

  /** Takes the next piece of the reply; returns what can be passed on. */
  push(piece: string): string {
    if (this.#isDecided) return piece;
    this.#held += piece;
    const isHeld = this.#held.length <= maxHeldLength && (mayBeToken(this.#held) || mayBeWrapped(this.#held.trimStart()));
    return isHeld ? '' : this.#release(this.#held);
  }

  end(): string {
    return this.#isDecided ? '' : this.#release(unwrapped(this.#held));
  }

  #release(text: string): string {
    this.#isDecided = true;
    this.#held = '';
    const rest = withoutToken(text);
    this.isDenied = rest !== undefined;
    return rest === undefined ? text : rest === '' ? this.#denial : `${this.#denial} ${rest}`;
  }
}

/** Whether a reply that begins like this may be wrapped. */
function mayBeWrapped(start: string): boolean {
  const [first = '', ...rest] = start.split('\n', 2);
  if (start === '' || first.startsWith(brace)) return true;
  if (rest.length === 0) return first.startsWith(tick);
  const fence = fenceAfter(undefined, first);
  return fence !== undefined && isWrapper(fence);
}
const brace = '{';
const tick = '`';

function isWrapper({ language }: Fence): boolean {
  return language === '' || wrappers.has(language.toLowerCase());
}

function unwrapped(reply: string): string {
  const inner = withoutFence(reply.trim());
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
