/**
 * Names communities, in the given order, by a few labels and, for some, the place. Names are unique and as distinctive as their labels
 * allow: a name starts with the best label that no earlier name starts with, and continues with the best ones that no earlier name
 * contains. If that is not unique, it gets more labels, then its place, and finally a number. A name depends only on the earlier ones.
 * Cost: mostly a few table look-ups per name.
 */

import { grown } from '../util/growArray.ts';
import { addPlace } from './place.ts';

export interface NameParts {
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

/** A complete name. */
interface FullName {
  /** The labels it consists of; see `choiceOf`. */
  readonly choice: number;
  readonly text: string;
  /** Shared by all names that look the same to a reader. */
  readonly code: number;
}

/** An item to be named, by one `Namer`, any number of times. */
export class Naming {
  readonly parts: NameParts;
  /** The namer's number of each label; undefined before first use. */
  codes: Int32Array | undefined;
  /** Names built before, mostly one. */
  readonly built: FullName[] = [];

  /** Labels for use in other names, best first: the meaningful ones, or all if there are none. */
  readonly labels: readonly string[];

  constructor(parts: NameParts) {
    this.parts = parts;
    this.labels = parts.meaningful > 0 ? parts.labels.slice(0, parts.meaningful) : parts.labels;
  }
}

/** One unique name each, in the given order. */
export function nameCommunities(namings: readonly Naming[]): readonly string[] {
  return new Namer().nameAll(namings);
}

/** Names the same communities repeatedly; known texts are identified by number. */
export class Namer {
  readonly #labels = new Map<string, number>();
  readonly #names = new Map<string, number>();
  /** By number, the last round in which a label was the first of a name, a label was used, a name was taken. */
  readonly #leading = new Rounds();
  readonly #used = new Rounds();
  readonly #taken = new Rounds();
  #round = 0;

  /** One unique name each, in the given order. */
  nameAll(namings: readonly Naming[]): readonly string[] {
    this.#round++;
    return namings.map((naming) => this.#name(naming));
  }

  #name(naming: Naming): string {
    const { labels, place, showsPlace } = naming.parts;
    const chosen = this.#choose(naming);
    for (;;) {
      const name = this.#claim(naming, chosen, showsPlace);
      if (name !== undefined) return name;
      const next = chosen.length < maxLabels ? labels.findIndex((_, position) => !chosen.includes(position)) : -1;
      if (next < 0) break;
      chosen.push(next);
    }
    chosen.length = Math.min(chosen.length, naming.parts.length);
    const withPlace = showsPlace || place === undefined ? undefined : this.#claim(naming, chosen, true);
    return withPlace ?? this.#numbered(naming, chosen);
  }

  /** Indexes of labels, the first one of the name first. */
  #choose(naming: Naming): number[] {
    const { labels, meaningful, length } = naming.parts;
    naming.codes ??= Int32Array.from(labels, (label) => numberOf(label.toLowerCase(), this.#labels));
    const { codes } = naming;
    const from = meaningful > 0 ? meaningful : Math.min(length, labels.length);
    const chosen = [0];
    for (let position = 0; position < from; position++) {
      if (this.#leading.has(codes[position] as number, this.#round)) continue;
      chosen[0] = position;
      break;
    }
    const [first] = chosen;
    for (let position = 0; position < from && chosen.length < length; position++) {
      if (position !== first && !this.#used.has(codes[position] as number, this.#round)) chosen.push(position);
    }
    for (let position = 0; position < from && chosen.length < length; position++) if (!chosen.includes(position)) chosen.push(position);
    return chosen;
  }

  /** Builds the name of a choice and takes it; undefined if it is taken already. */
  #claim(naming: Naming, chosen: readonly number[], showsPlace: boolean): string | undefined {
    const choice = choiceOf(chosen, showsPlace);
    let name = naming.built.find((one) => one.choice === choice);
    if (name === undefined) {
      name = this.#build(nameText(naming.parts, chosen, showsPlace), choice);
      naming.built.push(name);
    }
    if (this.#taken.has(name.code, this.#round)) return undefined;
    this.#taken.add(name.code, this.#round);
    const codes = naming.codes as Int32Array;
    this.#leading.add(codes[chosen[0] as number] as number, this.#round);
    for (const position of chosen) this.#used.add(codes[position] as number, this.#round);
    return name.text;
  }

  #numbered(naming: Naming, chosen: readonly number[]): string {
    const text = nameText(naming.parts, chosen, naming.parts.showsPlace);
    for (let number = 2; ; number++) {
      const numbered = `${text} (${number})`;
      const code = numberOf(canonical(numbered), this.#names);
      if (this.#taken.has(code, this.#round)) continue;
      this.#taken.add(code, this.#round);
      return numbered;
    }
  }

  #build(text: string, choice: number): FullName {
    return { choice, text, code: numberOf(canonical(text), this.#names) };
  }
}

/** By number, the last round in which it was added. */
class Rounds {
  #last = new Int32Array(1024);

  has(code: number, round: number): boolean {
    return this.#last[code] === round;
  }

  add(code: number, round: number): void {
    while (code >= this.#last.length) this.#last = grown(this.#last);
    this.#last[code] = round;
  }
}

/** The number of a text, from 0 on; equal for equal texts. */
function numberOf(text: string, known: Map<string, number>): number {
  const code = known.get(text) ?? known.size;
  known.set(text, code);
  return code;
}

/** A choice as one number: its indexes are below 16. */
function choiceOf(chosen: readonly number[], showsPlace: boolean): number {
  return chosen.reduce((sum, position) => sum * 16 + position, showsPlace ? 3 : 2);
}

function nameText({ labels, place }: NameParts, chosen: readonly number[], showsPlace: boolean): string {
  const text = chosen.map((position) => labels[position] as string).join(', ');
  return showsPlace ? addPlace(text, place) : text;
}

/** A name without case and order: to a reader, "b, A" equals "a, b". */
function canonical(name: string): string {
  const [keys = '', place = ''] = name.toLowerCase().split(' · ');
  return `${keys.split(', ').sort().join(', ')} · ${place}`;
}
