/**
 * Schemas of plain data from the wire: one declaration gives both the type (`Infer`) and the check. A check throws a `TypeError` or a
 * `RangeError` that names the path to what is wrong, and drops fields that the schema does not list.
 */

import { nearestFirst } from '../engine/retrieval/nearestFirst.ts';

/** Returns the value found at a path, typed; throws if it is wrong. */
export type Schema<T> = (value: unknown, path: string) => T;

/** The type that a schema describes. */
export type Infer<S> = S extends Schema<infer T> ? T : never;

type Fields = Readonly<Record<string, Schema<unknown>>>;
type IsOptional<T> = unknown extends T ? false : undefined extends T ? true : false;
type OptionalKey<F> = { [Key in keyof F]: IsOptional<Infer<F[Key]>> extends true ? Key : never }[keyof F];
type ObjectOf<F> = Flat<
  { readonly [Key in keyof F as Exclude<Key, OptionalKey<F>>]: Infer<F[Key]> } & {
    readonly [Key in keyof F as Extract<Key, OptionalKey<F>>]?: Infer<F[Key]>;
  }
>;
type Flat<T> = { [Key in keyof T]: T[Key] };

export interface ObjectSchema<F> extends Schema<ObjectOf<F>> {
  readonly fields: F;
  /** Throws if fields contradict each other. */
  readonly rule?: (object: ObjectOf<F>, path: string) => void;
}

/** Checks a message. Errors name its fields `name.field`, or just `field` without a name. */
export function check<T>(schema: Schema<T>, value: unknown, name = ''): T {
  return schema(value, name);
}

/** A string of at most `maxLength` UTF-16 units. */
export function text(maxLength = 1_000_000): Schema<string> {
  return (value, path) => {
    if (typeof value !== 'string') throw wrongType(path, 'a string', value);
    if (value.length > maxLength) throw new TooLongError(path, value.length, maxLength);
    return value;
  };
}

/** A whole number in [min, max]. */
export function integer(min: number, max: number): Schema<number> {
  return (value, path) => {
    if (typeof value !== 'number' || !Number.isInteger(value)) throw wrongType(path, 'a whole number', value);
    checkRange(value, path, min, max);
    return value;
  };
}

/** A finite number. */
export const number: Schema<number> = (value, path) => {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw wrongType(path, 'a number', value);
  return value;
};

export const boolean: Schema<boolean> = (value, path) => {
  if (typeof value !== 'boolean') throw wrongType(path, 'true or false', value);
  return value;
};

/** Whatever else checks it. */
export const anything: Schema<unknown> = (value) => value;

/** One of a few strings. */
export function oneOf<const T extends string>(allowed: readonly T[]): Schema<T> {
  return (value, path) => {
    const found = allowed.find((one) => one === value);
    if (found === undefined) throw new TypeError(`"${path}" is ${shown(value)}, expected one of ${allowed.join(', ')}`);
    return found;
  };
}

/** A value that may be missing; null counts as missing. */
export function optional<T>(schema: Schema<T>): Schema<T | undefined> {
  return (value, path) => (value === undefined || value === null ? undefined : schema(value, path));
}

/** The same with null for a missing value. */
export function nullable<T>(schema: Schema<T>): Schema<T | null> {
  return (value, path) => (value === undefined || value === null ? null : schema(value, path));
}

/** A list of at most `maxItems`; the path of an item is `path[0]`. */
export function list<T>(item: Schema<T>, maxItems = Number.POSITIVE_INFINITY): Schema<readonly T[]> {
  return (value, path) => {
    if (!Array.isArray(value)) throw wrongType(path, 'a list', value);
    if (value.length > maxItems) throw new RangeError(`"${path}" has ${value.length} items, at most ${maxItems} are allowed`);
    return value.map((one, i) => item(one, `${path}[${i}]`));
  };
}

/** The first `maxItems` of a list; the others are not checked. */
export function firstOf<T>(item: Schema<T>, maxItems: number): Schema<readonly T[]> {
  const items = list(item);
  return (value, path) => items(Array.isArray(value) ? value.slice(0, maxItems) : value, path);
}

/** An object with any keys. */
export function record<T>(schema: Schema<T>): Schema<Readonly<Record<string, T>>> {
  return (value, path) =>
    Object.fromEntries(Object.entries(anyObject(value, path)).map(([key, one]) => [key, schema(one, join(path, key))]));
}

/** An object with these fields; `rule` throws if they contradict each other. */
export function object<F extends Fields>(fields: F, rule?: ObjectSchema<F>['rule']): ObjectSchema<F> {
  const schema = (value: unknown, path: string) => {
    const given = anyObject(value, path);
    const checked: Record<string, unknown> = {};
    for (const [key, field] of Object.entries(fields)) {
      const one = field(given[key], join(path, key));
      if (one !== undefined) checked[key] = one;
    }
    rule?.(checked as ObjectOf<F>, path);
    return checked as ObjectOf<F>;
  };
  return Object.assign(schema, { fields, rule });
}

/** An object with further fields; the rule of the first holds for it too. */
export function extend<F extends Fields, More extends Fields>({ fields, rule }: ObjectSchema<F>, more: More): ObjectSchema<F & More> {
  return object({ ...fields, ...more }, rule as ObjectSchema<F & More>['rule']);
}

type VariantsOf<Tag extends string, V> = { [Kind in keyof V]: Flat<{ readonly [Key in Tag]: Kind } & Infer<V[Kind]>> }[keyof V];

/** An object of one of several kinds, distinguished by a field: its values, each with the schema of the other fields. */
export function variants<const Tag extends string, V extends Readonly<Record<string, Schema<object>>>>(
  tag: Tag,
  kinds: V,
): Schema<VariantsOf<Tag, V>> {
  const kindOf = oneOf(Object.keys(kinds));
  return (value, path) => {
    const kind = kindOf(anyObject(value, path)[tag], join(path, tag));
    return { [tag]: kind, ...(kinds[kind] as Schema<object>)(value, path) } as VariantsOf<Tag, V>;
  };
}

/** For rules: throws unless the value is in [min, max]. */
export function checkRange(value: number, path: string, min: number, max: number): void {
  if (value < min || value > max) throw new RangeError(`"${path}" is out of range: ${value}, expected ${min} to ${max}`);
}

/** A string that exceeds its maximum length: the user may have pasted too much. */
export class TooLongError extends RangeError {
  readonly arguments: readonly [path: string, length: number, maxLength: number];

  constructor(...values: readonly [path: string, length: number, maxLength: number]) {
    const [path, length, maxLength] = values;
    super(`"${path}" is too long: ${length} characters, at most ${maxLength} are allowed`);
    this.arguments = values;
  }
}

function anyObject(value: unknown, path: string): Readonly<Record<string, unknown>> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrongType(path, 'an object', value);
  return value as Readonly<Record<string, unknown>>;
}

/** Whether a value, such as the argument of a command, is an object with a field of that name, whatever the field holds. */
export function hasField<Key extends string>(value: unknown, key: Key): value is object & Readonly<Record<Key, unknown>> {
  return typeof value === 'object' && value !== null && key in value;
}

/** The path of a field. */
export function join(path: string, key: string): string {
  return path === '' ? key : `${path}.${key}`;
}

function wrongType(path: string, expected: string, value: unknown): TypeError {
  return new TypeError(`${path === '' ? 'The message' : `"${path}"`} is ${kindOf(value)}, expected ${expected}`);
}

function shown(value: unknown): string {
  return typeof value === 'string' ? JSON.stringify(value.slice(0, 60)) : kindOf(value);
}

function kindOf(value: unknown): string {
  return value === null ? 'null' : Array.isArray(value) ? 'a list' : typeof value;
}

/** The known names for a message about one that is not among them: those that may have been meant come first. */
export function listNames(names: readonly string[], unknown: string): string {
  return nearestFirst(names, unknown).join(', ');
}
