/** The places that several retrieval systems find for one question, as text in columns. Independent of the editor. */

import { reference, type SearchResult, type Source, type WirePlace } from '../../protocol/places.ts';
import type { Translate } from '../client/strings.ts';

/** What a system found, or why it found nothing. */
export interface ComparedSystem {
  readonly system: string;
  readonly found: Pick<SearchResult, 'sources' | 'ms'> | { readonly problem: string };
}

/** A range of one line of the text that names a place. */
export interface PlaceLink {
  /** Zero-based. */
  readonly line: number;
  readonly from: number;
  /** Exclusive. */
  readonly to: number;
  readonly place: WirePlace;
}

export interface Comparison {
  readonly text: string;
  readonly links: readonly PlaceLink[];
}

/** Of a column, and between columns; characters. */
const minWidth = 5;
const gap = 2;

interface FoundPlace {
  readonly place: Source;
  /** By system. */
  readonly sources: ReadonlyMap<string, Source>;
}

/** The places by how many systems found them, then by the best rank; below each the reasons of the systems, equal ones once. */
export function comparisonText(question: string, compared: readonly ComparedSystem[], t: Translate): Comparison {
  const systems = compared.map(({ system }) => system);
  // Columns come first, so that long paths do not move them.
  const columns = (values: readonly string[]): string =>
    values.map((value, i) => value.padStart(Math.max(minWidth, systems[i]?.length ?? 0) + gap)).join('');
  const indent = ' '.repeat(columns(systems).length + gap);
  const figures = (of: (result: Pick<SearchResult, 'sources' | 'ms'>) => string): string[] =>
    compared.map(({ found }) => ('problem' in found ? '–' : of(found)));
  const row = (values: readonly string[], label: string): string => `${columns(values)}${' '.repeat(gap)}${label}`;
  const lines: string[] = [question, '', columns(systems)];
  lines.push(
    row(
      figures(({ sources }) => String(sources.length)),
      t('places'),
    ),
  );
  lines.push(
    row(
      figures(({ ms }) => ms.toFixed(1)),
      t('milliseconds'),
    ),
  );
  for (const { system, found } of compared) if ('problem' in found) lines.push('', `${system}: ${found.problem}`);
  lines.push(...pairLines(compared, t));
  const links: PlaceLink[] = [];
  let group = '';
  for (const { place, sources } of joinPlaces(compared)) {
    const finders = systems.filter((system) => sources.has(system));
    const name = findersText(finders, systems, t);
    if (name !== group) lines.push('', name);
    group = name;
    const label = reference(place);
    links.push({ line: lines.length, from: indent.length, to: indent.length + label.length, place });
    const ranks = systems.map((system) => String(sources.get(system)?.rank ?? '·'));
    lines.push(row(ranks, label), ...reasonLines(finders, sources).map((reason) => `${indent}  ${reason}`));
  }
  return { text: `${lines.map((line) => line.trimEnd()).join('\n')}\n`, links };
}

function joinPlaces(compared: readonly ComparedSystem[]): readonly FoundPlace[] {
  const found = new Map<string, { place: Source; sources: Map<string, Source> }>();
  for (const { system, found: result } of compared) {
    for (const source of 'problem' in result ? [] : result.sources) {
      const key = keyOf(source);
      const known = found.get(key) ?? { place: source, sources: new Map() };
      found.set(key, known);
      known.sources.set(system, source);
    }
  }
  const best = ({ sources }: FoundPlace): number => Math.min(...[...sources.values()].map(({ rank }) => rank));
  const firstFinder = ({ sources }: FoundPlace): number => compared.findIndex(({ system }) => sources.has(system));
  return [...found.values()].sort(
    (a, b) =>
      b.sources.size - a.sources.size ||
      (a.sources.size === 1 ? firstFinder(a) - firstFinder(b) : 0) ||
      best(a) - best(b) ||
      (keyOf(a.place) < keyOf(b.place) ? -1 : 1),
  );
}

function keyOf({ uri, startLine, endLine, startColumn = 0 }: WirePlace): string {
  return `${uri} ${startLine} ${endLine} ${startColumn}`;
}

function findersText(finders: readonly string[], systems: readonly string[], t: Translate): string {
  if (finders.length === 1) return t('Only {0}', finders[0] as string);
  return finders.length === systems.length ? t('All') : t('{0} of {1}', finders.length, systems.length);
}

/** How many places each pair of systems shares. */
function pairLines(compared: readonly ComparedSystem[], t: Translate): string[] {
  const sets = compared.flatMap(({ system, found }) => ('problem' in found ? [] : [{ system, keys: new Set(found.sources.map(keyOf)) }]));
  const pairs = sets.flatMap((a, i) => sets.slice(i + 1).map((b) => [a, b] as const));
  const lines = pairs.map(([a, b]) => {
    const shared = [...a.keys].filter((key) => b.keys.has(key)).length;
    return t('{0} and {1} share {2} of {3}', a.system, b.system, shared, Math.max(a.keys.size, b.keys.size));
  });
  return lines.length === 0 ? [] : ['', ...lines];
}

/** Each reason with the systems that give it. */
function reasonLines(finders: readonly string[], sources: ReadonlyMap<string, Source>): string[] {
  const givers = new Map<string, string[]>();
  for (const system of finders) {
    const reason = reasonText(sources.get(system) as Source);
    if (reason !== '') givers.set(reason, [...(givers.get(reason) ?? []), system]);
  }
  return [...givers].map(([reason, systems]) => `${systems.join(', ')}: ${reason}`);
}

/** The evidence in words, with the kinds of the system's own, such as the sources of its votes. */
function reasonText({ why, steps }: Source): string {
  const own = steps.flatMap(({ names = [] }) => names).filter(({ label }) => label !== undefined);
  return [why, ...own.map(({ label, list }) => `${label} ${list.join(', ')}`)].filter((part) => part !== '').join('; ');
}
