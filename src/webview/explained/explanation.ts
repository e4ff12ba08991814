/** What the retriever of an answer found on its way: asked for when it is unfolded; rows and nodes lead to passages. */

import type { WireExplanation } from '../../protocol/panels/explanation.ts';
import type { ToPanel } from '../../protocol/panels/panel.ts';
import type { PanelTurn } from '../../protocol/panels/panelThread.ts';
import type { PanelWords } from '../../protocol/panels/panelWords.ts';
import { rangeText } from '../../protocol/places.ts';
import { fill } from '../../protocol/text/serverWords.ts';
import type { Drawing } from '../answer/drawing.ts';
import { count, element, icon } from '../shared/dom.ts';
import { pathParts } from '../shared/excerptView.ts';
import { progressBar } from '../shared/toolkit.ts';
import { graphView } from './graphView.ts';

/** Systems whose evidence is all that they have found. */
const plain: ReadonlySet<string> = new Set(['mesh', 'bm25']);

export class ExplanationView {
  readonly element: HTMLElement;
  readonly #summary = element('span', {});
  readonly #content = element('div', { class: 'explained' });
  readonly #details: HTMLDetailsElement;
  #on: Drawing | undefined;
  #turn: PanelTurn | undefined;
  #isAsked = false;

  constructor() {
    this.#details = element('details', { class: 'explanation' }, element('summary', {}, icon('chevron'), this.#summary), this.#content);
    this.element = element('section', { class: 'explanationPlace' }, this.#details);
    this.#details.addEventListener('toggle', () => this.#ask());
  }

  update(on: Drawing, turn: PanelTurn): void {
    const { result } = turn;
    if (result !== this.#turn?.result) this.#forget();
    [this.#on, this.#turn] = [on, turn];
    this.element.hidden = turn.state !== 'done' || result === undefined || plain.has(result.system) || result.sources.length === 0;
    this.#summary.textContent = fill(on.words.explain, result?.system ?? '');
  }

  fill({ explanation, problem }: Extract<ToPanel, { type: 'explained' }>): void {
    const [on, turn] = [this.#on, this.#turn];
    if (on === undefined || turn === undefined) return;
    const parts =
      problem !== undefined
        ? [element('p', { class: 'problem' }, problem)]
        : explanation === undefined
          ? [element('p', { class: 'note' }, fill(on.words.notExplained, turn.result?.system ?? ''))]
          : explanationView(on.words, explanation, (index) => on.send({ type: 'open', turn: turn.id, list: 'explained', index }));
    this.#content.replaceChildren(...parts);
    this.#details.scrollIntoView({ block: 'nearest' });
  }

  #ask(): void {
    if (!this.#details.open || this.#isAsked || this.#on === undefined || this.#turn === undefined) return;
    this.#isAsked = true;
    const { explaining } = this.#on.words;
    this.#content.replaceChildren(element('p', {}, explaining), progressBar(explaining));
    this.#on.send({ type: 'explain', turn: this.#turn.id });
  }

  #forget(): void {
    this.#isAsked = false;
    this.#details.open = false;
    this.#content.replaceChildren();
  }
}

/** Sections, and the drawing after the first of them. */
function explanationView(words: PanelWords, explanation: WireExplanation, open: (place: number) => void): HTMLElement[] {
  const { sections, drawing } = explanation;
  const drawn = drawing === undefined || drawing.nodes.length < 2 ? [] : [graphView(words, drawing, open)];
  const lists = sections.map(({ kind, rows, more }) => {
    const items = rows.map(({ label, detail, places }) =>
      element(
        'li',
        {},
        element('span', { class: 'label' }, label),
        ' ',
        element('span', { class: 'detail' }, detail),
        ...places.flatMap((place) => [' ', placeLink(words, explanation, place, open)]),
      ),
    );
    const rest = more === 0 ? [] : [element('p', { class: 'note' }, fill(words.more, count(more)))];
    return element('section', {}, element('h4', {}, sectionHeading(words, kind)), element('ul', { class: kind }, ...items), ...rest);
  });
  return [...lists.slice(0, 1), ...drawn, ...lists.slice(1)];
}

function placeLink(words: PanelWords, { places }: WireExplanation, index: number, open: (place: number) => void): HTMLElement {
  const place = places[index] as WireExplanation['places'][number];
  const label = `${pathParts(place.path).name} ${rangeText(place)}`;
  const title = fill(words.openPlace, `${place.path} ${rangeText(place)}`);
  return element('button', { class: 'link', type: 'button', title, onclick: () => open(index) }, label);
}

function sectionHeading(words: PanelWords, kind: WireExplanation['sections'][number]['kind']): string {
  const headings = {
    names: words.foundNames,
    elected: words.foundElected,
    prices: words.foundPrices,
    votes: words.foundVotes,
    path: words.foundPath,
    dropped: words.foundDropped,
    communities: words.foundCommunities,
  };
  return headings[kind];
}
