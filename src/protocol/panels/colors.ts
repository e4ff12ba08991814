/**
 * Syntax colours: a panel requests colours for the code that it has drawn, the language server computes them, and the panel applies them
 * from the theme. They are ranges with classes, never markup.
 */

import type { RequestName } from '../messageNames.ts';
import { checkRange, extend, type Infer, integer, join, list, object, text } from '../schema.ts';

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

/** UTF-16 units. The grammars take quadratic time for some texts, mostly machine-written ones: up to here a tenth of a second. */
export const colorLimits = { items: 50, text: 10_000, line: 500 } as const;

/** A piece of code and its language as in a markdown fence. */
const colorItem = object({ text: text(colorLimits.text), language: text(100) });
export type ColorItem = Infer<typeof colorItem>;

/** Per item, three numbers a range: from, to (UTF-16 offsets, end exclusive) and the index of its class; ascending. */
export type Colors = readonly number[];

export const colorsParams = object({ items: list(colorItem, colorLimits.items) });

export interface ColorsResult {
  readonly colors: readonly Colors[];
}

/** Requests the colours of code. An unknown language has none. */
export const colorsRequest: RequestName<Infer<typeof colorsParams>, ColorsResult> = 'meshrag/colors';

const id = integer(0, 1e9);

/** Sent by a panel; `id` is returned with the answer. */
export const colorsQuery = extend(colorsParams, { id });
export type ColorsQuery = Infer<typeof colorsQuery> & { readonly type: 'colors' };

export const colorsAnswer = object({ id, colors: list(list(integer(0, 1e9))) }, ({ colors }, path) => {
  for (const [i, numbers] of colors.entries()) {
    const name = `${join(path, 'colors')}[${i}]`;
    if (numbers.length % 3 !== 0) throw new RangeError(`"${name}" has ${numbers.length} numbers, expected three per range`);
    for (const [j, number] of numbers.entries()) {
      if (j % 3 === 2) checkRange(number, name, 0, colorClasses.length - 1);
      else checkRange(number, name, j % 3 === 1 ? (numbers[j - 1] as number) : (numbers[j - 2] ?? 0), 1e9);
    }
  }
});
export type ColorsAnswer = Infer<typeof colorsAnswer> & { readonly type: 'colors' };
