/** The hover's text: one block of at most five lines of markdown, in which all workspace content is escaped. */

import type { WirePlace } from '../../protocol/places.ts';
import { escapeMarkdown, shorten, shortTitle } from '../../protocol/text/markdown.ts';
import { placeLink } from '../../protocol/text/placeLink.ts';
import { fill } from '../../protocol/text/words.ts';
import type { SearchResult } from '../../service/results.ts';
import { type Conversion, toWirePlace } from './convert.ts';
import { sharedNames } from './evidenceText.ts';

/** Maximum number of related chunks in a hover; with the headline that makes five lines. */
export const hoverLimit = 4;

const namesShown = 3;
const maxNameLength = 48;
const maxPathLength = 60;
const maxTitleLength = 40;

export interface HoverOptions {
  /** Numbers of the window's folders by absolute path, for links that run the editor's command; plain file links without. */
  readonly folderNumbers?: ReadonlyMap<string, number>;
}

/** Markdown of the hover, undefined if nothing is related. */
export function hoverText(results: readonly SearchResult[], conversion: Conversion, options: HoverOptions): string | undefined {
  const lines = results
    .filter((result) => sharedNames(result).length > 0)
    .slice(0, hoverLimit)
    .map((result) => hoverLine(result, conversion, options));
  if (lines.length === 0) return undefined;
  // Two trailing spaces break a line without starting a paragraph.
  return [conversion.words.related, ...lines].join('  \n');
}

function hoverLine(result: SearchResult, conversion: Conversion, { folderNumbers }: HoverOptions): string {
  const place = toWirePlace(result, conversion);
  const title = shorten(shortTitle(result.kind, result.title), maxTitleLength);
  const label = `${shortenStart(place.path, maxPathLength)}${title === '' ? '' : ` › ${title}`}`;
  const target = folderNumbers ? linkTo(result, folderNumbers) : `${place.uri}#L${place.startLine}`;
  const names = sharedNames(result).slice(0, namesShown);
  const shared = fill(conversion.words.shares, names.map((name) => escapeMarkdown(shorten(name, maxNameLength))).join(', '));
  return `[${escapeMarkdown(label)}](${target} "${rangeOf(place)}") — ${shared}`;
}

function linkTo({ folder, path, startLine, endLine, startColumn, endColumn }: SearchResult, numbers: ReadonlyMap<string, number>): string {
  const columns = endColumn ? { startColumn: startColumn ?? 0, endColumn } : {};
  return placeLink({ folder: numbers.get(folder) ?? 0, path, startLine, endLine, ...columns });
}

/** The end of a path is its most specific part. */
function shortenStart(text: string, length: number): string {
  return text.length <= length ? text : `…${text.slice(text.length - length + 1)}`;
}

function rangeOf(place: WirePlace): string {
  return place.startLine === place.endLine ? `${place.startLine}` : `${place.startLine}–${place.endLine}`;
}
