/** The answer with its numbered citations, and the list of sources. */

import type { AskResult, Source, WireCitation, WirePlace } from '../../protocol/places.ts';
import { count, element, fill, icon } from '../shared/dom.ts';
import type { Drawing } from './drawing.ts';
import { excerptId } from './excerpt.ts';
import { actions } from './otherViews.ts';
import { type Segment, segmentsOf, spansOf } from './segments.ts';

/** Sources that are listed without unfolding the rest; cited ones are always listed. */
const listedAtOnce = 4;

export function answerView(on: Drawing): HTMLElement[] {
  const { result } = on.state;
  if (!result) return [];
  const parts = [
    element('section', { class: result.found ? 'answer' : 'answer nothing', 'aria-label': on.words.title }, ...paragraphs(on, result)),
  ];
  if (result.partial) parts.push(partialLine(on, result.partial));
  if (!result.found) {
    parts.push(element('p', { class: 'note' }, fill(on.words.lookedIn, count(result.files))));
    parts.push(actions(on, ['searchText', 'showReport']));
  }
  if (result.sources.length > 0) parts.push(sourceList(on, result));
  return parts;
}

function partialLine({ words, send, state }: Drawing, partial: { filesDone: number; filesTotal: number }): HTMLElement {
  return element(
    'p',
    { class: 'note' },
    `${fill(words.soFar, count(partial.filesDone), count(partial.filesTotal))} `,
    element('button', { class: 'link', type: 'button', onclick: () => send({ type: 'ask', question: state.question }) }, words.askAgain),
  );
}

function paragraphs(on: Drawing, result: AskResult): HTMLElement[] {
  return segmentsOf(result.answer, result.citations).map((segment) => {
    const chips = segment.cited.map((index) => citationChip(on, result, index)).filter((chip) => chip !== undefined);
    return element('p', { class: segment.isCode ? 'quote code' : 'quote' }, ...withChips(marked(segment), chips));
  });
}

/** The chips stay on the line of the last word: a number alone on a line belongs to nothing. */
function withChips(text: readonly (Node | string)[], chips: readonly HTMLElement[]): (Node | string)[] {
  const last = text.at(-1);
  const [, start, word] = typeof last === 'string' ? (/^(.*?)(\S{1,24})$/s.exec(last) ?? []) : [];
  if (start === undefined || word === undefined || chips.length === 0) return [...text, ...chips];
  return [...text.slice(0, -1), start, element('span', { class: 'together' }, word, ...chips)];
}

function marked(segment: Segment): (Node | string)[] {
  if (segment.isCode) return [element('code', {}, segment.text)];
  return spansOf(segment.text).map((span) => {
    if (span.kind === 'code') return element('code', {}, span.text);
    if (span.kind === 'strong') return element('strong', {}, span.text);
    return span.kind === 'link' ? element('span', { class: 'inert', title: span.target }, span.text) : span.text;
  });
}

function citationChip(on: Drawing, result: AskResult, index: number): HTMLElement | undefined {
  const citation = result.citations[index];
  if (!citation) return undefined;
  const { n } = citation;
  return element(
    'button',
    {
      class: 'citation',
      type: 'button',
      title: `${citation.path} ${range(citation)}\n\n${citation.quote}`,
      'aria-label': fill(on.words.citation, n, citation.path, spokenRange(on, citation)),
      onclick: () => on.send({ type: 'open', list: 'citations', index }),
    },
    String(n),
  );
}

function sourceList(on: Drawing, result: AskResult): HTMLElement {
  const { words } = on;
  const isCited = (source: Source) => result.citations.some((citation) => holds(source, citation));
  const cited = result.sources.filter(isCited);
  const others = result.sources.filter((source) => !isCited(source));
  const first = [...cited, ...others.slice(0, Math.max(0, listedAtOnce - cited.length))].sort((a, b) => a.rank - b.rank);
  const rest = others.slice(first.length - cited.length);
  const row = (source: Source) => sourceRow(on, result, source);
  const list = element('ol', { class: 'sources' }, ...first.map(row));
  const heading = result.found ? words.sources : words.nearest;
  const section = element('section', { 'aria-labelledby': 'sources' }, element('h2', { id: 'sources' }, heading), list);
  if (rest.length > 0) {
    const more = element('details', { class: 'more' }, element('summary', {}, icon('chevron'), fill(words.more, count(rest.length))));
    more.append(element('ol', { class: 'sources' }, ...rest.map(row)));
    section.append(more);
  }
  return section;
}

function holds(source: Source, citation: WireCitation): boolean {
  return source.uri === citation.uri && source.startLine <= citation.startLine && citation.endLine <= source.endLine;
}

function sourceRow(on: Drawing, result: AskResult, source: Source): HTMLElement {
  const slash = source.path.lastIndexOf('/') + 1;
  const index = result.sources.indexOf(source);
  const open = element(
    'button',
    {
      class: 'source',
      type: 'button',
      title: source.path,
      onclick: () => on.send({ type: 'open', list: 'sources', index }),
    },
    icon(source.kind),
    element(
      'span',
      { class: 'place' },
      element('span', { class: 'name' }, source.path.slice(slash)),
      element('span', { class: 'range' }, range(source)),
      slash > 0 && element('span', { class: 'folder' }, source.path.slice(0, slash - 1)),
    ),
  );
  const details = element('details', { class: 'why' });
  const summary = element(
    'summary',
    { title: on.words.way },
    icon('chevron'),
    element('span', {}, [source.title, source.why].filter((part) => part !== '').join(' — ')),
  );
  details.append(summary, way(on, source, index), element('pre', { id: excerptId(index), class: 'excerpt' }));
  details.addEventListener('toggle', () => {
    if (details.open) on.send({ type: 'excerpt', source: index });
  });
  return element(
    'li',
    {},
    element('span', { class: 'number', 'aria-hidden': 'true' }, String(source.rank)),
    element('div', { class: 'body' }, open, details),
  );
}

/** `question ─ “session reload” → docs/state.md ─ PanelSerializer → src/serializer.ts`, wrapping. */
function way(on: Drawing, source: Source, sourceIndex: number): HTMLElement {
  const line = element('p', { class: 'way', 'aria-label': on.words.way }, element('span', { class: 'stop' }, on.words.question));
  source.way.forEach((step, i) => {
    if (step.kind === 'names') line.append(' ─ ', element('span', { class: 'shared' }, step.label));
    else {
      const open = () => on.send({ type: 'openStep', source: sourceIndex, step: i });
      line.append(' → ', element('button', { class: 'link stop', type: 'button', onclick: open }, step.label));
    }
  });
  line.append(' → ', element('span', { class: 'stop' }, source.path.slice(source.path.lastIndexOf('/') + 1)));
  return line;
}

function range(place: WirePlace): string {
  return place.startLine === place.endLine ? String(place.startLine) : `${place.startLine}–${place.endLine}`;
}

function spokenRange({ words }: Drawing, place: WirePlace): string {
  return place.startLine === place.endLine ? fill(words.line, place.startLine) : fill(words.lines, place.startLine, place.endLine);
}
