/**
 * Folds away what a model thinks aloud before its reply, `<think>…</think>`: it is no part of an answer, a restated line or JSON. Any tag or fence
 * whose name speaks of thinking begins a thought. One that is not closed hides all that follows; one that is closed but was not opened, since the
 * request's template opens it, takes back all before it. A tag in code, or after the beginning of a line, is text. One pass; holds back no more
 * than a tag.
 */

import { type Fence, fenceAfter } from '../../text/fences.ts';
import { cutAt, startsWithAny } from '../../util/strings.ts';
import { thoughtStems } from '../../vocabulary/replies/replyWords.ts';
import { tagAt } from '../looks/tags.ts';
import type { ChatEnd } from './languageModel.ts';

/** Of templates that name a channel before each message: its beginning, and what ends it. The last is a heading; nothing of it is shown. */
const channels: readonly (readonly [opening: string, ...closings: readonly string[]])[] = [
  ['<|channel|>analysis<|message|>', '<|end|>', '<|channel|>final<|message|>'],
  ['<|channel|>final', '<|message|>'],
  ['<|start|>assistant<|channel|>final', '<|message|>'],
];

interface Opened {
  readonly length: number;
  /** What ends the thought; none if it was not opened before. */
  readonly closings?: readonly string[];
}

/** The thought that begins, or ends, at the beginning of a line in lower case; `open` if one may yet. */
function thoughtAt(line: string): Opened | 'open' | undefined {
  const channel = channels.find(([opening]) => line.startsWith(opening));
  if (channel !== undefined) return { length: channel[0].length, closings: channel.slice(1) };
  if (channels.some(([opening]) => opening.startsWith(line))) return 'open';
  if (startsWithAny(line, fenceSigns)) {
    const { length } = cutAt(line, lineBreak);
    if (length === line.length) return 'open';
    const fence = fenceAfter(undefined, line.slice(0, length));
    return fence === undefined || !isOfThoughts(fence.language) ? undefined : { length, closings: [`\n${fence.mark}`] };
  }
  const tag = tagAt(line);
  if (tag === undefined || tag === 'open') return tag;
  const { text, name, begin, end, isClosing } = tag;
  if (!isOfThoughts(text)) return undefined;
  if (isClosing || name.includes(ends)) return { length: text.length };
  const closing = name.includes(starts) ? name.replace(starts, ends) : `/${name}`;
  return { length: text.length, closings: [`${begin}${closing}${end}`] };
}
const starts = 'start';
const ends = 'end';
const fenceSigns = '`~';
const lineBreak = '\n';

function isOfThoughts(name: string): boolean {
  return thoughtStems.some((stem) => name.includes(stem));
}
const maxTagLength = 140;

class Thoughts {
  #held = '';
  /** What ends the thought. */
  #closings: readonly string[] | undefined;
  /** The line so far; empty at its beginning. */
  #line = '';
  #fence: Fence | undefined;
  #isShown = false;
  #hasThought = false;
  /** Whether all that was shown belongs to a thought that has ended. */
  isOver = false;

  /** Takes the next piece of the reply; returns what is no thought. */
  push(piece: string): string {
    this.#held += piece;
    let shown = '';
    while (this.#held !== '') {
      const next = this.#closings === undefined ? this.#nextText() : this.#endThought(this.#closings);
      if (next === undefined) break;
      shown = next === takenBack ? '' : shown + next;
    }
    return this.#apart(shown);
  }

  /** What was held back. */
  end(): string {
    const rest = this.#closings === undefined ? this.#held : '';
    this.#held = '';
    return this.#apart(rest);
  }

  /** Whether nothing but thoughts has come. */
  get isSilent(): boolean {
    return this.#hasThought && !this.#isShown;
  }

  /** Nothing is shown before the first word. */
  #apart(text: string): string {
    const shown = this.#isShown ? text : text.trimStart();
    this.#isShown ||= shown !== '';
    return shown;
  }

  /** Undefined if the thought goes on. */
  #endThought(closings: readonly string[]): string | undefined {
    const lower = this.#held.toLowerCase();
    const found = closings.map((one) => [lower.indexOf(one), one.length] as const).filter(([at]) => at >= 0);
    const [at, length] = found.sort((a, b) => a[0] - b[0])[0] ?? [];
    this.#held = this.#held.slice(at === undefined ? -Math.max(...closings.map((one) => one.length)) : at + (length as number));
    if (at === undefined) return undefined;
    this.#closings = undefined;
    return '';
  }

  /** The text up to the end of the line; undefined where it may become a tag. */
  #nextText(): string | typeof takenBack | undefined {
    if (this.#line.trim() === '' && this.#fence === undefined) {
      const start = this.#held.trimStart();
      const lower = start.slice(0, maxTagLength).toLowerCase();
      const thought = thoughtAt(lower);
      if (thought === 'open') return undefined;
      if (thought !== undefined) {
        this.#hasThought = true;
        this.#closings = thought.closings;
        this.#held = start.slice(thought.length);
        if (thought.closings !== undefined) return '';
        this.isOver ||= this.#isShown;
        this.#isShown = false;
        return takenBack;
      }
    }
    const end = this.#held.indexOf('\n') + 1;
    const text = end === 0 ? this.#held : this.#held.slice(0, end);
    this.#held = this.#held.slice(text.length);
    this.#line += text;
    if (end > 0) {
      this.#fence = fenceAfter(this.#fence, this.#line);
      this.#line = '';
    }
    return text;
  }
}

const takenBack = Symbol('taken back');

/** A reply without its thoughts. */
export function withoutThoughts(reply: string): string {
  const thoughts = new Thoughts();
  return thoughts.push(reply) + thoughts.end();
}

/** What is to be known of thoughts besides the text. */
interface Heard {
  /** All text so far was a thought. */
  onTakenBack(): void;
  /** At the end of a reply that was nothing but thoughts. */
  onSilence?(): void;
}

/** The same while it arrives. */
export async function* spoken(
  chat: AsyncGenerator<string, ChatEnd | undefined>,
  { onTakenBack, onSilence }: Heard,
): AsyncGenerator<string, ChatEnd | undefined> {
  const thoughts = new Thoughts();
  try {
    for (;;) {
      const next = await chat.next();
      const text = next.done ? thoughts.end() : thoughts.push(next.value);
      if (thoughts.isOver) onTakenBack();
      thoughts.isOver = false;
      if (text !== '') yield text;
      if (next.done && thoughts.isSilent) onSilence?.();
      if (next.done) return next.value;
    }
  } finally {
    // Closes the connection even if the caller leaves early.
    await chat.return(undefined);
  }
}
