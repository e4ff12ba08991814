/**
 * Looks into the workspace for a model that answers a question. It sees what agents see, by the same rules: files of the open folders that are
 * indexed, so neither ignored nor secret ones, secrets masked. What is refused is one sentence for the model.
 */

import type { Look } from '../../engine/answer/looks/look.ts';
import type { Found } from '../../engine/answer/looks/rounds.ts';
import { secretMask } from '../../engine/text/secrets/secrets.ts';
import { MessageError } from '../../messages/messages.ts';
import { InputError } from '../../tools/inputSchema.ts';
import type { ToolEntry } from '../../tools/toolResult.ts';
import type { Looks } from '../ask/askModel.ts';
import type { FileLines, SearchResult } from '../types/results.ts';
import { findLines } from './grepTool.ts';
import { outlineAt } from './overviewTool.ts';
import { oneLine, SecretMask } from './passages.ts';
import { inOrder, useLine } from './symbolTool.ts';
import { absoluteOf, indexedSpot, type Spot, type ToolContext } from './toolContext.ts';

/** What was found, each chunk with its result. */
export interface FoundPlaces extends Found {
  readonly results: readonly SearchResult[];
}

/** Passages of a search. */
const maxPassages = 5;
/** Lines that are read at once, of a file and of a definition. */
const maxLines = { file: 200, definition: 60 };
const maxDefinitions = 4;
/** Uses of a name, and entries of an outline. */
const maxListed = 60;

/** Reads for one question; `context.within` has its scope. */
export function lookInto(context: ToolContext): Looks {
  return {
    find: async (look, signal) => {
      try {
        return await found(look, context, signal);
      } catch (error) {
        signal?.throwIfAborted();
        if (error instanceof InputError || error instanceof MessageError)
          return { chunks: [], results: [], refusal: oneLine(error.message) };
        throw error;
      }
    },
    prepare: (signal) => context.service.prepareLooks(signal),
  };
}

async function found(look: Look, context: ToolContext, signal: AbortSignal | undefined): Promise<FoundPlaces> {
  if (look.verb === 'search') return searched(look.words, context, signal);
  if (look.verb === 'symbol') return defined(look.name, context, signal);
  if (look.verb === 'grep') return matched(look.pattern, context, signal);
  if (look.verb === 'outline') return outlined(look.path, context, signal);
  const spot = indexedSpot(look.path, context);
  const range = { file: absoluteOf(spot), startLine: look.from, endLine: look.to ?? look.from + maxLines.file - 1 };
  return foundIn([passage(spot, '', context.service.lines(range, maxLines.file))]);
}

/** By words alone: a system that asks models would do so before anything is shown. */
async function searched(
  words: string,
  { service, retriever = {}, within }: ToolContext,
  signal: AbortSignal | undefined,
): Promise<FoundPlaces> {
  const { system, systemOptions, synonyms } = retriever;
  const options = { system, systemOptions, synonyms, limit: maxPassages, scope: within, withText: true, signal };
  return foundIn((await service.search(words, options)).results);
}

async function defined(name: string, context: ToolContext, signal: AbortSignal | undefined): Promise<FoundPlaces> {
  const { service, within } = context;
  const { definitions, uses, nearest } = await service.symbol(name, { scope: within, placesOnly: maxListed, signal });
  const passages = definitions.slice(0, maxDefinitions).map(({ folder, path, ...range }) => {
    const spot = { folder, path };
    return passage(spot, name, service.lines({ ...range, file: absoluteOf(spot) }, maxLines.definition));
  });
  const mask = new SecretMask();
  const near = definitions.length + uses.length > 0 || nearest.length === 0 ? [] : [`The nearest names are ${nearest.join(', ')}.`];
  const lines = [
    ...inOrder(uses)
      .slice(0, maxListed)
      .map((use) => useLine(use, context)),
    ...near,
  ].map(mask.line);
  const found = foundIn(passages);
  return lines.length === 0 ? found : { ...found, list: { title: `uses of ${oneLine(name)}`, lines, masked: mask.count } };
}

async function matched(pattern: string, context: ToolContext, signal: AbortSignal | undefined): Promise<FoundPlaces> {
  const { intro, entries } = await findLines({ pattern, options: undefined, paths: undefined, cursor: undefined }, context, 0, signal);
  return entries.length === 0 ? foundIn([]) : listed(`lines that match ${oneLine(pattern)}`, [...intro, ...texts(entries)]);
}

async function outlined(path: string, context: ToolContext, signal: AbortSignal | undefined): Promise<FoundPlaces> {
  const { entries } = await outlineAt(path, context, signal);
  return listed(`outline of ${oneLine(path)}`, texts(entries));
}

function texts(entries: readonly ToolEntry[]): readonly string[] {
  return entries.slice(0, maxListed).flatMap(({ text }) => text.split('\n'));
}

/** Lines in which secrets are masked already. */
function listed(title: string, lines: readonly string[]): FoundPlaces {
  return { ...foundIn([]), list: { title, lines, masked: lines.join('\n').split(secretMask).length - 1 } };
}

function passage({ folder, path }: Spot, title: string, { fileHash, fileLines, isCut, kind, ...lines }: FileLines): Passage {
  const { startLine, endLine, text, secrets } = lines;
  const place = { folder, path, startLine, endLine };
  return { ...place, title, kind, fileHash, rank: 1, score: 0, evidence: [], content: { text, secrets, fileLines }, isCut };
}

/** A result whose lines may be a part of what was asked for. */
type Passage = SearchResult & Partial<Pick<FileLines, 'isCut'>>;

/** Passages whose text can be read. */
function foundIn(passages: readonly Passage[]): FoundPlaces {
  const chunks = passages.flatMap(({ content, path, folder, startLine, endLine, startColumn, endColumn, title, kind, isCut = false }) => {
    if (content === undefined) return [];
    const columns = endColumn === undefined ? {} : { startColumn, endColumn };
    return [{ path, folder, startLine, endLine, ...columns, title, kind, ...content, isCut }];
  });
  return { chunks, results: passages.map(({ content: _, isCut: __, ...result }) => result) };
}
