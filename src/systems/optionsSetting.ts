/** The setting `meshrag.systems.options`: by the id of each retrieval system, options that differ from its defaults, as `--set` has them. */

import { readChanges } from '../engine/retrieval/systemOptions.ts';
import { registry } from './registry.ts';

/** Options that are allowed, by the id of their system. */
export type OptionsBySystem = ReadonlyMap<string, Readonly<Record<string, unknown>>>;

/** The options to use, and one sentence for each that is wrong and therefore left out. */
export interface CheckedOptions {
  readonly options: OptionsBySystem;
  readonly problems: readonly string[];
}

/** Loads the systems that are named, none if nothing is set. */
export async function readOptionsSetting(raw: unknown): Promise<CheckedOptions> {
  const options = new Map<string, Readonly<Record<string, unknown>>>();
  const problems: string[] = [];
  /** The rest is read after a part that is wrong. */
  const attempt = async (read: () => unknown): Promise<void> => {
    try {
      await read();
    } catch (error) {
      if (!(error instanceof RangeError)) throw error;
      problems.push(`meshrag.systems.options: ${error.message}; the default is used`);
    }
  };
  await attempt(async () => {
    for (const [id, given] of entriesIn(raw ?? {}, 'The setting')) {
      await attempt(async () => {
        const system = await registry.entryOf(id).load();
        for (const [name, value] of entriesIn(given, `The entry ${id}`)) {
          await attempt(() => options.set(id, { ...options.get(id), ...readChanges(system, { [name]: value }) }));
        }
      });
    }
  });
  return { options, problems };
}

function entriesIn(value: unknown, what: string): [name: string, value: unknown][] {
  if (typeof value === 'object' && value !== null && !Array.isArray(value)) return Object.entries(value);
  throw new RangeError(`${what} is ${JSON.stringify(value)}; it must be an object`);
}
