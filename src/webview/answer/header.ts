/** The question, one quiet line of facts, and the scope. */

import { count, duration, element, fill, icon } from '../shared/dom.ts';
import { questionBox } from './composer.ts';
import type { Drawing } from './drawing.ts';

/** A question longer than this may not fit into its place. UTF-16 units. */
const longestAtOnce = 200;

export function header(on: Drawing): HTMLElement {
  const { state, words } = on;
  // A pasted text scrolls in its place, so it must be reachable by keyboard.
  const scrolls = state.question.length > longestAtOnce;
  const question = element('h1', { id: 'question', ...(scrolls ? { tabindex: 0 } : {}) }, state.question);
  const edit = element('button', { class: 'iconButton', type: 'button', title: words.edit, 'aria-label': words.edit }, icon('edit'));
  const row = element('div', { class: 'question' }, question, edit);
  edit.addEventListener('click', () => row.replaceWith(editor(on, row)));
  return element('header', {}, row, factsLine(on));
}

function editor(on: Drawing, row: HTMLElement): HTMLElement {
  const box = questionBox(on, on.words.questionLabel, on.state.question);
  box.addEventListener('keydown', (event) => {
    if (event.key !== 'Escape') return;
    box.replaceWith(row);
    row.querySelector('button')?.focus();
  });
  queueMicrotask(() => box.querySelector('textarea')?.select());
  return box;
}

function factsLine(on: Drawing): HTMLElement {
  const { state, words } = on;
  const scope = state.scope?.label ?? words.scopeAll;
  return element(
    'p',
    { class: 'facts' },
    element('span', {}, facts(on)),
    state.context !== undefined && element('span', { class: 'tag', title: state.context.slice(0, 500) }, words.withSelection),
    element(
      'button',
      {
        class: 'chip',
        type: 'button',
        'aria-label': fill(words.scopeLabel, scope),
        onclick: () => on.send({ type: 'run', command: 'pickScope' }),
      },
      scope,
      icon('chevronDown'),
    ),
  );
}

function facts({ state, words }: Drawing): string {
  const { result } = state;
  if (!result) return '';
  const sentence = result.sources.length === 1 ? words.oneSource : words.facts;
  return fill(sentence, count(result.sources.length), result.model ?? result.system, duration(result.ms));
}
