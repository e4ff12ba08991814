/**
 * Takes the lines that ask for a look out of a reply while it arrives, and calls of tools between tags: they are never shown. What may become one
 * is held back until it is known; any other text is passed on at once. One pass over the reply.
 */

import { callTags } from '../../vocabulary/replies/replyWords.ts';
import { type Look, lookAt, lookLine, maxLooks, readLook } from './look.ts';
import { linesOfCalls } from './toolCalls.ts';

/** Longer lines are cut. UTF-16 units. */
const maxLineLength = 1000;
/** The same of calls, which are text if they are longer. */
const maxCallLength = 4000;
const lineBreak = '\n';
const tags = callTags.map((name) => `<${name}>`);

/** The tag with which a line begins, or may yet begin. */
function tagAt(line: string): string | undefined {
  const start = line.trimStart();
  return start === '' ? undefined : tags.find((tag) => start.startsWith(tag) || tag.startsWith(start));
}

export class LookLines {
  /** What the reply asks for, without duplicates. */
  readonly looks: Look[] = [];
  #line = '';
  /** Whether the beginning of the line was passed on. */
  #isText = false;
  /** The tag that ends the call of a tool that the line belongs to. */
  #closing: string | undefined;

  /** Takes the next piece; returns what is no such line. */
  push(piece: string): string {
    const parts = piece.split('\n');
    return parts.map((part, i) => (i < parts.length - 1 ? this.#add(`${part}\n`, true) : this.#add(part, false))).join('');
  }

  end(): string {
    return this.#closing === undefined ? this.#add('', true) : this.#endCall(this.#line);
  }

  #add(part: string, isWhole: boolean): string {
    if (this.#isText) {
      this.#isText = !isWhole;
      return part;
    }
    const line = this.#line + part;
    if (this.#closing !== undefined) return this.#addToCall(line, this.#closing);
    const tag = tagAt(line);
    if (tag !== undefined && line.trimStart().startsWith(tag)) return this.#addToCall(line, tag.replace('<', '</'));
    if (tag !== undefined && !isWhole) {
      this.#line = line;
      return '';
    }
    if (lookAt(line, !isWhole && line.length <= maxLineLength) === undefined) {
      this.#line = '';
      this.#isText = !isWhole && line !== '';
      return line;
    }
    this.#line = isWhole ? '' : line.slice(0, maxLineLength);
    if (isWhole) this.#keep(readLook(line.slice(0, maxLineLength)));
    return '';
  }

  #addToCall(text: string, closing: string): string {
    this.#closing = closing;
    this.#line = text;
    if (text.length > maxCallLength) return this.#endCall(text);
    const end = text.indexOf(closing) + closing.length;
    return end < closing.length ? '' : this.#endCall(text.slice(0, end)) + this.#add(text.slice(end), text.endsWith(lineBreak));
  }

  /** What asks for nothing is text. */
  #endCall(text: string): string {
    const closing = this.#closing ?? '';
    this.#closing = undefined;
    this.#line = '';
    const inner = text.trimStart().slice(closing.length - 1);
    const asked = linesOfCalls(inner.endsWith(closing) ? inner.slice(0, -closing.length) : inner);
    for (const line of asked?.split(lineBreak) ?? []) this.#keep(readLook(line.slice(0, maxLineLength)));
    return asked === undefined ? text : '';
  }

  #keep(look: Look | undefined): void {
    const isKnown = (one: Look): boolean => look !== undefined && lookLine(one) === lookLine(look);
    if (look !== undefined && this.looks.length < maxLooks && !this.looks.some(isKnown)) this.looks.push(look);
  }
}
