/** Blocks of a document in another format than Markdown as markdown. Cost: linear in the lines. */

import type { Block } from '../../../engine/text/documents/document.ts';
import { readDocument } from '../../../engine/text/documents/readDocument.ts';
import { backticksAround } from '../../../engine/text/fences.ts';
import type { Language } from '../../../engine/text/languages.ts';
import { type Lines, lineAt } from '../../../engine/text/lines.ts';
import { indentLength, isOnly } from '../../../engine/util/strings.ts';
import { capitalized } from './plainMarkdown.ts';

/** @param inline the markup within the lines as that of Markdown. */
export function drawBlocks(lines: Lines, language: Language, inline: (text: string) => string): string {
  const drawing = new Drawing(lines, language, inline);
  const { headings, blocks } = readDocument(lines, language);
  let next = 0;
  for (const block of blocks()) {
    for (; next < headings.length && (headings[next]?.line as number) <= block.first; next++)
      drawing.addHeading(headings[next]?.level as number, headings[next]?.title as string);
    drawing.add(block);
  }
  for (; next < headings.length; next++) drawing.addHeading(headings[next]?.level as number, headings[next]?.title as string);
  return drawing.text();
}

/** Room for the mark of a list item. */
const itemIndent = '    ';

class Drawing {
  readonly #lines: Lines;
  readonly #language: Language;
  readonly #inline: (text: string) => string;
  readonly #made: string[] = [];
  /** What each line within an item or directive begins with, outermost first. */
  readonly #prefixes: string[] = [];
  /** What the last lines begin with. */
  #before = '';
  /** The line after the last list item. */
  #itemEnd = -1;
  /** Rows of the table so far, whose last line is `#tableEnd`. */
  #rows: (readonly string[])[] = [];
  #tableEnd = -1;
  /** The language of the code that a directive announces. */
  #codeLanguage = '';

  constructor(lines: Lines, language: Language, inline: (text: string) => string) {
    this.#lines = lines;
    this.#language = language;
    this.#inline = inline;
  }

  addHeading(level: number, title: string): void {
    this.#endTable();
    this.#prefixes.length = 0;
    this.#add([`${'#'.repeat(Math.min(level, 6))} ${title}`]);
  }

  add({ kind, first, last, depth }: Block): void {
    const own = Array.from({ length: last - first + 1 }, (_, i) => lineAt(this.#lines, first + i));
    if (kind !== 'table' || !this.#goesOn(first)) this.#endTable();
    this.#prefixes.length = Math.min(this.#prefixes.length, depth);
    if (kind === 'table') this.#addRows(own, last);
    else if (kind === 'code') this.#addCode(own, first);
    else if (kind === 'item') this.#addItem(own, first);
    else if (kind === 'directive') this.#addDirective(own);
    else if (kind === 'paragraph') this.#addParagraph(own);
  }

  text(): string {
    this.#endTable();
    return this.#made.join('\n').trim();
  }

  /** Adds lines after a blank one, unless they go on with a list. */
  #add(lines: readonly string[], goesOn = false): void {
    const prefix = this.#prefixes.join('');
    const shared = prefix.startsWith(this.#before) ? this.#before : this.#before.startsWith(prefix) ? prefix : '';
    if (this.#made.length > 0 && !goesOn) this.#made.push(shared.trimEnd());
    this.#before = prefix;
    this.#made.push(...lines.map((line) => `${prefix}${line}`.trimEnd()));
  }

  #addParagraph(own: readonly string[]): void {
    const [first = '', ...rest] = own.map((line) => line.trim());
    const [, kind, text] = /^(NOTE|TIP|IMPORTANT|WARNING|CAUTION): (.*)$/.exec(first) ?? [];
    if (kind !== undefined && this.#language.id === 'asciidoc')
      this.#add([`> **${capitalized(kind)}**`, '>', ...[text ?? '', ...rest].map((line) => `> ${this.#inline(line)}`)]);
    else if (this.#language.id !== 'restructuredtext')
      this.#add([first.startsWith('.') ? `**${first.slice(1)}**` : first, ...rest].map(this.#inline));
    // Two colons announce code: one is read, none on a line of their own.
    else
      this.#add(
        this.#inline(
          [first, ...rest]
            .join('\n')
            .replace(/(?:^|\s)::$/, '')
            .replace(/::$/, ':'),
        ).split('\n'),
      );
  }

  #addItem(own: readonly string[], firstLine: number): void {
    const [first = '', ...rest] = own.map((line) => line.trim());
    const mark = first.slice(0, first.search(/\s/));
    const number = Number.parseInt(mark, 10);
    const isOrdered = !Number.isNaN(number) || mark.startsWith('#') || mark.startsWith('.');
    const drawn = (isOrdered ? `${Number.isNaN(number) ? 1 : number}.` : '-').padEnd(itemIndent.length);
    const text = this.#inline([first.slice(mark.length).trim(), ...rest].join('\n')).split('\n');
    this.#add(
      text.map((line, i) => (i === 0 ? drawn : itemIndent) + line),
      this.#itemEnd === firstLine,
    );
    this.#prefixes.push(itemIndent);
    this.#itemEnd = firstLine + own.length;
  }

  /** A directive is a note with its name, or announces code. */
  #addDirective(own: readonly string[]): void {
    const [, name = '', words = ''] = /^\s*\.\. ([\w:-]+)::\s*(.*)$/.exec(own[0] ?? '') ?? [];
    if (/^(?:code-block|code|sourcecode)$/.test(name)) {
      this.#codeLanguage = words;
      this.#prefixes.push('');
      return;
    }
    this.#before = this.#prefixes.join('');
    this.#prefixes.push('> ');
    this.#add([`**${capitalized(name)}** ${this.#inline(words)}`]);
  }

  #addCode(own: readonly string[], first: number): void {
    const { id } = this.#language;
    const isDelimited = id === 'org' || (id === 'asciidoc' && own.length > 1 && indentLength(own[0] ?? '') === 0);
    const isClosed =
      isDelimited && own.length > 1 && (id === 'org' ? own.at(-1)?.trim().toLowerCase().startsWith('#+end') : own.at(-1) === own[0]);
    const body = isDelimited ? own.slice(1, isClosed ? -1 : undefined) : own;
    const indent = Math.min(...body.filter((line) => line.trim() !== '').map(indentLength));
    const code = body.map((line) => line.slice(Math.min(indent, indentLength(line))));
    const fence = backticksAround(code.join('\n'), 3);
    this.#add([`${fence}${this.#languageOf(own, first)}`, ...code, fence]);
    this.#codeLanguage = '';
  }

  /** The language that a directive, an attribute line or a block of Org names. */
  #languageOf(own: readonly string[], first: number): string {
    if (this.#codeLanguage !== '') return this.#codeLanguage;
    const line = this.#language.id === 'org' ? (own[0] ?? '') : first > 0 ? lineAt(this.#lines, first - 1) : '';
    return /^(?:\[source,\s*|#\+begin_src\s+)([\w+#-]{1,40})/i.exec(line)?.[1] ?? '';
  }

  /** Whether only borders lie between the table so far and a line. */
  #goesOn(first: number): boolean {
    if (this.#rows.length === 0) return false;
    for (let i = this.#tableEnd + 1; i < first; i++)
      if (!isOnly(lineAt(this.#lines, i), '|+-=: ') || lineAt(this.#lines, i).trim() === '') return false;
    return true;
  }

  #addRows(own: readonly string[], last: number): void {
    for (const line of own) {
      const cells = line
        .trim()
        .replace(/^\||\|$/g, '')
        .split('|');
      if (!isOnly(line, '|+-=: ')) this.#rows.push(cells.map((cell) => this.#inline(cell.trim())));
    }
    this.#tableEnd = last;
  }

  #endTable(): void {
    const rows = this.#rows;
    if (rows.length === 0) return;
    this.#rows = [];
    const width = Math.max(...rows.map(({ length }) => length));
    const [header = [], ...rest] = rows.map((cells) => `| ${Array.from({ length: width }, (_, i) => cells[i] ?? '').join(' | ')} |`);
    this.#add([header as string, `|${' --- |'.repeat(width)}`, ...rest]);
  }
}
