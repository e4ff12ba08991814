/** `meshrag ask --model`: an answer written by a model from the sources, streamed, with the findings of its check. */

import type { Looked } from '../../engine/answer/looks/rounds.ts';
import type { LanguageModel } from '../../engine/answer/written/languageModel.ts';
import { type Restated, termsOf } from '../../engine/answer/written/restatedTerms.ts';
import type { Message } from '../../engine/message.ts';
import { message, messagesOf, textOf } from '../../messages/messages.ts';
import { askModel, type ModelAskOptions, type WrittenAnswer } from '../../service/ask/askModel.ts';
import { askRestated, type QuoteOptions } from '../../service/ask/askRestated.ts';
import { type PossibleRequests, rehearse } from '../../service/ask/rehearsal.ts';
import type { Restating } from '../../service/ask/restated.ts';
import { visiblePath } from '../../service/tools/toolContext.ts';
import type { Citation } from '../../service/types/results.ts';
import type { Service } from '../../service/types/service.ts';
import { unusedProxy } from '../cliError.ts';
import { type FolderNames, fileJson } from '../folderNames.ts';
import { clean, counted, formatCount, formatDuration, type Output } from '../output.ts';
import { printNotes } from '../results.ts';
import { printQuotes } from './askQuotes.ts';

/** A question for a model. */
export interface ModelAsked {
  readonly question: string;
  readonly options: ModelAskOptions & Pick<QuoteOptions, 'judges'>;
  readonly openMs: number;
  readonly folders: FolderNames;
  /** False where it only restates the question or orders its places. */
  readonly writes: boolean;
}

/** Prints exactly what would be sent, and what may follow, without sending anything. */
export async function printRequests(
  service: Service,
  model: LanguageModel,
  { endpoint, embedder = '' }: { readonly endpoint: string; readonly embedder?: string | undefined },
  { question, options, writes }: ModelAsked,
  output: Output,
): Promise<void> {
  const { chatRequest } = await import('../../models/openaiModel.ts');
  const { embeddingRequest } = await import('../../models/openaiEmbedder.ts');
  const { certain, possible } = await rehearse(service, model, question, { ...options, writes });
  const requests = certain.map((one) => {
    if ('texts' in one)
      return { to: 'embeddings', purpose: one.purpose, tokens: one.tokens, masked: 0, body: embeddingRequest(embedder, one.texts) };
    const { purpose, tokens, masked, sources, messages } = one;
    return { to: 'chat/completions', purpose, tokens, masked, sources, body: chatRequest(model.name, messages) };
  });
  if (output.isJson) {
    output.json({ endpoint, requests, possible });
    return;
  }
  for (const [i, { to, tokens, masked, body }] of requests.entries()) {
    const place = `POST ${clean(endpoint)} (${to})`;
    if (i > 0) output.line();
    output.line(output.style.dim(`${place}, about ${formatCount(tokens)} tokens, ${maskedText(masked)}; nothing was sent.`));
    if ('messages' in body)
      for (const { role, content } of body.messages)
        output.line(`\n${output.style.strong(`[${role}]`)}\n${clean(content, { lines: true })}`);
    else for (const text of body.input) output.line(clean(text, { lines: true }));
  }
  if (requests.length === 0) output.line('Nothing was found that could be sent.');
  if (possible.length > 0) output.line(output.style.dim(`\nDepending on the replies, at most these requests follow:`));
  for (const one of possible) output.line(output.style.dim(`- ${possibleText(one)}`));
}

/** The bound of what may follow. */
function possibleText({ purpose, requests, tokens }: PossibleRequests): string {
  const bound = `${counted(requests, 'request')}, ${formatCount(tokens)} tokens`;
  if (purpose === 'embed') return `${bound} in all, of the question and the replies of models about the passages, to embed`;
  if (purpose === 'judge') return `${bound} each, of the question and the passages found, to choose from`;
  return `${bound} each, of the question, the thread and the passages found, to answer`;
}

/** Prints the written answer. Where the model fails, quotes are printed, and why; returns the exit code. */
export async function printModelAnswer(service: Service, model: LanguageModel, asked: ModelAsked, output: Output): Promise<number> {
  const { question, options, openMs, folders } = asked;
  const { turns = [], signal, embedder: _, ...more } = options;
  let restating: Restating = {};
  let isPartial = false;
  try {
    const answer = await askModel(service, model, question, options, (event) => {
      if (event.kind === 'restated') restating = event;
      if (event.kind === 'look') {
        // Words before a look are no part of the answer.
        if (isPartial) output.line();
        isPartial = false;
        output.note(clean(lookText(event.looked)));
      }
      if (event.kind === 'prompt' && isPartial) {
        output.line('\n');
        isPartial = false;
        output.note('The text above was thinking aloud.');
      }
      if (event.kind !== 'text' || output.isJson) return;
      isPartial = true;
      output.part(clean(event.text, { lines: true }));
    });
    if (output.isJson) output.json(answerJson(answer, asked));
    else printEnd(answer, folders, output);
    noteFailure(restating.failure, output);
    return 0;
  } catch (error) {
    signal?.throwIfAborted();
    const { restated } = restating;
    const quoted = await service.ask(question, { ...more, signal, earlier: turns.map((turn) => turn.question), restated });
    if (isPartial) output.line('\n');
    const failure = isUnreachable(error) ? [...messagesOf(error), message('verbatim', unreachableHint(process.env))] : messagesOf(error);
    printQuotes(quoted, { service, folders, output, openMs }, { ...restatedJson(restated), error: textOf(failure) });
    noteFailure(failure, output);
    return 1;
  }
}

/** Prints quotes for a question that the model restates or whose places it orders, and what was also looked for. */
export async function printQuotedAnswer(service: Service, model: LanguageModel, asked: ModelAsked, output: Output): Promise<void> {
  const { restated, failure, ...answer } = await askRestated(service, model, asked.question, asked.options);
  printQuotes(answer, { service, output, ...asked }, restatedJson(restated));
  if (restated !== undefined && !output.isJson) output.line(output.style.dim(`also looked for: ${clean(termsOf(restated).join(', '))}`));
  noteFailure(failure, output);
}

/** `Looked for: tides`, `Read docs/tides.md 3-9`, and what is to be said of it. */
function lookText({ look, sources, list, refusal }: Looked): string {
  const note = refusal !== undefined ? ` (${refusal})` : sources.length === 0 && list === undefined ? ' (nothing new)' : '';
  switch (look.verb) {
    case 'search':
      return `Looked for: ${look.words}${note}`;
    case 'read':
      return `Read ${look.path} ${look.from}-${look.to ?? ''}${note}`;
    case 'symbol':
      return `Looked up ${look.name}${note}`;
    case 'grep':
      return `Lines that match ${look.pattern}${note}`;
    case 'outline':
      return `Outline of ${look.path}${note}`;
  }
}

/** Each look, with the numbers of the sources that it brought, and why nothing may be shown. */
function looksJson(looked: readonly Looked[]): object {
  const looks = looked.map(({ look, sources, refusal }) => {
    return { ...look, sources: sources.map(({ n }) => n), ...(refusal === undefined ? {} : { refusal }) };
  });
  return looks.length === 0 ? {} : { looks };
}

function restatedJson(restated: Restated | undefined): object {
  return restated === undefined ? {} : { restated };
}

/** One sentence on standard error. */
function noteFailure(failure: readonly Message[] | undefined, output: Output): void {
  if (failure !== undefined) output.note(`meshrag: ${clean(textOf(failure))}`);
}

/** Tested by name, since the client is a bundle of its own. */
function isUnreachable(error: unknown): boolean {
  return error instanceof Error && 'failure' in error && error.failure === 'unreachable';
}

/** What may help where an endpoint cannot be reached. */
function unreachableHint(env: NodeJS.ProcessEnv): string {
  return `${unusedProxy(env)}The answer is quoted, which needs no network.`;
}

function answerJson(
  { question, restated, found, answer, citations, system, model, ms, written, notes = [] }: WrittenAnswer,
  { openMs, folders }: ModelAsked,
): object {
  const { unknown, unsupported, masked, tokens, firstMs, isCut, sources, looked } = written;
  const cited = citations.map(({ n, folder, path, startLine, endLine, quote }) => {
    return { n, ...fileJson({ folder, path }, folders), startLine, endLine, ...(quote && { quote }) };
  });
  const checks = {
    unknownCitations: unknown,
    unsupported: unsupported.map(({ from, to }) => answer.slice(from, to)),
    masked,
    isCut,
    notes: notes.map((note) => textOf([note])),
  };
  const known = { question, ...restatedJson(restated), ...looksJson(looked), found, answer, citations: cited, system, model };
  return { ...known, tokens, ms, firstMs, openMs, ...checks, sources: sources.map((one) => placeJson(one, folders)) };
}

interface NumberedPlace {
  readonly n: number;
  readonly folder: string;
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly title: string;
}

function placeJson({ n, folder, path, startLine, endLine, title }: NumberedPlace, folders: FolderNames): object {
  return { n, ...fileJson({ folder, path }, folders), startLine, endLine, title };
}

function printEnd({ answer, citations, system, model, ms, written, notes }: WrittenAnswer, folders: FolderNames, output: Output): void {
  const { dim, accent } = output.style;
  output.line('\n');
  if (written.isCut) output.line(dim('The model stopped at its limit: the answer is incomplete.'));
  printNotes(notes, output);
  const isFirst = (one: Citation, i: number): boolean =>
    citations.findIndex(({ n, startLine, endLine }) => n === one.n && startLine === one.startLine && endLine === one.endLine) === i;
  for (const { n, folder, path, startLine, endLine } of citations.filter(isFirst)) {
    const shown = clean(visiblePath({ folder, path }, { folders }));
    output.line(`${dim(`[${n}]`)} ${accent(`${shown}:${startLine === endLine ? startLine : `${startLine}-${endLine}`}`)}`);
  }
  for (const { from, to } of written.unsupported) output.line(dim(`without a source: ${clean(answer.slice(from, to))}`));
  if (written.unknown.length > 0) output.line(dim(`removed numbers without a source: ${written.unknown.join(', ')}`));
  const masked = written.masked === 0 ? '' : ` · ${maskedText(written.masked)}`;
  output.line(dim(`${written.sources.length} sources sent to ${clean(model)} · ${system} · ${formatDuration(ms)}${masked}`));
}

function maskedText(count: number): string {
  return count === 1 ? '1 secret masked' : `${count} secrets masked`;
}
