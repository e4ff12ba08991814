/** Code in a box of its own: its language, a copy button, and the lines, which scroll if they are wide. */

import { commonName } from '../../protocol/text/codeLanguage.ts';
import { color } from './colors.ts';
import { element, icon } from './dom.ts';

export interface CodeBox {
  /** The content: text, and elements of the class `omission` for omitted lines. */
  readonly lines: readonly (HTMLElement | string)[];
  /** As in a fence; empty if unknown. */
  readonly language: string;
  readonly copyLabel: string;
  readonly copy: () => void;
  /** Further buttons. */
  readonly tools?: readonly HTMLElement[];
}

export function codeBox({ lines, language, copyLabel, copy, tools = [] }: CodeBox): HTMLElement {
  const code = element('code', {}, ...lines);
  const pre = element('pre', {}, code);
  const copyButton = element(
    'button',
    { class: 'iconButton small copy', type: 'button', title: copyLabel, 'aria-label': copyLabel, onclick: copy },
    icon('copy'),
  );
  reachable(pre);
  color(code, commonName(language));
  const label = language === 'plaintext' ? '' : language;
  const head = element('div', { class: 'codeHead' }, element('span', { class: 'codeLanguage' }, label), copyButton, ...tools);
  return element('div', { class: label === '' ? 'codeBox plain' : 'codeBox' }, head, pre);
}

/** A scrolling box must be reachable by keyboard; others must not be tab stops. */
export function reachable(box: HTMLElement): void {
  sizes.observe(box);
}

const sizes = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    if (target.scrollWidth > target.clientWidth) target.setAttribute('tabindex', '0');
    else target.removeAttribute('tabindex');
  }
});
