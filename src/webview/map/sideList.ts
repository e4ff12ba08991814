/** The list next to the picture: the same boxes and arrows, and the lines behind an arrow, for keyboard users and those who cannot see the picture. */

import type { MapUse, MapUses } from '../../protocol/map.ts';
import { fill, t } from '../../protocol/text/translate.ts';
import { count, element } from '../shared/dom.ts';
import { type Arrow, allBoxes, type Box, type Level, unfolds, usesText } from './boxes.ts';

export interface ListActions {
  /** Unfolds or folds a part, opens a file. */
  activate(box: Box): void;
  /** Lists the lines behind an arrow, or no longer. */
  toggleArrow(arrow: Arrow): void;
  openUse(use: MapUse): void;
  showInCommunities(part: string): void;
  /** Called with the focused or hovered box, undefined if there is none. */
  point(key: string | undefined): void;
}

/** The chosen arrow and its lines, once they are known. */
export interface Chosen {
  readonly key: string;
  readonly uses: MapUses | undefined;
}

export function sideList(level: Level, chosen: Chosen | undefined, actions: ListActions): HTMLElement {
  const titles = new Map(allBoxes(level).map(({ key, title }) => [key, title]));
  const levelList = ({ boxes, arrows }: Level): HTMLElement =>
    element('ul', { class: 'boxes' }, ...boxes.map((box) => boxItem(box, arrows)));
  const boxItem = (box: Box, arrows: readonly Arrow[]): HTMLElement => {
    const { kind, key, title, note, says, part, inside } = box;
    const row = element(
      'button',
      {
        ...{ class: `row ${kind}`, 'data-box': key, onclick: () => actions.activate(box), title: kind === 'file' ? note : says || false },
        'aria-expanded': unfolds(box) ? String(inside !== undefined) : undefined,
        ...pointing(actions, key),
      },
      element('span', { class: 'name' }, title),
      kind === 'file' || note === '' ? undefined : element('span', { class: 'quiet' }, note),
    );
    const own = arrows.filter(({ from }) => from === key);
    return element(
      'li',
      {},
      row,
      kind === 'part' &&
        inside !== undefined &&
        element('button', { class: 'link', onclick: () => actions.showInCommunities(part as string) }, t('Show in Communities')),
      own.length > 0 && element('ul', { class: 'arrows' }, ...own.map(arrowItem)),
      inside !== undefined && element('div', { class: 'inside' }, levelList(inside)),
    );
  };
  const arrowItem = (arrow: Arrow): HTMLElement => {
    const isChosen = chosen?.key === arrow.key;
    return element(
      'li',
      {},
      element(
        'button',
        {
          class: 'row uses',
          'data-arrow': arrow.key,
          'aria-expanded': String(isChosen),
          onclick: () => actions.toggleArrow(arrow),
          ...pointing(actions, arrow.key),
        },
        `→ ${titles.get(arrow.to)}: ${usesText(arrow)}`,
      ),
      isChosen && useList(chosen.uses, actions),
    );
  };
  return levelList(level);
}

function useList(uses: MapUses | undefined, actions: ListActions): HTMLElement {
  if (uses === undefined) return element('p', { class: 'quiet inside', role: 'status' }, t('Reading the lines'));
  const items = uses.uses.map((use) => {
    const name = fill(use.kind === 'imports' ? t('imports {0}') : t('calls {0}'), use.name);
    return element(
      'li',
      {},
      element(
        'button',
        { class: 'row use', title: `${use.path}:${use.startLine} → ${use.used}`, onclick: () => actions.openUse(use) },
        element('span', { class: 'name' }, t('{0} line {1}', use.path, count(use.startLine))),
        element('span', { class: 'quiet' }, name),
      ),
    );
  });
  return element(
    'div',
    { class: 'inside' },
    element('ul', {}, ...items),
    uses.left > 0 && element('p', { class: 'quiet' }, t('{0} more lines', count(uses.left))),
  );
}

function pointing(actions: ListActions, key: string): Record<string, () => void> {
  return {
    onfocus: () => actions.point(key),
    onblur: () => actions.point(undefined),
    onmouseenter: () => actions.point(key),
    onmouseleave: () => actions.point(undefined),
  };
}

/** Arrows, Home and End move between the buttons of the list as in the editor's own lists; Right unfolds a row and Left folds it. */
export function moveByKeys(list: HTMLElement): void {
  list.addEventListener('keydown', (event) => {
    const buttons = [...list.querySelectorAll('button')];
    const at = buttons.indexOf(event.target as HTMLButtonElement);
    const button = buttons[at];
    if (button === undefined || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
    const isOpen = button.getAttribute('aria-expanded');
    const folds = event.key === 'ArrowLeft' || event.key === 'Escape';
    if ((event.key === 'ArrowRight' && isOpen === 'false') || (folds && isOpen === 'true')) button.click();
    else {
      const to = { ArrowDown: at + 1, ArrowUp: at - 1, Home: 0, End: buttons.length - 1 }[event.key];
      if (to === undefined) return;
      buttons[to]?.focus();
    }
    event.preventDefault();
  });
}
