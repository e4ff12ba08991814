/**
 * Names communities, in the given order, by a few labels and, for some, the place. Names are unique and as distinctive as their labels
 * allow: a name starts with the best label that no earlier name starts with, and continues with the best ones that no earlier name
 * contains. If that is not unique, it gets more labels, then its place, and finally a number. A name depends only on the earlier ones.
 */

import { addPlace } from './place.ts';

/** What a name is made of. */
export interface Naming {
  /** At least one, best first. */
  readonly labels: readonly string[];
  /** Number of meaningful labels; they come first. The others are used only if there are none. */
  readonly meaningful: number;
  /** Number of labels in the name. */
  readonly length: number;
  /** The place of most chunks. */
  readonly place: string | undefined;
  /** Whether the name always shows the place. */
  readonly showsPlace: boolean;
}

/** Maximum number of labels in a name. */
const maxLabels = 4;

/** One unique name each, in the given order. */
export function nameCommunities(namings: readonly Naming[]): readonly string[] {
  const earlier = new EarlierNames();
  return namings.map((naming) => nameOne(naming, earlier));
}

/** Labels for display, best first: the meaningful ones, or all if there are none. */
export function shownLabels({ labels, meaningful }: Naming): readonly string[] {
  return meaningful > 0 ? labels.slice(0, meaningful) : labels;
}

class EarlierNames {
  readonly #first = new Set<string>();
  readonly #contained = new Set<string>();
  readonly #names = new Set<string>();

  startWith(label: string): boolean {
    return this.#first.has(label.toLowerCase());
  }

  contain(label: string): boolean {
    return this.#contained.has(label.toLowerCase());
  }

  /** The name, if no earlier one looks like it. */
  take(name: string, labels: readonly string[]): string | undefined {
    const looks = canonical(name);
    if (this.#names.has(looks)) return undefined;
    this.#names.add(looks);
    const lower = labels.map((label) => label.toLowerCase());
    this.#first.add(lower[0] as string);
    for (const label of lower) this.#contained.add(label);
    return name;
  }
}

/** A name without case and order: to a reader, "b, A" equals "a, b". */
function canonical(name: string): string {
  const [labels = '', place = ''] = name.toLowerCase().split(' · ');
  return `${labels.split(', ').sort().join(', ')} · ${place}`;
}

function nameOne(naming: Naming, earlier: EarlierNames): string {
  const { labels, length, place, showsPlace } = naming;
  const shown = showsPlace ? place : undefined;
  const chosen = chooseLabels(naming, earlier);
  const first = chosen.slice(0, length);
  for (;;) {
    const name = earlier.take(addPlace(chosen.join(', '), shown), chosen);
    if (name !== undefined) return name;
    const next = chosen.length < maxLabels ? labels.find((label) => !chosen.includes(label)) : undefined;
    if (next === undefined) break;
    chosen.push(next);
  }
  let name = earlier.take(addPlace(first.join(', '), place), first);
  for (let number = 2; name === undefined; number++) name = earlier.take(`${addPlace(first.join(', '), shown)} (${number})`, first);
  return name;
}

/** The first one of the name first. */
function chooseLabels(naming: Naming, earlier: EarlierNames): string[] {
  const from = naming.meaningful > 0 ? naming.labels.slice(0, naming.meaningful) : naming.labels.slice(0, naming.length);
  const first = from.find((label) => !earlier.startWith(label)) ?? (from[0] as string);
  const others = from.filter((label) => label !== first);
  const unused = others.filter((label) => !earlier.contain(label));
  return [first, ...new Set([...unused, ...others])].slice(0, naming.length);
}
