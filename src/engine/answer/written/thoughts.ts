/**
 * Folds away what a model thinks aloud before its reply, `<think>…</think>`: it is no part of an answer, a restated line or JSON. One that is not
 * closed hides all that follows. A tag in code, or after the beginning of a line, is text. One pass; holds back no more than a tag.
 */

import { type Fence, fenceAfter } from '../../text/fences.ts';
import { thoughtTags } from '../../vocabulary/replies/replyWords.ts';
import type { ChatEnd } from './languageModel.ts';

const maxTagLength = Math.max(...thoughtTags.map(([opening]) => opening.length));

class Thoughts {
  #held = '';
  /** The tag that ends the thought. */
  #closing: string | undefined;
  /** The line so far; empty at its beginning. */
  #line = '';
  #fence: Fence | undefined;
  #isShown = false;
  #hasThought = false;

  /** Takes the next piece of the reply; returns what is no thought. */
  push(piece: string): string {
    this.#held += piece;
    let shown = '';
    while (this.#held !== '') {
      const next = this.#closing === undefined ? this.#nextText() : this.#endThought(this.#closing);
      if (next === undefined) break;
      shown += next;
    }
    return this.#apart(shown);
  }

  /** What was held back. */
  end(): string {
    const rest = this.#closing === undefined ? this.#held : '';
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
  #endThought(closing: string): string | undefined {
    const at = this.#held.toLowerCase().indexOf(closing);
    this.#held = this.#held.slice(at < 0 ? -closing.length : at + closing.length);
    if (at < 0) return undefined;
    this.#closing = undefined;
    return '';
  }

  /** The text up to the end of the line; undefined where it may become a tag. */
  #nextText(): string | undefined {
    if (this.#line.trim() === '' && this.#fence === undefined) {
      const start = this.#held.trimStart();
      const lower = start.slice(0, maxTagLength).toLowerCase();
      const [opening, closing] = thoughtTags.find(([tag]) => lower.startsWith(tag)) ?? [];
      if (opening !== undefined) {
        this.#hasThought = true;
        this.#closing = closing;
        this.#held = start.slice(opening.length);
        return '';
      }
      if (thoughtTags.some(([tag]) => tag.startsWith(lower))) return undefined;
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

/** A reply without its thoughts. */
export function withoutThoughts(reply: string): string {
  const thoughts = new Thoughts();
  return thoughts.push(reply) + thoughts.end();
}

/** The same while it arrives; `onSilence` is called at the end of a reply that was nothing but thoughts. */
export async function* spoken(
  chat: AsyncGenerator<string, ChatEnd | undefined>,
  onSilence: () => void = () => undefined,
): AsyncGenerator<string, ChatEnd | undefined> {
  const thoughts = new Thoughts();
  try {
    for (;;) {
      const next = await chat.next();
      const text = next.done ? thoughts.end() : thoughts.push(next.value);
      if (text !== '') yield text;
      if (next.done && thoughts.isSilent) onSilence();
      if (next.done) return next.value;
    }
  } finally {
    // Closes the connection even if the caller leaves early.
    await chat.return(undefined);
  }
}
