/** The first lines of a source, with the names marked that led to it. */

import type { Source } from '../../protocol/places.ts';
import { element } from '../shared/dom.ts';

/** The identifier of the place that an excerpt is put into. */
export function excerptId(source: number): string {
  return `excerpt-${source}`;
}

/** Fills the place of a source's excerpt; nothing where the source is no longer shown. */
export function showExcerpt(index: number, source: Source, text: string): void {
  const names = source.way.filter((step) => step.kind === 'names').flatMap((step) => step.label.split(', '));
  document.getElementById(excerptId(index))?.replaceChildren(...marked(text, names));
}

/** The text with every occurrence of a name in a mark, whatever its case. */
function marked(text: string, names: readonly string[]): (Node | string)[] {
  const wanted = names
    .filter((name) => name !== '')
    .sort((a, b) => b.length - a.length)
    .map((name) => name.replace(/[\\^$.*+?()[\]{}|]/g, '\\$&'));
  if (wanted.length === 0) return [text];
  return text.split(new RegExp(`(${wanted.join('|')})`, 'giu')).map((piece, i) => (i % 2 === 1 ? element('mark', {}, piece) : piece));
}
