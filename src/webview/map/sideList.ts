/** The list next to the map: the same parts, areas, chunks and links, for keyboard users and those who cannot see the picture. */

import type { MapChunk, MapDetail, MapLink } from '../../protocol/map.ts';
import type { MapWords } from '../../protocol/panels/mapWords.ts';
import { rangeText } from '../../protocol/places.ts';
import { fill } from '../../protocol/text/serverWords.ts';
import { count, element } from '../shared/dom.ts';
import { pathParts } from '../shared/excerptView.ts';
import { sizeText } from './card.ts';
import { type GateEnd, gateTexts } from './gateLayer.ts';
import type { Scene, Target } from './scene.ts';

export interface ListActions {
  /** Unfolds a part, or folds it. */
  togglePart(part: number): void;
  toggle(index: number): void;
  openFile(part: number, file: number): void;
  openChunk(index: number, chunk: number): void;
  evidence(index: number, link: MapLink): void;
  ask(index: number): void;
  /** Called with the focused or hovered item, undefined if there is none. */
  point(target: Target | undefined): void;
}

/** The list for the current scene. */
export function sideList(scene: Scene, words: MapWords, actions: ListActions): HTMLElement {
  const parts = scene.shownParts();
  if (parts.length === 0) return element('p', { class: 'quiet' }, words.nothing);
  return element('ul', { class: 'parts' }, ...parts.map((part) => partItem(scene, words, actions, part)));
}

function partItem(scene: Scene, words: MapWords, actions: ListActions, index: number): HTMLElement {
  const part = scene.part(index);
  const isOpen = scene.isOpen(index);
  const head = element(
    'button',
    {
      class: scene.isPartHere(index) ? 'part here' : 'part',
      'data-part': index,
      'aria-expanded': String(isOpen),
      onclick: () => actions.togglePart(index),
      ...pointing(actions, { kind: 'part', index }),
    },
    element('span', { class: 'name' }, part.name),
    element('span', { class: 'quiet' }, sizeText(part, words)),
  );
  return element('li', {}, head, gateList(scene, words, { kind: 'part', index }), isOpen && partContent(scene, words, actions, index));
}

/** The gates of a row, if the layer is on. */
function gateList(scene: Scene, words: MapWords, end: GateEnd): HTMLElement | false {
  const texts = gateTexts(scene, end, words);
  return texts.length > 0 && element('ul', { class: 'gates' }, ...texts.map((text) => element('li', { class: 'quiet' }, text)));
}

/** The communities of a part; of a part without any, its files. */
function partContent(scene: Scene, words: MapWords, actions: ListActions, index: number): HTMLElement {
  const areas = scene.areasShownIn(index).map((area) => areaItem(scene, words, actions, area));
  const { first } = scene.part(index);
  const files = first.map(({ path }, i) =>
    element(
      'li',
      {},
      element('button', { class: 'chunk', onclick: () => actions.openFile(index, i) }, element('span', { class: 'name' }, path)),
    ),
  );
  return element('ul', { class: 'inside areas' }, ...(areas.length > 0 ? areas : files));
}

/** Arrows, Home and End move between the buttons of the list as in the editor's own lists; Right unfolds an area and Left folds it. */
export function moveByKeys(list: HTMLElement): void {
  list.addEventListener('keydown', (event) => {
    const buttons = [...list.querySelectorAll('button')];
    const at = buttons.indexOf(event.target as HTMLButtonElement);
    const button = buttons[at];
    if (button === undefined || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const isOpen = button.getAttribute('aria-expanded');
    if ((event.key === 'ArrowRight' && isOpen === 'false') || (event.key === 'ArrowLeft' && isOpen === 'true')) button.click();
    else {
      const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
      if (to === undefined) return;
      buttons[to]?.focus();
    }
    event.preventDefault();
  });
}

/** Where the mouse was last. */
let lastSpot = '';

/** A row that comes to lie under a mouse at rest, as after a search, is not pointed at. */
function pointing(actions: ListActions, target: Target): Record<string, (event: Event) => void> {
  const moves = (event: Event): boolean => {
    const { screenX, screenY } = event as MouseEvent;
    const spot = `${screenX} ${screenY}`;
    const hasMoved = spot !== lastSpot;
    lastSpot = spot;
    return hasMoved;
  };
  return {
    onfocus: () => actions.point(target),
    onblur: () => actions.point(undefined),
    onmousemove: (event) => moves(event) && actions.point(target),
    onmouseleave: () => actions.point(undefined),
  };
}

function areaItem(scene: Scene, words: MapWords, actions: ListActions, index: number): HTMLElement {
  const area = scene.area(index);
  const detail = scene.unfolded.get(index);
  const head = element(
    'button',
    {
      class: scene.isAreaHere(index) ? 'area here' : 'area',
      'data-area': index,
      'aria-expanded': String(detail !== undefined),
      onclick: () => actions.toggle(index),
      ...pointing(actions, { kind: 'area', index }),
    },
    element('span', { class: 'name' }, area.name),
    element('span', { class: 'quiet' }, sizeText(area, words)),
  );
  return element(
    'li',
    {},
    head,
    gateList(scene, words, { kind: 'area', index }),
    detail && detailList(scene, words, actions, index, detail),
  );
}

function detailList(scene: Scene, words: MapWords, actions: ListActions, index: number, detail: MapDetail): HTMLElement {
  const chunks = detail.chunks.flatMap((chunk, i) =>
    scene.showsChunk(chunk) ? [chunkItem(words, actions, index, detail, chunk, i, scene)] : [],
  );
  const left = detail.left.chunks + detail.left.links;
  return element(
    'div',
    { class: 'inside' },
    element('button', { class: 'link', onclick: () => actions.ask(index) }, words.ask),
    element('ul', {}, ...chunks),
    left > 0 && element('p', { class: 'quiet' }, fill(words.leftInside, count(detail.left.chunks), count(detail.left.links))),
  );
}

function chunkItem(
  words: MapWords,
  actions: ListActions,
  index: number,
  detail: MapDetail,
  chunk: MapChunk,
  i: number,
  scene: Scene,
): HTMLElement {
  const { name } = pathParts(chunk.path);
  const open = element(
    'button',
    {
      class: scene.isAtCursor(chunk) ? 'chunk here' : 'chunk',
      onclick: () => actions.openChunk(index, i),
      ...pointing(actions, { kind: 'chunk', index, chunk: i }),
    },
    element('span', { class: 'name' }, `${name} ${rangeText(chunk)}`),
    element('span', { class: 'quiet' }, chunk.title.split(' › ').at(-1) || chunk.path),
  );
  const links = detail.links.filter(({ a, b }) => a === i || b === i).map((link) => linkItem(words, actions, index, detail, link, i));
  return element('li', {}, open, links.length > 0 && element('ul', { class: 'links' }, ...links));
}

function linkItem(words: MapWords, actions: ListActions, index: number, detail: MapDetail, link: MapLink, from: number): HTMLElement {
  const other = detail.chunks[link.a === from ? link.b : link.a] as MapChunk;
  return element(
    'li',
    {},
    element(
      'button',
      { class: 'link', onclick: () => actions.evidence(index, link), ...pointing(actions, { kind: 'chunkLink', index, link }) },
      fill(words.sharesWith, link.names.join(', '), `${pathParts(other.path).name} ${rangeText(other)}`),
    ),
  );
}
