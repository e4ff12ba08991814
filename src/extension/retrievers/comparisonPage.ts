/** The places that several retrieval systems find for one question, as a page with a column for each. Independent of the editor. */

import { reference, type SearchResult, type Source, type WirePlace } from '../../protocol/places.ts';
import { t } from '../../protocol/text/translate.ts';
import { Page } from '../panels/answer/page.ts';

/** What a system found, or why it found nothing. */
export interface ComparedSystem {
  readonly system: string;
  readonly found: Pick<SearchResult, 'sources' | 'ms'> | { readonly problem: string };
}

interface FoundPlace {
  readonly place: Source;
  /** By system. */
  readonly sources: ReadonlyMap<string, Source>;
}

/** The places by how many systems found them, then by the best rank; below each the reasons of the systems, equal ones once. */
export function comparisonPage(question: string, compared: readonly ComparedSystem[]): Page {
  const page = new Page();
  const systems = compared.map(({ system }) => system);
  const figures = (of: (result: Pick<SearchResult, 'sources' | 'ms'>) => string): string[][] =>
    compared.map(({ found }) => ['problem' in found ? '–' : of(found)]);
  page.line(question);
  page.table(
    ['', ...systems],
    [
      [[t('places')], ...figures(({ sources }) => String(sources.length))],
      [[t('milliseconds')], ...figures(({ ms }) => ms.toFixed(1))],
    ],
  );
  for (const { system, found } of compared) if ('problem' in found) page.line(`${system}: ${found.problem}`);
  page.list(pairTexts(compared).map((text) => [text]));
  const groups = Map.groupBy(joinPlaces(compared), ({ sources }) =>
    findersText(
      systems.filter((system) => sources.has(system)),
      systems,
    ),
  );
  for (const [name, places] of groups) {
    page.heading(3, name);
    page.table(
      ['', ...systems],
      places.map(({ place, sources }) => [
        [{ label: reference(place), to: place }, ...reasonTexts(systems, sources).map((reason) => `\n${reason}`)],
        ...systems.map((system) => [String(sources.get(system)?.rank ?? '·')]),
      ]),
    );
  }
  return page;
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

function findersText(finders: readonly string[], systems: readonly string[]): string {
  if (finders.length === 1) return t('Only {0}', finders[0] as string);
  return finders.length === systems.length ? t('All') : t('{0} of {1}', finders.length, systems.length);
}

/** How many places each pair of systems shares. */
function pairTexts(compared: readonly ComparedSystem[]): string[] {
  const sets = compared.flatMap(({ system, found }) => ('problem' in found ? [] : [{ system, keys: new Set(found.sources.map(keyOf)) }]));
  const pairs = sets.flatMap((a, i) => sets.slice(i + 1).map((b) => [a, b] as const));
  return pairs.map(([a, b]) => {
    const shared = [...a.keys].filter((key) => b.keys.has(key)).length;
    return t('{0} and {1} share {2} of {3}', a.system, b.system, shared, Math.max(a.keys.size, b.keys.size));
  });
}

/** Each reason with the systems that give it. */
function reasonTexts(systems: readonly string[], sources: ReadonlyMap<string, Source>): string[] {
  const givers = new Map<string, string[]>();
  for (const system of systems) {
    const source = sources.get(system);
    const reason = source === undefined ? '' : reasonText(source);
    if (reason !== '') givers.set(reason, [...(givers.get(reason) ?? []), system]);
  }
  return [...givers].map(([reason, by]) => `${by.join(', ')}: ${reason}`);
}

/** The evidence in words, with the kinds of the system's own, such as the sources of its votes. */
function reasonText({ why, steps }: Source): string {
  const own = steps.flatMap(({ names = [] }) => names).filter(({ label }) => label !== undefined);
  return [why, ...own.map(({ label, list }) => `${label} ${list.join(', ')}`)].filter((part) => part !== '').join('; ');
}
