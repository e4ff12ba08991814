/** The colours of code in the panels. */

import type { ColorItem, ColorsResult } from '../../protocol/panels/colors.ts';

/** One list of colours per item. The grammars are loaded on first use. */
export async function colorsOf(items: readonly ColorItem[]): Promise<ColorsResult> {
  const { highlight } = await import('./highlighter.ts');
  return { colors: items.map(highlight) };
}
