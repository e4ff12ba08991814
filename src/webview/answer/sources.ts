/** The list of sources: place, evidence, and when unfolded the path of links from the question and the lines themselves. */

import type { PanelTurn } from '../../protocol/panels/panelThread.ts';
import { pathParts, rangeText, type Source, type StepNames, type WirePlace } from '../../protocol/places.ts';
import { t } from '../../protocol/text/translate.ts';
import { count, element, icon } from '../shared/dom.ts';
import { kindWord } from '../shared/kinds.ts';
import type { Drawing } from './drawing.ts';

/** Number of sources listed initially, the best ones; a quoted answer also lists those that it quotes. */
const initiallyListed = 2;
const listedOfModel = 4;

/** Id of the element for a source's excerpt. */
export function excerptId(turn: number, source: number): string {
  return `excerpt-${turn}-${source}`;
}

/** The sources of one turn. An unchanged row keeps its element, including what is unfolded and focused. */
export class SourceList {
  readonly element: HTMLElement;
  readonly #heading: HTMLElement;
  readonly #first: HTMLElement = element('ol', { class: 'sources' });
  readonly #rest: HTMLElement = element('ol', { class: 'sources' });
  readonly #label: HTMLElement = element('span', {});
  readonly #more: HTMLElement;
  readonly #turn: number;
  #rows = new Map<string, HTMLElement>();

  constructor(turn: number) {
    this.#turn = turn;
    const id = `sources-${turn}`;
    this.#heading = element('h3', { id });
    this.#more = element('details', { class: 'more' }, element('summary', {}, icon('chevron'), this.#label), this.#rest);
    this.element = element('section', { class: 'sourceList', 'aria-labelledby': id }, this.#heading, this.#first, this.#more);
  }

  draw(on: Drawing, { result, sources = [] }: PanelTurn): void {
    const all = result?.sources ?? sources;
    const quoted = new Map(result?.blocks.map((block) => [block.n, block]));
    const isListed = (n: number): boolean => n <= (quoted.size > 0 ? initiallyListed : listedOfModel) || quoted.has(n);
    const rows = all.map((source, i) => ({ n: i + 1, row: this.#row(on, source, i, quoted.get(i + 1)) }));
    this.#rows = new Map(rows.map(({ row }) => [row.key, row.element]));
    this.#heading.textContent = result?.state === 'notHere' ? t('Nearest places') : t('Sources');
    place(
      this.#first,
      rows.filter(({ n }) => isListed(n)).map(({ row }) => row.element),
    );
    const rest = rows.filter(({ n }) => !isListed(n)).map(({ row }) => row.element);
    place(this.#rest, rest);
    this.#label.textContent = t('{0} more', count(rest.length));
    this.#more.hidden = rest.length === 0;
    this.element.hidden = all.length === 0;
  }

  #row(on: Drawing, source: Source, index: number, quoted: WirePlace | undefined): { readonly key: string; readonly element: HTMLElement } {
    const key = JSON.stringify([index, source, quoted && rangeText(quoted)]);
    return { key, element: this.#rows.get(key) ?? sourceRow(on, this.#turn, source, index, quoted) };
  }
}

/** Makes these the children without moving those already in place. */
function place(list: HTMLElement, wanted: readonly HTMLElement[]): void {
  for (const child of [...list.children]) if (!wanted.includes(child as HTMLElement)) child.remove();
  for (const [i, one] of wanted.entries()) if (list.children[i] !== one) list.insertBefore(one, list.children[i] ?? null);
}

/** A source; a quoted one shows and opens the quoted lines. */
function sourceRow(on: Drawing, turn: number, source: Source, index: number, quoted: WirePlace | undefined): HTMLElement {
  const { send } = on;
  const { folder, name } = pathParts(source.path);
  const open = element(
    'button',
    { class: 'source', type: 'button', title: source.path, onclick: () => send({ type: 'open', turn, list: 'sources', index }) },
    icon(source.kind),
    element(
      'span',
      { class: 'place' },
      element('span', { class: 'name' }, name),
      ' ',
      element('span', { class: 'range' }, rangeText(quoted ?? source)),
      ' ',
      folder !== '' && element('span', { class: 'folder' }, folder),
    ),
  );
  const details = element('details', { class: 'why' });
  const reason = [source.title, source.why].filter((part) => part !== '').join(' — ');
  const summary = element('summary', { title: t('Why this source') }, icon('chevron'), element('span', {}, reason || t('Why this source')));
  const evidence = element(
    'button',
    { class: 'link', type: 'button', onclick: () => send({ type: 'evidence', turn, source: index }) },
    t('Show evidence'),
  );
  const excerpt = element('div', {
    id: excerptId(turn, index),
    class: 'excerptPlace',
    role: 'group',
    'aria-label': t('Excerpt of {0}', source.path),
  });
  details.append(summary, linkStepsView(on, turn, source, index), excerpt, element('p', { class: 'actions' }, evidence));
  details.addEventListener('toggle', () => {
    if (!details.open) return;
    if (excerpt.childElementCount === 0) send({ type: 'excerpt', turn, list: 'sources', index });
    else details.scrollIntoView({ block: 'nearest' });
  });
  const number = element('span', { class: 'number', 'aria-hidden': 'true' }, String(index + 1));
  return element('li', {}, number, element('div', { class: 'body' }, open, details));
}

/**
 * The path of links from the question to a source: its terms, the intermediate place, what is shared, the source. Arrowheads are list items,
 * so that it is read as a list of steps.
 */
function linkStepsView(on: Drawing, turn: number, source: Source, sourceIndex: number): HTMLElement {
  const { send } = on;
  const steps: HTMLElement[] = [element('li', { class: 'stop' }, t('question'))];
  source.steps.forEach((step, i) => {
    if (step.kind === 'names') {
      steps.push(element('li', { class: 'via' }, ...(step.names ?? []).map((group) => namesView(group))));
      return;
    }
    const open = (): void => send({ type: 'openStep', turn, source: sourceIndex, step: i });
    steps.push(element('li', {}, element('button', { class: 'stop link', type: 'button', title: step.label, onclick: open }, step.label)));
  });
  const end =
    source.kind === 'doc' && source.title !== ''
      ? `${pathParts(source.path).name} › ${source.title.split(' › ').at(-1)}`
      : pathParts(source.path).name;
  steps.push(element('li', { class: 'stop end' }, end));
  return element('ol', { class: 'link-steps', 'aria-label': t('Why this source') }, ...steps);
}

function namesView({ kind, label, list }: StepNames): HTMLElement {
  const names = list.flatMap((name, i) => [
    ...(i === 0 ? [] : [', ']),
    element('span', { class: kind === 'term' ? 'term' : 'entity' }, name),
  ]);
  return element('span', { class: 'names' }, element('span', { class: 'kind' }, kindWord(kind, label)), ' ', ...names);
}
