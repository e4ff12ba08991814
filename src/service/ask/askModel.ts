/** The answer by a model: searches, composes the prompt, streams the answer, and resolves its exact places at the end. */

import { answerByModel } from '../../engine/answer/looks/answerByModel.ts';
import type { Look } from '../../engine/answer/looks/look.ts';
import type { Found, Looked } from '../../engine/answer/looks/rounds.ts';
import type { PoolSource } from '../../engine/answer/pool.ts';
import type { LanguageModel, ModelRequest } from '../../engine/answer/written/languageModel.ts';
import { announced } from '../../engine/answer/written/languageModel.ts';
import type { ModelAnswer, PreparedPrompt } from '../../engine/answer/written/modelAnswer.ts';
import type { Turn } from '../../engine/answer/written/prompt.ts';
import { lineOf } from '../../engine/retrieval/locate.ts';
import type { Span } from '../../engine/text/spans.ts';
import { MessageError, message } from '../../messages/messages.ts';
import type { AskAnswer, Citation, Pool, SearchResult } from '../types/results.ts';
import type { Service } from '../types/service.ts';
import { type RestateOptions, type Restating, restatedBy } from './restated.ts';

export interface ModelAskOptions extends RestateOptions {
  /** Earlier questions and answers, oldest first, to be sent to the model. If absent, only the questions of `earlier` are known. */
  readonly turns?: readonly Turn[];
  /** The sentence that the sources do not answer, in the user's language. */
  readonly denial?: string;
  /** Whether the model may restate the question before the search; true by default. */
  readonly mayRestate?: boolean;
  /** Looks further for the model; without it the model answers from what the question finds. */
  readonly looks?: Looks;
}

/** Looks into the workspace for a model. */
export interface Looks {
  find(look: Look, signal: AbortSignal | undefined): Promise<Found & { readonly results: readonly SearchResult[] }>;
  /** Loads and reads what a first look needs, while the rest of it arrives; rejects with the signal's reason. */
  prepare(signal: AbortSignal): Promise<unknown>;
}

/** What happens between a question and its answer. `prompt` precedes each request for the answer; each starts over. */
export type AskEvent =
  /** Precedes each request to the model. */
  | { readonly kind: 'request'; readonly request: ModelRequest }
  /** Precedes the search, where the model was asked to restate the question. */
  | ({ readonly kind: 'restated' } & Restating)
  | { readonly kind: 'prompt'; readonly prompt: PreparedPrompt; readonly pool: Pool }
  /** What the model has looked for instead of answering; the next prompt brings what was found. */
  | { readonly kind: 'look'; readonly looked: Looked }
  | { readonly kind: 'text'; readonly text: string }
  /** The lines that support a mark, in the order of the marks. */
  | { readonly kind: 'citation'; readonly citation: Citation };

/** An answer written by a model. Its sources come first, by their numbers, then the other results. */
export interface WrittenAnswer extends AskAnswer {
  readonly model: string;
  readonly written: Omit<ModelAnswer, 'answer' | 'found' | 'isSilent' | 'looks' | 'marks' | 'quotes' | 'sentences'> & {
    /** What the model has looked for, in order. */
    readonly looked: readonly Looked[];
    /** Estimated tokens of the last request. */
    readonly tokens: number;
    /** Milliseconds from the question to the request, and to the first piece of the answer. */
    readonly sentMs: number;
    readonly firstMs: number;
  };
}

/** Asks the model. Rethrows its errors. */
export async function askModel(
  service: Pick<Service, 'pool'>,
  silent: LanguageModel,
  question: string,
  { turns = [], earlier = turns.map((turn) => turn.question), denial, mayRestate = true, looks, ...options }: ModelAskOptions = {},
  onEvent: (event: AskEvent) => void = () => undefined,
): Promise<WrittenAnswer> {
  const started = performance.now();
  const model = announced(silent, (request) => onEvent({ kind: 'request', request }));
  const restating = mayRestate ? await restatedBy(service, model, question, turns, { ...options, earlier }) : {};
  if (restating.restated ?? restating.failure) onEvent({ kind: 'restated', ...restating });
  const { restated } = restating;
  let pool = await service.pool(question, { ...options, earlier, model, restated });
  const find =
    looks &&
    (async (one: Look, signal: AbortSignal | undefined): Promise<Found> => {
      const { results, ...found } = await looks.find(one, signal);
      const isKnown = (result: SearchResult): boolean => pool.sources.some((known) => isSamePlace(known, result));
      pool = { ...pool, sources: [...pool.sources, ...results.filter((result) => !isKnown(result))] };
      return found;
    });
  const looked: Looked[] = [];
  let tokens = 0;
  let sentMs = 0;
  let firstMs: number | undefined;
  const ended = new AbortController();
  let mayPrepare = options.isRehearsal !== true;
  try {
    for await (const event of answerByModel(model, { question, turns, chunks: pool.chunks, denial, find }, options.signal)) {
      if (event.kind === 'prompt') {
        tokens = event.prompt.tokens;
        sentMs = performance.now() - started;
        onEvent({ ...event, pool });
      } else if (event.kind === 'mayLook') {
        if (mayPrepare) looks?.prepare(ended.signal).catch(() => undefined);
        mayPrepare = false;
      } else if (event.kind === 'look') {
        looked.push(event.looked);
        onEvent(event);
      } else if (event.kind === 'text') {
        firstMs ??= performance.now() - started;
        onEvent(event);
      } else if (event.kind === 'quote') {
        onEvent({ kind: 'citation', citation: citationOf(event.quote.n, event.source, event.quote, pool) });
      } else {
        const { answer, found, isSilent, looks, marks: _, quotes: __, sentences: ___, ...checked } = event.end;
        if (looks.length > 0) throw new MessageError(message('onlyLooks', model.name));
        if (isSilent) throw new MessageError(message('emptyAnswer', model.name));
        const ms = performance.now() - started;
        return {
          question,
          found,
          state: found ? 'answer' : 'notHere',
          answer,
          blocks: [],
          seeAlso: [],
          lookedFor: [],
          missing: [],
          citations: citationsOf(event.end, pool),
          sources: [...givenSources(pool, checked.sources), ...otherSources(pool, checked.sources)],
          system: pool.system,
          model: model.name,
          ms,
          ...(restated === undefined ? {} : { restated }),
          ...(pool.partial ? { partial: pool.partial } : {}),
          ...(pool.notes ? { notes: pool.notes } : {}),
          written: { ...checked, looked, tokens, sentMs, firstMs: firstMs ?? ms },
        };
      }
    }
  } finally {
    ended.abort();
  }
  throw new MessageError(message('noEnd', model.name));
}

/** One for each mark, with its supporting quote. */
function citationsOf({ quotes, sources }: ModelAnswer, pool: Pool): Citation[] {
  return quotes.map((quote) => citationOf(quote.n, sources[quote.n - 1] as PoolSource, quote, pool));
}

/** A source with the support of its number: the lines of the quote, or of the whole source if it has none. */
function citationOf(n: number, source: PoolSource, quote: Span | undefined, { sources }: Pool): Citation {
  const { text, folder, path, title, startLine, endLine, startColumn, endColumn } = source;
  const { from, to } = quote ?? { from: 0, to: 0 };
  const isWhole = endColumn !== undefined || from === to;
  const lines = isWhole
    ? { startLine, endLine }
    : { startLine: startLine + lineOf(text, from), endLine: startLine + lineOf(text, Math.max(from, to - 1)) };
  const columns = endColumn === undefined ? {} : { startColumn, endColumn };
  const fileHash = sources.find((one) => isWithin(one, source))?.fileHash ?? '';
  return { n, path, folder, ...lines, ...columns, quote: text.slice(from, to), title, fileHash };
}

/** The sources that were sent, by number: each with its place and the evidence of its best chunk. */
export function givenSources({ sources }: Pool, given: readonly PoolSource[]): SearchResult[] {
  return given.map(({ n, path, folder, startLine, endLine, startColumn, endColumn, title, kind }): SearchResult => {
    const best = sources.find((one) => isWithin(one, { path, folder, startLine, endLine, startColumn }));
    const columns = endColumn === undefined ? {} : { startColumn, endColumn };
    const { score = 0, evidence = [], fileHash = '' } = best ?? {};
    return { path, folder, startLine, endLine, ...columns, title, kind, fileHash, rank: n, score, evidence };
  });
}

/** Results that did not fit, in order, numbered consecutively. */
function otherSources({ sources }: Pool, given: readonly PoolSource[]): SearchResult[] {
  const others = sources.filter((one) => !given.some((source) => isWithin(one, source)));
  return others.map((one, i) => ({ ...one, rank: given.length + i + 1 }));
}

type Place = Pick<SearchResult, 'path' | 'folder' | 'startLine' | 'startColumn'>;

function isSamePlace(a: Place, b: Place): boolean {
  return a.folder === b.folder && a.path === b.path && a.startLine === b.startLine && a.startColumn === b.startColumn;
}

/** Whether a chunk begins in a source. */
function isWithin(chunk: Place, source: Place & { readonly endLine: number }): boolean {
  if (chunk.folder !== source.folder || chunk.path !== source.path) return false;
  const isInLines = chunk.startLine >= source.startLine && chunk.startLine <= source.endLine;
  return isInLines && (source.startColumn === undefined || chunk.startColumn === source.startColumn);
}
