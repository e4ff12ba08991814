/** Elements of SVG without strings of markup, and a figure as a document of its own. */

type Attributes = Readonly<Record<string, string | number>>;

const namespace = 'http://www.w3.org/2000/svg';

export function shape(tag: string, attributes: Attributes, ...children: readonly (Node | string)[]): SVGElement {
  const made = document.createElementNS(namespace, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, String(value));
  made.append(...children);
  return made;
}

/** A picture with its name and what it shows for those who do not see it. */
export function picture(width: number, height: number, title: string, note: string, ...children: readonly Node[]): SVGElement {
  const attributes = { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': `${title}. ${note}` };
  return shape('svg', attributes, shape('title', {}, title), shape('desc', {}, note), ...children);
}

/** The picture as a file: its colours are those on the screen, as attributes; the note stands in it. */
export function fileOf(svg: SVGElement, background: string): string {
  const copy = svg.cloneNode(true) as SVGElement;
  copy.setAttribute('xmlns', namespace);
  copy.prepend(shape('rect', { width: '100%', height: '100%', fill: background }));
  return new XMLSerializer().serializeToString(copy);
}

/** A length as it is written: to a hundredth. */
export function round(value: number): number {
  return Math.round(value * 100) / 100;
}
