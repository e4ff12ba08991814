/** Answers a question in the chat: by the model picked there, otherwise with quotes; each number links to the lines that support it. */

import * as vscode from 'vscode';
import { lookText } from '../../protocol/panels/lookText.ts';
import { type AskResult, type LookStep, type RestatedQuestion, reference, type Source, type WireCitation } from '../../protocol/places.ts';
import { InertMarkdown, type MarkdownPiece } from '../../protocol/text/inertMarkdown.ts';
import { escapeMarkdown, shorten, shortTitle } from '../../protocol/text/markdown.ts';
import { quotedText, quoteMarkdown } from '../../protocol/text/quoteMarkdown.ts';
import { stateTexts } from '../../protocol/text/stateTexts.ts';
import { t } from '../../protocol/text/translate.ts';
import { StreamedMarkers, unsupportedMarker } from '../../protocol/text/unsupported.ts';
import { alsoLookedFor } from '../client/strings.ts';
import { count } from '../editor/numbers.ts';
import { plainText } from '../editor/plainText.ts';
import { sentLink, showSentCommand } from '../editor/sentLink.ts';
import type { Answerer } from '../models/answerer.ts';
import type { AskPermission } from '../models/requests/consent.ts';
import { manageTrustCommand, manageTrustLabel } from '../models/requests/trust.ts';
import { toLocation } from './chatPlaces.ts';
import { attachedTo, earlierTurns, type NumberedSource, takeNotes } from './thread.ts';

/** Longer quotes are truncated in lists. */
const maxQuoteLength = 120;
const maxTitle = 60;
/** Maximum number of places listed if nothing is cited. */
const maxNearest = 3;

/** A chat request with its context. */
export interface ChatTurn {
  readonly request: vscode.ChatRequest;
  readonly context: vscode.ChatContext;
  readonly response: vscode.ChatResponseStream;
  readonly token: vscode.CancellationToken;
}

/** Answers questions, and asks the user for permission before anything is sent. */
export interface ChatAnswerer {
  readonly answerer: Answerer;
  readonly askPermission: AskPermission;
}

export async function answerQuestion(
  { answerer, askPermission }: ChatAnswerer,
  { request, context, response, token }: ChatTurn,
): Promise<vscode.ChatResult> {
  const question = request.prompt.trim();
  response.progress(t('Looking through the workspace'));
  const stream = answerStream(response);
  const permit: AskPermission = (asked, signal) => {
    response.progress(t('Waiting for your permission in the answer panel'));
    return askPermission({ ...asked, card: { ...asked.card, question } }, signal);
  };
  const asked = { turns: earlierTurns(context), model: chosenModel(request), ...(await attachedTo(request)) };
  const result = await answerer.answer(
    { question, askPermission: permit, ...asked },
    (event) => {
      if (event.kind === 'restated') showTerms(response, event.restated);
      else if (event.kind === 'sources') stream.begin(event.sources.length);
      else if (event.kind === 'text') stream.add(event.text);
      else if (event.kind === 'citation') stream.cite(event.citation);
      else if (event.kind === 'looks') stream.look(event.looks);
    },
    token,
  );
  if (result.written) stream.end(result);
  else {
    showTerms(response, result.restated);
    showQuotes(response, result);
  }
  showLooks(response, result);
  showSources(response, result);
  showNotes(response, result);
  return { metadata: { meshrag: takeNotes(question, citedSources(result), result) } };
}

/** A chat without a model has none here, whatever the types claim. */
export function chosenModel(request: vscode.ChatRequest): vscode.LanguageModelChat | 'none' {
  return (request.model as vscode.LanguageModelChat | undefined) ?? 'none';
}

/**
 * Streams a model's answer as inert markdown, with each `[n]` linked to its supporting lines. Shown text cannot be changed, so it is held
 * back at a number until its lines are known, which is when its sentence is complete.
 */
function answerStream(response: vscode.ChatResponseStream) {
  let inert = new InertMarkdown();
  const waiting: MarkdownPiece[] = [];
  let isEmpty = true;
  let shownLooks = 0;
  let given = 0;
  const isGiven = (n: number): boolean => n >= 1 && n <= given;
  let markers = new StreamedMarkers(isGiven);
  const noSource = ` *(${escapeMarkdown(t('no source'))})*`;
  /** One for each mark, in their order, and the number of those that are shown. */
  let citations: readonly WireCitation[] = [];
  let marks = 0;
  const show = (piece: MarkdownPiece): void => {
    const citation = typeof piece === 'number' && isGiven(piece) ? citations[marks++] : undefined;
    if (citation) response.anchor(toLocation(citation), String(citation.n));
    else if (typeof piece === 'number') response.markdown(plainText(`[${piece}]`));
    else response.markdown(new vscode.MarkdownString(piece.replaceAll(unsupportedMarker, noSource)));
  };
  const go = (isWhole: boolean): void => {
    let known = citations.length - marks;
    const isUnknown = (piece: MarkdownPiece) => typeof piece === 'number' && isGiven(piece) && --known < 0;
    const next = isWhole ? -1 : waiting.findIndex(isUnknown);
    const ready = waiting.splice(0, next < 0 ? waiting.length : next);
    for (const piece of ready) show(piece);
  };
  const write = (text: string): void => {
    if (text !== '') isEmpty = false;
    waiting.push(...inert.push(markers.push(text)));
  };
  const close = (): void => {
    waiting.push(...inert.push(markers.end()), ...inert.end());
    go(true);
  };
  return {
    /** Starts with this many sources, or starts over with fewer: text shown before is void. */
    begin(sources: number): void {
      close();
      const why =
        sources < given
          ? t('The sources were too long for the model. Trying again with fewer:')
          : t('The above was thinking aloud. The answer:');
      if (!isEmpty) response.markdown(plainText(`\n\n${why}\n\n`));
      inert = new InertMarkdown();
      markers = new StreamedMarkers(isGiven);
      isEmpty = true;
      given = sources;
      citations = [];
      marks = 0;
    },
    /** Shows the last look, which replaces what was written. */
    look(looks: readonly LookStep[]): void {
      const last = looks.at(-1);
      if (last === undefined || looks.length === shownLooks) return;
      shownLooks = looks.length;
      close();
      if (!isEmpty) response.markdown('\n\n');
      isEmpty = true;
      response.progress(lookText(last));
    },
    add(piece: string): void {
      write(piece);
      go(false);
    },
    cite(citation: WireCitation): void {
      citations = [...citations, citation];
      go(false);
    },
    /** The whole answer, some pieces of which may have been missed. */
    end(result: AskResult): void {
      given = result.sources.length;
      citations = result.citations;
      if (isEmpty) write(result.answer);
      close();
    },
  };
}

/** Shows what a model had looked for as well, in a line. */
export function showTerms(response: vscode.ChatResponseStream, restated: RestatedQuestion | undefined): void {
  if (restated !== undefined) response.markdown(plainText(`${alsoLookedFor(restated)}\n\n`));
}

/** Shows the blocks, each under its subject with a link to its lines, and links to further places. */
function showQuotes(response: vscode.ChatResponseStream, result: AskResult): void {
  const { answer, blocks, found, seeAlso, sources } = result;
  if (blocks.length === 0) response.markdown(plainText(answer));
  else for (const text of stateTexts(result)) response.markdown(plainText(`${text}\n\n`));
  for (const block of blocks) {
    if (block.subject !== '') response.markdown(new vscode.MarkdownString(`**${escapeMarkdown(block.subject)}** `));
    response.anchor(toLocation(block), reference(block));
    response.markdown(new vscode.MarkdownString(`\n\n${quoteMarkdown(quotedText(block), block)}\n\n`));
  }
  // Where nothing is quoted, the nearest places follow instead.
  const others = found ? seeAlso.flatMap((n) => sources[n - 1] ?? []) : [];
  for (const [i, source] of others.entries()) {
    response.markdown(plainText(i === 0 ? `${t('See also:')} ` : ' · '));
    response.anchor(toLocation(source), reference(source));
    const title = shortTitle(source.kind, source.title);
    if (title !== '') response.markdown(plainText(` ${shorten(title, maxTitle)}`));
  }
}

/** What the model has looked for: each opens the request that brought what was found. */
function showLooks(response: vscode.ChatResponseStream, { written }: AskResult): void {
  const lines = (written?.looks ?? []).map((step) => {
    const text = escapeMarkdown(lookText(step));
    return step.sent === undefined ? text : `[${text}](${sentLink(step.sent)})`;
  });
  if (lines.length === 0) return;
  const list = new vscode.MarkdownString(
    `\n\n${escapeMarkdown(t('What the model looked for'))}\n\n${lines.map((line) => `- ${line}\n`).join('')}`,
  );
  list.isTrusted = { enabledCommands: [showSentCommand] };
  response.markdown(list);
}

/** Links to the cited ranges, also as the chat's own references; the nearest places if nothing is cited. */
function showSources(response: vscode.ChatResponseStream, { blocks, citations, found, sources }: AskResult): void {
  const nearest = found ? [] : sources.slice(0, maxNearest);
  for (const place of found ? citations : nearest) response.reference(toLocation(place));
  if (nearest.length > 0) response.markdown(plainText(`\n\n${t('Nearest places')}\n`));
  for (const place of nearest) {
    response.markdown(plainText('\n'));
    response.anchor(toLocation(place), reference(place));
    if (place.why !== '') response.markdown(plainText(` ${place.why}`));
  }
  // Blocks have their own links.
  if (!found || blocks.length > 0) return;
  if (citations.length > 0) response.markdown(plainText(`\n\n${t('Sources')}\n`));
  for (const citation of citations) {
    if (citation !== citations.find((one) => one.n === citation.n && one.startLine === citation.startLine)) continue;
    response.markdown(plainText(`\n${citation.n} `));
    response.anchor(toLocation(citation), reference(citation));
    if (citation.quote !== '') response.markdown(plainText(` ${shorten(citation.quote.replace(/\s+/g, ' ').trim(), maxQuoteLength)}`));
  }
}

/** The findings of the answer check, and the reason if nothing was sent. */
function showNotes(response: vscode.ChatResponseStream, { written, notice, isRestricted, partial, model }: AskResult): void {
  const notes: string[] = [];
  if (notice) notes.push(notice);
  if (written?.isCut) notes.push(t('The model stopped at its limit: the answer is incomplete.'));
  if (written && written.unknown.length > 0) notes.push(t('Cited numbers without a source: {0}', written.unknown.join(', ')));
  if (written && written.masked > 0) notes.push(t('Masked secrets: {0}', count(written.masked)));
  if (partial) notes.push(t('Answered from {0} of {1} files so far.', count(partial.filesDone), count(partial.filesTotal)));
  notes.push(model === null ? t('quoted, no model') : t('written by {0}', model));
  response.markdown(plainText(`\n\n${notes.join(' · ')}`));
  if (isRestricted) response.button({ command: manageTrustCommand, title: manageTrustLabel() });
}

/** The sources that the answer cites, with its numbers; all results if it cites none. */
function citedSources({ citations, sources }: AskResult): NumberedSource[] {
  const cited = citations.flatMap(({ n }) => (sources[n - 1] ? [{ ...(sources[n - 1] as Source), n }] : []));
  return cited.length > 0 ? cited : sources.slice(0, 5).map((source, i) => ({ ...source, n: i + 1 }));
}
