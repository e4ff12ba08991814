/** Prints an answer by quotes, every one under its place. */

import type { Block } from '../../engine/answer/brief/block.ts';
import { blockText } from '../../engine/answer/brief/blockText.ts';
import { languageNamed } from '../../engine/text/languages.ts';
import { textOf as sentenceOf } from '../../messages/messages.ts';
import { fromContainers } from '../../service/containers.ts';
import { visiblePath } from '../../service/tools/toolContext.ts';
import type { AskAnswer, SearchResult } from '../../service/types/results.ts';
import type { Service } from '../../service/types/service.ts';
import { type FolderNames, fileJson } from '../folderNames.ts';
import { clean, counted, formatDuration, type Output } from '../output.ts';
import { linesOf, printNotes, printResults } from '../results.ts';

/** Prints an answer by quotes; `more` is added to its JSON. */
export function printQuotes(answer: AskAnswer, { openMs, ...printing }: Printing & { readonly openMs: number }, more: object = {}): void {
  if (printing.output.isJson) printing.output.json({ ...askJson(answer, openMs, printing.folders), ...more });
  else printAnswer(answer, printing);
}

function askJson(
  { question, found, state, answer, lead, blocks, seeAlso, citations, sources, system, model, ms, notes = [] }: AskAnswer,
  openMs: number,
  folders: FolderNames,
): object {
  const fileOf = (n: number): object => fileJson(sources[n - 1] as SearchResult, folders);
  const quoted = citations.map(({ n, folder, path, startLine, endLine, quote }) => {
    return { n, ...fileJson({ folder, path }, folders), startLine, endLine, quote };
  });
  const shown = blocks.map(({ n, subject, heading, startLine, endLine, pieces, moreLines }) => {
    const listing = heading === undefined ? {} : { heading: sentenceOf([heading]) };
    return { n, ...fileOf(n), startLine, endLine, subject, ...listing, pieces, ...(moreLines && { moreLines }) };
  });
  const further = seeAlso.map((n) => {
    const { startLine, endLine, title } = sources[n - 1] as SearchResult;
    return { n, ...fileOf(n), startLine, endLine, title };
  });
  const facts = { system, model, ms, openMs, notes: notes.map((note) => sentenceOf([note])) };
  const led = lead === undefined ? {} : { lead: sentenceOf(lead) };
  return { question, found, state, ...led, answer, blocks: shown, seeAlso: further, citations: quoted, ...facts };
}

interface Printing {
  readonly service: Service;
  readonly folders: FolderNames;
  readonly output: Output;
}

function printAnswer(
  { found, state, answer, lead = [], missing, blocks, seeAlso, sources, ms, notes }: AskAnswer,
  { service, folders, output }: Printing,
): void {
  if (!found) output.line(clean(answer, { lines: true }));
  if (lead.length > 0) output.line(`${clean(sentenceOf(lead), { lines: true })}\n`);
  if (found && missing.length > 0) output.line(`Nothing in this workspace mentions ${clean(missing.join(', '))}.`);
  const [first] = blocks;
  if (state === 'closest' && first !== undefined) {
    const about = first.subject === '' ? (sources[first.n - 1] as SearchResult).path : first.subject;
    output.line(`The closest place is ${clean(about)}. It may not answer the question.\n`);
  }
  let heading = '';
  for (const block of blocks) {
    const own = block.heading === undefined ? '' : sentenceOf([block.heading]);
    if (own !== heading && own !== '') output.line(output.style.strong(own));
    heading = own;
    printBlock(block, visiblePath(sources[block.n - 1] as SearchResult, { folders }), output);
  }
  if (found && seeAlso.length > 0) {
    output.line(output.style.strong('See also'));
    printResults(
      seeAlso.map((n) => sources[n - 1] as SearchResult),
      { output, folders },
    );
    output.line();
  }
  if (!found)
    printNearest(
      seeAlso.map((n) => sources[n - 1] as SearchResult),
      { service, folders, output },
    );
  printNotes(notes, output);
  const used = new Set(blocks.map(({ n }) => n)).size;
  output.line(output.style.dim(`${used} of ${counted(sources.length, 'source')} · ${formatDuration(ms)}`));
}

/** A block under its place, which terminals turn into a link, and its subject. */
function printBlock(block: Block, path: string, output: Output): void {
  const place = output.style.accent(`${clean(path)}${block.heading === undefined ? `:${linesOf(block)}` : ''}`);
  const subject = block.subject === '' ? '' : ` ${output.style.strong(clean(block.subject))}`;
  output.line(`${place} ${subject} ${output.style.dim(`[${block.n}]`)}`);
  const isMarkdown = block.kind === 'doc' && languageNamed(block.language).headings === 'markdown';
  const text = isMarkdown ? fromContainers(blockText(block)) : blockText(block);
  output.line(`${clean(text, { lines: true })}\n`);
}

/** What may help where nothing could be quoted. */
function printNearest(sources: readonly SearchResult[], { service, folders, output }: Printing): void {
  if (sources.length > 0) {
    output.line('\nNearest places:');
    printResults(sources, { output, folders });
    output.line();
  }
  const files = service.report().reduce((sum, report) => sum + report.files, 0);
  output.line(files === 0 ? 'No file of this folder is indexed.' : `Looked in ${counted(files, 'file')}.`);
}
