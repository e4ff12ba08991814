/** Validators of plain data from the wire. Each returns the typed value or throws a `TypeError` that names the field. */

/** A JSON object whose fields are still unknown. */
export type Fields = Readonly<Record<string, unknown>>;

/** A JSON object, neither null nor an array. */
export function asObject(value: unknown, name: string): Fields {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw wrong(name, 'an object', value);
  return value as Fields;
}

/** A string of at most `maxLength` UTF-16 units. */
export function asString(value: unknown, name: string, maxLength = 1_000_000): string {
  if (typeof value !== 'string') throw wrong(name, 'a string', value);
  if (value.length > maxLength) throw new RangeError(`"${name}" is too long: ${value.length} characters, at most ${maxLength} are allowed`);
  return value;
}

/** A whole number in [min, max]. */
export function asInteger(value: unknown, name: string, min: number, max: number): number {
  if (typeof value !== 'number' || !Number.isInteger(value)) throw wrong(name, 'a whole number', value);
  if (value < min || value > max) throw new RangeError(`"${name}" is out of range: ${value}, expected ${min} to ${max}`);
  return value;
}

/** A finite number. */
export function asNumber(value: unknown, name: string): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) throw wrong(name, 'a number', value);
  return value;
}

/** True or false. */
export function asBoolean(value: unknown, name: string): boolean {
  if (typeof value !== 'boolean') throw wrong(name, 'true or false', value);
  return value;
}

/** An array whose items pass `check`; items are named `name[0]` and so on. */
export function asArray<T>(value: unknown, name: string, check: (item: unknown, name: string) => T): T[] {
  if (!Array.isArray(value)) throw wrong(name, 'a list', value);
  return value.map((item, i) => check(item, `${name}[${i}]`));
}

/** Validates a value if present; absent and null become undefined. */
export function optional<T>(value: unknown, check: (value: unknown) => T): T | undefined {
  return value === undefined || value === null ? undefined : check(value);
}

/** One of a few strings. */
export function oneOf<const T extends string>(value: unknown, name: string, allowed: readonly T[]): T {
  if (!allowed.includes(value as T)) throw new TypeError(`"${name}" is ${JSON.stringify(value)}, expected one of ${allowed.join(', ')}`);
  return value as T;
}

function wrong(name: string, expected: string, value: unknown): TypeError {
  const is = value === null ? 'null' : Array.isArray(value) ? 'a list' : typeof value;
  return new TypeError(`"${name}" is ${is}, expected ${expected}`);
}
