/** Lines of a file that have something in common, each with its number and the definition that it is in; each opens its line. */

import type { WireBlock } from '../../protocol/places.ts';
import { fill } from '../../protocol/text/serverWords.ts';
import { element } from '../shared/dom.ts';
import type { Drawing } from './drawing.ts';

export function listingView(on: Drawing, turn: number, { pieces }: WireBlock, index: number): HTMLElement {
  const rows = pieces.map(({ startLine: line, text, within }) => {
    const open = (): void => on.send({ type: 'open', turn, list: 'blocks', index, line });
    return element(
      'li',
      {},
      element('button', { class: 'link', type: 'button', 'aria-label': fill(on.words.line, line), onclick: open }, String(line)),
      element('code', {}, text),
      within !== undefined && element('span', { class: 'where' }, within),
    );
  });
  return element('ul', { class: 'listing' }, ...rows);
}
