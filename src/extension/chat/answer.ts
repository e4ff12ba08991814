/** Answers a question in the chat: by the model that the user picked there, else by quotes; each number opens its source. */

import * as vscode from 'vscode';
import { numbersOf } from '../../protocol/citedNumbers.ts';
import { shorten } from '../../protocol/markdown.ts';
import type { AskResult, Source, WireCitation } from '../../protocol/places.ts';
import { segmentsOf, shownQuote } from '../../protocol/segments.ts';
import type { Answerer } from '../models/answerer.ts';
import { count } from '../numbers.ts';
import { plainText } from '../plainText.ts';
import { locationOf, placeName } from './places.ts';
import { attachedTo, earlierTurns, type NumberedSource, notesOf } from './thread.ts';

/** A longer quote is cut where it is listed. */
const longestQuote = 120;
/** Places that are listed where nothing is cited. */
const mostNearest = 3;

/** What a request of the chat brings with it. */
export interface ChatTurn {
  readonly request: vscode.ChatRequest;
  readonly context: vscode.ChatContext;
  readonly response: vscode.ChatResponseStream;
  readonly token: vscode.CancellationToken;
}

export async function answerQuestion(answerer: Answerer, { request, context, response, token }: ChatTurn): Promise<vscode.ChatResult> {
  const question = request.prompt.trim();
  response.progress(vscode.l10n.t('Looking through the workspace'));
  let given: readonly Source[] = [];
  let written = '';
  // A chat without a model has none to give, whatever the types say.
  const model: vscode.LanguageModelChat | 'none' = (request.model as vscode.LanguageModelChat | undefined) ?? 'none';
  const wish = { question, turns: earlierTurns(context), model, ...(await attachedTo(request)) };
  const result = await answerer.answer(
    wish,
    (event) => {
      if (event.kind === 'sources') {
        // Asked again with fewer sources: what was said before is void, and cannot be taken back.
        if (written !== '')
          response.markdown(plainText(`\n\n${vscode.l10n.t('That was too much for the model. Once more, with fewer sources:')}\n\n`));
        given = event.sources;
        written = '';
      } else {
        written += event.text;
        tell(response, written, written.length - event.text.length, (n) => given[n - 1]);
      }
    },
    token,
  );
  if (written === '' && result.written) tell(response, result.answer, 0, (n) => result.citations.find((one) => one.n === n));
  else if (written === '') tellQuotes(response, result);
  tellSources(response, result);
  tellNotes(response, result);
  return { metadata: { meshrag: notesOf(question, result.answer, citedSources(result)) } };
}

/** Tells what a model wrote from an offset on, which is markdown that is inert already; its `[n]` become links to their sources. */
function tell(
  response: vscode.ChatResponseStream,
  text: string,
  start: number,
  sourceOf: (n: number) => Source | WireCitation | undefined,
) {
  const show = (part: string) => {
    if (part !== '') response.markdown(new vscode.MarkdownString(part));
  };
  let shown = start;
  for (const { n, from, to } of numbersOf(text)) {
    const source = sourceOf(n);
    if (!source || from < start) continue;
    show(text.slice(shown, from));
    response.anchor(locationOf(source), String(n));
    shown = to;
  }
  show(text.slice(shown));
}

/** Tells quotes, which are plain text and may hold numbers of their own, each with a link to its source on lines of its own. */
function tellQuotes(response: vscode.ChatResponseStream, { answer, citations }: AskResult): void {
  for (const [i, { text, cited }] of segmentsOf(answer, citations).entries()) {
    response.markdown(plainText(`${i > 0 ? '\n' : ''}${text}`));
    for (const citation of cited.flatMap((index) => citations[index] ?? [])) {
      response.markdown(plainText(' '));
      response.anchor(locationOf(citation), String(citation.n));
    }
  }
}

/** The cited ranges as links, and as the chat's own list of references; the nearest places where nothing is cited. */
function tellSources(response: vscode.ChatResponseStream, { citations, found, sources }: AskResult): void {
  const nearest = found ? [] : sources.slice(0, mostNearest);
  for (const place of found ? citations : nearest) response.reference(locationOf(place));
  if (nearest.length > 0) response.markdown(plainText(`\n\n${vscode.l10n.t('Nearest places')}\n`));
  for (const place of nearest) {
    response.markdown(plainText('\n'));
    response.anchor(locationOf(place), placeName(place));
    if (place.why !== '') response.markdown(plainText(` ${place.why}`));
  }
  if (!found) return;
  if (citations.length > 0) response.markdown(plainText(`\n\n${vscode.l10n.t('Sources')}\n`));
  for (const citation of citations) {
    response.markdown(plainText(`\n${citation.n} `));
    response.anchor(locationOf(citation), placeName(citation));
    if (citation.quote !== '') response.markdown(plainText(` ${shorten(shownQuote(citation).replace(/\s+/g, ' ').trim(), longestQuote)}`));
  }
}

/** What the check of the answer found, and why nothing was sent. */
function tellNotes(response: vscode.ChatResponseStream, { written, notice, partial, model }: AskResult): void {
  const { t } = vscode.l10n;
  const notes: string[] = [];
  if (notice) notes.push(notice);
  if (written?.isCut) notes.push(t('The model stopped at its limit: the answer is not whole.'));
  if (written && written.unsupported.length > 0) notes.push(t('Sentences without a source: {0}', count(written.unsupported.length)));
  if (written && written.unknown.length > 0) notes.push(t('Removed numbers that mean no source: {0}', written.unknown.join(', ')));
  if (written && written.masked > 0) notes.push(t('Values that look like secrets, masked: {0}', count(written.masked)));
  if (partial) notes.push(t('Answered from {0} of {1} files so far.', count(partial.filesDone), count(partial.filesTotal)));
  notes.push(model === null ? t('quoted, no model') : t('written by {0}', model));
  response.markdown(plainText(`\n\n${notes.join(' · ')}`));
}

/** The sources that the answer cites, with its numbers; those that were found where it cites none. */
function citedSources({ citations, sources }: AskResult): NumberedSource[] {
  const cited = citations.flatMap(({ n }) => (sources[n - 1] ? [{ ...(sources[n - 1] as Source), n }] : []));
  return cited.length > 0 ? cited : sources.slice(0, 5).map((source, i) => ({ ...source, n: i + 1 }));
}
