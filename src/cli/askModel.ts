/** `meshrag ask --model`: an answer that a model writes from the sources, streamed, with what the check of it found. */

import type { LanguageModel } from '../core/answer/languageModel.ts';
import { answerByModel, type ModelAnswer, type ModelQuestion, type PreparedPrompt, preparePrompt } from '../core/answer/modelAnswer.ts';
import type { PoolSource } from '../core/answer/pool.ts';
import { lineOf } from '../core/retrieve/locate.ts';
import type { Pool } from '../service/results.ts';
import { clean, formatDuration, type Output } from './output.ts';

/** A question that is put to a model. */
export interface ModelAsked {
  readonly question: string;
  readonly earlier: readonly string[];
  readonly pool: Pool;
  readonly openMs: number;
}

const asked = ({ question, earlier, pool }: ModelAsked): ModelQuestion => ({
  question,
  turns: earlier.map((before) => ({ question: before })),
  chunks: pool.chunks,
});

/** Prints exactly what would be sent, and sends nothing. */
export async function printRequest(model: LanguageModel, endpoint: string, one: ModelAsked, output: Output): Promise<void> {
  const { chatRequest } = await import('../models/openaiModel.ts');
  const { messages, masked, tokens, sources } = await preparePrompt(model, asked(one));
  const body = chatRequest(model.name, messages);
  if (output.isJson) output.json({ endpoint, body, tokens, masked, sources: sources.map(placeJson) });
  else {
    output.line(
      output.style.dim(`POST ${clean(endpoint)} (chat/completions), about ${tokens} tokens, ${maskedText(masked)}; nothing was sent.`),
    );
    for (const { role, content } of body.messages) output.line(`\n${output.style.strong(`[${role}]`)}\n${clean(content, { lines: true })}`);
  }
}

/** Asks the model and prints its answer. */
export async function askModel(model: LanguageModel, one: ModelAsked, output: Output, signal: AbortSignal): Promise<void> {
  const started = performance.now();
  let prompt: PreparedPrompt | undefined;
  let firstMs: number | undefined;
  let end: ModelAnswer | undefined;
  for await (const event of answerByModel(model, asked(one), signal)) {
    if (event.kind === 'prompt') prompt = event.prompt;
    else if (event.kind === 'end') end = event.end;
    else {
      firstMs ??= performance.now() - started;
      if (!output.isJson) output.part(clean(event.text, { lines: true }));
    }
  }
  if (end === undefined) return;
  const ms = one.pool.ms + performance.now() - started;
  if (output.isJson) output.json(answerJson(model, one, end, { tokens: prompt?.tokens ?? 0, ms, firstMs: firstMs ?? 0 }));
  else printEnd(model, one, end, ms, output);
}

function answerJson(
  model: LanguageModel,
  { question, pool, openMs }: ModelAsked,
  end: ModelAnswer,
  times: { readonly tokens: number; readonly ms: number; readonly firstMs: number },
): object {
  const { found, answer, unknown, masked, unsupported, sources } = end;
  const checks = { unknownCitations: unknown, unsupported: unsupported.map(({ from, to }) => answer.slice(from, to)), masked };
  const { system } = pool;
  return {
    question,
    found,
    answer,
    citations: citationsOf(end),
    system,
    model: model.name,
    ...times,
    openMs,
    ...checks,
    sources: sources.map(placeJson),
  };
}

/** The cited sources with the quote that bears out each; lines are those of the quote. */
function citationsOf({ cited, quotes, sources }: ModelAnswer) {
  return cited.map((n) => {
    const source = sources[n - 1] as PoolSource;
    const quote = quotes.find((one) => one.n === n);
    const { path, startLine, endLine, endColumn } = source;
    if (quote === undefined) return { n, path, startLine, endLine };
    const { from, to } = quote;
    const isCut = endColumn !== undefined;
    const first = isCut ? startLine : startLine + lineOf(source.text, from);
    const last = isCut ? endLine : startLine + lineOf(source.text, Math.max(from, to - 1));
    return { n, path, startLine: first, endLine: last, quote: source.text.slice(from, to) };
  });
}

const placeJson = ({ n, path, startLine, endLine, title }: PoolSource): object => ({ n, path, startLine, endLine, title });

function printEnd(model: LanguageModel, { pool }: ModelAsked, end: ModelAnswer, ms: number, output: Output): void {
  const { dim, accent } = output.style;
  output.line('\n');
  for (const { n, path, startLine, endLine } of citationsOf(end)) {
    output.line(`${dim(`[${n}]`)} ${accent(`${clean(path)}:${startLine === endLine ? startLine : `${startLine}-${endLine}`}`)}`);
  }
  for (const { from, to } of end.unsupported) output.line(dim(`without a source: ${clean(end.answer.slice(from, to))}`));
  if (end.unknown.length > 0) output.line(dim(`removed numbers that mean no source: ${end.unknown.join(', ')}`));
  const masked = end.masked === 0 ? '' : ` · ${maskedText(end.masked)}`;
  output.line(dim(`${end.sources.length} sources sent to ${clean(model.name)} · ${pool.system} · ${formatDuration(ms)}${masked}`));
}

function maskedText(count: number): string {
  return count === 1 ? '1 secret masked' : `${count} secrets masked`;
}
