/** The answer by a model: what is searched for, what the model is given, what it says, and all of it with exact places at the end. */

import type { PoolSource } from '../../engine/answer/pool.ts';
import { ContextOverflow, type LanguageModel } from '../../engine/answer/written/languageModel.ts';
import { answerByModel, type ModelAnswer, type PreparedPrompt } from '../../engine/answer/written/modelAnswer.ts';
import type { Prompt, Turn } from '../../engine/answer/written/prompt.ts';
import { rewriteBy, rewritePrompt } from '../../engine/answer/written/rewrite.ts';
import { lineOf } from '../../engine/retrieval/locate.ts';
import { partOperators } from '../../engine/retrieval/steps/operators.ts';
import type { Span } from '../../engine/text/spans.ts';
import type { Service } from '../api.ts';
import type { AskOptions } from '../options.ts';
import type { AskAnswer, Citation, Pool, SearchResult } from '../results.ts';

export interface ModelAskOptions extends AskOptions {
  /** What was asked and answered before, the oldest first: the model is sent it. `earlier` has their questions where it is absent. */
  readonly turns?: readonly Turn[];
  /** Whether the model may be asked to make a follow-up stand alone before it is searched for; true where absent. */
  readonly mayRewrite?: boolean;
}

/** What happens between a question and its answer. `prompt` comes right before something is sent; after an overflow it starts over. */
export type AskEvent =
  | { readonly kind: 'rewrite'; readonly prompt: Prompt & { readonly tokens: number } }
  | { readonly kind: 'prompt'; readonly prompt: PreparedPrompt; readonly pool: Pool }
  | { readonly kind: 'text'; readonly text: string }
  /** Which lines bear out a number that was said. */
  | { readonly kind: 'citation'; readonly citation: Citation };

/** An answer that a model wrote. Its sources are the model's first, by their numbers, then what else was found. */
export interface WrittenAnswer extends AskAnswer {
  readonly model: string;
  readonly written: Omit<ModelAnswer, 'answer' | 'found' | 'quotes' | 'sentences'> & {
    /** The question as the model made it stand alone. */
    readonly rewritten?: string;
    /** Tokens of the request as counted beforehand. */
    readonly tokens: number;
    /** Milliseconds from the question to the request, and to the first piece of the answer. */
    readonly sentMs: number;
    readonly firstMs: number;
  };
}

/** Asks the model. Throws what it throws. */
export async function askModel(
  service: Pick<Service, 'pool'>,
  model: LanguageModel,
  question: string,
  { turns = [], earlier = turns.map((turn) => turn.question), mayRewrite = true, ...options }: ModelAskOptions = {},
  tell: (event: AskEvent) => void = () => undefined,
): Promise<WrittenAnswer> {
  const started = performance.now();
  const rewritten = mayRewrite ? await rewrittenBy(model, question, turns, options.signal, tell) : undefined;
  // A model knows nothing of operators; what it wrote is searched for where the question was meant to be.
  const standalone = rewritten === undefined ? undefined : `${rewritten} ${partOperators(question).operators}`.trimEnd();
  const pool = await service.pool(question, { ...options, standalone, earlier });
  let tokens = 0;
  let sentMs = 0;
  let firstMs: number | undefined;
  for await (const event of answerByModel(model, { question, turns, chunks: pool.chunks }, options.signal)) {
    if (event.kind === 'prompt') {
      tokens = event.prompt.tokens;
      sentMs = performance.now() - started;
      tell({ ...event, pool });
    } else if (event.kind === 'text') {
      firstMs ??= performance.now() - started;
      tell(event);
    } else if (event.kind === 'quote') {
      tell({ kind: 'citation', citation: citationOf(event.quote.n, event.source, event.quote, pool) });
    } else {
      const { answer, found, quotes: _, sentences: __, ...checked } = event.end;
      const ms = performance.now() - started;
      return {
        question,
        found,
        state: found ? 'sure' : 'nothing',
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
        ...(pool.partial ? { partial: pool.partial } : {}),
        written: { ...checked, tokens, sentMs, firstMs: firstMs ?? ms, ...(rewritten === undefined ? {} : { rewritten }) },
      };
    }
  }
  throw new Error(`${model.name} ended its answer without an end`);
}

async function rewrittenBy(
  model: LanguageModel,
  question: string,
  turns: readonly Turn[],
  signal: AbortSignal | undefined,
  tell: (event: AskEvent) => void,
): Promise<string | undefined> {
  const prompt = rewritePrompt(question, turns);
  if (prompt === undefined) return undefined;
  tell({ kind: 'rewrite', prompt });
  try {
    return await rewriteBy(model, prompt, question, signal);
  } catch (error) {
    // Then the names of the thread are carried over.
    if (error instanceof ContextOverflow) return undefined;
    throw error;
  }
}

/** The cited sources with the quote that bears out each. */
function citationsOf({ cited, quotes, sources }: ModelAnswer, pool: Pool): Citation[] {
  return cited.map((n) =>
    citationOf(
      n,
      sources[n - 1] as PoolSource,
      quotes.find((one) => one.n === n),
      pool,
    ),
  );
}

/** A source with what bears out its number: the lines are those of the quote, of the whole source where it has none. */
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

/** What the model is given, by its numbers: the place that was sent, the evidence of the best chunk in it. */
export function givenSources({ sources }: Pool, given: readonly PoolSource[]): SearchResult[] {
  return given.map(({ n, path, folder, startLine, endLine, startColumn, endColumn, title, kind }): SearchResult => {
    const best = sources.find((one) => isWithin(one, { path, folder, startLine, endLine, startColumn }));
    const columns = endColumn === undefined ? {} : { startColumn, endColumn };
    const { score = 0, evidence = [], fileHash = '' } = best ?? {};
    return { path, folder, startLine, endLine, ...columns, title, kind, fileHash, rank: n, score, evidence };
  });
}

/** What was found and did not fit, in its order, numbered on. */
function otherSources({ sources }: Pool, given: readonly PoolSource[]): SearchResult[] {
  const others = sources.filter((one) => !given.some((source) => isWithin(one, source)));
  return others.map((one, i) => ({ ...one, rank: given.length + i + 1 }));
}

type Place = Pick<SearchResult, 'path' | 'folder' | 'startLine' | 'startColumn'>;

/** Whether a chunk begins in a source. */
function isWithin(chunk: Place, source: Place & { readonly endLine: number }): boolean {
  if (chunk.folder !== source.folder || chunk.path !== source.path) return false;
  const isInLines = chunk.startLine >= source.startLine && chunk.startLine <= source.endLine;
  return isInLines && (source.startColumn === undefined || chunk.startColumn === source.startColumn);
}
