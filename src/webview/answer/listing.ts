/** Lines of a file that have something in common, each with its number and the definition that it is in; each opens its line. */

import type { WireBlock } from '../../protocol/places.ts';
import { fill } from '../../protocol/text/serverWords.ts';
import { element } from '../shared/dom.ts';
import type { Drawing } from './drawing.ts';

export function listingView(on: Drawing, turn: number, { pieces, moreLines = [] }: WireBlock, index: number): HTMLElement {
  const number = (line: number): HTMLElement => {
    const open = (): void => on.send({ type: 'open', turn, list: 'blocks', index, line });
    return element('button', { class: 'link', type: 'button', 'aria-label': fill(on.words.line, line), onclick: open }, String(line));
  };
  const rows = pieces.map(({ startLine, text, within }) =>
    element('li', {}, number(startLine), element('code', {}, text), within !== undefined && element('span', { class: 'where' }, within)),
  );
  const more =
    moreLines.length > 0 && element('li', { class: 'more' }, '…', element('span', {}, ...moreLines.flatMap((line) => [number(line), ' '])));
  return element('ul', { class: 'listing' }, ...rows, more);
}
