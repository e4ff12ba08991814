/** The map as one element: toolbar, canvas, card and list, kept consistent with one scene. Draws only when something has changed. */

import type { Excerpt } from '../../protocol/evidence.ts';
import type { MapDetail, MapGates, MapLink, MapResult } from '../../protocol/map.ts';
import type { MapWords } from '../../protocol/panels/mapWords.ts';
import type { FromMap, MapCursor } from '../../protocol/panels/panelMap.ts';
import { fill } from '../../protocol/text/serverWords.ts';
import { count, element } from '../shared/dom.ts';
import { onPalette, readPalette } from '../shared/palette.ts';
import { Camera, type Circle } from './camera.ts';
import { drawCard } from './card.ts';
import { draw } from './draw.ts';
import { gateStatus } from './gateLayer.ts';
import { pick } from './pick.ts';
import { followPointer } from './pointer.ts';
import { Scene, type Target } from './scene.ts';
import { moveByKeys, sideList } from './sideList.ts';
import { toolbar } from './toolbar.ts';

/** A part or an area whose radius on screen exceeds this many pixels unfolds by itself while zooming in. */
const opensFrom = 220;
const unfoldsFrom = 130;

export class MapView {
  readonly root: HTMLElement;
  readonly #scene: Scene;
  readonly #words: MapWords;
  readonly #send: (message: FromMap) => void;
  readonly #camera = new Camera();
  readonly #canvas: HTMLCanvasElement;
  readonly #context: CanvasRenderingContext2D;
  readonly #legend: HTMLElement;
  readonly #list = element('div', { class: 'list' });
  readonly #card = element('div', { class: 'card', 'aria-live': 'polite' });
  readonly #status = element('p', { class: 'status quiet', role: 'status' });
  readonly #asked = new Set<string>();
  readonly #excerpts = new Map<string, readonly Excerpt[]>();
  #palette = readPalette();
  #isFollowing = true;
  #isWaiting = false;
  #isPlaced = false;
  /** What is in view as a whole, unless the user has moved the picture since: it stays in view when the panel is resized. */
  #fitted: 'all' | readonly Circle[] | undefined;
  #shiftFrom: { id: string; index: number } | undefined;

  constructor(map: MapResult, words: MapWords, send: (message: FromMap) => void) {
    this.#scene = new Scene(map);
    this.#words = words;
    this.#send = send;
    this.#canvas = element('canvas', { tabindex: 0, role: 'img', 'aria-label': words.canvas });
    this.#context = this.#canvas.getContext('2d') as CanvasRenderingContext2D;
    const controls = toolbar(map, words, {
      filter: (filter) => {
        const { community } = this.#scene.filter;
        this.#scene.filter = filter;
        if (filter.community >= 0 && filter.community !== community) this.#unfold(filter.community);
        this.#fit();
        this.#redrawAll();
      },
      follow: (isOn) => {
        this.#isFollowing = isOn;
        if (isOn) this.#showCursor();
      },
      gates: (isOn) => {
        this.#scene.layer = isOn ? 'wanted' : undefined;
        if (isOn) this.#send({ type: 'gates' });
        this.#redrawAll();
      },
      zoom: (factor) => this.#zoom(factor),
      fit: () => this.#fit(),
      zoomToChosen: () => this.#zoomToChosen(),
      areaAtCursor: () => this.#areaAtCursor() ?? -1,
    });
    this.#legend = element('ul', { class: 'legend', 'aria-label': words.part });
    const stage = element('div', { class: 'stage' }, this.#canvas, this.#card);
    moveByKeys(this.#list);
    const side = element('section', { class: 'side', 'aria-label': words.list }, element('h2', {}, words.list), this.#list);
    this.root = element('div', { class: 'map' }, controls, this.#legend, element('div', { class: 'panes' }, stage, side), this.#status);
    followPointer(this.#canvas, this.#camera, {
      moved: () => this.#moved(),
      hover: (x, y) => this.#point(pick(this.#scene, this.#camera, x, y)),
      leave: () => this.#point(undefined),
      click: (x, y, isShifted) => this.#click(pick(this.#scene, this.#camera, x, y), isShifted),
    });
    onPalette(() => {
      this.#palette = readPalette();
      this.#drawLegend();
      this.#redraw();
    });
    new ResizeObserver(() => this.#resize(stage.clientWidth, stage.clientHeight)).observe(stage);
    this.#redrawAll();
  }

  detail(detail: MapDetail): void {
    this.#asked.delete(detail.id);
    this.#scene.unfold(detail);
    this.#redrawAll();
  }

  excerpts(key: string, excerpts: readonly Excerpt[]): void {
    this.#excerpts.set(key, excerpts);
    this.#drawCard();
  }

  /** Not shown if the layer has been turned off meanwhile. */
  gates(gates: MapGates): void {
    if (this.#scene.layer === undefined) return;
    this.#scene.layer = gates;
    this.#redrawAll();
  }

  cursor(cursor: MapCursor): void {
    this.#scene.cursor = cursor;
    if (this.#isFollowing) this.#showCursor();
    this.#redrawAll();
  }

  focus(id: string): void {
    const index = this.#scene.indexOf.get(id);
    if (index === undefined) return;
    this.#scene.chosen = { kind: 'area', index };
    this.#scene.open(this.#scene.area(index).part);
    this.#unfold(index);
    this.#fitCircles([this.#scene.area(index)]);
    this.#redrawAll();
    this.#list.querySelector(`[data-area="${index}"]`)?.scrollIntoView({ block: 'nearest' });
  }

  #resize(width: number, height: number): void {
    const ratio = window.devicePixelRatio || 1;
    this.#canvas.width = Math.round(width * ratio);
    this.#canvas.height = Math.round(height * ratio);
    this.#canvas.style.width = `${width}px`;
    this.#canvas.style.height = `${height}px`;
    this.#context.setTransform(ratio, 0, 0, ratio, 0, 0);
    this.#camera.size = { width, height };
    if (!this.#isPlaced && width > 1) {
      this.#isPlaced = true;
      if (this.#fitted === undefined) this.#fit();
    }
    if (this.#fitted === 'all') this.#fit();
    else if (this.#fitted !== undefined) this.#camera.fit(this.#fitted);
    this.#redraw();
  }

  /** Everything; of a filter, its hits. */
  #fit(): void {
    this.#fitted = 'all';
    const scene = this.#scene;
    const areas = scene.isFiltered ? scene.shown().map((index) => scene.area(index)) : [];
    this.#camera.fit(areas.length > 0 ? areas : scene.shownParts().map((index) => scene.part(index)));
    this.#redraw();
  }

  #zoom(factor: number): void {
    this.#camera.zoom(factor);
    this.#moved();
  }

  #zoomToChosen(): void {
    const { chosen } = this.#scene;
    if (chosen === undefined) {
      this.#fit();
      return;
    }
    this.#fitCircles(this.#circlesOf(chosen));
    this.#unfoldFilling();
  }

  #fitCircles(circles: readonly Circle[]): void {
    this.#fitted = circles;
    this.#camera.fit(circles);
  }

  #circlesOf(target: Target): readonly Circle[] {
    const scene = this.#scene;
    if (target.kind === 'part') return [scene.part(target.index)];
    if (target.kind === 'partLink') return [target.link.a, target.link.b].map((index) => scene.part(index));
    return (target.kind === 'link' ? [target.link.a, target.link.b] : [target.index]).map((index) => scene.area(index));
  }

  #moved(): void {
    this.#fitted = undefined;
    this.#unfoldFilling();
  }

  /** Zooming in unfolds the parts and areas that fill the view. */
  #unfoldFilling(): void {
    const scene = this.#scene;
    const opened = scene.shownParts().filter((index) => this.#fills(scene.part(index), opensFrom) && scene.open(index));
    for (const index of scene.visible()) if (this.#fills(scene.area(index), unfoldsFrom)) this.#unfold(index);
    if (opened.length > 0) this.#redrawAll();
    else this.#redraw();
  }

  /** Whether the middle of the view is in a circle of at least so many pixels. */
  #fills({ x, y, r }: Circle, pixels: number): boolean {
    return r * this.#camera.scale > pixels && Math.hypot(x - this.#camera.x, y - this.#camera.y) < r;
  }

  #areaAtCursor(): number | undefined {
    return this.#scene.cursor?.here.map((id) => this.#scene.indexOf.get(id)).find((one) => one !== undefined);
  }

  #showCursor(): void {
    const index = this.#areaAtCursor();
    if (index === undefined) return;
    const { x, y } = this.#scene.area(index);
    const [screenX, screenY] = this.#camera.toScreen(x, y);
    const { width, height } = this.#camera.size;
    if (screenX < 0 || screenY < 0 || screenX > width || screenY > height) {
      this.#camera.x = x;
      this.#camera.y = y;
    }
    this.#redraw();
  }

  #unfold(index: number): void {
    const { id } = this.#scene.area(index);
    if (this.#scene.unfolded.has(index) || this.#asked.has(id)) return;
    this.#asked.add(id);
    this.#send({ type: 'detail', id });
  }

  #togglePart(index: number): void {
    const scene = this.#scene;
    scene.chosen = undefined;
    if (scene.open(index)) this.#fitCircles([scene.part(index)]);
    else {
      scene.fold(index);
      this.#fit();
    }
    this.#redrawAll();
  }

  #toggle(index: number): void {
    this.#scene.chosen = { kind: 'area', index };
    if (this.#scene.unfolded.delete(index)) this.#redrawAll();
    else {
      this.#unfold(index);
      this.#fitCircles([this.#scene.area(index)]);
    }
    this.#redraw();
  }

  #click(target: Target | undefined, isShifted: boolean): void {
    this.#scene.chosen = target;
    if (target?.kind === 'part') this.#togglePart(target.index);
    if (target?.kind === 'area') this.#toggle(target.index);
    if (target?.kind === 'chunkLink') this.#evidence(target.index, target.link);
    if (target?.kind === 'chunk') {
      const chunk = { id: this.#scene.area(target.index).id, index: target.chunk };
      if (!isShifted) this.#send({ type: 'open', ...chunk });
      else if (this.#shiftFrom === undefined) this.#shiftFrom = chunk;
      else {
        this.#send({ type: 'evidence', from: this.#shiftFrom, to: chunk });
        this.#shiftFrom = undefined;
      }
    }
    this.#redraw();
  }

  #evidence(index: number, link: MapLink): void {
    const { id } = this.#scene.area(index);
    this.#send({ type: 'evidence', from: { id, index: link.a }, to: { id, index: link.b } });
  }

  #point(target: Target | undefined): void {
    if (JSON.stringify(target) === JSON.stringify(this.#scene.hover)) return;
    this.#scene.hover = target;
    this.#canvas.style.cursor = target === undefined ? 'grab' : 'pointer';
    if (target?.kind === 'chunkLink') this.#askExcerpts(target.index, target.link);
    this.#drawCard();
    this.#redraw();
  }

  #askExcerpts(index: number, link: MapLink): void {
    const key = keyOf(index, link);
    if (this.#excerpts.has(key)) return;
    const { id } = this.#scene.area(index);
    const ends = [
      { id, index: link.a },
      { id, index: link.b },
    ];
    this.#send({ type: 'excerpts', key, ends, names: link.names });
  }

  #drawCard(): void {
    const target = this.#scene.hover;
    const excerpts = target?.kind === 'chunkLink' ? this.#excerpts.get(keyOf(target.index, target.link)) : undefined;
    this.#card.replaceChildren(...(target === undefined ? [] : drawCard(this.#scene, target, this.#words, excerpts)));
    this.#card.hidden = target === undefined;
  }

  #redrawAll(): void {
    const returnFocus = focusedIn(this.#list);
    this.#list.replaceChildren(
      sideList(this.#scene, this.#words, {
        togglePart: (index) => this.#togglePart(index),
        toggle: (index) => this.#toggle(index),
        openFile: (part, file) => this.#send({ type: 'openFile', id: this.#scene.part(part).id, index: file }),
        openChunk: (index, chunk) => this.#send({ type: 'open', id: this.#scene.area(index).id, index: chunk }),
        evidence: (index, link) => this.#evidence(index, link),
        ask: (index) => this.#send({ type: 'ask', id: this.#scene.area(index).id }),
        point: (target) => this.#point(target),
      }),
    );
    // Restores the focused row of the rebuilt list.
    returnFocus();
    this.#drawCard();
    this.#showCounts();
    this.#drawLegend();
    this.#redraw();
  }

  #showCounts(): void {
    const { map } = this.#scene;
    const all = map.communities.length + map.left.communities;
    const [parts, areas] = [this.#scene.shownParts().length, this.#scene.shown().length];
    const { layer } = this.#scene;
    const note = layer === undefined ? this.#words.hint : gateStatus(layer, this.#words);
    const drawn = fill(this.#words.drawn, count(parts), count(areas), count(all));
    this.#status.textContent = `${drawn} ${note}`;
  }

  /** The hue of each of the largest parts; and the shapes for code and docs, if there are dots. */
  #drawLegend(): void {
    const { hues } = this.#palette;
    const items = this.#scene.map.parts.slice(0, hues.length).map(({ name }, i) => {
      const swatch = element('span', { class: 'swatch' });
      swatch.style.background = hues[i] as string;
      return element('li', {}, swatch, name);
    });
    const dots = (['code', 'docs'] as const).map((kind) => element('li', {}, element('span', { class: `dot ${kind}` }), this.#words[kind]));
    this.#legend.replaceChildren(...items, ...(this.#scene.unfolded.size > 0 ? dots : []));
  }

  /** At most once a frame, and only after a change. */
  #redraw(): void {
    if (this.#isWaiting) return;
    this.#isWaiting = true;
    requestAnimationFrame(() => {
      this.#isWaiting = false;
      draw({ context: this.#context, camera: this.#camera, palette: this.#palette, scene: this.#scene });
    });
  }
}

function keyOf(index: number, link: MapLink): string {
  return `${index} ${link.a} ${link.b}`;
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
