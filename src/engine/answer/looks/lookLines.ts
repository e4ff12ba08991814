/**
 * Takes the lines that ask for a look out of a reply while it arrives, and calls of tools between tags: they are never shown. What may become one
 * is held back until it is known; any other text is passed on at once. One pass over the reply.
 */

import { callTags } from '../../vocabulary/replies/replyWords.ts';
import { partsOf } from '../written/answerParts.ts';
import { type Look, lookAt, lookLine, maxLooks, readLook } from './look.ts';
import { linesOfCalls } from './toolCalls.ts';

/** Longer lines are cut. UTF-16 units. */
const maxLineLength = 1000;
/** The same of calls, which are text if they are longer. */
const maxCallLength = 4000;
const lineBreak = '\n';

/** The tags of the call with which a line begins, or may yet begin. */
function tagsAt(line: string): (typeof callTags)[number] | undefined {
  const start = line.trimStart();
  return start === '' ? undefined : callTags.find(([opening]) => start.startsWith(opening) || opening.startsWith(start));
}

export class LookLines {
  /** What the reply asks for, without duplicates. */
  readonly looks: Look[] = [];
  #line = '';
  /** Whether the beginning of the line was passed on. */
  #isText = false;
  /** The tags of the call of a tool that the line belongs to. */
  #call: (typeof callTags)[number] | undefined;

  /** Takes the next piece; returns what is no such line. */
  push(piece: string): string {
    const parts = piece.split('\n');
    return parts.map((part, i) => (i < parts.length - 1 ? this.#add(`${part}\n`, true) : this.#add(part, false))).join('');
  }

  end(): string {
    return this.#call === undefined ? this.#add('', true) : this.#endCall(this.#line, this.#call);
  }

  #add(part: string, isWhole: boolean): string {
    if (this.#isText) {
      this.#isText = !isWhole;
      return part;
    }
    const line = this.#line + part;
    if (this.#call !== undefined) return this.#addToCall(line, this.#call);
    const call = tagsAt(line);
    if (call !== undefined && line.trimStart().startsWith(call[0])) return this.#addToCall(line, call);
    if (call !== undefined && !isWhole) {
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

  #addToCall(text: string, call: (typeof callTags)[number]): string {
    this.#call = call;
    this.#line = text;
    if (text.length > maxCallLength) return this.#endCall(text, call);
    const end = text.indexOf(call[1]) + call[1].length;
    return end < call[1].length ? '' : this.#endCall(text.slice(0, end), call) + this.#add(text.slice(end), text.endsWith(lineBreak));
  }

  /** What asks for nothing is text. */
  #endCall(text: string, [opening, closing]: (typeof callTags)[number]): string {
    this.#call = undefined;
    this.#line = '';
    const inner = text.trimStart().slice(opening.length);
    const asked = linesOfCalls(inner.endsWith(closing) ? inner.slice(0, -closing.length) : inner);
    for (const line of asked?.split(lineBreak) ?? []) this.#keep(readLook(line.slice(0, maxLineLength)));
    return asked === undefined ? text : '';
  }

  #keep(look: Look | undefined): void {
    const isKnown = (one: Look): boolean => look !== undefined && lookLine(one) === lookLine(look);
    if (look !== undefined && this.looks.length < maxLooks && !this.looks.some(isKnown)) this.looks.push(look);
  }
}

/** What is asked for as a call of a tool in the code of a reply. */
export function looksInCode(reply: string): readonly Look[] {
  const blocks = partsOf(reply).filter(({ kind }) => kind === 'code');
  const calls = blocks.flatMap(({ from, to }) => linesOfCalls(reply.slice(from, to).split(lineBreak).slice(1, -1).join(lineBreak)) ?? []);
  const looks = new LookLines();
  looks.push(calls.join(lineBreak));
  looks.end();
  return looks.looks;
}
