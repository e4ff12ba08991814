/**
 * An answer as the markdown of a comment under a line: the text, at most four sources as links, and, where it would be taller than twenty
 * lines, its beginning with a link to the panel. What files and models say is never a link, an image or HTML.
 */

import { numbersOf } from '../../protocol/citedNumbers.ts';
import { commandLink, escapeMarkdown, shorten, shortTitle } from '../../protocol/markdown.ts';
import type { AskResult, Source, WirePlace } from '../../protocol/places.ts';
import { segmentsOf } from '../../protocol/segments.ts';
import { fill } from '../../protocol/words.ts';
import { firstLines, textMarkdown } from './answerText.ts';
import { quotesMarkdown } from './quotesMarkdown.ts';

/** Lines that an answer may have, its sources and links among them. */
export const mostLines = 20;
export const mostSources = 4;
const longestLabel = 64;
const longestReason = 60;

/** The sentences of a comment, in the user's language; `{0}`, `{1}` are filled in. */
export interface InlineWords {
  readonly continueInPanel: string;
  readonly soFar: string;
  readonly searchText: string;
}

/** What is known of an answer; `found` is absent while it is still being written. */
export type InlineAnswer = Pick<AskResult, 'question' | 'answer' | 'citations' | 'sources'> &
  Partial<Pick<AskResult, 'found' | 'model' | 'partial' | 'notice'>>;

/** The comment's text; `panelLink` is the link that shows the whole answer in the panel. */
export function answerMarkdown(answer: InlineAnswer, words: InlineWords, panelLink: string): string {
  const sources = listedSources(answer).map(({ n, place }) => sourceLine(n, place));
  const notes = notesOf(answer, words);
  const spare = (sources.length > 0 ? sources.length + 1 : 0) + notes.length * 2 + 2;
  const { markdown, isCut } = textOf(answer, mostLines - spare);
  const parts = [markdown];
  if (isCut) parts.push(`[${escapeMarkdown(words.continueInPanel)}](${panelLink})`);
  // Two spaces at the end of a line break it without starting a paragraph.
  if (sources.length > 0) parts.push(sources.join('  \n'));
  return [...parts, ...notes].join('\n\n');
}

/** What is said, in at most `room` lines. */
function textOf(answer: InlineAnswer, room: number): { readonly markdown: string; readonly isCut: boolean } {
  const { citations, found, model } = answer;
  if (found && model === null)
    return quotesMarkdown(
      segmentsOf(answer.answer, citations),
      citations.map((citation) => ({ n: citation.n, link: openLink(citation) })),
      room,
    );
  const { text, isCut } = firstLines(answer.answer.trim(), room);
  return { markdown: textMarkdown(text, (n) => linkOf(answer, n)), isCut };
}

function notesOf({ found, partial, notice, question }: InlineAnswer, words: InlineWords): string[] {
  const notes: string[] = [];
  if (notice) notes.push(escapeMarkdown(notice));
  if (partial) notes.push(escapeMarkdown(fill(words.soFar, String(partial.filesDone), String(partial.filesTotal))));
  if (found === false) notes.push(`[${escapeMarkdown(words.searchText)}](${commandLink('meshrag.searchText', { query: question })})`);
  return notes;
}

/** What `[n]` in the text means: a citation where there is one, else the n-th source. */
function linkOf({ citations, sources }: InlineAnswer, n: number): string | undefined {
  const place = citations.find((citation) => citation.n === n) ?? sources[n - 1];
  return place && openLink(place);
}

interface Listed {
  readonly n: number | undefined;
  readonly place: WirePlace & Partial<Source>;
}

/** What the answer cites, in its order; where it cites nothing, the best sources. */
function listedSources(answer: InlineAnswer): Listed[] {
  const { citations, sources, found } = answer;
  if (found === undefined) return [];
  // Quotes may hold numbers of their own.
  const cites = answer.model === null ? citations : numbersOf(answer.answer);
  const numbers = new Set(cites.map(({ n }) => n));
  const cited = [...numbers].flatMap((n): Listed[] => {
    const citation = citations.find((one) => one.n === n);
    const source = citation ? sourceAround(citation, sources) : sources[n - 1];
    return citation || source ? [{ n, place: { ...source, ...citation } as Listed['place'] }] : [];
  });
  const listed = cited.length > 0 ? cited : sources.map((place): Listed => ({ n: undefined, place }));
  return listed.slice(0, mostSources);
}

function sourceAround({ uri, startLine, endLine }: WirePlace, sources: readonly Source[]): Source | undefined {
  return sources.find((one) => one.uri === uri && one.startLine <= startLine && endLine <= one.endLine);
}

function sourceLine(n: number | undefined, place: Listed['place']): string {
  const title = shortTitle(place.kind, place.title ?? '');
  const label = `[${escapeMarkdown(shorten(`${place.path}${title && ` › ${title}`}`, longestLabel))}](${openLink(place)})`;
  const lines = place.startLine === place.endLine ? `${place.startLine}` : `${place.startLine}–${place.endLine}`;
  const why = place.why ? ` — ${escapeMarkdown(shorten(place.why, longestReason))}` : '';
  return `${n === undefined ? '' : `${n} `}${label} ${lines}${why}`;
}

function openLink({ uri, path, startLine, endLine, startColumn, endColumn }: WirePlace): string {
  return commandLink('meshrag.openPlace', { uri, path, startLine, endLine, startColumn, endColumn });
}
