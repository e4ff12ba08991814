/** What the retriever of an answer found on its way: asked for when it is unfolded; rows and nodes lead to passages. */

import type { WireExplanation } from '../../protocol/panels/explanation.ts';
import type { ToPanel } from '../../protocol/panels/panel.ts';
import type { PanelTurn } from '../../protocol/panels/panelThread.ts';
import { pathParts, rangeText } from '../../protocol/places.ts';
import { t } from '../../protocol/text/translate.ts';
import type { Drawing } from '../answer/drawing.ts';
import { count, element, icon } from '../shared/dom.ts';
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
    this.#summary.textContent = t('How {0} found this', result?.system ?? '');
  }

  fill({ explanation, problem }: Extract<ToPanel, { type: 'explained' }>): void {
    const [on, turn] = [this.#on, this.#turn];
    if (on === undefined || turn === undefined) return;
    const parts =
      problem !== undefined
        ? [element('p', { class: 'problem' }, problem)]
        : explanation === undefined
          ? [element('p', { class: 'note' }, t('{0} found nothing beyond what is listed.', turn.result?.system ?? ''))]
          : explanationView(explanation, (index) => on.send({ type: 'open', turn: turn.id, list: 'explained', index }));
    this.#content.replaceChildren(...parts);
    this.#details.scrollIntoView({ block: 'nearest' });
  }

  #ask(): void {
    if (!this.#details.open || this.#isAsked || this.#on === undefined || this.#turn === undefined) return;
    this.#isAsked = true;
    const explaining = t('Looking again, to say how');
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
function explanationView(explanation: WireExplanation, open: (place: number) => void): HTMLElement[] {
  const { sections, drawing } = explanation;
  const drawn = drawing === undefined || drawing.nodes.length < 2 ? [] : [graphView(drawing, open)];
  const lists = sections.map(({ kind, rows, more }) => {
    const items = rows.map(({ label, detail, places }) =>
      element(
        'li',
        {},
        element('span', { class: 'label' }, label),
        ' ',
        element('span', { class: 'detail' }, detail),
        ...places.flatMap((place) => [' ', placeLink(explanation, place, open)]),
      ),
    );
    const rest = more === 0 ? [] : [element('p', { class: 'note' }, t('{0} more', count(more)))];
    const [heading, meaning] = sectionTexts(kind);
    const list = element('ul', { class: kind }, ...items);
    return element('section', {}, element('h4', {}, heading), element('p', { class: 'note' }, meaning), list, ...rest);
  });
  return [...lists.slice(0, 1), ...drawn, ...lists.slice(1)];
}

function placeLink({ places }: WireExplanation, index: number, open: (place: number) => void): HTMLElement {
  const place = places[index] as WireExplanation['places'][number];
  const label = `${pathParts(place.path).name} ${rangeText(place)}`;
  const title = t('Open {0}', `${place.path} ${rangeText(place)}`);
  return element('button', { class: 'link', type: 'button', title, onclick: () => open(index) }, label);
}

/** The heading of a section, and what the figures and words of its rows mean, which are in English as those of evidence are. */
function sectionTexts(kind: WireExplanation['sections'][number]['kind']): readonly [heading: string, meaning: string] {
  const texts = {
    names: [
      t('Names near the question'),
      t(
        '“similarity” is how much the question has in common with what is said about the name: higher is closer. A name counts only while the links between all names stay within the bound.',
      ),
    ],
    elected: [
      t('What elected the passages'),
      t(
        'Each name votes for the passages that contain it. “similarity” is how close the name is to the question; “ballot” is the weight of its vote, larger for rarer names. “strength” multiplies it, so that the names of one passage do not count several times.',
      ),
    ],
    prices: [
      t('Prices of passages'),
      t('The more names compete for a passage, the higher its “price”, and the less each of their votes counts.'),
    ],
    votes: [
      t('Votes for each passage'),
      t(
        'The score of a passage is the sum of its votes: “entity” by names near the question, “relation” by places that have several of them, “nearby” by what is linked to these names, “passage” by the words of the question.',
      ),
    ],
    path: [
      t('Steps to each passage'),
      t(
        '“by the question” is where the search began. Each further step follows a name that both places have, a “module” (passages with many names in common), or what the code does, such as “calls” or “imports”.',
      ),
    ],
    dropped: [
      t('Steps that were dropped'),
      t(
        '“weak”: the whole path is too weak. “shared name”: it is too weak, and only a common name leads on. “budget”: the search ended first. “spurious” or “unselected”: a model said so.',
      ),
    ],
    communities: [
      t('Communities that were searched'),
      t('“similarity” is the share of the community’s signature that is equal to that of the question, from 0 to 1.'),
    ],
  } as const;
  return texts[kind];
}
