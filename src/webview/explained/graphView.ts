/**
 * The drawing of an explanation: nodes and edges as SVG, coloured by the style sheet, so that a change of theme needs no new drawing. Where edges have a
 * direction, dagre puts nodes into layers; else they are in two columns, the nearest on top. A node that leads to a passage is a button; the edges of the
 * node under the pointer or with the focus stand out; what was dropped is dashed.
 */

import { Graph, layout } from '@dagrejs/dagre';
import type { WireExplanation } from '../../protocol/panels/explanation.ts';
import { shorten } from '../../protocol/text/markdown.ts';
import { t } from '../../protocol/text/translate.ts';
import { headOf, type Point, smooth } from '../shared/arrows.ts';
import { count, element } from '../shared/dom.ts';
import { readPalette } from '../shared/palette.ts';
import { round, shape } from '../shared/svg.ts';

type Graphic = NonNullable<WireExplanation['drawing']>;
type Node = Graphic['nodes'][number];
type Edge = Graphic['edges'][number];

/** Characters. */
const [maxLabel, maxEdgeLabel] = [24, 20];
const padding = 8;
const margin = 8;
/** Between two columns, and two rows of them. */
const [columnGap, rowGap] = [160, 6];

interface Place extends Point {
  readonly width: number;
  readonly height: number;
}

interface Laid {
  /** By node; the point is the middle. */
  readonly places: ReadonlyMap<number, Place>;
  readonly drawEdge: (edge: Edge) => { readonly d: string; readonly head: string; readonly label: Point };
  readonly width: number;
  readonly height: number;
}

export function graphView(drawing: Graphic, open: (place: number) => void): HTMLElement {
  const { nodes, edges, isDirected } = drawing;
  const { font, fontSize } = readPalette();
  const ruler = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
  ruler.font = `${fontSize}px ${font}`;
  const measure = (text: string): number => Math.ceil(ruler.measureText(text).width);
  const { places, drawEdge, width, height } = isDirected ? inLayers(drawing, measure, fontSize) : inColumns(drawing, measure, fontSize);
  const isDropped = new Set(nodes.flatMap((node) => (node.isDropped ? [node.id] : [])));
  const lines = edges.map((edge) => {
    const { d, head, label } = drawEdge(edge);
    const text = shorten(edge.label, maxEdgeLabel);
    const box = {
      x: round(label.x - measure(text) / 2 - 2),
      y: round(label.y - fontSize * 0.6),
      width: measure(text) + 4,
      height: fontSize * 1.2,
    };
    return shape(
      'g',
      { class: isDropped.has(edge.to) ? 'edge dropped' : 'edge' },
      shape('path', { d, class: 'line' }),
      ...(head === '' ? [] : [shape('path', { d: head, class: 'head' })]),
      ...(text === ''
        ? []
        : [
            shape('rect', { ...box, class: 'behind' }),
            shape('text', { x: round(label.x), y: round(label.y), 'text-anchor': 'middle', 'dominant-baseline': 'central' }, text),
          ]),
    );
  });
  const point = (id: number | undefined): void => {
    for (const [i, { from, to }] of edges.entries()) lines[i]?.classList.toggle('lit', from === id || to === id);
  };
  const boxes = nodes.map((node) => nodeShape(node, places.get(node.id) as Place, { open, point }));
  const [wide, high] = [Math.ceil(width + 2 * margin), Math.ceil(height + 2 * margin)];
  const label = t('What was found, drawn: {0} nodes, {1} links. Arrow keys move, Enter opens.', count(nodes.length), count(edges.length));
  const svg = shape(
    'svg',
    { viewBox: `0 0 ${wide} ${high}`, width: wide, height: high, role: 'group', 'aria-label': label },
    shape('g', { transform: `translate(${margin} ${margin})` }, ...lines, ...boxes),
  );
  svg.addEventListener('keydown', (event) => moveFocus(boxes, event as KeyboardEvent));
  boxes[0]?.setAttribute('tabindex', '0');
  return element('div', { class: isDirected ? 'graph' : 'graph names', tabindex: -1 }, svg);
}

function inLayers({ nodes, edges }: Graphic, measure: (text: string) => number, fontSize: number): Laid {
  const graph = new Graph();
  graph.setGraph({ rankdir: 'TB', nodesep: 14, edgesep: 8, ranksep: 28, acyclicer: 'greedy' });
  for (const { id, label } of nodes) graph.setNode(String(id), boxSize(label, measure, fontSize));
  for (const { from, to, label } of edges)
    graph.setEdge(String(from), String(to), { width: measure(shorten(label, maxEdgeLabel)) + 6, height: fontSize, labelpos: 'c' });
  layout(graph);
  const { width = 0, height = 0 } = graph.graph();
  return {
    places: new Map(nodes.map(({ id }) => [id, graph.node(String(id)) as Place])),
    drawEdge({ from, to }) {
      const { points = [], x = 0, y = 0 } = graph.edge(String(from), String(to)) as { points?: Point[]; x?: number; y?: number };
      return { d: smooth(points), head: headOf(points), label: { x, y } };
    },
    ...{ width, height },
  };
}

function inColumns({ nodes }: Graphic, measure: (text: string) => number, fontSize: number): Laid {
  const sizes = nodes.map(({ label }) => boxSize(label, measure, fontSize));
  const [left = 0, right = 0] = [0, 1].map((column) => Math.max(0, ...sizes.filter((_, i) => i % 2 === column).map((size) => size.width)));
  const rowHeight = (sizes[0]?.height ?? 0) + rowGap;
  const width = left + columnGap + right;
  const places = new Map(
    nodes.map(({ id }, i) => {
      const size = sizes[i] as { width: number; height: number };
      const x = i % 2 === 0 ? left - size.width / 2 : left + columnGap + size.width / 2;
      return [id, { ...size, x, y: Math.floor(i / 2) * rowHeight + size.height / 2 }];
    }),
  );
  const isLeft = (place: Place): boolean => place.x < left;
  /** At the side that faces the other column. */
  const facing = (place: Place): Point => ({ x: isLeft(place) ? left : left + columnGap, y: place.y });
  return {
    places,
    drawEdge({ from, to }) {
      const [a, b] = [places.get(from) as Place, places.get(to) as Place];
      const [start, end] = [facing(a), facing(b)];
      const bend = isLeft(a) === isLeft(b) ? (isLeft(a) ? columnGap / 3 : -columnGap / 3) : (end.x - start.x) / 2;
      const d = `M${start.x} ${round(start.y)}C${start.x + bend} ${round(start.y)} ${start.x + bend} ${round(end.y)} ${end.x} ${round(end.y)}`;
      return { d, head: '', label: { x: start.x + bend, y: (start.y + end.y) / 2 } };
    },
    ...{ width, height: Math.ceil(nodes.length / 2) * rowHeight },
  };
}

function boxSize(label: string, measure: (text: string) => number, fontSize: number): { width: number; height: number } {
  return { width: measure(shorten(label, maxLabel)) + 2 * padding, height: Math.round(fontSize * 1.4) + padding };
}

interface NodeActions {
  readonly open: (place: number) => void;
  readonly point: (id: number | undefined) => void;
}

function nodeShape(node: Node, { x, y, width, height }: Place, { open, point }: NodeActions): SVGElement {
  const { label, isDropped, place: target } = node;
  const text = shorten(label, maxLabel);
  const drawn = shape(
    'g',
    {
      ...{ transform: `translate(${round(x - width / 2)} ${round(y - height / 2)})`, tabindex: -1, 'data-id': node.id },
      class: isDropped ? 'node dropped' : 'node',
      role: target === undefined ? 'img' : 'button',
      'aria-label': text,
      'aria-description': isDropped ? `${label} (${t('dropped')})` : label,
    },
    shape('rect', { width: round(width), height: round(height), rx: 3, class: 'frame' }),
    shape('text', { x: padding, y: round(height / 2), 'dominant-baseline': 'central' }, text),
  );
  const activate = (): void => {
    if (target !== undefined) open(target);
  };
  drawn.addEventListener('click', activate);
  drawn.addEventListener('keydown', (event) => {
    if ((event as KeyboardEvent).key === 'Enter') activate();
  });
  for (const type of ['mouseenter', 'focus']) drawn.addEventListener(type, () => point(node.id));
  for (const type of ['mouseleave', 'blur']) drawn.addEventListener(type, () => point(undefined));
  return drawn;
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
