/**
 * Validates what an agent passes to a tool. No caller can be relied on for that: VS Code passes inputs on unchecked. The schemas use a
 * small subset of JSON Schema, so that every client understands them.
 */

/** A text that is not empty. */
export interface TextSchema {
  readonly type: 'string';
  /** UTF-16 units; `usualLength` where absent. */
  readonly maxLength?: number;
  readonly description?: string;
}

export interface FlagSchema {
  readonly type: 'boolean';
  readonly description: string;
}

export interface TextsSchema {
  readonly type: 'array';
  readonly items: TextSchema;
  readonly maxItems: number;
  readonly description: string;
}

export interface InputSchema {
  readonly type: 'object';
  readonly properties: Readonly<Record<string, TextSchema | FlagSchema | TextsSchema>>;
  readonly required: readonly string[];
  readonly additionalProperties: false;
}

/** UTF-16 units of a name or path. */
const usualLength = 4096;

type ValueOf<Schema> = Schema extends { type: 'string' } ? string : Schema extends { type: 'boolean' } ? boolean : readonly string[];

/** The type of a valid input. */
export type InputOf<Schema extends InputSchema> = {
  readonly [Name in keyof Schema['properties']]: Name extends Schema['required'][number]
    ? ValueOf<Schema['properties'][Name]>
    : ValueOf<Schema['properties'][Name]> | undefined;
};

/** The input violates the schema; the message names the field, its value and what is expected, so that a model can correct it. */
export class InputError extends Error {
  override readonly name = 'InputError';
}

/** Checks and types the input. Null fields count as absent. Throws `InputError`. */
export function checkInput<Schema extends InputSchema>(schema: Schema, input: unknown): InputOf<Schema> {
  if (typeof input !== 'object' || input === null || Array.isArray(input)) throw wrong('The input', 'an object', input);
  const known = Object.keys(schema.properties);
  for (const name of Object.keys(input)) {
    if (!known.includes(name))
      throw new InputError(`There is no field ${JSON.stringify(name.slice(0, 60))}; the fields are ${known.join(', ')}`);
  }
  const checked: Record<string, unknown> = {};
  for (const [name, field] of Object.entries(schema.properties)) {
    const value = (input as Readonly<Record<string, unknown>>)[name];
    if (value !== undefined && value !== null) checked[name] = checkField(field, value, `"${name}"`);
    else if (schema.required.includes(name)) throw new InputError(`"${name}" is missing: ${field.description ?? field.type}`);
  }
  return checked as InputOf<Schema>;
}

function checkField(schema: TextSchema | FlagSchema | TextsSchema, value: unknown, name: string): unknown {
  if (schema.type === 'string') return checkText(schema, value, name);
  if (schema.type === 'boolean') {
    if (typeof value !== 'boolean') throw wrong(name, 'true or false', value);
    return value;
  }
  if (!Array.isArray(value)) throw wrong(name, 'a list', value);
  if (value.length > schema.maxItems) throw new InputError(`${name} has ${value.length} items, at most ${schema.maxItems} are allowed`);
  return value.map((item, i) => checkText(schema.items, item, `${name.slice(0, -1)}[${i}]"`));
}

function checkText({ maxLength = usualLength }: TextSchema, value: unknown, name: string): string {
  if (typeof value !== 'string') throw wrong(name, 'a string', value);
  if (value.trim() === '') throw new InputError(`${name} is empty, expected at least one character`);
  if (value.length > maxLength) throw new InputError(`${name} has ${value.length} characters, at most ${maxLength} are allowed`);
  return value;
}

function wrong(name: string, expected: string, value: unknown): InputError {
  const is = value === null ? 'null' : Array.isArray(value) ? 'a list' : typeof value;
  return new InputError(`${name} is ${is}, expected ${expected}`);
}
