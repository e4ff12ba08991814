/** The box for a question: Enter asks, Shift+Enter starts a line, and it grows with its text. */

import { element, icon } from '../shared/dom.ts';
import type { Drawing } from './drawing.ts';

/** The box at the foot of the panel; while a question is being answered its button stops that. */
export function composer(on: Drawing): HTMLElement {
  return questionBox(on, on.words.askPlaceholder, '');
}

export function questionBox(on: Drawing, label: string, value: string): HTMLElement {
  const { words, state } = on;
  const text = element('textarea', { rows: 1, placeholder: label, 'aria-label': label, spellcheck: 'false' });
  text.value = value;
  const ask = () => {
    const question = text.value.trim();
    if (question !== '') on.send({ type: 'ask', question });
  };
  const grow = () => {
    text.style.height = 'auto';
    text.style.height = `${Math.min(text.scrollHeight + 2, 200)}px`;
  };
  text.addEventListener('input', grow);
  text.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    ask();
  });
  queueMicrotask(() => value !== '' && grow());
  const isAsking = state.view === 'asking';
  const button = element(
    'button',
    {
      class: 'iconButton',
      type: 'button',
      title: isAsking ? words.stop : words.ask,
      'aria-label': isAsking ? words.stop : words.ask,
      onclick: isAsking ? () => on.send({ type: 'run', command: 'stop' }) : ask,
    },
    icon(isAsking ? 'stop' : 'send'),
  );
  return element('div', { class: 'box' }, text, button);
}
