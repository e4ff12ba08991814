/**
 * The classes of the names of an enriched index: names that mean the same thing.
 *
 * Source: UnWeaver section 2 (equal names are one class), MS-RAG section 3.2.2 (disambiguation by aliases). Names are compared by their folded words. An
 * alias that the index has as a name of the passage too is the same thing in all passages; any other ("the company", "he") is so in its passage
 * alone. Cost: one pass over the names.
 */

import type { EnrichedEntity } from '../../engine/retrieval/modelSources/enrichment.ts';
import type { Yield } from '../../engine/util/steps.ts';
import { type EnrichedPassage, keyOfName } from './enrichedPassages.ts';

/** Passages read between two yields. */
const slice = 256;

export class EntityClasses {
  /** The key of each class by its number, ascending: of its names that name an entity, the one of most passages, of equal ones the smallest. */
  readonly keys: readonly string[];
  readonly #ids: ReadonlyMap<string, number>;
  /** The keys of names, which recur. */
  readonly #keyOf: (name: string) => string | undefined;

  private constructor(keyOf: typeof keyOfName, classOf: ReadonlyMap<string, string>) {
    this.keys = [...new Set(classOf.values())].sort();
    const numbers = new Map(this.keys.map((key, id) => [key, id]));
    this.#ids = new Map([...classOf].map(([key, own]) => [key, numbers.get(own) as number]));
    this.#keyOf = keyOf;
  }

  /** The classes of some passages, whatever their order. Awaits `yieldThread` between slices. */
  static async find(passages: readonly EnrichedPassage[], yieldThread: Yield): Promise<EntityClasses> {
    const keyOf = remembered(keyOfName);
    return new EntityClasses(keyOf, await findClasses(passages, keyOf, yieldThread));
  }

  /** The number of the class of a name; `undefined` if it has none. */
  idOf(name: string): number | undefined {
    return this.#ids.get(this.#keyOf(name) ?? '');
  }

  /** The same within the passage that has these entities: their names, then their aliases, then what a name means elsewhere. */
  within(entities: readonly EnrichedEntity[]): (name: string) => number | undefined {
    const own = entities.map(({ name }) => [this.#keyOf(name), this.idOf(name)] as const);
    const others = entities.flatMap(({ name, aliases }) => aliases.map((alias) => [this.#keyOf(alias), this.idOf(name)] as const));
    const here = new Map([...others, ...own]);
    return (name) => here.get(this.#keyOf(name)) ?? this.idOf(name);
  }
}

function remembered<T>(of: (name: string) => T): (name: string) => T {
  const known = new Map<string, T>();
  return (name) => {
    const found = known.get(name);
    if (found !== undefined || known.has(name)) return found as T;
    const made = of(name);
    known.set(name, made);
    return made;
  };
}

/** The key of each class, by the keys of its names. */
async function findClasses(
  passages: readonly EnrichedPassage[],
  keyOf: typeof keyOfName,
  yieldThread: Yield,
): Promise<ReadonlyMap<string, string>> {
  const parent = new Map<string, string>();
  const rootOf = (key: string): string => {
    let root = key;
    for (let up = parent.get(root) ?? root; up !== root; up = parent.get(root) ?? root) root = up;
    parent.set(key, root);
    return root;
  };
  /** How many passages have each. */
  const names = new Map<string, number>();
  for (const [at, { entities, stored }] of passages.entries()) {
    if (at % slice === 0) await yieldThread();
    const own = new Set(stored.flatMap(({ name }) => keyOf(name) ?? []));
    const all = new Set([...own, ...entities.flatMap(({ name }) => keyOf(name) ?? [])]);
    for (const key of all) names.set(key, (names.get(key) ?? 0) + 1);
    for (const { name, aliases } of entities) {
      const key = keyOf(name);
      if (key === undefined) continue;
      for (const alias of aliases) {
        const other = keyOf(alias);
        if (other !== undefined && own.has(other)) parent.set(rootOf(other), rootOf(key));
      }
    }
  }
  const best = new Map<string, string>();
  const usualFirst = [...names].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1));
  for (const [name] of usualFirst) if (!best.has(rootOf(name))) best.set(rootOf(name), name);
  return new Map(usualFirst.map(([key]) => [key, best.get(rootOf(key)) as string]));
}
