/** The map as one element: toolbar, picture and list, kept consistent. Draws only when something has changed. */

import type { MapInside, MapResult, MapUses } from '../../protocol/map.ts';
import type { FromMap } from '../../protocol/panels/panelMap.ts';
import { t } from '../../protocol/text/translate.ts';
import { count, element } from '../shared/dom.ts';
import { onPalette, readPalette } from '../shared/palette.ts';
import { svgFile } from '../shared/svg.ts';
import { type Arrow, allArrows, allBoxes, type Box, type Level, toLevel } from './boxes.ts';
import { type Measures, placeLevel } from './layout.ts';
import { toMermaid } from './mermaid.ts';
import { Picture } from './picture.ts';
import { type Chosen, moveByKeys, sideList } from './sideList.ts';

/** Text is drawn no smaller than this share of its size unless the user zooms out: the picture scrolls instead. */
const minFit = 0.75;
/** Below this, boxes are closer together. */
const narrow = 700;

export class MapView {
  readonly root: HTMLElement;
  readonly #map: MapResult;
  readonly #send: (message: FromMap) => void;
  readonly #insides = new Map<string, MapInside>();
  readonly #stage = element('div', { class: 'stage' });
  readonly #list = element('div', { class: 'list' });
  readonly #status = element('p', { class: 'status quiet', role: 'status' });
  readonly #ruler = document.createElement('canvas').getContext('2d') as CanvasRenderingContext2D;
  #showsAll = false;
  #level: Level = { boxes: [], arrows: [] };
  #picture: Picture | undefined;
  #chosen: Chosen | undefined;
  /** Undefined: as large as fits. */
  #scale: number | undefined;
  #width = 0;
  /** The box that is focused once it is drawn. */
  #wanted: string | undefined;

  constructor(map: MapResult, send: (message: FromMap) => void) {
    this.#map = map;
    this.#send = send;
    moveByKeys(this.#list);
    const side = element(
      'section',
      { class: 'side', 'aria-label': t('Parts and arrows') },
      element('h2', {}, t('Parts and arrows')),
      this.#list,
    );
    this.root = element('div', { class: 'map' }, this.#toolbar(), element('div', { class: 'panes' }, this.#stage, side), this.#status);
    onPalette(() => this.#draw());
    new ResizeObserver(() => {
      if (this.#stage.clientWidth === this.#width) return;
      this.#draw();
    }).observe(this.#stage);
  }

  inside(inside: MapInside): void {
    if (inside.files.length > 0) this.#insides.set(inside.id, inside);
    this.#draw();
  }

  uses(key: string, uses: MapUses): void {
    if (this.#chosen?.key === key) this.#chosen = { key, uses };
    this.#drawList();
  }

  /** Unfolds a part. */
  focus(id: string): void {
    if (!this.#map.parts.some((part) => part.id === id)) return;
    this.#wanted = id;
    this.#showsAll ||= !this.#level.boxes.some(({ key }) => key === id);
    if (this.#insides.has(id)) this.#draw();
    else this.#send({ type: 'inside', id });
  }

  #toolbar(): HTMLElement {
    const button = (label: string, run: () => void, sign = label) =>
      element('button', { class: 'secondary tool', title: label, 'aria-label': label, onclick: run }, sign);
    return element(
      'div',
      { class: 'toolbar', role: 'toolbar', 'aria-label': t('Workspace map') },
      button(t('Collapse all'), () => this.#foldAll()),
      button(t('Zoom in'), () => this.#zoom(1.25), '+'),
      button(t('Zoom out'), () => this.#zoom(0.8), '−'),
      button(t('Fit'), () => this.#zoom(undefined)),
      button(t('Copy as Mermaid'), () => this.#send({ type: 'copy', as: 'mermaid', text: toMermaid(this.#level) })),
      button(t('Copy as SVG'), () => this.#copySvg()),
    );
  }

  #copySvg(): void {
    if (this.#picture === undefined) return;
    this.#picture.choose(undefined);
    const text = svgFile(
      { svg: this.#picture.svg, legend: [], note: t('On an arrow: imports + calls. Dashed: against the main direction.') },
      readPalette(),
    );
    this.#picture.choose(this.#chosen?.key);
    this.#send({ type: 'copy', as: 'svg', text });
  }

  #foldAll(): void {
    this.#insides.clear();
    this.#showsAll = false;
    this.#choose(undefined);
    this.#draw();
  }

  #zoom(factor: number | undefined): void {
    this.#scale = factor === undefined ? undefined : Math.min(4, Math.max(0.2, this.#shownScale() * factor));
    this.#resize();
  }

  #shownScale(): number {
    const width = this.#picture?.width ?? 1;
    return this.#scale ?? Math.min(1, Math.max(minFit, this.#stage.clientWidth / width));
  }

  #resize(): void {
    if (this.#picture === undefined) return;
    const scale = this.#shownScale();
    this.#picture.svg.setAttribute('width', String(Math.round(this.#picture.width * scale)));
    this.#picture.svg.setAttribute('height', String(Math.round(this.#picture.height * scale)));
  }

  #draw(): void {
    this.#width = this.#stage.clientWidth;
    const palette = readPalette();
    const focused = this.#wanted ?? this.#picture?.focused;
    this.#level = toLevel({ map: this.#map, insides: this.#insides, showsAll: this.#showsAll });
    const measures: Measures = {
      textWidth: (text, isBold) => {
        this.#ruler.font = `${isBold ? '600 ' : ''}${palette.fontSize}px ${palette.font}`;
        return Math.ceil(this.#ruler.measureText(text).width);
      },
      lineHeight: Math.ceil(palette.fontSize * 1.4),
      maxWidth: Math.max(200, this.#width - 24),
      isNarrow: this.#width < narrow,
    };
    this.#picture = new Picture(this.#level, placeLevel(this.#level, measures), palette, {
      activate: ({ box }) => this.#activate(box),
      fold: ({ box }) => this.#fold(box),
      choose: (arrow) => this.#choose(this.#chosen?.key === arrow.key ? undefined : arrow),
    });
    this.#stage.replaceChildren(this.#picture.svg);
    this.#resize();
    this.#drawList();
    this.#showCounts();
    this.#picture.choose(this.#chosen?.key);
    if (focused !== undefined && allBoxes(this.#level).some(({ key }) => key === focused)) {
      this.#picture.focus(focused);
      this.#wanted = undefined;
    }
  }

  #drawList(): void {
    const returnFocus = focusedIn(this.#list);
    this.#list.replaceChildren(
      sideList(this.#level, this.#chosen, {
        activate: (box) => this.#activate(box),
        toggleArrow: (arrow) => this.#choose(this.#chosen?.key === arrow.key ? undefined : arrow),
        openUse: (place) => this.#send({ type: 'open', place }),
        showInCommunities: (id) => this.#send({ type: 'communities', id }),
        point: (key) => this.#picture?.point(key),
      }),
    );
    returnFocus();
  }

  #showCounts(): void {
    const arrows = allArrows(this.#level);
    const strong = arrows.filter(({ isStrong }) => isStrong).length;
    const texts = [
      ...(strong > 0 ? [t('On an arrow: imports + calls. Dashed: against the main direction.')] : []),
      ...(strong < arrows.length
        ? [t('{0} of {1} arrows; those of a box under the pointer are drawn too.', count(strong), count(arrows.length))]
        : []),
      ...(this.#map.others > 0 ? [t('Files not shown: {0} (tests, change logs, licenses and the like).', count(this.#map.others))] : []),
    ];
    this.#status.textContent = texts.join(' ');
  }

  #activate(box: Box): void {
    if (box.place !== undefined) this.#send({ type: 'open', place: box.place });
    else if (box.kind === 'otherParts') {
      this.#showsAll = true;
      this.#wanted = box.end.parts[0];
      this.#draw();
    } else if (box.kind === 'otherFiles') this.#send({ type: 'communities', id: box.part as string });
    else if (box.inside !== undefined) this.#fold(box);
    else this.#send({ type: 'inside', id: box.key });
  }

  #fold({ part }: Box): void {
    if (part !== undefined && this.#insides.delete(part)) {
      if (this.#picture?.focused !== undefined) this.#wanted = part;
    } else if (this.#showsAll) this.#showsAll = false;
    this.#draw();
  }

  #choose(arrow: Arrow | undefined): void {
    this.#chosen = arrow && { key: arrow.key, uses: undefined };
    this.#picture?.choose(arrow?.key);
    this.#drawList();
    if (arrow === undefined) return;
    const ends = new Map(allBoxes(this.#level).map(({ key, end }) => [key, end]));
    const [from, to] = [ends.get(arrow.from), ends.get(arrow.to)];
    if (from !== undefined && to !== undefined) this.#send({ type: 'uses', arrow: arrow.key, from, to });
    const rows = [...this.#list.querySelectorAll<HTMLElement>('[data-arrow]')];
    rows.find((row) => row.dataset.arrow === arrow.key)?.scrollIntoView({ block: 'nearest' });
  }
}

/** Records which button of a list has the focus; the result restores it on the nearest button with the same text in the redrawn list. */
function focusedIn(list: HTMLElement): () => void {
  const buttons = (): HTMLButtonElement[] => [...list.querySelectorAll('button')];
  const at = buttons().indexOf(document.activeElement as HTMLButtonElement);
  if (at < 0) return () => undefined;
  const text = document.activeElement?.textContent;
  return () => {
    const alike = [...buttons().entries()].filter(([, button]) => button.textContent === text);
    alike.sort(([one], [other]) => Math.abs(one - at) - Math.abs(other - at));
    alike[0]?.[1].focus();
  };
}
