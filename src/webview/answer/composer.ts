/** The question box: Enter asks, Shift+Enter starts a new line, and it grows with its text. */

import { isOffered, isOpen, type PanelTurn } from '../../protocol/panels/panelThread.ts';
import { t } from '../../protocol/text/translate.ts';
import { element, type IconName, icon, link } from '../shared/dom.ts';
import { button } from '../shared/toolkit.ts';
import { scopeChips, scopeLabels } from './chips.ts';
import type { Drawing } from './drawing.ts';

const tallest = 200;

/** The foot of the panel. Created once and updated with the state, so that typed text is kept. */
export class Composer {
  readonly element: HTMLElement = element('footer', {});
  readonly #text: HTMLTextAreaElement;
  readonly #chips: HTMLElement = element('div', { class: 'chips' });
  readonly #offer: HTMLElement = element('div', { class: 'offer', hidden: true });
  readonly #model: HTMLButtonElement = element('button', { class: 'chip model', type: 'button' });
  readonly #new: HTMLButtonElement = this.#button('new', 'add');
  readonly #threads: HTMLButtonElement = this.#button('threads', 'history');
  readonly #send: HTMLButtonElement = element('button', { class: 'iconButton send', type: 'button' });
  #on: Drawing | undefined;
  #isBusy = false;

  constructor() {
    const box = questionInput('', (text) => this.#ask(text));
    this.#text = box;
    this.#model.addEventListener('click', () => this.#on?.send({ type: 'run', command: 'pickModel' }));
    this.#send.addEventListener('click', () => {
      if (this.#isBusy) this.#stop();
      else this.#ask(this.#text.value);
      this.#text.focus();
    });
    this.element.addEventListener('keydown', (event) => {
      if (event.key === 'Escape' && this.#isBusy) this.#stop();
    });
    // The icons above a panel are there only while it has the focus.
    const end = element('div', { class: 'end' }, this.#model, this.#new, this.#threads);
    const row = element('div', { class: 'foot' }, this.#chips, end);
    this.element.append(this.#offer, element('div', { class: 'box' }, this.#text, this.#send), row);
  }

  update(on: Drawing): void {
    this.#on = on;
    const { state } = on;
    const last = state.turns.at(-1);
    this.#isBusy = last !== undefined && isOpen(last);
    this.element.hidden = state.view === 'noFolder';
    const placeholder = state.view === 'empty' ? t('Ask about this workspace') : t('Ask a follow-up…');
    this.#text.placeholder = placeholder;
    this.#text.setAttribute('aria-label', placeholder);
    const label = this.#isBusy ? t('Stop') : t('Ask');
    this.#send.title = label;
    this.#send.setAttribute('aria-label', label);
    this.#send.replaceChildren(icon(this.#isBusy ? 'stop' : 'send'));
    const model = state.model ?? t('No model (quotes only)');
    this.#model.replaceChildren(element('span', { class: 'chipLabel' }, model), icon('chevronDown'));
    this.#model.setAttribute('aria-label', t('Model: {0}. Choose the model that writes the answers', model));
    this.#model.title = t('Model: {0}. Choose the model that writes the answers', model);
    this.#new.hidden = state.view !== 'thread';
    for (const [shown, name] of [
      [this.#new, t('New thread')],
      [this.#threads, t('Earlier threads')],
    ] as const) {
      shown.title = name;
      shown.setAttribute('aria-label', name);
    }
    this.#drawChips(on, last);
    const isThere = last !== undefined && isOffered(last);
    if (isThere === !this.#offer.hidden) return;
    this.#offer.hidden = !isThere;
    const show = (): void => last && on.send({ type: 'showOffered', turn: last.id });
    this.#offer.replaceChildren(...(isThere ? [button(t('A better answer is here: show it'), show)] : []));
  }

  focus(): void {
    this.#text.focus();
  }

  /** Whether it has the keyboard focus and is still empty. */
  get isUntouched(): boolean {
    return document.activeElement === this.#text && this.#text.value === '';
  }

  /** Redraws the chips, and a link that asks the last question in what they are now; if one of them had the focus, the last one gets it. */
  #drawChips(on: Drawing, last: PanelTurn | undefined): void {
    const hadFocus = this.#chips.contains(document.activeElement);
    const [asked, now] = [last?.scope ?? on.state.scope, on.state.scope].map((scope) => scopeLabels(on, scope).join());
    const ask = (): void => last && on.send({ type: 'ask', question: last.question, turn: last.id });
    this.#chips.replaceChildren(...scopeChips(on), ...(last?.state === 'done' && asked !== now ? [link(t('Ask again'), ask)] : []));
    if (hadFocus) [...this.#chips.querySelectorAll('button')].at(-1)?.focus();
  }

  #button(command: 'new' | 'threads', name: IconName): HTMLButtonElement {
    const run = (): void => this.#on?.send({ type: 'run', command });
    return element('button', { class: `iconButton ${command}`, type: 'button', onclick: run }, icon(name));
  }

  #stop(): void {
    this.#on?.send({ type: 'run', command: 'stop' });
  }

  #ask(text: string): void {
    const question = text.trim();
    if (question === '' || !this.#on) return;
    this.#on.send({ type: 'ask', question });
    this.#text.value = '';
    grow(this.#text);
  }
}

/** A box with its own button, for editing a question. */
export function questionBox(_: Drawing, label: string, value: string, ask: (text: string) => void): HTMLElement {
  const text = questionInput(value, (typed) => typed.trim() !== '' && ask(typed.trim()));
  text.setAttribute('aria-label', label);
  queueMicrotask(() => grow(text));
  const send = element(
    'button',
    {
      class: 'iconButton',
      type: 'button',
      title: t('Ask'),
      'aria-label': t('Ask'),
      onclick: () => text.value.trim() !== '' && ask(text.value.trim()),
    },
    icon('send'),
  );
  return element('div', { class: 'box' }, text, send);
}

function questionInput(value: string, ask: (text: string) => void): HTMLTextAreaElement {
  const text = element('textarea', { rows: 1, spellcheck: 'false' });
  text.value = value;
  text.addEventListener('input', () => grow(text));
  text.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    ask(text.value);
  });
  return text;
}

function grow(text: HTMLTextAreaElement): void {
  text.style.height = 'auto';
  text.style.height = `${Math.min(text.scrollHeight + 2, tallest)}px`;
}
