/** The options of retrieval systems: each with its default and what is allowed. `bind.ts` checks them. */

import { nearestFirst } from './nearestFirst.ts';

/** An option. */
export interface SystemOption<Value = unknown> {
  readonly byDefault: Value;
  /** What is allowed, as a phrase: "a number from 0 to 1". */
  readonly allowed: string;
  /** The value that was given, as such or as its text; undefined if it is not allowed. */
  read(given: unknown): Value | undefined;
}

/** The options of a system by name. */
export type SystemOptions<Values extends object = object> = { readonly [Name in keyof Values]: SystemOption<Values[Name]> };

/** The values of some options. */
export type ValuesOf<Options extends SystemOptions> = {
  readonly [Name in keyof Options]: Options[Name] extends SystemOption<infer Value> ? Value : never;
};

interface Range {
  /** 0 by default. */
  readonly min?: number;
  readonly max?: number;
}

export function number(byDefault: number, range: Range = {}): SystemOption<number> {
  return numeric('a number', byDefault, range, Number.isFinite);
}

export function integer(byDefault: number, range: Range = {}): SystemOption<number> {
  return numeric('a whole number', byDefault, range, Number.isSafeInteger);
}

function numeric(what: string, byDefault: number, { min = 0, max }: Range, isKind: (value: number) => boolean): SystemOption<number> {
  return {
    byDefault,
    allowed: max === undefined ? `${what}, ${min} or more` : `${what} from ${min} to ${max}`,
    read(given) {
      const value = typeof given === 'string' && given.trim() !== '' ? Number(given) : given;
      const isAllowed = typeof value === 'number' && isKind(value) && value >= min && value <= (max ?? value);
      return isAllowed ? value : undefined;
    },
  };
}

export function flag(byDefault: boolean): SystemOption<boolean> {
  return {
    byDefault,
    allowed: 'true or false',
    read: (given) => (typeof given === 'boolean' ? given : given === 'true' ? true : given === 'false' ? false : undefined),
  };
}

export function oneOf<const Choice extends string>(byDefault: NoInfer<Choice>, choices: readonly Choice[]): SystemOption<Choice> {
  return { byDefault, allowed: `one of ${choices.join(', ')}`, read: (given) => choices.find((choice) => choice === given) };
}

export function defaultValues<Values extends object>(options: SystemOptions<Values>): Values {
  const entries = Object.entries<SystemOption>(options as Readonly<Record<string, SystemOption>>);
  return Object.fromEntries(entries.map(([name, { byDefault }]) => [name, byDefault])) as Values;
}

/** The defaults with some options changed. Throws like `readChanges`. */
export function readOptions<Values extends object>(
  system: { readonly id: string; readonly options: SystemOptions<Values> },
  changes: Readonly<Record<string, unknown>>,
): Values {
  return { ...defaultValues(system.options), ...readChanges(system, changes) };
}

/** The values of some options. Throws `RangeError` naming the system, an option that is unknown or not allowed, and what is. */
export function readChanges(
  { id, options }: { readonly id: string; readonly options: object },
  changes: Readonly<Record<string, unknown>>,
): Readonly<Record<string, unknown>> {
  const values: Record<string, unknown> = {};
  const known = options as Readonly<Record<string, SystemOption>>;
  for (const [name, given] of Object.entries(changes)) {
    if (!Object.hasOwn(known, name)) {
      const names = nearestFirst(Object.keys(known), name).join(', ') || 'none';
      throw new RangeError(`${id} has no option ${JSON.stringify(name)}; it has ${names}`);
    }
    const option = known[name] as SystemOption;
    values[name] = option.read(given);
    if (values[name] === undefined)
      throw new RangeError(`The option ${name} of ${id} is ${JSON.stringify(given)}; it must be ${option.allowed}`);
  }
  return values;
}
