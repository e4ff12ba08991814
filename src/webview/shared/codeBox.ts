/** Code in a box of its own: its language, a button that copies it, and the lines, which scroll where they are wide. */

import { commonName } from '../../protocol/text/codeLanguage.ts';
import { color } from './colors.ts';
import { element, icon } from './dom.ts';

export interface CodeBox {
  /** What is shown: text, and elements of the class `omission` for lines that are left out. */
  readonly lines: readonly (HTMLElement | string)[];
  /** As a fence names it; empty where it is not known. */
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

/** What scrolls can be reached by keyboard; what does not is no stop for it. */
export function reachable(box: HTMLElement): void {
  sizes.observe(box);
}

const sizes = new ResizeObserver((entries) => {
  for (const { target } of entries) {
    if (target.scrollWidth > target.clientWidth) target.setAttribute('tabindex', '0');
    else target.removeAttribute('tabindex');
  }
});
