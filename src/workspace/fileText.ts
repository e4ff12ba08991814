/**
 * The text of a file that is kept as bytes. Of a long file mostly some lines are wanted: these are found among the bytes and decoded alone.
 *
 * Cost: a pass over the bytes before the lines.
 */

import { isUtf8 } from 'node:buffer';
import type { Span } from '../core/text/spans.ts';
import { decodeText } from './decode.ts';
import { notebookText } from './notebook.ts';
import { extensionOf } from './paths.ts';

/** Whole lines, numbered from 1, or a stretch of one long line in UTF-16 columns. */
export interface LineRange {
  readonly startLine: number;
  readonly endLine: number;
  readonly startColumn: number;
  /** 0 for whole lines. */
  readonly endColumn: number;
}

export class FileText {
  readonly #bytes: Buffer;
  readonly #isNotebook: boolean;
  #encoding: 'utf8' | 'latin1' | undefined;

  /** @param bytes of a file that was read as text before; copied. */
  constructor(bytes: Buffer, path: string) {
    // In memory of its own: small buffers share blocks, and one that is kept would keep 64 KB alive.
    this.#bytes = Buffer.allocUnsafeSlow(bytes.length);
    bytes.copy(this.#bytes);
    this.#isNotebook = extensionOf(path) === 'ipynb';
  }

  /** Bytes. */
  get size(): number {
    return this.#bytes.length;
  }

  /** Whether these are its bytes. */
  isOf(bytes: Buffer): boolean {
    return this.#bytes.equals(bytes);
  }

  /** All of it, as `readDocument` gives it; `undefined` where that gives none. */
  whole(): string | undefined {
    const text = decodeText(this.#bytes);
    if (text === undefined || !this.#isNotebook) return text;
    const notebook = notebookText(text);
    return notebook.kind === 'text' ? notebook.text : undefined;
  }

  /** A part of it, line breaks included; `undefined` where it has fewer lines. */
  part(range: LineRange): string | undefined {
    const bytes = this.#bytes;
    const mark = bytes.length >= 2 ? bytes.readUInt16BE(0) : 0;
    if (this.#isNotebook || mark === 0xfffe || mark === 0xfeff) {
      const text = this.whole();
      const span = text === undefined ? undefined : rangeIn(text, range);
      return span && text?.slice(span.from, span.to);
    }
    const start = mark === 0xefbb && bytes[2] === 0xbf ? 3 : 0;
    const found = linesIn(bytes, start, range);
    if (found === undefined) return undefined;
    this.#encoding ??= isUtf8(bytes) ? 'utf8' : 'latin1';
    const lines = bytes.toString(this.#encoding, found.from, found.to);
    return range.endColumn === 0 ? lines : lines.slice(range.startColumn, range.endColumn);
  }
}

/** Where lines are among bytes in which a line break is one byte, from `start` on. */
function linesIn(bytes: Buffer, start: number, { startLine, endLine }: LineRange): Span | undefined {
  const { length } = bytes;
  const hasReturns = bytes.includes(13);
  let [from, at] = [start, start];
  for (let line = 1; line <= endLine; line++) {
    if (at >= length) return undefined;
    if (line === startLine) from = at;
    if (!hasReturns) {
      const feed = bytes.indexOf(10, at);
      at = feed < 0 ? length : feed + 1;
      continue;
    }
    while (at < length) {
      const byte = bytes[at++];
      if (byte === 10) break;
      if (byte !== 13) continue;
      if (bytes[at] === 10) at++;
      break;
    }
  }
  return { from, to: at };
}

/** Where a range is in a text: whole lines with their line breaks, or a stretch of one long line. */
export function rangeIn(text: string, { startLine, endLine, startColumn, endColumn }: LineRange): Span | undefined {
  let from = 0;
  let at = 0;
  let feed = text.indexOf('\n');
  let back = text.indexOf('\r');
  // No table of all lines, as `linesOf` makes: results are few and stand anywhere.
  for (let line = 1; line <= endLine; line++) {
    if (at >= text.length) return undefined;
    if (line === startLine) from = at;
    if (back >= 0 && (feed < 0 || back < feed)) at = feed === back + 1 ? feed + 1 : back + 1;
    else at = feed < 0 ? text.length : feed + 1;
    if (feed >= 0 && feed < at) feed = text.indexOf('\n', at);
    if (back >= 0 && back < at) back = text.indexOf('\r', at);
  }
  return endColumn === 0 ? { from, to: at } : { from: from + startColumn, to: from + endColumn };
}
