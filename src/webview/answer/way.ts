/**
 * The path of links from the question to a source, drawn as steps: question, its terms, the intermediate place, what is shared, the source.
 */

import type { PanelWords } from '../../protocol/panels/panelWords.ts';
import type { Source, StepNames } from '../../protocol/places.ts';
import { element } from '../shared/dom.ts';
import { pathParts } from '../shared/excerpt.ts';
import { kindWord } from '../shared/kinds.ts';
import type { Drawing } from './drawing.ts';

/** Arrowheads are list items, so that the path is read as a list of steps. */
export function linkStepsView(on: Drawing, turn: number, source: Source, sourceIndex: number): HTMLElement {
  const { words, send } = on;
  const steps: HTMLElement[] = [element('li', { class: 'stop' }, words.question)];
  source.way.forEach((step, i) => {
    if (step.kind === 'names') {
      steps.push(element('li', { class: 'via' }, ...(step.names ?? []).map((group) => namesView(words, group))));
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
  return element('ol', { class: 'way', 'aria-label': words.why }, ...steps);
}

function namesView(words: PanelWords, { kind, label, list }: StepNames): HTMLElement {
  const names = list.flatMap((name, i) => [
    ...(i === 0 ? [] : [', ']),
    element('span', { class: kind === 'term' ? 'term' : 'entity' }, name),
  ]);
  return element('span', { class: 'names' }, element('span', { class: 'kind' }, kindWord(words, kind, label)), ' ', ...names);
}
