/**
 * Syntax colours: a panel requests colours for the code that it has drawn, the language server computes them, and the panel applies them
 * from the theme. They are ranges with classes, never markup.
 */

import { asArray, asInteger, asObject, asString } from '../check.ts';
import type { RequestName } from '../names.ts';

/** Token classes; the style sheet has a colour for each. */
export const colorClasses = [
  'comment',
  'keyword',
  'string',
  'number',
  'constant',
  'type',
  'function',
  'name',
  'inserted',
  'deleted',
] as const;
export type ColorClass = (typeof colorClasses)[number];

/** A piece of code and its language as in a markdown fence. */
export interface ColorItem {
  readonly text: string;
  readonly language: string;
}

/** Per item, three numbers a range: from, to (UTF-16 offsets, end exclusive) and the index of its class; ascending. */
export type Colors = readonly number[];

/** UTF-16 units. The grammars take quadratic time for some texts, mostly machine-written ones: up to here a tenth of a second. */
export const colorLimits = { items: 50, text: 10_000, line: 500 } as const;

export interface ColorsResult {
  readonly colors: readonly Colors[];
}

/** Requests the colours of code. An unknown language has none. */
export const colorsRequest: RequestName<{ readonly items: readonly ColorItem[] }, ColorsResult> = 'meshrag/colors';

/** Sent by a panel; `id` is returned with the answer. */
export interface ColorsQuery {
  readonly type: 'colors';
  readonly id: number;
  readonly items: readonly ColorItem[];
}

export interface ColorsAnswer {
  readonly type: 'colors';
  readonly id: number;
  readonly colors: readonly Colors[];
}

/** Validates a panel's request; throws if it exceeds the limits. */
export function readColorsQuery(message: Readonly<Record<string, unknown>>): ColorsQuery {
  return { type: 'colors', id: asInteger(message.id, 'id', 0, 1e9), items: readColorItems(message.items) };
}

export function readColorItems(value: unknown): readonly ColorItem[] {
  const items = asArray(value, 'items', (item, name) => {
    const { text, language } = asObject(item, name);
    return { text: asString(text, `${name}.text`, colorLimits.text), language: asString(language, `${name}.language`, 100) };
  });
  if (items.length > colorLimits.items) throw new RangeError(`"items" has ${items.length} items, at most ${colorLimits.items} are allowed`);
  return items;
}

/** Validates the colours sent to a panel; throws if they cannot be applied. */
export function readColorsAnswer(message: Readonly<Record<string, unknown>>): ColorsAnswer {
  const colors = asArray(message.colors, 'colors', (item, name) => {
    let end = 0;
    const numbers = asArray(item, name, (number, at) => asInteger(number, at, 0, 1e9));
    if (numbers.length % 3 !== 0) throw new RangeError(`"${name}" has ${numbers.length} numbers, expected three per range`);
    for (const [i, number] of numbers.entries()) {
      if (i % 3 === 2) asInteger(number, name, 0, colorClasses.length - 1);
      else end = asInteger(number, name, end, 1e9);
    }
    return numbers;
  });
  return { type: 'colors', id: asInteger(message.id, 'id', 0, 1e9), colors };
}
