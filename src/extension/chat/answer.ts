/** Answers a question in the chat: by the model that the user picked there, else by quotes; each number opens the lines that bear it out. */

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
  const telling = tellerOf(response);
  // A chat without a model has none to give, whatever the types say.
  const model: vscode.LanguageModelChat | 'none' = (request.model as vscode.LanguageModelChat | undefined) ?? 'none';
  const wish = { question, turns: earlierTurns(context), model, ...(await attachedTo(request)) };
  const result = await answerer.answer(
    wish,
    (event) => {
      if (event.kind === 'sources') telling.begin(event.sources.length);
      else if (event.kind === 'text') telling.add(event.text);
      else telling.cite(event.citation);
    },
    token,
  );
  if (result.written) telling.end(result);
  else tellQuotes(response, result);
  tellSources(response, result);
  tellNotes(response, result);
  return { metadata: { meshrag: notesOf(question, result.answer, citedSources(result)) } };
}

/**
 * Tells what a model writes, which is markdown that is inert already; its `[n]` become links to the lines that bear them out. What was told
 * cannot be changed, so the text waits at a number until its lines are known, which is when its sentence is whole.
 */
function tellerOf(response: vscode.ChatResponseStream) {
  let text = '';
  let shown = 0;
  let given = 0;
  const citations = new Map<number, WireCitation>();
  const show = (to: number): void => {
    const part = text.slice(shown, to);
    if (part !== '') response.markdown(new vscode.MarkdownString(part));
    shown = Math.max(shown, to);
  };
  const go = (isWhole: boolean): void => {
    const numbers = numbersOf(text).filter(({ n, from }) => from >= shown && n >= 1 && n <= given);
    const waiting = isWhole ? undefined : numbers.find(({ n }) => !citations.has(n));
    for (const { n, from, to } of numbers.slice(0, waiting && numbers.indexOf(waiting))) {
      const citation = citations.get(n);
      if (citation === undefined) continue;
      show(from);
      response.anchor(locationOf(citation), String(n));
      shown = to;
    }
    show(waiting?.from ?? text.length);
  };
  return {
    /** Begins with so many sources, or begins again with fewer: what was said before is void. */
    begin(sources: number): void {
      if (text !== '')
        response.markdown(plainText(`\n\n${vscode.l10n.t('That was too much for the model. Once more, with fewer sources:')}\n\n`));
      text = '';
      shown = 0;
      given = sources;
      citations.clear();
    },
    add(piece: string): void {
      text += piece;
      go(false);
    },
    cite(citation: WireCitation): void {
      citations.set(citation.n, citation);
      go(false);
    },
    /** The whole answer, of which the pieces may have been missed. */
    end(result: AskResult): void {
      if (text === '') text = result.answer;
      given = result.sources.length;
      for (const citation of result.citations) citations.set(citation.n, citation);
      go(true);
    },
  };
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
