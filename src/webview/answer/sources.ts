/** The list of sources: place, why it is there, and on unfolding the way from the question and the lines themselves. */

import type { PanelTurn } from '../../protocol/panelThread.ts';
import type { AskResult, Source, WireCitation } from '../../protocol/places.ts';
import { fill } from '../../protocol/words.ts';
import { count, element, icon } from '../shared/dom.ts';
import { pathParts, rangeText } from '../shared/excerpt.ts';
import type { Drawing } from './drawing.ts';
import { wayView } from './way.ts';

/** Sources that are listed without unfolding the rest; cited ones are always listed. */
const listedAtOnce = 4;

/** Where the excerpt of a source is put. */
export function excerptId(turn: number, source: number): string {
  return `excerpt-${turn}-${source}`;
}

export function sourceList(on: Drawing, turn: PanelTurn, result: AskResult): HTMLElement {
  const { words } = on;
  const citedNumbers = new Set(result.citations.map(({ n }) => n));
  const numberOf = (source: Source): number => result.sources.indexOf(source) + 1;
  const isCited = (source: Source): boolean =>
    result.model === null ? result.citations.some((citation) => holds(source, citation)) : citedNumbers.has(numberOf(source));
  const quoteIn = (source: Source): WireCitation | undefined => result.citations.find(({ n }) => n === numberOf(source));
  const cited = result.sources.filter(isCited);
  const others = result.sources.filter((source) => !isCited(source));
  const first = [...cited, ...others.slice(0, Math.max(0, listedAtOnce - cited.length))].sort((a, b) => a.rank - b.rank);
  const rest = others.slice(first.length - cited.length);
  const row = (source: Source): HTMLElement => sourceRow(on, turn, source, result.sources.indexOf(source), quoteIn(source));
  const id = `sources-${turn.id}`;
  const heading = element('h3', { id }, result.found ? words.sources : words.nearest);
  const section = element(
    'section',
    { class: 'sourceList', 'aria-labelledby': id },
    heading,
    element('ol', { class: 'sources' }, ...first.map(row)),
  );
  if (rest.length > 0) {
    const summary = element('summary', {}, icon('chevron'), fill(words.more, count(rest.length)));
    section.append(element('details', { class: 'more' }, summary, element('ol', { class: 'sources' }, ...rest.map(row))));
  }
  return section;
}

function holds(source: Source, citation: WireCitation): boolean {
  return source.uri === citation.uri && source.startLine <= citation.startLine && citation.endLine <= source.endLine;
}

/** A source; one that is quoted names its first quoted lines, and leads to them. */
function sourceRow(on: Drawing, turn: PanelTurn, source: Source, index: number, quoted: WireCitation | undefined): HTMLElement {
  const { words, send } = on;
  const { folder, name } = pathParts(source.path);
  const open = element(
    'button',
    { class: 'source', type: 'button', title: source.path, onclick: () => send({ type: 'open', turn: turn.id, list: 'sources', index }) },
    icon(source.kind),
    element(
      'span',
      { class: 'place' },
      element('span', { class: 'name' }, name),
      element('span', { class: 'range' }, rangeText(quoted ?? source)),
      folder !== '' && element('span', { class: 'folder' }, folder),
    ),
  );
  const details = element('details', { class: 'why' });
  const reason = [source.title, source.why].filter((part) => part !== '').join(' — ');
  const summary = element('summary', { title: words.why }, icon('chevron'), element('span', {}, reason || words.why));
  const evidence = element(
    'button',
    { class: 'link', type: 'button', onclick: () => send({ type: 'evidence', turn: turn.id, source: index }) },
    words.evidence,
  );
  const place = element('div', {
    id: excerptId(turn.id, index),
    class: 'excerptPlace',
    role: 'group',
    'aria-label': fill(words.excerpt, source.path),
  });
  details.append(summary, wayView(on, turn.id, source, index), place, element('p', { class: 'actions' }, evidence));
  details.addEventListener('toggle', () => {
    if (details.open && place.childElementCount === 0) send({ type: 'excerpt', turn: turn.id, list: 'sources', index });
  });
  const number = element('span', { class: 'number', 'aria-hidden': 'true' }, String(index + 1));
  return element('li', {}, number, element('div', { class: 'body' }, open, details));
}
