/**
 * An answer as markdown for a comment under a line: quoted blocks or a model's text, at most four sources as links, truncated to a maximum
 * height. Text from files and models never becomes a link, an image or HTML.
 */

import { lookText } from '../../protocol/panels/lookText.ts';
import { type AskResult, type LookStep, rangeText, type Source, type WireBlock, type WirePlace } from '../../protocol/places.ts';
import { numbersOf } from '../../protocol/text/citedNumbers.ts';
import { escapeMarkdown, shorten, shortTitle } from '../../protocol/text/markdown.ts';
import { quotedText, quoteMarkdown } from '../../protocol/text/quoteMarkdown.ts';
import { stateTexts } from '../../protocol/text/stateTexts.ts';
import { t } from '../../protocol/text/translate.ts';
import { unsupportedMarker, withUnsupportedMarkers } from '../../protocol/text/unsupported.ts';
import { alsoLookedFor } from '../client/strings.ts';
import { sentLink } from '../editor/sentLink.ts';
import { firstLines, linesOfComment, linked, textMarkdown } from './answerText.ts';

/** Maximum number of lines of an answer, including sources and links. */
export const maxLines = 20;
/** Lines of a comment visible without scrolling. Quotes stay within them; the rest become links. */
const unscrolledLines = 14.4;
/** Height in lines of a one-line paragraph with its margins. */
const paragraphLines = 1.45;
export const maxSources = 4;
/** UTF-16 units. */
const maxLabel = 64;
const maxReason = 60;
/** Two lines. */
const maxTerms = 200;
/** One line. */
const maxLook = 100;

/** An answer so far; `found` is absent while it is being written. */
export type InlineAnswer = AnswerSoFar | AskResult;

export type AnswerSoFar = Pick<AskResult, 'question' | 'answer' | 'blocks' | 'citations' | 'sources' | 'restated'> & {
  readonly found?: undefined;
  /** What the model has looked for so far. */
  readonly looks?: readonly LookStep[];
};

/** The link that opens a place; undefined if it lies outside of the workspace. */
export type LinkTo = (place: WirePlace) => string | undefined;

/** The comment's text. */
export function answerMarkdown(answer: InlineAnswer, linkTo: LinkTo): string {
  return answer.found === undefined || answer.blocks.length === 0 ? textAnswer(answer, linkTo) : quotedAnswer(answer, linkTo);
}

function quotedAnswer(answer: AskResult, linkTo: LinkTo): string {
  const leads = [...termsLine(answer), ...stateTexts(answer).map(escapeMarkdown)];
  const notes = notesOf(answer);
  const quotes = (others: number): QuotesMarkdown => {
    const room = unscrolledLines - (leads.length + notes.length + others) * paragraphLines;
    return quotesMarkdown(answer.blocks, linkTo, room);
  };
  // One line refers to other places; another one is needed if something did not fit.
  const all = quotes(1);
  const { markdown, count, isCut } = all.isCut ? quotes(2) : all;
  const rest = isCut ? [escapeMarkdown(t('The rest is in the panel: “Continue in Panel”, above.'))] : [];
  return [...leads, markdown, ...rest, ...seeAlso(answer, count, linkTo), ...notes].join('\n\n');
}

/** Links to the blocks that did not fit, and to further places, at most `maxSources` in total. */
function seeAlso({ blocks, seeAlso, sources }: AskResult, shown: number, linkTo: LinkTo): string[] {
  const others = [...blocks.slice(shown), ...seeAlso.flatMap((n) => sources[n - 1] ?? [])];
  const links = others.slice(0, Math.max(0, maxSources - shown)).map((place) => {
    const name = shortTitle(place.kind, 'subject' in place ? place.subject : place.title);
    return linked(labelOf(place, name), linkTo(place));
  });
  return links.length === 0 ? [] : [`${escapeMarkdown(t('See also:'))} ${links.join(' · ')}`];
}

function textAnswer(answer: InlineAnswer, linkTo: LinkTo): string {
  const sources = listedSources(answer).map(({ n, place }) => sourceLine(n, place, linkTo));
  const notes = notesOf(answer);
  const terms = termsLine(answer);
  const looks = lookLines(answer);
  const listed = [looks, sources].reduce((sum, { length }) => sum + (length > 0 ? length + 1 : 0), 0);
  const spare = listed + (notes.length + terms.length) * 2 + 2;
  const unsupported = answer.found === undefined ? [] : (answer.written?.unsupported ?? []);
  const { text, isCut } = firstLines(withUnsupportedMarkers(answer.answer, unsupported).trim(), maxLines - spare);
  const parts = [
    ...terms,
    // Two trailing spaces break a line without starting a paragraph.
    ...(looks.length > 0 ? [looks.join('  \n')] : []),
    textMarkdown(text, (n) => linkOf(answer, n, linkTo)).replaceAll(unsupportedMarker, ` *(${escapeMarkdown(t('no source'))})*`),
  ];
  if (isCut) parts.push(escapeMarkdown(t('The rest is in the panel: “Continue in Panel”, above.')));
  if (sources.length > 0) parts.push(sources.join('  \n'));
  return [...parts, ...notes].join('\n\n');
}

function termsLine({ restated }: InlineAnswer): string[] {
  return restated === undefined ? [] : [escapeMarkdown(shorten(alsoLookedFor(restated), maxTerms))];
}

/** A line for each look, which opens the request that brought what was found. */
function lookLines(answer: InlineAnswer): string[] {
  const looks = (answer.found === undefined ? answer.looks : answer.written?.looks) ?? [];
  return looks.map((step) => linked(escapeMarkdown(shorten(lookText(step), maxLook)), step.sent && sentLink(step.sent)));
}

function notesOf(answer: InlineAnswer): string[] {
  if (answer.found === undefined) return [];
  const { found, partial, notice } = answer;
  const notes: string[] = [];
  if (notice) notes.push(escapeMarkdown(notice));
  if (partial) notes.push(escapeMarkdown(t('Answered from {0} of {1} files so far.', partial.filesDone, partial.filesTotal)));
  if (!found) notes.push(escapeMarkdown(t('“Search File Text”, above, looks for the words of the question.')));
  return notes;
}

/** The target of `[n]` in the text: a citation if there is one, else the n-th source. */
function linkOf({ citations, sources }: InlineAnswer, n: number, linkTo: LinkTo): string | undefined {
  const place = citations.find((citation) => citation.n === n) ?? sources[n - 1];
  return place && linkTo(place);
}

interface Listed {
  readonly n: number | undefined;
  readonly place: WirePlace & Partial<Source>;
}

/** The answer's citations, in its order; the best sources if there are none. */
function listedSources(answer: InlineAnswer): Listed[] {
  const { citations, sources, found } = answer;
  if (found === undefined) return [];
  const numbers = new Set(numbersOf(answer.answer).map(({ n }) => n));
  const cited = [...numbers].flatMap((n): Listed[] => {
    const citation = citations.find((one) => one.n === n);
    const source = citation ? sourceAround(citation, sources) : sources[n - 1];
    return citation || source ? [{ n, place: { ...source, ...citation } as Listed['place'] }] : [];
  });
  const listed = cited.length > 0 ? cited : sources.map((place): Listed => ({ n: undefined, place }));
  return listed.slice(0, maxSources);
}

function sourceAround({ uri, startLine, endLine }: WirePlace, sources: readonly Source[]): Source | undefined {
  return sources.find((one) => one.uri === uri && one.startLine <= startLine && endLine <= one.endLine);
}

function sourceLine(n: number | undefined, place: Listed['place'], linkTo: LinkTo): string {
  const title = shortTitle(place.kind, place.title ?? '');
  const label = linked(labelOf(place, title), linkTo(place));
  const why = place.why ? ` — ${escapeMarkdown(shorten(place.why, maxReason))}` : '';
  return `${n === undefined ? '' : `${n} `}${label} ${rangeText(place)}${why}`;
}

function labelOf({ path }: WirePlace, title: string): string {
  return escapeMarkdown(shorten(`${path}${title && ` › ${title}`}`, maxLabel));
}

/** Longer subjects are truncated. UTF-16 units. */
const maxSubject = 80;
/** Height of a subject in lines of a comment, with its margins. */
const subjectLines = 1.9;

interface QuotesMarkdown {
  readonly markdown: string;
  /** Number of blocks shown, completely or in part. */
  readonly count: number;
  /** Whether something did not fit. */
  readonly isCut: boolean;
}

/** As many of the blocks as fit into `room` lines of a comment, each under its subject; the first one is truncated if necessary. */
function quotesMarkdown(blocks: readonly WireBlock[], linkOf: (block: WireBlock) => string | undefined, room: number): QuotesMarkdown {
  const parts: string[] = [];
  let left = room;
  for (const [count, block] of blocks.entries()) {
    const text = quotedText(block);
    const fitting = firstLines(text, Math.max(1, left - subjectLines));
    if (fitting.isCut && count > 0) return { markdown: parts.join('\n\n'), count, isCut: true };
    parts.push(linked(subjectOf(block), linkOf(block)), quoteMarkdown(fitting.text, block));
    if (fitting.isCut) return { markdown: parts.join('\n\n'), count: 1, isCut: true };
    left -= linesOfComment(text) + subjectLines;
  }
  return { markdown: parts.join('\n\n'), count: blocks.length, isCut: false };
}

/** `**Router.app** · starlette/routing.py:751–764`, `docs/state.md › **Reload**`. */
function subjectOf({ kind, subject, path, ...lines }: WireBlock): string {
  const name = subject === '' ? '' : `**${escapeMarkdown(shorten(subject, maxSubject))}**`;
  const parts = kind === 'code' ? [name, escapeMarkdown(`${path}:${rangeText(lines)}`)] : [escapeMarkdown(path), name];
  return parts.filter((part) => part !== '').join(kind === 'code' ? ' · ' : ' › ');
}
