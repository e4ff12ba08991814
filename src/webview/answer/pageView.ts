/** Draws a page: what is shown in place of the thread. */

import type { PagePart, PagePieces, PanelPage } from '../../protocol/panels/panelPage.ts';
import { t } from '../../protocol/text/translate.ts';
import { element, icon } from '../shared/dom.ts';
import { button, progressBar } from '../shared/toolkit.ts';
import type { Drawing } from './drawing.ts';

export function pageView(on: Drawing, { title, parts }: PanelPage): HTMLElement {
  const { send } = on;
  const leave = (): void => send({ type: 'run', command: 'leavePage' });
  const back = element('button', { class: 'link back', type: 'button', onclick: leave }, icon('back'), t('Back'));
  const body = parts.length === 0 ? [progressBar(title)] : partsView(on, parts);
  const page = element('article', { class: 'page text' }, back, element('h2', { tabindex: -1 }, title), ...body);
  page.addEventListener('keydown', ({ key }) => key === 'Escape' && leave());
  return page;
}

export function partsView(on: Drawing, parts: readonly PagePart[]): HTMLElement[] {
  return parts.map((part) => partView(on, part));
}

function partView(on: Drawing, part: PagePart): HTMLElement {
  switch (part.kind) {
    case 'heading':
      return element(`h${part.level + 1}` as 'h3', {}, part.text);
    case 'line':
      return element('p', {}, ...piecesView(on, part.pieces));
    case 'quote':
      return element('blockquote', {}, ...piecesView(on, part.pieces).flatMap((piece) => [piece, ' ']));
    case 'list': {
      const list = element('ul', {}, ...part.items.map((item) => element('li', {}, ...piecesView(on, item))));
      if (part.fold === undefined) return list;
      const summary = element('summary', {}, icon('chevron'), element('span', {}, part.fold));
      return element('details', { class: 'more', open: part.isOpen }, summary, list);
    }
    case 'table':
      return tableView(on, part.head, part.rows);
    case 'verbatim':
      return element('pre', { class: 'excerpt' }, element('code', {}, part.text));
    case 'button':
      return element(
        'p',
        { class: 'buttons' },
        button(part.text, () => follow(on, part.link)),
      );
  }
}

function tableView(on: Drawing, head: readonly string[], rows: readonly (readonly PagePieces[])[]): HTMLElement {
  const columns = head.map((text) => element('th', { scope: 'col' }, text));
  const drawn = rows.map(([name = [], ...cells]) =>
    element(
      'tr',
      {},
      element('th', { scope: 'row' }, ...piecesView(on, name)),
      ...cells.map((cell) => element('td', {}, ...piecesView(on, cell))),
    ),
  );
  const table = element(
    'table',
    { class: columns.length > 0 ? 'columns' : '' },
    columns.length > 0 && element('thead', {}, element('tr', {}, ...columns)),
    element('tbody', {}, ...drawn),
  );
  return element('div', { class: 'wide', tabindex: 0, role: 'group' }, table);
}

function piecesView(on: Drawing, pieces: PagePieces): (HTMLElement | string)[] {
  return pieces.map(({ text, link }) => {
    if (link === undefined) return text;
    return element('button', { class: 'link', type: 'button', onclick: () => follow(on, link) }, text);
  });
}

function follow({ send }: Drawing, link: number): void {
  send({ type: 'pageLink', link });
}
