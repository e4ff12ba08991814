/** The page of a name as markdown, and the places that its lines link to. */

import type { AskResult } from '../../protocol/places.ts';
import type { SymbolResult, WireDefinition } from '../../protocol/symbol.ts';
import { numbersOf } from '../../protocol/text/citedNumbers.ts';
import { codeLanguage } from '../../protocol/text/codeLanguage.ts';
import { codeBlock } from '../../protocol/text/markdown.ts';
import type { Translate } from '../client/strings.ts';
import type { ConfirmedUse } from './confirmedUses.ts';

/** A range of one line of the page, and the line of the file that it opens. */
export interface PageLink {
  /** 0-based, columns in UTF-16 units, end exclusive. */
  readonly line: number;
  readonly from: number;
  readonly to: number;
  readonly uri: string;
  readonly path: string;
  /** 1-based and inclusive. */
  readonly startLine: number;
  readonly endLine: number;
}

export interface NamePage {
  readonly text: string;
  readonly links: readonly PageLink[];
}

/** What is known of a name, as it is shown. */
export interface KnownName extends Omit<SymbolResult, 'uses'> {
  readonly uses: readonly ConfirmedUse[];
  /** What a model wrote about it, with its sources. */
  readonly written?: Pick<AskResult, 'answer' | 'sources'>;
}

/** Maximum number of sentences by a model. */
const maxWritten = 2;
/** Maximum number of lines listed for a file and a kind of use. */
const maxLines = 30;

/** Collects lines and links. */
class PageWriter {
  readonly lines: string[] = [];
  readonly links: PageLink[] = [];

  line(text = ''): void {
    this.lines.push(text);
  }

  /** A heading with blank lines around it. */
  heading(text: string): void {
    if (this.lines.at(-1) !== '') this.line();
    this.lines.push(`## ${text}`, '');
  }

  /** Begins a line, and ends it when the parts are written. */
  row(write: (add: (text: string, place?: Omit<PageLink, 'line' | 'from' | 'to'>) => void) => void, start = '- '): void {
    let text = start;
    write((part, place) => {
      if (place !== undefined) this.links.push({ line: this.lines.length, from: text.length, to: text.length + part.length, ...place });
      text += part;
    });
    this.lines.push(text);
  }

  code(text: string, definition: WireDefinition): void {
    this.lines.push('', ...codeBlock(text, codeLanguage(definition)).split('\n'), '');
  }
}

/** The page: what a model wrote, other names, definitions with their first lines, users by kind, sentences. */
export function namePage(known: KnownName, t: Translate): NamePage {
  const { name, otherNames, definitions, uses, sentences, nearest, unread, written } = known;
  const page = new PageWriter();
  page.line(`# ${name}`);
  if (written !== undefined) writeSentences(page, written);
  if (otherNames.length > 0) page.lines.push('', t('Also written: {0}', otherNames.join(', ')));
  if (definitions.length + uses.length + sentences.length === 0) {
    page.lines.push('', t('Nothing is known about this name.'));
    if (nearest.length > 0) page.line(t('Nearest names: {0}', nearest.join(', ')));
  }
  if (definitions.length > 0) page.heading(t('Defined'));
  for (const definition of definitions) {
    const { uri, path, startLine, endLine, text } = definition;
    page.row((add) => {
      add(`${path}:${startLine}`, { uri, path, startLine, endLine });
      add(` — ${describeDefinition(definition, t)}`);
    });
    if (text !== '') page.code(text, definition);
  }
  let heading = '';
  for (const use of uses) {
    const own = useHeading(use, t);
    if (own !== heading) page.heading(own);
    heading = own;
    writeUse(page, use);
  }
  if (sentences.length > 0) page.heading(t('What documents say'));
  for (const { uri, path, startLine, endLine, text } of sentences) {
    page.row((add) => {
      add(`${path}:${startLine}`, { uri, path, startLine, endLine });
      add(` — ${text}`);
    });
  }
  if (unread > 0) page.lines.push('', t('Files with the name that could not be read: {0}', unread));
  return { text: `${page.lines.join('\n')}\n`, links: page.links };
}

/** The first sentences that cite a source, each number a link to its source. */
function writeSentences(page: PageWriter, { answer, sources }: NonNullable<KnownName['written']>): void {
  const cited = sentencesIn(answer).filter((sentence) => numbersOf(sentence).some(({ n }) => sources[n - 1] !== undefined));
  if (cited.length === 0) return;
  page.line();
  const text = cited.slice(0, maxWritten).join(' ');
  page.row((add) => {
    let from = 0;
    for (const number of numbersOf(text)) {
      add(text.slice(from, number.from));
      const source = sources[number.n - 1];
      if (source !== undefined) add(text.slice(number.from, number.to), source);
      from = number.to;
    }
    add(text.slice(from));
  }, '');
}

/** Sentences with the numbers that follow their full stop. */
function sentencesIn(text: string): readonly string[] {
  return text
    .replace(/\s+/g, ' ')
    .split(/(?<=[.!?。！？](?: ?\[\d{1,3}\])*) (?!\[)/)
    .map((sentence) => sentence.trim())
    .filter((sentence) => sentence !== '');
}

function writeUse(page: PageWriter, { uri, path, lines }: ConfirmedUse): void {
  page.row((add) => {
    add(path, { uri, path, startLine: lines[0] ?? 1, endLine: lines[0] ?? 1 });
    add(':');
    for (const [i, line] of lines.slice(0, maxLines).entries()) {
      add(i === 0 ? ' ' : ', ');
      add(String(line), { uri, path, startLine: line, endLine: line });
    }
    if (lines.length > maxLines) add(', …');
  });
}

function describeDefinition({ kind, scope, container }: WireDefinition, t: Translate): string {
  if (container !== undefined) return scope === 'local' ? t('local to {0}', container) : t('member of {0}', container);
  if (kind === 'type') return t('type');
  return kind === 'function' ? t('function') : t('value');
}

function useHeading({ kind, where, isElsewhere }: ConfirmedUse, t: Translate): string {
  if (isElsewhere === true) return t('Of the same name, defined elsewhere');
  if (where === 'comment') return t('Mentioned in comments');
  switch (kind) {
    case 'imports':
      return t('Imported by');
    case 'extends':
      return t('Extended by');
    case 'throws':
      return t('Thrown by');
    case 'calls':
      return t('Called by');
    case 'links':
      return t('Linked to by');
    case 'mentions':
      return where === 'doc' ? t('Mentioned in documents') : t('Used by');
  }
}
