/** `meshrag ask`: an answer, every statement with its source; quotes alone, or written by a model if one is given. */

import type { Block } from '../../engine/answer/brief/block.ts';
import { blockText } from '../../engine/answer/brief/blockText.ts';
import { textOf as sentenceOf } from '../../messages/messages.ts';
import { visiblePath } from '../../service/tools/toolContext.ts';
import type { AskAnswer, SearchResult } from '../../service/types/results.ts';
import type { Service } from '../../service/types/service.ts';
import type { RunCommand } from '../command.ts';
import { type FolderNames, fileJson } from '../folderNames.ts';
import { createEmbedder, createModel, embedderOptions, modelOptions } from '../models/modelOptions.ts';
import { withFolder } from '../openFolder.ts';
import { chosenRetriever, foldersOptions, joinedText, rankOptions, readArguments, readInteger, sharedOptions } from '../options.ts';
import { clean, counted, formatDuration, type Output } from '../output.ts';
import { linesOf, printNotes, printResults } from '../results.ts';

export const runAsk: RunCommand = async (args, context) => {
  const options = {
    ...foldersOptions,
    ...sharedOptions,
    ...rankOptions,
    ...embedderOptions,
    ...modelOptions,
    after: { type: 'string', multiple: true },
  } as const;
  const { values, positionals } = readArguments(args, options);
  const question = joinedText('The question', positionals);
  const chosen = await chosenRetriever(values);
  const limit = readInteger('-k', values.k, 1, 100, 10);
  const earlier = values.after ?? [];
  const model = await createModel(values);
  const retriever = { ...chosen, embedder: await createEmbedder(values) };
  return withFolder(values, context, async ({ service, folders, openMs }) => {
    const { output, signal } = context;
    if (model !== undefined) {
      const { printModelAnswer, printRequests } = await import('./askModel.ts');
      const turns = earlier.map((before) => ({ question: before }));
      const asked = { question, options: { ...retriever, limit, turns, signal }, openMs, folders };
      const to = { endpoint: values.endpoint ?? '', embedder: values.embedder };
      if (values['dry-run']) await printRequests(service, model, to, asked, output);
      else await printModelAnswer(service, model, asked, output);
      return 0;
    }
    const answer = await service.ask(question, { ...retriever, limit, earlier, signal });
    if (output.isJson) output.json(askJson(answer, openMs, folders));
    else printAnswer(answer, { service, folders, output });
    return 0;
  });
};

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
  if (lead.length > 0) output.line(`${clean(sentenceOf(lead))}\n`);
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
  output.line(`${clean(blockText(block), { lines: true })}\n`);
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
