/**
 * The text of a file, from its bytes: one way for what is indexed, quoted, masked, sent, and compared with what an editor shows.
 *
 * `FileText` is one that is kept as bytes. Of a long file mostly some lines are wanted: these are found among the bytes and decoded alone.
 *
 * Cost: a pass over the bytes before the lines.
 */

import type { Span } from '../../engine/text/spans.ts';
import { extensionOf } from '../paths.ts';
import { decodeText, type Encoding, encodingOf, otherDecodings } from './decode.ts';
import { notebookText } from './notebook.ts';

/** Whole lines, numbered from 1, or a stretch of one long line in UTF-16 columns. */
export interface LineRange {
  readonly startLine: number;
  readonly endLine: number;
  readonly startColumn: number;
  /** 0 for whole lines. */
  readonly endColumn: number;
}

/** The text of a file's bytes, or why there is none. The text of a notebook is that of its cells. */
export type TextRead =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'skipped'; readonly reason: 'binary' | 'notebook layout'; readonly detail?: string };

/** Reads bytes as the text of the file at a path, of which only the extension counts. */
export function textIn(bytes: Buffer, path: string): TextRead {
  const text = decodeText(bytes);
  if (text === undefined) return { kind: 'skipped', reason: 'binary' };
  if (!isNotebook(path)) return { kind: 'text', text };
  const notebook = notebookText(text);
  return notebook.kind === 'text' ? notebook : { kind: 'skipped', reason: 'notebook layout', detail: notebook.detail };
}

export class FileText {
  readonly #bytes: Buffer;
  readonly #path: string;
  #encoding: Encoding | undefined;

  /** @param bytes copied. @param path of which only the extension counts. */
  constructor(bytes: Buffer, path: string) {
    // In memory of its own: small buffers share blocks, and one that is kept would keep 64 KB alive.
    this.#bytes = Buffer.allocUnsafeSlow(bytes.length);
    bytes.copy(this.#bytes);
    this.#path = path;
  }

  /** Bytes. */
  get size(): number {
    return this.#bytes.length;
  }

  /** Whether these are its bytes. */
  isOf(bytes: Buffer): boolean {
    return this.#bytes.equals(bytes);
  }

  /** All of it; `undefined` where it is no text. */
  whole(): string | undefined {
    const read = textIn(this.#bytes, this.#path);
    return read.kind === 'text' ? read.text : undefined;
  }

  /**
   * What an editor showed of the file before it came to show `text`, which may be the same; `undefined` where it is no text. Lines end as they do
   * in `text`, where that has ends of one kind: an editor makes all alike.
   */
  shownBefore(text: string): string | undefined {
    const own = decodeText(this.#bytes);
    if (own === undefined) return undefined;
    if (isSameText(own, text)) return text;
    for (const other of otherDecodings(this.#bytes)) if (isSameText(other, text)) return text;
    // Signs of replacement stand where the editor has not read what the bytes say.
    return text.includes('\ufffd') && !own.includes('\ufffd') ? this.#bytes.toString('utf8') : own;
  }

  /** A part of it, line breaks included; `undefined` where it has fewer lines. */
  part(range: LineRange): string | undefined {
    const bytes = this.#bytes;
    this.#encoding ??= encodingOf(bytes);
    const { name, start } = this.#encoding;
    if (isNotebook(this.#path) || name === 'utf16le' || name === 'utf16be') {
      const text = this.whole();
      const span = text === undefined ? undefined : rangeIn(text, range);
      return span && text?.slice(span.from, span.to);
    }
    const found = linesIn(bytes, start, range);
    if (found === undefined) return undefined;
    const lines = bytes.toString(name, found.from, found.to);
    return range.endColumn === 0 ? lines : lines.slice(range.startColumn, range.endColumn);
  }
}

function isNotebook(path: string): boolean {
  return extensionOf(path) === 'ipynb';
}

/** Whether two texts are the same but for the ends of their lines. */
function isSameText(one: string, other: string): boolean {
  return one === other || one.replace(/\r\n?/g, '\n') === other.replace(/\r\n?/g, '\n');
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
