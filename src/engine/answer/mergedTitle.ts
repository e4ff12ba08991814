/** The title of chunks of one file that were merged. */

import type { ChunkKind } from '../document.ts';

const separator = ' › ';

/**
 * The headings that all titles share; if there are none, the first title and the number of others (`Reload +2`), or for code the first names
 * and an ellipsis, as in the title of a chunk with many names. Empty titles are ignored.
 */
export function mergedTitle(kind: ChunkKind, titles: readonly string[]): string {
  const [first = '', ...others] = new Set(titles.filter((title) => title !== ''));
  if (others.length === 0) return first;
  const paths = others.map((title) => title.split(separator));
  const parts = first.split(separator);
  const differs = parts.findIndex((part, i) => paths.some((path) => path[i] !== part));
  if (differs !== 0) return parts.slice(0, differs < 0 ? undefined : differs).join(separator);
  if (kind === 'code') return first.endsWith('…') ? first : `${first}, …`;
  return `${first} +${others.length}`;
}
