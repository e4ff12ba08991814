/** What chunks of one file that were made one are called. */

import type { ChunkKind } from '../document.ts';

const separator = ' › ';

/**
 * The headings that all titles have in common; where there are none, the first title and how many others there are (`Reload +2`), and of
 * code the first names and an ellipsis, as a chunk of many names has. Chunks without a title do not count.
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
