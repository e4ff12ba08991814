/** What a compiler or a language server says of a tree: what it declares, and where each is used, directly and over other declarations. */

import { isTestPath } from '../../src/engine/text/names/pathNames.ts';

export interface Place {
  /** Relative to the tree, with `/`. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
}

/** A declaration that others may use; none that is local to a function. */
export interface Declared extends Place {
  readonly name: string;
  /** The type that a member is of. */
  readonly container?: string;
  readonly kind: 'function' | 'type' | 'member' | 'value';
  /** The lines that it takes, 1-based and inclusive. */
  readonly startLine: number;
  readonly endLine: number;
  readonly isExported: boolean;
}

export interface Truth {
  readonly declared: readonly Declared[];
  /** Whether a file was read: of others nothing is known. */
  sees(path: string): boolean;
  /** Where it is used, without its own place. */
  usersOf(one: Declared): Promise<readonly Place[]>;
  end(): void;
}

/** A name is in one place at its least level. */
export interface Dependent extends Place {
  /** 1 for what uses it itself. */
  readonly level: number;
}

export class Dependents {
  readonly #truth: Truth;
  /** By path: the innermost declaration around each line, by its number. */
  readonly #holders = new Map<string, readonly Declared[]>();
  readonly #users = new Map<Declared, readonly Place[]>();

  constructor(truth: Truth) {
    this.#truth = truth;
    for (const [path, all] of Map.groupBy(truth.declared, (one) => one.path)) {
      const lines: Declared[] = [];
      for (const one of all.sort((a, b) => a.startLine - b.startLine || b.endLine - a.endLine))
        for (let line = one.startLine; line <= one.endLine; line++) lines[line] = one;
      this.#holders.set(path, lines);
    }
  }

  /** The innermost declaration around a place. */
  holderOf({ path, line }: Place): Declared | undefined {
    return this.#holders.get(path)?.[line];
  }

  /** The places outside of a declaration that use it, and those that use what holds such a place; tests end the way, as in the product. */
  async of(one: Declared, maxLevel: number): Promise<readonly Dependent[]> {
    const found = new Map<string, Dependent>();
    const seen = new Set<Declared>([one]);
    let level: readonly Declared[] = [one];
    for (let depth = 1; depth <= maxLevel && level.length > 0; depth++) {
      const holders = new Set<Declared>();
      for (const declared of level) {
        for (const place of await this.#usersOf(declared)) {
          const key = `${place.path}:${place.line}`;
          if (isInside(place, one) || found.has(key)) continue;
          found.set(key, { ...place, level: depth });
          const holder = isTestPath(place.path) ? undefined : this.holderOf(place);
          if (holder !== undefined && !seen.has(holder)) holders.add(holder);
        }
      }
      for (const holder of holders) seen.add(holder);
      level = [...holders];
    }
    return [...found.values()];
  }

  async #usersOf(one: Declared): Promise<readonly Place[]> {
    const known = this.#users.get(one) ?? (await this.#truth.usersOf(one)).filter((place) => !isInside(place, one));
    this.#users.set(one, known);
    return known;
  }
}

function isInside({ path, line }: Place, one: Declared): boolean {
  return path === one.path && one.startLine <= line && line <= one.endLine;
}
