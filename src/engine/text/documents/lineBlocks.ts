/**
 * Reads the blocks of reStructuredText, AsciiDoc, Org, manual pages and texts without markup, line by line: what begins a block, and what belongs
 * to it by its indentation.
 *
 * Deviation: nothing is nested but items of lists and directives; a wrong guess costs one block. Cost: one pass over the lines.
 */

import { indentLength } from '../../util/strings.ts';
import { type Fence, fenceAfter } from '../fences.ts';
import type { Language } from '../languages.ts';
import { type Lines, lineAt } from '../lines.ts';
import type { Block, BlockKind, Heading } from './document.ts';
import { delimiterIn, orgBlockEnd } from './headings.ts';
import { isLabel } from './labels.ts';
import { directiveIn, isNoise, isOption, isTableRow, itemLevel } from './lineMarks.ts';
import { markedHeading } from './titles.ts';

/** A list item or a directive that is open, with the column in which it begins. */
interface Open {
  readonly indent: number;
  readonly isCode: boolean;
}

/** The blocks of lines without headings. */
export function lineBlocks(lines: Lines, language: Language, headings: readonly Heading[]): readonly Block[] {
  return new LineReader(lines, language, headings).read();
}

class LineReader {
  readonly #lines: Lines;
  readonly #language: Language;
  readonly #headings: readonly Heading[];
  readonly #blocks: Block[] = [];
  #open: Open[] = [];
  /** Of the next heading. */
  #next = 0;
  /** Whether a paragraph was seen below the last heading, which may introduce code. */
  #hasLead = false;
  /** Whether the last paragraph announces code. */
  #isAnnounced = false;

  constructor(lines: Lines, language: Language, headings: readonly Heading[]) {
    this.#lines = lines;
    this.#language = language;
    this.#headings = headings;
  }

  get #isRst(): boolean {
    return this.#language.id === 'restructuredtext';
  }

  get #isAsciidoc(): boolean {
    return this.#language.id === 'asciidoc';
  }

  read(): readonly Block[] {
    for (let i = 0; i < this.#lines.count; ) {
      const heading = this.#headings[this.#next];
      if (heading !== undefined && heading.line <= i) {
        this.#next++;
        this.#open = [];
        this.#hasLead = false;
        i = Math.max(i, heading.end);
      } else i = this.#readBlock(i);
    }
    return this.#blocks;
  }

  /** The line at which the section of the current line ends. */
  get #sectionEnd(): number {
    return this.#headings[this.#next]?.line ?? this.#lines.count;
  }

  #at(i: number): string {
    return lineAt(this.#lines, i);
  }

  /** Reads the block that begins on a line; returns the line after it. */
  #readBlock(i: number): number {
    const line = this.#at(i);
    if (line.trim() === '') return i + 1;
    const indent = indentLength(line);
    if (this.#isRst && line.trimStart().startsWith('..')) return this.#readMarkup(i, indent);
    const delimiter = this.#isAsciidoc ? delimiterIn(line.trimEnd()) : undefined;
    if (delimiter !== undefined && '-.+/`'.includes(delimiter.charAt(0))) return this.#readDelimited(i, delimiter);
    if (this.#language.id === 'org' && line.startsWith('#+')) return this.#readOrg(i);
    // The underline of a heading may look like a fence.
    const fence = this.#isRst ? undefined : fenceAfter(undefined, line);
    if (fence !== undefined) return this.#readFence(i, fence);
    if (line.startsWith('.TP')) return this.#readEntry(i);
    if (isNoise(line, this.#language)) return i + 1;
    if (isTableRow(line)) return this.#readTable(i);
    if (this.#isRst && line.startsWith('>>>', indent)) return this.#readSession(i, indent);
    const level = itemLevel(line, indent, this.#language);
    if (level !== undefined) return this.#readItem(i, level);
    return this.#isCode(i, indent) ? this.#readIndented(i, indent) : this.#readParagraph(i, indent);
  }

  #push(kind: BlockKind, first: number, last: number): number {
    this.#blocks.push({ kind, first, last, depth: this.#open.length });
    return last + 1;
  }

  /** Leaves the items and directives that a line with this indentation is not part of. */
  #leave(indent: number): void {
    while (this.#open.length > 0 && (this.#open.at(-1) as Open).indent >= indent) this.#open.pop();
  }

  /** A directive, or a comment, label or footnote of reStructuredText. */
  #readMarkup(first: number, indent: number): number {
    const line = this.#at(first);
    this.#leave(indent);
    const kind = directiveIn(line);
    if (kind === 'contents') return this.#push('contents', first, this.#endOfIndented(first, indent + 1));
    if (kind === 'code' || kind === 'text') {
      let last = first;
      while (last + 1 < this.#sectionEnd && isOption(this.#at(last + 1))) last++;
      this.#push('directive', first, last);
      this.#open.push({ indent, isCode: kind === 'code' });
      this.#isAnnounced = false;
      return last + 1;
    }
    // A footnote or a citation.
    if (line.startsWith('.. [', indent)) return this.#push('paragraph', first, this.#endOfIndented(first, indent + 1));
    return isLabel(line) ? first + 1 : this.#endOfIndented(first, indent + 1) + 1;
  }

  #isCode(i: number, indent: number): boolean {
    const parent = this.#open.findLast((one) => one.indent < indent);
    if (this.#isRst) return parent?.isCode === true || (this.#isAnnounced && indent > (parent?.indent ?? -1) + 1 && indent > 0);
    if (this.#isAsciidoc) return this.#open.length === 0 && indent > 0 && (i === 0 || this.#at(i - 1).trim() === '');
    return this.#open.length === 0 && indent >= 3 && this.#hasLead;
  }

  #readIndented(first: number, indent: number): number {
    this.#leave(indent);
    this.#isAnnounced = false;
    return this.#push('code', first, this.#endOfIndented(first, indent));
  }

  /** The last line of the block after `first` that is indented by at least `min`. */
  #endOfIndented(first: number, min: number): number {
    let last = first;
    for (let i = first + 1; i < this.#lines.count; i++) {
      const line = this.#at(i);
      if (line.trim() === '') continue;
      if (indentLength(line) < min) break;
      last = i;
    }
    return last;
  }

  #readDelimited(first: number, delimiter: string): number {
    let last = first + 1;
    while (last < this.#lines.count - 1 && delimiterIn(this.#at(last).trimEnd()) !== delimiter) last++;
    last = Math.min(last, this.#lines.count - 1);
    return delimiter.startsWith('/') ? last + 1 : this.#push('code', first, last);
  }

  /** A block of Org if it holds code; other marks say nothing. */
  #readOrg(first: number): number {
    const end = orgBlockEnd(this.#at(first));
    if (end !== '#+end_src' && end !== '#+end_example') return first + 1;
    let last = first + 1;
    while (last < this.#lines.count - 1 && this.#at(last).trim().toLowerCase() !== end) last++;
    return this.#push('code', first, Math.min(last, this.#lines.count - 1));
  }

  #readFence(first: number, fence: Fence): number {
    let last = first + 1;
    while (last < this.#lines.count - 1 && fenceAfter(fence, this.#at(last)) !== undefined) last++;
    return this.#push('code', first, Math.min(last, this.#lines.count - 1));
  }

  /** The mark of an entry of a manual page, a section without a heading: it ends where the next entry or section begins. */
  #readEntry(first: number): number {
    let last = first;
    while (last + 1 < this.#sectionEnd && !this.#at(last + 1).startsWith('.TP')) last++;
    this.#open = [];
    this.#hasLead = false;
    this.#push('entry', first, last);
    return first + 1;
  }

  /** A session of an interpreter, up to the next blank line. */
  #readSession(first: number, indent: number): number {
    this.#leave(indent);
    let last = first;
    while (last + 1 < this.#sectionEnd && this.#at(last + 1).trim() !== '') last++;
    return this.#push('code', first, last);
  }

  #readTable(first: number): number {
    let end = first;
    while (end < this.#sectionEnd && isTableRow(this.#at(end))) end++;
    return this.#push('table', first, Math.max(end, first + 1) - 1);
  }

  #readItem(first: number, indent: number): number {
    this.#leave(indent);
    const end = this.#endOfParagraph(first);
    this.#push('item', first, end - 1);
    this.#open.push({ indent, isCode: false });
    return end;
  }

  #readParagraph(first: number, indent: number): number {
    this.#leave(indent);
    const end = this.#endOfParagraph(first);
    this.#hasLead = true;
    return this.#push('paragraph', first, end - 1);
  }

  #endOfParagraph(first: number): number {
    let end = first + 1;
    while (end < this.#sectionEnd && this.#continues(this.#at(end))) end++;
    this.#isAnnounced =
      this.#isRst &&
      this.#at(end - 1)
        .trimEnd()
        .endsWith('::');
    return end;
  }

  /** Whether a line goes on with the paragraph above. A line with a number sign is a comment in a text without headings. */
  #continues(line: string): boolean {
    return (
      line.trim() !== '' &&
      !isNoise(line, this.#language) &&
      itemLevel(line, 0, this.#language) === undefined &&
      !isTableRow(line) &&
      (this.#isRst || fenceAfter(undefined, line) === undefined) &&
      (this.#isRst || this.#language.headings === 'none' || markedHeading(line, '#') === undefined)
    );
  }
}
