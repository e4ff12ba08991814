/**
 * Hovers: one block of at most five lines of markdown, in which all workspace content is escaped. Nothing if nothing is related, a line in the
 * log if slow, never an error on screen.
 */

import { type Hover, MarkupKind } from 'vscode-languageserver/node';
import type { Place } from '../../engine/place.ts';
import { errorMessage } from '../../messages/messages.ts';
import { rangeText } from '../../protocol/places.ts';
import { escapeMarkdown, shorten, shortTitle } from '../../protocol/text/markdown.ts';
import { nameLink } from '../../protocol/text/nameLink.ts';
import { type LinkedPeek, type LinkedPlace, peekLink, placeLink } from '../../protocol/text/placeLink.ts';
import { t } from '../../protocol/text/translate.ts';
import type { NameFact, RelatedResult } from '../../service/types/results.ts';
import { relatedAt, type Session, sessionConversion } from '../session.ts';
import { Cancelled, withSignal } from '../signals.ts';
import { relationText, sharedNames } from './evidenceText.ts';
import { type Conversion, toWirePlace } from './wire.ts';

/** Maximum number of related chunks in a hover; with the headline that makes five lines. */
const hoverLimit = 4;

const namesShown = 3;
const maxNameLength = 48;
const maxPathLength = 60;
const maxTitleLength = 40;
const maxFactLength = 160;

export interface HoverOptions {
  /** Numbers of the window's folders by absolute path, for links that run the editor's command; plain file links without. */
  readonly folderNumbers?: ReadonlyMap<string, number>;
  /** The name under the cursor. */
  readonly name?: string;
  /** Where the hover is. */
  readonly at?: LinkedPeek['at'];
  /** What a model says of that name. */
  readonly facts?: readonly NameFact[];
}

/** Related chunks by relation: what only shares names comes last. */
const relations: readonly RelatedResult['relation'][] = ['defines', 'uses', 'documents', 'shares'];

/** Markdown of the hover, undefined if nothing is related. */
export function hoverText(results: readonly RelatedResult[], conversion: Conversion, options: HoverOptions): string | undefined {
  const description = options.facts?.find(({ kind }) => kind === 'description');
  const shown = results
    .filter((result) => sharedNames(result).length > 0)
    .slice(0, hoverLimit - (description === undefined ? 0 : 1))
    .sort((a, b) => relations.indexOf(a.relation) - relations.indexOf(b.relation));
  if (shown.length === 0 && description === undefined) return undefined;
  const labels = shown.map((result) => placeLabel(result, conversion));
  const lines = shown.map((result, i) => {
    const isTwin = labels.indexOf(labels[i] as string) !== labels.lastIndexOf(labels[i] as string);
    return hoverLine(isTwin ? twinLabel(result, conversion) : (labels[i] as string), result, conversion, options);
  });
  // Two trailing spaces break a line without starting a paragraph.
  const says = description === undefined ? [] : [factLine(description, conversion, options)];
  return [headline(shown, options), ...says, ...lines].join('  \n');
}

/**
 * With a link that peeks what is shown, and one to the name under the cursor in This Place if a result has it: what looks like a secret is in
 * none.
 */
function headline(shown: readonly RelatedResult[], { name, at, folderNumbers }: HoverOptions): string {
  const parts = [t('Related')];
  if (shown.length > 0 && folderNumbers !== undefined && at !== undefined) {
    const places = shown.map((result) => linkedPlaceIn(result, folderNumbers));
    parts.push(`[${escapeMarkdown(t('Peek'))}](${peekLink({ places, at })})`);
  }
  const isKnown = shown.some((result) => sharedNames(result).some((shared) => shared.toLowerCase() === name?.toLowerCase()));
  if (name !== undefined && folderNumbers !== undefined && isKnown)
    parts.push(`[${escapeMarkdown(t('Who uses {0}', shorten(name, maxNameLength)))}](${nameLink(name)})`);
  return parts.join(' · ');
}

/** The end of the path and the last heading, or the name that is defined, or else the first one. */
function placeLabel({ kind, title, relation, subject = '', ...place }: RelatedResult, conversion: Conversion): string {
  const first = shortTitle(kind, title);
  const name = relation === 'defines' && !first.endsWith(subject) ? subject : first;
  return joinedLabel(toWirePlace(place, conversion).path, name);
}

/** Distinguishes a place from another one with the same label: with its line, and the headings above the last, as that of a version. */
function twinLabel(result: RelatedResult, conversion: Conversion): string {
  const { path, startLine } = toWirePlace(result, conversion);
  return joinedLabel(`${path}:${startLine}`, result.kind === 'doc' ? result.title : shortTitle(result.kind, result.title));
}

function joinedLabel(path: string, title: string): string {
  return `${shortenStart(path, maxPathLength)}${title === '' ? '' : ` › ${shorten(title, maxTitleLength)}`}`;
}

function hoverLine(label: string, result: RelatedResult, conversion: Conversion, { folderNumbers }: HoverOptions): string {
  const place = toWirePlace(result, conversion);
  const target = folderNumbers ? placeLink(linkedPlaceIn(result, folderNumbers)) : `${place.uri}#L${place.startLine}`;
  const names = sharedNames(result).slice(0, namesShown);
  const { relation, subject } = result;
  const listed = (subject === undefined ? names : [subject]).map((name) => escapeMarkdown(shorten(name, maxNameLength)));
  const shared = relationText(relation, listed);
  return `[${escapeMarkdown(label)}](${target} "${rangeText(place)}") — ${shared}`;
}

/** What a model has read, with its passage: it may err. */
function factLine(fact: NameFact, conversion: Conversion, { folderNumbers }: HoverOptions): string {
  const place = toWirePlace(fact, conversion);
  const target = folderNumbers ? placeLink(linkedPlaceIn(fact, folderNumbers)) : `${place.uri}#L${place.startLine}`;
  const label = escapeMarkdown(shortenStart(place.path, maxPathLength));
  return `${t('According to a model')}: ${escapeMarkdown(shorten(fact.text, maxFactLength))} — [${label}](${target} "${rangeText(place)}")`;
}

function linkedPlaceIn(
  { folder, path, startLine, endLine, startColumn, endColumn }: Place,
  numbers: ReadonlyMap<string, number>,
): LinkedPlace {
  const columns = endColumn ? { startColumn: startColumn ?? 0, endColumn } : {};
  return { folder: numbers.get(folder) ?? 0, path, startLine, endLine, ...columns };
}

/** The end of a path is its most specific part. */
function shortenStart(text: string, length: number): string {
  return text.length <= length ? text : `…${text.slice(text.length - length + 1)}`;
}

/** A slower hover is logged. Milliseconds. */
const slowMs = 100;

export function answerHovers(session: Session): void {
  const { connection, folders, clientOptions, log } = session;
  connection.onHover(async ({ textDocument, position }, token): Promise<Hover | null> => {
    if (!clientOptions.hover || folders.names.size === 0) return null;
    const startedMs = performance.now();
    const at = { uri: textDocument.uri, ...position };
    try {
      const { results, name } = await withSignal(token, (signal) => relatedAt(session, at, { limit: hoverLimit, brief: true }, signal));
      const facts = name === undefined ? [] : await session.service.nameFacts(name);
      const value = hoverText(
        results,
        sessionConversion(session),
        clientOptions.commandLinks ? { folderNumbers: folders.numbers, name, at: position, facts } : { facts },
      );
      return value === undefined ? null : { contents: { kind: MarkupKind.Markdown, value } };
    } catch (error) {
      if (!(error instanceof Cancelled)) log('warn', `Hover failed: ${errorMessage(error)}`);
      return null;
    } finally {
      const tookMs = performance.now() - startedMs;
      if (tookMs > slowMs) log('info', `A hover took ${Math.round(tookMs)} ms`);
    }
  });
}
