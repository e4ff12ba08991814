/**
 * One name for each of several communities, no two alike: each may be called by some names, best first, and takes the first that is free.
 * Cost: mostly one look at a table for each.
 */

/** What wants a name. */
export interface Nameable {
  /** Whole names, best first; never none. */
  readonly options: NameOptions;
}

interface NameOption {
  readonly name: string;
  /** The same for names that a reader would take for the same. */
  readonly canonical: string;
  /** A number for `canonical`, given by the one `Namer` that it is put to. */
  code: number | undefined;
}

/** Whole names, best first: made when they are asked for, as the first one mostly does. */
export class NameOptions {
  readonly #write: (position: number) => string | undefined;
  readonly #written: NameOption[] = [];

  /** @param write the name at a position, undefined after the last; there is a first one. */
  constructor(write: (position: number) => string | undefined) {
    this.#write = write;
  }

  /** The name at a position; undefined after the last. */
  at(position: number): NameOption | undefined {
    const known = this.#written[position];
    if (known !== undefined) return known;
    const name = this.#write(position);
    if (name === undefined) return undefined;
    const option = optionOf(name);
    this.#written[position] = option;
    return option;
  }
}

function optionOf(name: string): NameOption {
  return { name, canonical: canonical(name), code: undefined };
}

/** One name each, no two alike, in the order given. */
export function nameCommunities(namings: readonly Nameable[]): readonly string[] {
  return new Namer().nameAll(namings);
}

/** Names the same communities again and again: what was seen before is known by its number. */
export class Namer {
  readonly #codes = new Map<string, number>();
  /** The last round in which a name was taken, by its number. */
  #taken = new Int32Array(1024);
  #round = 0;

  /** One name each, no two alike, in the order given. */
  nameAll(namings: readonly Nameable[]): readonly string[] {
    this.#round++;
    return namings.map(({ options }) => this.#name(options));
  }

  #name(options: NameOptions): string {
    for (let position = 0; ; position++) {
      const option = options.at(position);
      if (option === undefined) break;
      if (this.#take(option)) return option.name;
    }
    for (let number = 2; ; number++) {
      const option = optionOf(`${options.at(0)?.name} (${number})`);
      if (this.#take(option)) return option.name;
    }
  }

  /** Whether the name was free; it is not any more. */
  #take(option: NameOption): boolean {
    const code = option.code ?? this.#codeOf(option);
    if (this.#taken[code] === this.#round) return false;
    this.#taken[code] = this.#round;
    return true;
  }

  #codeOf(option: NameOption): number {
    const code = this.#codes.get(option.canonical) ?? this.#codes.size;
    this.#codes.set(option.canonical, code);
    option.code = code;
    if (code >= this.#taken.length) {
      const taken = this.#taken;
      this.#taken = new Int32Array(taken.length * 2);
      this.#taken.set(taken);
    }
    return code;
  }
}

/** A name without case and order: "b, A" is "a, b" to a reader. */
function canonical(name: string): string {
  const [keys = '', place = ''] = name.toLowerCase().split(' · ');
  return `${keys.split(', ').sort().join(', ')} · ${place}`;
}
