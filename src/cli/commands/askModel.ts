/** `meshrag ask --model`: an answer written by a model from the sources, streamed, with the findings of its check. */

import { type LanguageModel, preparePrompt } from '../../engine/index.ts';
import type { Service } from '../../service/api.ts';
import { askModel, type ModelAskOptions, type WrittenAnswer } from '../../service/ask/askModel.ts';
import { visiblePath } from '../../service/tools/toolContext.ts';
import { CliError } from '../cliError.ts';
import { type FolderNames, fileJson } from '../folderNames.ts';
import { clean, formatDuration, type Output } from '../output.ts';

/** A question for a model. */
export interface ModelAsked {
  readonly question: string;
  readonly options: ModelAskOptions;
  readonly openMs: number;
  readonly folders: FolderNames;
}

/** Prints exactly what would be sent, without sending it. A follow-up is searched for as without a model. */
export async function printRequest(
  service: Service,
  model: LanguageModel,
  endpoint: string,
  { question, options: { turns = [], ...options }, folders }: ModelAsked,
  output: Output,
): Promise<void> {
  const { chatRequest } = await import('../../models/openaiModel.ts');
  const { chunks } = await service.pool(question, { ...options, earlier: turns.map((turn) => turn.question) });
  const { messages, masked, tokens, sources } = await preparePrompt(model, { question, turns, chunks });
  const body = chatRequest(model.name, messages);
  if (output.isJson) output.json({ endpoint, body, tokens, masked, sources: sources.map((one) => placeJson(one, folders)) });
  else {
    output.line(
      output.style.dim(`POST ${clean(endpoint)} (chat/completions), about ${tokens} tokens, ${maskedText(masked)}; nothing was sent.`),
    );
    for (const { role, content } of body.messages) output.line(`\n${output.style.strong(`[${role}]`)}\n${clean(content, { lines: true })}`);
  }
}

export async function printAnswerOf(service: Service, model: LanguageModel, asked: ModelAsked, output: Output): Promise<void> {
  const answer = await askModel(service, model, asked.question, asked.options, (event) => {
    if (event.kind === 'text' && !output.isJson) output.part(clean(event.text, { lines: true }));
  }).catch((error) => {
    // Tested by name, since the client is a bundle of its own.
    throw error instanceof Error && 'failure' in error && error.failure === 'unreachable'
      ? new CliError(`${error.message} ${unreachableHint(process.env)}`, { cause: error })
      : error;
  });
  if (output.isJson) output.json(answerJson(answer, asked));
  else printEnd(answer, asked.folders, output);
}

/** What may help where an endpoint cannot be reached. Node leaves proxies alone unless it is told to use them. */
function unreachableHint(env: NodeJS.ProcessEnv): string {
  const proxy = ['HTTPS_PROXY', 'https_proxy', 'HTTP_PROXY', 'http_proxy'].find((name) => env[name]);
  const isUnused = proxy !== undefined && env.NODE_USE_ENV_PROXY !== '1';
  const unused = isUnused ? `${proxy} is set and not used: NODE_USE_ENV_PROXY=1 makes Node go through it. ` : '';
  return `${unused}Without --model the answer is quoted, which needs no network.`;
}

function answerJson(
  { question, found, answer, citations, system, model, ms, written }: WrittenAnswer,
  { openMs, folders }: ModelAsked,
): object {
  const { unknown, unsupported, masked, tokens, firstMs, isCut, rewritten, sources } = written;
  const cited = citations.map(({ n, folder, path, startLine, endLine, quote }) => {
    return { n, ...fileJson({ folder, path }, folders), startLine, endLine, ...(quote && { quote }) };
  });
  const checks = { unknownCitations: unknown, unsupported: unsupported.map(({ from, to }) => answer.slice(from, to)), masked, isCut };
  const known = { question, ...(rewritten === undefined ? {} : { rewritten }), found, answer, citations: cited, system, model };
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

function printEnd({ answer, citations, system, model, ms, written }: WrittenAnswer, folders: FolderNames, output: Output): void {
  const { dim, accent } = output.style;
  output.line('\n');
  if (written.isCut) output.line(dim('The model stopped at its limit: the answer is not whole.'));
  for (const { n, folder, path, startLine, endLine } of citations) {
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
