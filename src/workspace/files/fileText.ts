/**
 * Decodes a file: the only place where bytes become text, whether it is indexed, quoted, masked, sent, or compared with an editor.
 *
 * `FileText` keeps a file as bytes. Usually only a few lines of a long file are needed: they are located in the bytes, and only they are
 * decoded.
 *
 * Scans the bytes before the lines.
 */

import type { Span } from '../../engine/text/spans.ts';
import { extensionOf } from '../systemPaths.ts';
import { decodePart, decodeText, detectEncoding, type Encoding, isStateless, isUtf16, otherDecodings } from './decode.ts';
import { notebookText } from './notebook.ts';

/** Whole lines, numbered from 1, or a range of UTF-16 columns within one long line. */
export interface LineRange {
  readonly startLine: number;
  readonly endLine: number;
  readonly startColumn: number;
  /** 0 for whole lines. */
  readonly endColumn: number;
}

/** The text of a file's bytes, or the reason why there is none. The text of a notebook is that of its cells. */
export type TextRead =
  | { readonly kind: 'text'; readonly text: string }
  | { readonly kind: 'skipped'; readonly reason: 'binary' | 'notebook layout'; readonly detail?: string };

/** Decodes the bytes of the file at a path, of which only the extension matters. */
export function textIn(bytes: Buffer, path: string, encoding?: string): TextRead {
  const text = decodeText(bytes, encoding);
  if (text === undefined) return { kind: 'skipped', reason: 'binary' };
  if (!isNotebook(path)) return { kind: 'text', text };
  const notebook = notebookText(text);
  return notebook.kind === 'text' ? notebook : { kind: 'skipped', reason: 'notebook layout', detail: notebook.detail };
}

export class FileText {
  readonly #bytes: Buffer;
  readonly #path: string;
  readonly #wanted: string | undefined;
  #encoding: Encoding | undefined;

  /** @param bytes copied. @param path of which only the extension counts. @param encoding of the settings. */
  constructor(bytes: Buffer, path: string, encoding?: string) {
    // In a buffer of its own: small buffers share blocks, and keeping one would keep 64 KB alive.
    this.#bytes = Buffer.allocUnsafeSlow(bytes.length);
    bytes.copy(this.#bytes);
    this.#path = path;
    this.#wanted = encoding;
  }

  /** Bytes. */
  get size(): number {
    return this.#bytes.length;
  }

  /** Whether the file has these bytes. */
  isOf(bytes: Buffer): boolean {
    return this.#bytes.equals(bytes);
  }

  /** The whole text; `undefined` if it is not text. */
  whole(): string | undefined {
    const read = textIn(this.#bytes, this.#path, this.#wanted);
    return read.kind === 'text' ? read.text : undefined;
  }

  /**
   * What an editor showed of the file before it was edited into `text`, which may be equal; `undefined` if it is not text. Line endings are
   * those of `text` if these are uniform, since an editor makes them so.
   */
  shownBefore(text: string): string | undefined {
    const own = decodeText(this.#bytes, this.#wanted);
    if (own === undefined) return undefined;
    if (isSameText(own, text.replaceAll('\0', '\u2400'))) return text;
    for (const other of otherDecodings(this.#bytes)) if (isSameText(other, text)) return text;
    // Replacement characters mean that the editor decoded the bytes differently.
    return text.includes('\ufffd') && !own.includes('\ufffd') ? this.#bytes.toString('utf8') : own;
  }

  /** Some of its lines, line breaks included; `undefined` if it has fewer. */
  part(range: LineRange): string | undefined {
    const bytes = this.#bytes;
    const encoding = this.#encoding ?? detectEncoding(bytes, this.#wanted);
    this.#encoding = encoding;
    if (isNotebook(this.#path) || isUtf16(encoding) || !isStateless(encoding)) {
      const text = this.whole();
      const span = text === undefined ? undefined : rangeIn(text, range);
      return span && text?.slice(span.from, span.to);
    }
    const found = linesIn(bytes, encoding.start, range);
    if (found === undefined) return undefined;
    const lines = decodePart(bytes, encoding, found.from, found.to);
    return range.endColumn === 0 ? lines : lines.slice(range.startColumn, range.endColumn);
  }
}

function isNotebook(path: string): boolean {
  return extensionOf(path) === 'ipynb';
}

/** Whether two texts are equal apart from line endings. */
function isSameText(one: string, other: string): boolean {
  return one === other || one.replace(/\r\n?/g, '\n') === other.replace(/\r\n?/g, '\n');
}

/** The span of the lines in bytes where a line break is one byte, from `start` on. */
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

/** The span of a range in a text: whole lines with their line breaks, or a part of one long line. */
export function rangeIn(text: string, { startLine, endLine, startColumn, endColumn }: LineRange): Span | undefined {
  let from = 0;
  let at = 0;
  let feed = text.indexOf('\n');
  let back = text.indexOf('\r');
  // No table of all lines, as in `linesOf`: results are few and may be anywhere.
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
