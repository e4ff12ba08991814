/**
 * Rounds of looks: what each look of a reply brought, as further numbered sources, and the messages in which they follow the request that the
 * model replied to. Sources of all requests stay within one budget of tokens. A look brings something if it has a line, or a list, that was not
 * sent before. Cost: linear in what is found.
 */

import { fillPool, mergeChunks, type PoolChunk, type PoolSource } from '../pool.ts';
import { type ChatMessage, estimateTokens } from '../written/languageModel.ts';
import { fencedList, fencedSource } from '../written/prompt.ts';
import { type Look, lookLine, looksLeft } from './look.ts';

/** What was found for a look. */
export interface Found {
  /** Best first. */
  readonly chunks: readonly PoolChunk[];
  /** Places without their text, such as an outline: secrets masked. */
  readonly list?: { readonly title: string; readonly lines: readonly string[]; readonly masked: number };
  /** Why nothing may be shown, as a sentence for the model. */
  readonly refusal?: string;
}

/** Looks into the workspace; rejects with the signal's reason. */
export type Find = (look: Look, signal: AbortSignal | undefined) => Promise<Found>;

/** What is sent of it. */
export interface Looked extends Pick<Found, 'list' | 'refusal'> {
  readonly look: Look;
  /** Those that are new. */
  readonly sources: readonly PoolSource[];
  /** Numbers of the sources that have found lines already. */
  readonly known: readonly number[];
  /** Whether something new was found that did not fit. */
  readonly isTooLong: boolean;
}

/** The looks of one reply. */
export type LookRound = readonly Looked[];

/** Tokens of the sources of all requests for an answer. */
export const maxSourceTokens = 12_000;
/** What looks may bring of them in any case: the passages that a question finds may take more than all by themselves. */
export const minLookTokens = 4_000;
/** Tokens around the sources of a look. */
const perLook = 60;

/** What is known before a round, and how much it may add. */
export interface LookContext {
  readonly sources: readonly PoolSource[];
  readonly rounds: readonly LookRound[];
  readonly mark: string;
  /** Tokens. */
  readonly room: number;
}

/** What each look brings that was not sent before, as far as there is room. */
export async function lookAround(
  looks: readonly Look[],
  find: Find,
  { sources, rounds, mark, room }: LookContext,
  signal?: AbortSignal,
): Promise<LookRound> {
  const known = [...sources];
  const lists = new Set(rounds.flat().map(({ list }) => list?.title));
  const round: Looked[] = [];
  let left = room;
  for (const look of looks) {
    signal?.throwIfAborted();
    const { chunks, list, refusal } = await find(look, signal);
    left -= perLook;
    const isNewList = list !== undefined && !lists.has(list.title);
    const shown = isNewList ? cutList(list, left) : undefined;
    if (shown !== undefined) left -= tokensInLines(shown.lines);
    const inSources = chunks.map((chunk) => known.find((source) => holds(source, chunk))?.n);
    const fresh = mergeChunks(chunks.filter((_, i) => inSources[i] === undefined));
    const wrap = (source: PoolSource): string => fencedSource(source, mark);
    const added = await fillPool(fresh, left, async (text) => estimateTokens(text), wrap, known.length);
    left -= sourceTokens(added, mark);
    known.push(...added);
    if (isNewList) lists.add(list.title);
    const numbers = [...new Set(inSources.filter((n) => n !== undefined))];
    const isTooLong = added.length < fresh.length || (isNewList && shown === undefined);
    round.push({
      look,
      sources: added,
      known: numbers,
      isTooLong,
      ...(shown && { list: shown }),
      ...(refusal === undefined ? {} : { refusal }),
    });
  }
  return round;
}

/** Estimated tokens of sources in their fences. */
function sourceTokens(sources: readonly PoolSource[], mark: string): number {
  return sources.reduce((sum, source) => sum + estimateTokens(fencedSource(source, mark)), 0);
}

/** Tokens that looks may still bring after the sources of the first request and some rounds. */
export function roomForLooks(first: readonly PoolSource[], rounds: readonly LookRound[], mark: string): number {
  const brought = rounds.flat().reduce((sum, { sources, list }) => sum + sourceTokens(sources, mark) + tokensInLines(list?.lines ?? []), 0);
  return Math.max(maxSourceTokens - sourceTokens(first, mark), minLookTokens) - brought;
}

/** A round that sends nothing. */
export function withheld(round: LookRound, refusal?: string): LookRound {
  return round.map(({ look, known }) => ({ look, sources: [], known, isTooLong: refusal === undefined, ...(refusal && { refusal }) }));
}

/** Whether a round brought what was not sent before. */
export function isFruitful(round: LookRound): boolean {
  return round.some(({ sources, list }) => sources.length > 0 || list !== undefined);
}

/** The model's looks and what they brought, as messages; `left` is how often it may still look after the last of them. */
export function roundMessages(rounds: readonly LookRound[], mark: string, left: number): readonly ChatMessage[] {
  return rounds.flatMap((round, i): readonly ChatMessage[] => {
    const isLast = i === rounds.length - 1;
    const content = [...round.map((one) => lookedText(one, mark)), ...(isLast ? [looksLeft(left)] : [])].join('\n\n');
    return [
      { role: 'assistant', content: round.map(({ look }) => lookLine(look)).join('\n') },
      { role: 'user', content },
    ];
  });
}

/** All texts that a round sends. */
export function textsOfRounds(rounds: readonly LookRound[]): readonly string[] {
  return rounds
    .flat()
    .flatMap(({ look, sources, list, refusal = '' }) => [
      lookLine(look),
      refusal,
      ...(list === undefined ? [] : [list.title, ...list.lines]),
      ...sources.flatMap(({ text, title, path }) => [text, title, path]),
    ]);
}

function lookedText({ look, sources, known, list, refusal, isTooLong }: Looked, mark: string): string {
  const parts = [
    ...(refusal === undefined ? [] : [refusal]),
    ...sources.map((source) => fencedSource(source, mark)),
    ...known.map((n) => `Source ${n} has these lines already.`),
    ...(list === undefined ? [] : [fencedList(list.lines, list.title, mark)]),
    ...(isTooLong ? ['There was more, for which there is no room.'] : []),
  ];
  return [lookLine(look), ...(parts.length === 0 ? ['Nothing new was found.'] : parts)].join('\n\n');
}

/** Whether a source has all lines of a chunk. */
function holds(source: PoolSource, { folder, path, startLine, endLine, endColumn }: PoolChunk): boolean {
  const isWhole = endColumn === undefined && source.endColumn === undefined;
  const isSame = source.folder === folder && source.path === path;
  return isSame && isWhole && source.startLine <= startLine && endLine <= source.endLine;
}

/** The first lines of a list, and that there are more. */
function cutList(list: NonNullable<Found['list']>, room: number): Found['list'] | undefined {
  let left = room;
  const fits = list.lines.findIndex((line) => {
    left -= estimateTokens(line) + 1;
    return left < 0;
  });
  return fits < 0 ? list : fits === 0 ? undefined : { ...list, lines: [...list.lines.slice(0, fits), '…'] };
}

function tokensInLines(lines: readonly string[]): number {
  return lines.reduce((sum, line) => sum + estimateTokens(line) + 1, 0);
}
