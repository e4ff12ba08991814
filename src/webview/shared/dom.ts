/** Builds elements without HTML strings: text stays text, whatever it contains, and invisible or reordering characters are shown. */

import { shown } from '../../protocol/text/visible.ts';

type Child = Node | string | undefined | false;

/** Attributes; `on…` are listeners, false and undefined are omitted, true is an empty attribute. */
export type Attributes = Readonly<Record<string, string | boolean | number | undefined | ((event: Event) => void)>>;

export function element<K extends keyof HTMLElementTagNameMap>(
  tag: K,
  attributes: Attributes = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[K] {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (typeof value === 'function') made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, '');
    else if (value !== undefined && value !== false) made.setAttribute(name, shown(String(value), { lines: true }));
  }
  for (const child of children)
    if (child !== undefined && child !== false) made.append(typeof child === 'string' ? shown(child, { lines: true }) : child);
  return made;
}

/** Shapes in the style of the editor's icons, 16 by 16. */
const shapes = {
  add: 'M7.5 2h1v5.5H14v1H8.5V14h-1V8.5H2v-1h5.5z',
  history:
    'M8 1.5a6.5 6.5 0 1 1-6.1 4.3l.9.4A5.5 5.5 0 1 0 8 2.5a5.5 5.5 0 0 0-4.2 2H6v1H2v-4h1v2.3A6.5 6.5 0 0 1 8 1.5zM7.5 4.5h1v3.3l2.4 1.4-.5.9-2.9-1.7z',
  edit: 'M13.2 1.8a1.6 1.6 0 0 0-2.3 0L2.6 10.1 1.5 14.5l4.4-1.1 8.3-8.3a1.6 1.6 0 0 0 0-2.3l-1-1zM3.5 10.7l6.2-6.2 1.8 1.8-6.2 6.2-2.4.6.6-2.4zm10-6.3-1.3 1.2-1.8-1.8 1.2-1.3c.2-.2.6-.2.9 0l1 1c.2.3.2.7 0 .9z',
  send: 'M1 1.9c0-.4.4-.6.7-.5l13 6.1c.4.2.4.8 0 .9l-13 6.1a.5.5 0 0 1-.7-.6L2.6 8.5 9 8l-6.4-.5L1 2.1v-.2z',
  stop: 'M3 3h10v10H3z',
  back: 'M6.7 2.6 7.4 3.3 3.2 7.5H14v1H3.2l4.2 4.2-.7.7L1.3 8z',
  chevron: 'M6 3.3 10.7 8 6 12.7l-.7-.7 4-4-4-4z',
  chevronDown: 'M3.3 6 8 10.7 12.7 6l-.7-.7-4 4-4-4z',
  code: 'M5.2 4.2 1.4 8l3.8 3.8.7-.7L2.8 8l3.1-3.1zm5.6 0-.7.7L13.2 8l-3.1 3.1.7.7L14.6 8z',
  copy: 'M5 2h8v10H5zm1 1v8h6V3zM3 4h1v10h7v1H3z',
  retry: 'M8 3a5 5 0 1 1-4.6 3l.9.4A4 4 0 1 0 8 4v2L5 3.5 8 1z',
  close: 'M8 7.3 12.6 2.7l.7.7L8.7 8l4.6 4.6-.7.7L8 8.7l-4.6 4.6-.7-.7L7.3 8 2.7 3.4l.7-.7z',
  file: 'M3 1h6.5L13 4.5V15H3zm1 1v12h8V5H9V2z',
  folder: 'M1.5 3h5l1.5 1.5h6.5V13h-13zm1 1v8h11V5.5H7.6L6.1 4z',
  open: 'M9.5 1H4v5h1V2h4v4h4v8H5v-3H4v4h10V5.5zM10 2.4 12.6 5H10zM6.3 5.1l.7-.7 3.1 3.1L7 10.6l-.7-.7L8.2 8H1V7h7.2z',
  doc: 'M3 1h6.5L13 4.5V15H3zm1 1v12h8V5H9V2zm1.5 5h5v1h-5zm0 2.5h5v1h-5z',
} as const;

export type IconName = keyof typeof shapes;

/** An icon hidden from screen readers; its button has a label. */
export function icon(name: IconName): SVGElement {
  const svg = document.createElementNS('http://www.w3.org/2000/svg', 'svg');
  for (const [key, value] of Object.entries({ class: 'icon', viewBox: '0 0 16 16', width: '16', height: '16', 'aria-hidden': 'true' })) {
    svg.setAttribute(key, value);
  }
  const path = document.createElementNS('http://www.w3.org/2000/svg', 'path');
  path.setAttribute('d', shapes[name]);
  path.setAttribute('fill', 'currentColor');
  svg.append(path);
  return svg;
}

/** `1,204` in the document's language. */
export function count(value: number): string {
  return value.toLocaleString(document.documentElement.lang || undefined);
}

/** `0.1 s`, `12.4 s`: less than a tenth does not count as waiting. */
export function seconds(ms: number): string {
  return `${Math.max(0.1, ms / 1000).toLocaleString(document.documentElement.lang || undefined, { maximumFractionDigits: 1 })} s`;
}

/** A button in the look of a link. */
export function link(label: string, run: () => void): HTMLElement {
  return element('button', { class: 'link', type: 'button', onclick: run }, label);
}
