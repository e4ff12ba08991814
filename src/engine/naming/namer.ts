/**
 * Names for several communities, in the order given, each of a few labels and, for some, the place. No two are alike, and as far as their
 * labels go they tell each other apart: a name begins with the best label that no name before it begins with, and goes on with the best ones that
 * stand in no name before it. Where that is not enough it is longer, or has its place told, and at last a number.
 * A name depends on those before it alone. Cost: mostly some looks at a table for each.
 */

import { placed } from './place.ts';

/** What a name is made of. */
export interface NameParts {
  /** At least one, best first. */
  readonly labels: readonly string[];
  /** So many of the labels, the first ones, tell something. The others are taken where there is no such one. */
  readonly telling: number;
  /** Labels that a name has. */
  readonly length: number;
  /** Where most of it lies. */
  readonly place: string | undefined;
  /** Whether its name tells the place in any case. */
  readonly isPlaced: boolean;
}

/** Labels of the longest name. */
const maxTries = 4;

/** A whole name. */
interface WholeName {
  /** What it was made of; see `choiceOf`. */
  readonly choice: number;
  readonly text: string;
  /** The number of all names that a reader would take for the same. */
  readonly code: number;
}

/** One that is to be named, by one `Namer`, as often as wanted. */
export class Naming {
  readonly parts: NameParts;
  /** The number of each label, as the namer gave it; undefined before. */
  codes: Int32Array | undefined;
  /** Names that were made before, mostly one. */
  readonly made: WholeName[] = [];

  /** Single labels for other names, best first: those that tell something, or all where none does. */
  readonly labels: readonly string[];

  constructor(parts: NameParts) {
    this.parts = parts;
    this.labels = parts.telling > 0 ? parts.labels.slice(0, parts.telling) : parts.labels;
  }
}

/** One name each, no two alike, in the order given. */
export function nameCommunities(namings: readonly Naming[]): readonly string[] {
  return new Namer().nameAll(namings);
}

/** Names the same communities again and again: what was seen before is known by its number. */
export class Namer {
  readonly #labels = new Map<string, number>();
  readonly #names = new Map<string, number>();
  /** The last round in which a name began with a label, had it, and was taken: by their numbers. */
  readonly #leading = new Rounds();
  readonly #used = new Rounds();
  readonly #taken = new Rounds();
  #round = 0;

  /** One name each, no two alike, in the order given. */
  nameAll(namings: readonly Naming[]): readonly string[] {
    this.#round++;
    return namings.map((naming) => this.#name(naming));
  }

  #name(naming: Naming): string {
    const { labels, place, isPlaced } = naming.parts;
    const chosen = this.#choose(naming);
    for (;;) {
      const name = this.#free(naming, chosen, isPlaced);
      if (name !== undefined) return name;
      const next = chosen.length < maxTries ? labels.findIndex((_, position) => !chosen.includes(position)) : -1;
      if (next < 0) break;
      chosen.push(next);
    }
    chosen.length = Math.min(chosen.length, naming.parts.length);
    const withPlace = isPlaced || place === undefined ? undefined : this.#free(naming, chosen, true);
    return withPlace ?? this.#numbered(naming, chosen);
  }

  /** Positions of labels, the one that the name begins with first. */
  #choose(naming: Naming): number[] {
    const { labels, telling, length } = naming.parts;
    naming.codes ??= Int32Array.from(labels, (label) => numberOf(label.toLowerCase(), this.#labels));
    const { codes } = naming;
    const from = telling > 0 ? telling : Math.min(length, labels.length);
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

  /** The name of such a choice where it is free; it is not any more. */
  #free(naming: Naming, chosen: readonly number[], isPlaced: boolean): string | undefined {
    const choice = choiceOf(chosen, isPlaced);
    let name = naming.made.find((one) => one.choice === choice);
    if (name === undefined) {
      name = this.#make(textOf(naming.parts, chosen, isPlaced), choice);
      naming.made.push(name);
    }
    if (this.#taken.has(name.code, this.#round)) return undefined;
    this.#taken.add(name.code, this.#round);
    const codes = naming.codes as Int32Array;
    this.#leading.add(codes[chosen[0] as number] as number, this.#round);
    for (const position of chosen) this.#used.add(codes[position] as number, this.#round);
    return name.text;
  }

  #numbered(naming: Naming, chosen: readonly number[]): string {
    const text = textOf(naming.parts, chosen, naming.parts.isPlaced);
    for (let number = 2; ; number++) {
      const numbered = `${text} (${number})`;
      const code = numberOf(canonical(numbered), this.#names);
      if (this.#taken.has(code, this.#round)) continue;
      this.#taken.add(code, this.#round);
      return numbered;
    }
  }

  #make(text: string, choice: number): WholeName {
    return { choice, text, code: numberOf(canonical(text), this.#names) };
  }
}

/** By number, the last round in which something was so. */
class Rounds {
  #last = new Int32Array(1024);

  has(code: number, round: number): boolean {
    return this.#last[code] === round;
  }

  add(code: number, round: number): void {
    if (code >= this.#last.length) {
      const last = this.#last;
      this.#last = new Int32Array(Math.max(code + 1, last.length * 2));
      this.#last.set(last);
    }
    this.#last[code] = round;
  }
}

/** A text's number: the same for the same text, from 0 on. */
function numberOf(text: string, known: Map<string, number>): number {
  const code = known.get(text) ?? known.size;
  known.set(text, code);
  return code;
}

/** A choice as one number: its positions are below 16. */
function choiceOf(chosen: readonly number[], isPlaced: boolean): number {
  return chosen.reduce((sum, position) => sum * 16 + position, isPlaced ? 3 : 2);
}

function textOf({ labels, place }: NameParts, chosen: readonly number[], isPlaced: boolean): string {
  const text = chosen.map((position) => labels[position] as string).join(', ');
  return isPlaced ? placed(text, place) : text;
}

/** A name without case and order: "b, A" is "a, b" to a reader. */
function canonical(name: string): string {
  const [keys = '', place = ''] = name.toLowerCase().split(' · ');
  return `${keys.split(', ').sort().join(', ')} · ${place}`;
}
