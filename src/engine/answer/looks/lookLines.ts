/**
 * Takes the lines that ask for a look out of a reply while it arrives, and calls of tools between tags: they are never shown. What may become one
 * is held back until it is known; any other text is passed on at once. One pass over the reply.
 */

import { type Fence, fenceAfter } from '../../text/fences.ts';
import { hasAny } from '../../util/strings.ts';
import { partsOf } from '../written/answerParts.ts';
import { type Look, lookAt, lookLine, maxLooks, readLook } from './look.ts';
import { tagAt } from './tags.ts';
import { linesOfCalls } from './toolCalls.ts';

/** Longer lines are cut. UTF-16 units. */
const maxLineLength = 1000;
/** The same of calls, which are text if they are longer. */
const maxCallLength = 4000;
/** Fewer characters of a line that is held back say nothing. */
const minBegun = 4;
/** In the names of calls in square brackets. */
const joint = '_';
const lineBreak = '\n';
const paragraphEnd = '\n\n';

/** What ends the call that a line begins; empty if only the end of the reply does. Undefined if it begins none, `open` if it may yet. */
function closingOf(line: string): { readonly closing: string } | 'open' | undefined {
  const tag = tagAt(line.trimStart());
  if (tag === undefined || tag === 'open') return tag;
  if (tag.isClosing || (tag.kind === 'square' && !hasAny(tag.name, joint))) return undefined;
  return { closing: tag.kind === 'angle' ? `</${tag.name}>` : '' };
}

export class LookLines {
  /** What the reply asks for, without duplicates. */
  readonly looks: Look[] = [];
  #line = '';
  /** Whether the beginning of the line was passed on. */
  #isText = false;
  /** What ends the call of a tool that the line belongs to. */
  #closing: string | undefined;
  #fence: Fence | undefined;
  /** The beginning of the line, by which a fence is known. */
  #start = '';

  /** Whether a look may have begun. */
  get mayLook(): boolean {
    return this.looks.length > 0 || this.#line.trim().length >= minBegun;
  }

  /** Takes the next piece; returns what is no such line. */
  push(piece: string): string {
    const parts = piece.split('\n');
    return parts.map((part, i) => (i < parts.length - 1 ? this.#add(`${part}\n`, true) : this.#add(part, false))).join('');
  }

  end(): string {
    return this.#closing === undefined ? this.#add('', true) : this.#endCall(this.#line);
  }

  #add(part: string, isWhole: boolean): string {
    if (this.#closing === undefined) this.#follow(part, isWhole);
    if (this.#isText) {
      this.#isText = !isWhole;
      return part;
    }
    const line = this.#line + part;
    if (this.#closing !== undefined) return this.#addToCall(line);
    const call = this.#fence === undefined ? closingOf(line) : undefined;
    if (call !== undefined && call !== 'open') {
      this.#closing = call.closing;
      return this.#addToCall(line);
    }
    if (!isWhole && call === 'open') {
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

  #follow(part: string, isWhole: boolean): void {
    this.#start = (this.#start + part).slice(0, maxLineLength);
    if (!isWhole) return;
    this.#fence = fenceAfter(this.#fence, this.#start);
    this.#start = '';
  }

  #addToCall(text: string): string {
    this.#line = text;
    if (text.length > maxCallLength) return this.#endCall(text);
    const closing = this.#closing ?? '';
    const at = closing === '' ? -1 : text.indexOf(closing);
    if (at < 0) return '';
    const end = at + closing.length;
    return this.#endCall(text.slice(0, end)) + this.#add(text.slice(end), text.endsWith(lineBreak));
  }

  /** What asks for nothing is text. */
  #endCall(text: string): string {
    this.#closing = undefined;
    this.#line = '';
    this.#start = '';
    const asked = linesOfCalls(text);
    for (const line of asked?.split(lineBreak) ?? []) this.#keep(readLook(line.slice(0, maxLineLength)));
    return asked === undefined ? text : '';
  }

  #keep(look: Look | undefined): void {
    const isKnown = (one: Look): boolean => look !== undefined && lookLine(one) === lookLine(look);
    if (look !== undefined && this.looks.length < maxLooks && !this.looks.some(isKnown)) this.looks.push(look);
  }
}

/** What is asked for as a call of a tool by a reply, one of its paragraphs, or in its code. */
export function looksInCalls(reply: string): readonly Look[] {
  const blocks = partsOf(reply).filter(({ kind }) => kind === 'code');
  const code = blocks.map(({ from, to }) => reply.slice(from, to).split(lineBreak).slice(1, -1).join(lineBreak));
  const looks = new LookLines();
  looks.push([reply, ...reply.split(paragraphEnd), ...code].flatMap((text) => linesOfCalls(text) ?? []).join(lineBreak));
  looks.end();
  return looks.looks;
}
