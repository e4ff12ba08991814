/** Creates SVG elements without markup strings, and a figure as a standalone document. */

import { shorten } from '../../protocol/text/markdown.ts';
import { shown } from '../../protocol/text/visible.ts';
import type { Palette } from './palette.ts';

type Attributes = Readonly<Record<string, string | number>>;

/** A legend entry: the meaning of a colour. */
export interface LegendLine {
  readonly colour: string;
  /** Of the colour, 0 to 1. */
  readonly opacity: number;
  readonly text: string;
}

/** A picture with its legend and note: on the page as text of the page's size, in a file within the picture. */
export interface Drawing {
  readonly svg: SVGElement;
  readonly legend: readonly LegendLine[];
  readonly note: string;
}

const namespace = 'http://www.w3.org/2000/svg';
const legendWidth = 320;
const legendLine = 22;
const maxLegendLength = 40;
const noteHeight = 36;

export function shape(tag: string, attributes: Attributes, ...children: readonly (Node | string)[]): SVGElement {
  const made = document.createElementNS(namespace, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, shown(String(value), { lines: true }));
  made.append(...children.map((child) => (typeof child === 'string' ? shown(child, { lines: true }) : child)));
  return made;
}

/** A picture with an accessible name and description. */
export function picture(width: number, height: number, title: string, note: string, ...children: readonly Node[]): SVGElement {
  const attributes = { viewBox: `0 0 ${width} ${height}`, role: 'img', 'aria-label': `${title}. ${note}` };
  return shape('svg', attributes, shape('title', {}, title), shape('desc', {}, note), ...children);
}

/** The drawing as a file: with the colours on screen as attributes, and legend and note included. */
export function svgFile({ svg, legend, note }: Drawing, palette: Palette): string {
  const copy = svg.cloneNode(true) as SVGElement;
  const [, , width = 0, height = 0] = (svg.getAttribute('viewBox') ?? '').split(' ').map(Number);
  const whole = width + (legend.length > 0 ? legendWidth : 0);
  copy.setAttribute('xmlns', namespace);
  copy.setAttribute('viewBox', `0 0 ${whole} ${height + noteHeight}`);
  copy.prepend(shape('rect', { width: '100%', height: '100%', fill: palette.background }));
  for (const [i, { colour, opacity, text }] of legend.entries()) {
    const y = 36 + i * legendLine;
    copy.append(shape('rect', { x: width, y: y - 9, width: 10, height: 10, fill: colour, 'fill-opacity': opacity }));
    copy.append(shape('text', { ...textLook(palette.foreground), x: width + 16, y }, shorten(text, maxLegendLength)));
  }
  copy.append(shape('text', { ...textLook(palette.quiet), x: whole / 2, y: height + 20, 'text-anchor': 'middle' }, note));
  return new XMLSerializer().serializeToString(copy);
}

/** Text attributes in a picture. */
export function textLook(fill: string, size = 13): Record<string, string | number> {
  return { fill, 'font-size': size, 'font-family': 'sans-serif' };
}

/** Formats a length: rounded to a hundredth. */
export function round(value: number): number {
  return Math.round(value * 100) / 100;
}
