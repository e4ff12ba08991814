/** Lines of a file with their highlights: words of the question are highlighted, names underlined. */

import type { Excerpt, Mark } from '../../protocol/evidence.ts';
import { shown } from '../../protocol/text/visible.ts';
import { color } from './colors.ts';
import { element } from './dom.ts';

/** The excerpt as text in the editor's font, with syntax colours; `onMark` may add information to a name's highlight. */
export function excerptView(excerpt: Excerpt, language = '', onMark?: (mark: HTMLElement, of: Mark) => void): HTMLElement {
  const code = element('code', {});
  if (excerpt.isCutAbove) code.append(element('span', { class: 'omission' }, '…\n'));
  let from = 0;
  const add = (to: number): void => void (to > from && code.append(shown(excerpt.text.slice(from, to), { lines: true })));
  for (const mark of excerpt.marks) {
    add(mark.from);
    from = mark.to;
    const made = element('mark', { class: mark.kind }, excerpt.text.slice(mark.from, mark.to));
    onMark?.(made, mark);
    code.append(made);
  }
  add(excerpt.text.length);
  if (excerpt.isCut) code.append(element('span', { class: 'omission' }, '\n…'));
  color(code, language);
  const isProse = /^(?:|md|rst|rest|adoc|asciidoc|tex|org)$/.test(language);
  return element('pre', { class: isProse ? 'excerpt' : 'excerpt wide' }, code);
}
