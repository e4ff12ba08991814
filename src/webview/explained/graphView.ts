/** The drawing of an explanation: nodes and edges as SVG, laid out by dagre. A node that leads to a passage is a button; what was dropped is dashed. */

import { Graph, layout } from '@dagrejs/dagre';
import type { WireExplanation } from '../../protocol/explanation.ts';
import type { PanelWords } from '../../protocol/panels/panelWords.ts';
import { shorten } from '../../protocol/text/markdown.ts';
import { fill } from '../../protocol/text/serverWords.ts';
import { headOf, type Point, smooth } from '../shared/arrows.ts';
import { count, element } from '../shared/dom.ts';
import { type Palette, readPalette } from '../shared/palette.ts';
import { round, shape } from '../shared/svg.ts';

type Graphic = NonNullable<WireExplanation['drawing']>;
type Node = Graphic['nodes'][number];

/** Characters. */
const [maxLabel, maxEdgeLabel] = [24, 20];
const padding = 8;
const margin = 8;

export function graphView(words: PanelWords, { nodes, edges, isDirected }: Graphic, open: (place: number) => void): HTMLElement {
  const palette = readPalette();
  const { fontSize } = palette;
  const ruler = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
  ruler.font = `${fontSize}px ${palette.font}`;
  const width = (text: string): number => Math.ceil(ruler.measureText(text).width);
  const height = Math.round(fontSize * 1.4) + padding;
  const graph = new Graph();
  graph.setGraph({ rankdir: isDirected ? 'TB' : 'LR', nodesep: 14, edgesep: 8, ranksep: 28, acyclicer: 'greedy' });
  for (const { id, label } of nodes) graph.setNode(String(id), { width: width(shorten(label, maxLabel)) + 2 * padding, height });
  for (const { from, to, label } of edges) {
    const text = shorten(label, maxEdgeLabel);
    const size = text === '' ? { width: 0, height: 0 } : { width: width(text) * 0.85 + 6, height: fontSize, labelpos: 'c' };
    graph.setEdge(String(from), String(to), size);
  }
  layout(graph);
  const lines = edges.map(({ from, to, label }) => {
    const { points = [], x = 0, y = 0 } = graph.edge(String(from), String(to)) as { points?: Point[]; x?: number; y?: number };
    const isDropped = nodes.some(({ id, isDropped: one }) => id === to && one);
    return edgeShape({ points, label: shorten(label, maxEdgeLabel), x, y, isDropped, isDirected }, palette);
  });
  const boxes = nodes.map((node) => nodeShape(words, node, graph.node(String(node.id)) as Place, palette, open));
  const { width: inner = 0, height: tall = 0 } = graph.graph();
  const [wide, high] = [Math.ceil(inner + 2 * margin), Math.ceil(tall + 2 * margin)];
  const label = fill(words.drawing, count(nodes.length), count(edges.length));
  const svg = shape(
    'svg',
    { viewBox: `0 0 ${wide} ${high}`, width: wide, height: high, role: 'group', 'aria-label': label },
    shape('g', { transform: `translate(${margin} ${margin})` }, ...lines, ...boxes),
  );
  svg.addEventListener('keydown', (event) => moveFocus(boxes, event as KeyboardEvent));
  boxes[0]?.setAttribute('tabindex', '0');
  return element('div', { class: 'graph', tabindex: -1 }, svg);
}

interface Place extends Point {
  readonly width: number;
  readonly height: number;
}

function nodeShape(words: PanelWords, node: Node, place: Place, palette: Palette, open: (place: number) => void): SVGElement {
  const { label, isDropped, place: target } = node;
  const { x, y, width, height } = place;
  const { foreground, quiet, background, border, fontSize } = palette;
  const dashed = isDropped ? { 'stroke-dasharray': '4 3' } : { 'stroke-dasharray': 'none' };
  const drawn = shape(
    'g',
    {
      ...{ transform: `translate(${round(x - width / 2)} ${round(y - height / 2)})`, class: 'node', tabindex: -1, 'data-id': node.id },
      role: target === undefined ? 'img' : 'button',
      'aria-label': shorten(label, maxLabel),
      'aria-description': isDropped ? `${label} (${words.dropped})` : label,
    },
    shape('rect', {
      width: round(width),
      height: round(height),
      rx: 3,
      fill: background,
      stroke: border || quiet,
      class: 'frame',
      ...dashed,
    }),
    shape(
      'text',
      { x: padding, y: round(height / 2), 'dominant-baseline': 'central', 'font-size': fontSize, fill: isDropped ? quiet : foreground },
      shorten(label, maxLabel),
    ),
  );
  const activate = (): void => {
    if (target !== undefined) open(target);
  };
  drawn.addEventListener('click', activate);
  drawn.addEventListener('keydown', (event) => {
    if ((event as KeyboardEvent).key === 'Enter') activate();
  });
  return drawn;
}

interface Edge extends Point {
  readonly points: readonly Point[];
  readonly label: string;
  readonly isDropped: boolean;
  readonly isDirected: boolean;
}

function edgeShape({ points, label, x, y, isDropped, isDirected }: Edge, { foreground, quiet, background, fontSize }: Palette): SVGElement {
  const colour = isDropped ? quiet : foreground;
  const dashed = isDropped ? { 'stroke-dasharray': '4 3' } : { 'stroke-dasharray': 'none' };
  const width = label.length * fontSize * 0.5 + 4;
  const box = {
    x: round(x - width / 2),
    y: round(y - fontSize * 0.6),
    width: round(width),
    height: round(fontSize * 1.2),
    fill: background,
  };
  const look = {
    x: round(x),
    y: round(y),
    'font-size': round(fontSize * 0.85),
    fill: quiet,
    'text-anchor': 'middle',
    'dominant-baseline': 'central',
  };
  return shape(
    'g',
    { class: 'edge' },
    shape('path', { d: smooth(points), fill: 'none', stroke: colour, ...dashed }),
    ...(isDirected ? [shape('path', { d: headOf(points), fill: colour })] : []),
    ...(label === '' ? [] : [shape('rect', box), shape('text', look, label)]),
  );
}

/** The next or the previous node, in the order of the ranking. */
function moveFocus(boxes: readonly SVGElement[], event: KeyboardEvent): void {
  const step = { ArrowRight: 1, ArrowDown: 1, ArrowLeft: -1, ArrowUp: -1 }[event.key];
  const at = boxes.indexOf(document.activeElement as SVGElement);
  const next = step === undefined || at < 0 ? undefined : boxes[at + step];
  if (next === undefined) return;
  boxes[at]?.setAttribute('tabindex', '-1');
  next.setAttribute('tabindex', '0');
  next.focus();
  event.preventDefault();
}
