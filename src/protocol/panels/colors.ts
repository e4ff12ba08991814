/**
 * Syntax colours: a panel asks for the colours of the code that it has drawn, the language server finds them, and the panel draws them from
 * the theme. They are ranges with classes, never markup.
 */

import { asArray, asInteger, asObject, asString } from '../check.ts';
import type { RequestName } from '../names.ts';

/** What a stretch of code can be; the style sheet has a colour for each. */
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

/** A piece of code and the language that a fence of markdown would name. */
export interface ColorItem {
  readonly text: string;
  readonly language: string;
}

/** Per item, three numbers a stretch: from, to (UTF-16 offsets, end exclusive) and the position of its class; ascending. */
export type Colors = readonly number[];

/** UTF-16 units. The grammars take quadratic time for some texts, most for what no person writes: up to here a tenth of a second. */
export const colorLimits = { items: 50, text: 10_000, line: 500 } as const;

export interface ColorsResult {
  readonly colors: readonly Colors[];
}

/** The panels ask for the colours of code. A language that is not known has none. */
export const colorsRequest: RequestName<{ readonly items: readonly ColorItem[] }, ColorsResult> = 'meshrag/colors';

/** A panel asks; `id` comes back with the answer. */
export interface AskColors {
  readonly type: 'colors';
  readonly id: number;
  readonly items: readonly ColorItem[];
}

export interface TellColors {
  readonly type: 'colors';
  readonly id: number;
  readonly colors: readonly Colors[];
}

/** Checks what a panel asks for; throws where it is too much. */
export function readAskColors(message: Readonly<Record<string, unknown>>): AskColors {
  return { type: 'colors', id: asInteger(message.id, 'id', 0, 1e9), items: readColorItems(message.items) };
}

export function readColorItems(value: unknown): readonly ColorItem[] {
  const items = asArray(value, 'items', (item, name) => {
    const { text, language } = asObject(item, name);
    return { text: asString(text, `${name}.text`, colorLimits.text), language: asString(language, `${name}.language`, 100) };
  });
  if (items.length > colorLimits.items) throw new RangeError(`"items" has ${items.length} items, at most ${colorLimits.items} are taken`);
  return items;
}

/** Checks the colours that come to a panel; throws where they cannot be drawn. */
export function readTellColors(message: Readonly<Record<string, unknown>>): TellColors {
  const colors = asArray(message.colors, 'colors', (item, name) => {
    let end = 0;
    const numbers = asArray(item, name, (number, at) => asInteger(number, at, 0, 1e9));
    if (numbers.length % 3 !== 0) throw new RangeError(`"${name}" has ${numbers.length} numbers, three a stretch are wanted`);
    for (const [i, number] of numbers.entries()) {
      if (i % 3 === 2) asInteger(number, name, 0, colorClasses.length - 1);
      else end = asInteger(number, name, end, 1e9);
    }
    return numbers;
  });
  return { type: 'colors', id: asInteger(message.id, 'id', 0, 1e9), colors };
}
