/** The picture: boxes and arrows as SVG. A box is a button; what has nothing to do with the box under the pointer or with the focus is dimmed. */

import { shorten } from '../../protocol/text/markdown.ts';
import { t } from '../../protocol/text/translate.ts';
import { at, headOf, type Point, smooth } from '../shared/arrows.ts';
import type { Palette } from '../shared/palette.ts';
import { round, shape } from '../shared/svg.ts';
import { type Arrow, allArrows, allBoxes, countUses, type Level, unfolds, usesText } from './boxes.ts';
import {
  arrowLabel,
  boxPadding,
  maxTitle,
  type PlacedArrow,
  type PlacedBox,
  type PlacedLevel,
  placedArrows,
  placedBoxes,
} from './layout.ts';
import { nearest } from './nearest.ts';

export interface PictureActions {
  /** Unfolds or folds a part, opens a file. */
  activate(box: PlacedBox): void;
  /** Folds the part that the box is or is in. */
  fold(box: PlacedBox): void;
  choose(arrow: Arrow): void;
}

const margin = 12;
const dimmed = 0.2;

export class Picture {
  readonly svg: SVGElement;
  readonly width: number;
  readonly height: number;
  readonly #level: Level;
  readonly #palette: Palette;
  readonly #actions: PictureActions;
  readonly #boxes = new Map<string, { readonly placed: PlacedBox; readonly shape: SVGElement }>();
  readonly #arrows = new Map<string, { readonly arrow: Arrow; readonly shape: SVGElement }>();
  /** The arrows that are drawn while their box is pointed at. */
  readonly #weak = shape('g', {});
  #chosen: string | undefined;

  constructor(level: Level, placed: PlacedLevel, palette: Palette, actions: PictureActions) {
    this.#level = level;
    this.#palette = palette;
    this.#actions = actions;
    this.width = Math.ceil(placed.width + 2 * margin);
    this.height = Math.ceil(placed.height + 2 * margin);
    const boxes = placedBoxes(placed).map((one) => this.#drawBox(one));
    const arrows = placedArrows(placed).map((one) => this.#drawArrow(one));
    const content = shape('g', { transform: `translate(${margin} ${margin})` }, ...boxes, ...arrows, this.#weak);
    this.svg = shape(
      'svg',
      {
        viewBox: `0 0 ${this.width} ${this.height}`,
        role: 'group',
        'aria-label': t(
          'Parts of the workspace, with what they import and call from each other. Arrow keys move, Enter expands or opens, Escape collapses.',
        ),
      },
      content,
    );
    this.svg.addEventListener('keydown', (event) => this.#press(event as KeyboardEvent));
    this.#makeReachable(placedBoxes(placed)[0]?.box.key);
  }

  focus(key: string): void {
    this.#makeReachable(key);
    this.#boxes.get(key)?.shape.focus();
  }

  /** The box with the focus. */
  get focused(): string | undefined {
    return [...this.#boxes].find(([, one]) => one.shape === document.activeElement)?.[0];
  }

  /** Marks an arrow until another is chosen. */
  choose(key: string | undefined): void {
    this.#chosen = key;
    this.point(undefined);
  }

  /** Dims all but a box and what it uses or is used by; without one, all but the chosen arrow. */
  point(key: string | undefined): void {
    const chosen = key ?? this.#chosen;
    const arrows = allArrows(this.#level);
    const own = arrows.filter((arrow) => arrow.key === chosen || arrow.from === chosen || arrow.to === chosen);
    const isBox = chosen !== undefined && this.#boxes.has(chosen);
    const lit = new Set([...(isBox ? [chosen] : []), ...own.flatMap(({ from, to }) => [from, to])]);
    const isDimming = lit.size > 0;
    for (const [one, { placed, shape: drawn }] of this.#boxes) {
      // The part around a lit file, and the files in a lit part.
      const isLit = lit.has(one) || (placed.box.part !== undefined && lit.has(placed.box.part)) || hasInside(placed, lit);
      drawn.setAttribute('opacity', isDimming && !isLit ? '0.45' : '1');
    }
    for (const { arrow, shape: drawn } of this.#arrows.values())
      drawn.setAttribute('opacity', isDimming && !own.includes(arrow) ? String(dimmed) : '1');
    this.#weak.replaceChildren(...own.filter((arrow) => !this.#arrows.has(arrow.key)).flatMap((arrow) => this.#drawDirect(arrow)));
  }

  #drawBox(placed: PlacedBox): SVGElement {
    const { box, x, y, width, height, inside } = placed;
    const { foreground, quiet, background, border, fontSize, isHighContrast } = this.#palette;
    const isPart = unfolds(box);
    const title = shorten(box.title, maxTitle);
    const text = (at: number, content: string, look: Record<string, string | number>): SVGElement =>
      shape('text', { x: boxPadding, y: at, 'font-size': fontSize, fill: foreground, ...look }, content);
    const first = boxPadding / 2 + fontSize;
    const drawn = shape(
      'g',
      {
        ...{ transform: `translate(${round(x)} ${round(y)})`, class: `box ${box.kind}`, role: 'button', tabindex: -1, 'data-key': box.key },
        'aria-label': `${title} ${box.note}`.trim(),
        'aria-description': this.#describe(placed),
        ...(isPart ? { 'aria-expanded': String(inside !== undefined) } : {}),
      },
      shape('rect', {
        ...{ width: round(width), height: round(height), rx: isPart ? 4 : 2, fill: background, class: 'frame' },
        stroke: border || (isPart ? foreground : quiet),
        'stroke-width': isPart ? 1.25 : 1,
        ...(box.kind === 'file' || inside !== undefined || isHighContrast
          ? {}
          : { 'stroke-dasharray': box.kind === 'part' ? 'none' : '4 3' }),
      }),
      text(first, title, { 'font-weight': isPart ? 600 : 400 }),
      ...(inside === undefined && box.kind !== 'file' && box.note !== ''
        ? [' ', text(first + fontSize * 1.4, box.note, { 'font-size': fontSize * 0.85, fill: quiet })]
        : []),
    );
    this.#boxes.set(box.key, { placed, shape: drawn });
    drawn.addEventListener('click', (event) => {
      event.stopPropagation();
      this.#actions.activate(placed);
    });
    drawn.addEventListener('mouseenter', () => this.point(box.key));
    drawn.addEventListener('mouseleave', () => this.point(undefined));
    drawn.addEventListener('focus', () => this.point(box.key));
    drawn.addEventListener('blur', () => this.point(undefined));
    return drawn;
  }

  /** What a screen reader says after the name: what it uses. */
  #describe({ box }: PlacedBox): string {
    const titles = new Map(allBoxes(this.#level).map(({ key, title }) => [key, title]));
    const own = allArrows(this.#level).filter(({ from }) => from === box.key);
    const uses = own.map((arrow) => t('uses {0}: {1}', titles.get(arrow.to) ?? '', usesText(arrow)));
    return [...(uses.length > 0 ? uses : [t('imports and calls nothing from the others')]), box.says]
      .filter((one) => one !== '')
      .join('; ');
  }

  #drawArrow({ arrow, points, label, isBack }: PlacedArrow): SVGElement {
    const drawn = this.#lineWithLabel(arrow, smooth(points), points, label, isBack);
    this.#arrows.set(arrow.key, { arrow, shape: drawn });
    return drawn;
  }

  /** A straight arrow between two boxes. */
  #drawDirect(arrow: Arrow): SVGElement[] {
    const [from, to] = [this.#boxes.get(arrow.from)?.placed, this.#boxes.get(arrow.to)?.placed];
    if (from === undefined || to === undefined) return [];
    const [a, b] = [edgeToward(from, centre(to)), edgeToward(to, centre(from))];
    const middle = { x: (a.x + 2 * b.x) / 3, y: (a.y + 2 * b.y) / 3 };
    return [this.#lineWithLabel(arrow, `M${at(a)}L${at(b)}`, [a, b], middle, b.y < a.y)];
  }

  #lineWithLabel(arrow: Arrow, d: string, points: readonly Point[], label: Point, isBack: boolean): SVGElement {
    const { foreground, background, fontSize, hues } = this.#palette;
    const colour = isBack ? (hues[2] as string) : foreground;
    const text = arrowLabel(arrow);
    const width = text.length * fontSize * 0.55 + 4;
    const look = { fill: 'none', stroke: colour, 'stroke-width': round(Math.min(3, 0.75 + Math.log2(countUses(arrow)) / 4)) };
    const titles = new Map(allBoxes(this.#level).map(({ key, title }) => [key, title]));
    const says = t('{0} uses {1}: {2}', titles.get(arrow.from) ?? '', titles.get(arrow.to) ?? '', usesText(arrow));
    const drawn = shape(
      'g',
      { class: 'arrow', 'data-arrow': arrow.key, 'aria-hidden': 'true' },
      shape('title', {}, says),
      // Wider than it is drawn, to be hit.
      shape('path', { d, fill: 'none', stroke: 'transparent', 'stroke-width': 10 }),
      shape('path', { d, ...look, ...(isBack ? { 'stroke-dasharray': '5 3' } : {}) }),
      shape('path', { d: headOf(points), fill: colour }),
      shape('rect', {
        x: round(label.x - width / 2),
        y: round(label.y - fontSize * 0.6),
        width: round(width),
        height: round(fontSize * 1.2),
        fill: background,
      }),
      shape(
        'text',
        {
          x: round(label.x),
          y: round(label.y),
          'font-size': round(fontSize * 0.85),
          fill: foreground,
          'text-anchor': 'middle',
          'dominant-baseline': 'central',
        },
        text,
      ),
    );
    drawn.addEventListener('click', (event) => {
      event.stopPropagation();
      this.#actions.choose(arrow);
    });
    return drawn;
  }

  #makeReachable(key: string | undefined): void {
    for (const [one, { shape: drawn }] of this.#boxes) drawn.setAttribute('tabindex', one === key ? '0' : '-1');
  }

  #press(event: KeyboardEvent): void {
    const key = this.focused;
    const placed = key === undefined ? undefined : this.#boxes.get(key)?.placed;
    if (placed === undefined || event.ctrlKey || event.altKey || event.metaKey) return;
    const direction = directions[event.key];
    if (direction !== undefined) {
      const next = nearest(
        placed,
        [...this.#boxes.values()].map((one) => one.placed),
        direction,
      );
      if (next !== undefined) this.focus(next.box.key);
    } else if (event.key === 'Enter' || event.key === ' ') this.#actions.activate(placed);
    else if (event.key === 'Escape') this.#actions.fold(placed);
    else return;
    event.preventDefault();
  }
}

function hasInside({ inside }: PlacedBox, lit: ReadonlySet<string>): boolean {
  return inside?.boxes.some(({ box }) => lit.has(box.key)) ?? false;
}

const directions: Readonly<Record<string, Point>> = {
  ArrowLeft: { x: -1, y: 0 },
  ArrowRight: { x: 1, y: 0 },
  ArrowUp: { x: 0, y: -1 },
  ArrowDown: { x: 0, y: 1 },
};

function centre({ x, y, width, height }: PlacedBox): Point {
  return { x: x + width / 2, y: y + height / 2 };
}

/** Where the line from the middle of a box to a point leaves it. */
function edgeToward(box: PlacedBox, to: Point): Point {
  const from = centre(box);
  const [dx, dy] = [to.x - from.x, to.y - from.y];
  const scale = Math.min(box.width / 2 / Math.max(1e-6, Math.abs(dx)), box.height / 2 / Math.max(1e-6, Math.abs(dy)), 1);
  return { x: from.x + dx * scale, y: from.y + dy * scale };
}
