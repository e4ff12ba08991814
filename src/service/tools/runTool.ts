/** Runs the tools that agents call, for the language server and the MCP server. */

import { blockText } from '../../engine/answer/brief/blockText.ts';
import type { FilesProgress } from '../../engine/answer/facts.ts';
import { restatedFrom } from '../../engine/answer/written/restate.ts';
import { textOf } from '../../messages/messages.ts';
import {
  connectTool,
  impactTool,
  outlineTool,
  overviewTool,
  relatedTool,
  searchTool,
  symbolTool,
  toolDefinitions,
} from '../../tools/definitions.ts';
import { checkInput, InputError, type InputOf } from '../../tools/inputSchema.ts';
import type { ToolItem, ToolResult } from '../../tools/toolResult.ts';
import { NoSuchLineError } from '../ask/relatedChunks.ts';
import type { AskAnswer, SearchResult } from '../types/results.ts';
import { connectEnds } from './connectTool.ts';
import { reachedBy } from './impactTool.ts';
import { describeOverview, outlineAt } from './overviewTool.ts';
import { oneLine, passages, placeText } from './passages.ts';
import { describeSymbol } from './symbolTool.ts';
import { allowedScope, indexedFile, type ToolContext, visibleMessage } from './toolContext.ts';

/** Runs one tool. Throws `InputError` if the input or a path in it is rejected; stops soon after the signal is aborted. */
export async function runTool(name: string, input: unknown, context: ToolContext, signal?: AbortSignal): Promise<ToolResult> {
  switch (name) {
    case searchTool.name:
      return search(checkInput(searchTool.inputSchema, input), context, signal);
    case symbolTool.name:
      return describeSymbol(checkInput(symbolTool.inputSchema, input), context, signal);
    case relatedTool.name:
      return related(checkInput(relatedTool.inputSchema, input), context, signal);
    case connectTool.name:
      return connectEnds(checkInput(connectTool.inputSchema, input), context, signal);
    case impactTool.name:
      return reachedBy(checkInput(impactTool.inputSchema, input), context, signal);
    case overviewTool.name: {
      checkInput(overviewTool.inputSchema, input);
      const found = await describeOverview(context, signal);
      return { ...found, intro: [...found.intro, ...(found.items.length === 0 ? problemNotes(context) : [])] };
    }
    case outlineTool.name:
      return outlineAt(checkInput(outlineTool.inputSchema, input).path, context, signal);
    default:
      throw new InputError(`There is no tool ${JSON.stringify(name)}; there are ${toolDefinitions.map((tool) => tool.name).join(', ')}`);
  }
}

async function search(
  { query, words, names, paths, limit = 10 }: InputOf<typeof searchTool.inputSchema>,
  context: ToolContext,
  signal?: AbortSignal,
) {
  const { service, retriever } = context;
  const scope = allowedScope(paths, context);
  const options = { ...retriever, limit, scope, restated: restatedFrom(words, names), signal };
  const answer = await service.ask(query, options);
  const { state, blocks, sources, missing, notes = [], lead } = answer;
  if (lead !== undefined) return { intro: [textOf(lead)], items: listed(answer, context), masked: 0 };
  const found = await service.search(query, { ...options, withText: true });
  const ranked = passages(sortBySources(sources, found.results), context, query);
  const count = ranked.items.length;
  const outcome = count === 0 ? 'Nothing was found.' : `${count} ${count === 1 ? 'passage' : 'passages'}, best first.`;
  const about = blocks[0]?.subject || sources[0]?.path;
  const closest = state === 'closest' && count > 0 ? [`The closest is ${oneLine(about ?? '')}; it may not answer the query.`] : [];
  const unknown = count > 0 ? [] : found.unknownTerms.slice(0, 8);
  const nowhere = unknown.length === 0 ? [] : [`These words of the query occur nowhere: ${unknown.join(', ')}.`];
  const named = count === 0 || missing.length === 0 ? [] : [`Nothing mentions ${oneLine(missing.join(', '))}.`];
  const isCut = found.results.some(({ content }) => content === undefined);
  const textless = isCut ? ['Passages without text are of repositories that are not on this machine: only their places are known.'] : [];
  return {
    intro: [
      outcome,
      ...nowhere,
      ...named,
      ...closest,
      ...notes.map((note) => oneLine(textOf([note]))),
      ...textless,
      ...partialNote(found.partial),
      ...(count === 0 ? problemNotes(context) : []),
    ],
    ...ranked,
  };
}

/** The blocks of an answer that relations gave, whose secrets are masked already. */
function listed({ blocks, sources }: AskAnswer, context: ToolContext): readonly ToolItem[] {
  return blocks.map((block) => {
    const { folder, path } = sources[block.n - 1] as SearchResult;
    const { startLine, endLine, heading, subject } = block;
    const about = heading === undefined ? subject : textOf([heading]);
    return { lines: [oneLine(`${placeText({ folder, path, startLine, endLine }, context)} ${about}`.trimEnd())], text: blockText(block) };
  });
}

async function related({ path, line, limit = 10 }: InputOf<typeof relatedTool.inputSchema>, context: ToolContext, signal?: AbortSignal) {
  const file = indexedFile(path, context);
  const text = await context.unsavedText?.(file);
  const options = { limit, text, scope: context.within, withText: true, signal };
  const found = await context.service.related(file, line, options).catch((error) => {
    throw error instanceof NoSuchLineError ? new InputError(error.message) : error;
  });
  const listed = passages(found.results, context);
  const count = listed.items.length;
  const outcome =
    count === 0
      ? 'Nothing shares a rare name with that line.'
      : `${count} ${count === 1 ? 'passage shares' : 'passages share'} rare names with that line, the closest first.`;
  return { intro: [outcome], ...listed };
}

/** Results in the order of an answer's sources. */
function sortBySources<Result extends SearchResult>(sources: readonly SearchResult[], results: readonly Result[]): readonly Result[] {
  const keyOf = ({ folder, path, startLine, startColumn = 0 }: SearchResult): string =>
    JSON.stringify([folder, path, startLine, startColumn]);
  const ranks = new Map(sources.map((source, i) => [keyOf(source), i]));
  const rankOf = (result: Result): number => ranks.get(keyOf(result)) ?? sources.length;
  return [...results].sort((a, b) => rankOf(a) - rankOf(b));
}

/** Why nothing could be found: a folder that cannot be read, or whose index was cleared. */
function problemNotes(context: ToolContext): string[] {
  return context.service.report().flatMap((report) => {
    const { folder, state, messages } = report;
    const name = JSON.stringify(context.folders.get(folder) ?? '');
    if (state === 'problem')
      return [`Folder ${name} cannot be searched${messages === undefined ? '' : `: ${oneLine(visibleMessage(report, context))}`}`];
    return state === 'disabled' ? [`The index of folder ${name} was cleared: the user can rebuild it.`] : [];
  });
}

/** Notes that the index was incomplete. */
function partialNote(partial: FilesProgress | undefined): string[] {
  return partial === undefined
    ? []
    : [`The index is still being built: ${partial.filesDone} of ${partial.filesTotal} files so far. Ask again for more.`];
}
