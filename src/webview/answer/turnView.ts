/** One question with its answer. Created once and updated with its turn: unchanged parts keep their elements. */

import { isOpen, type PanelTurn } from '../../protocol/panels/panelThread.ts';
import { type AskResult, usedSources } from '../../protocol/places.ts';
import { fill, t } from '../../protocol/text/translate.ts';
import { ExplanationView } from '../explained/explanation.ts';
import { count, element, icon, link, seconds } from '../shared/dom.ts';
import { button, progressBar } from '../shared/toolkit.ts';
import { AnswerText } from './answerText.ts';
import { scopeLabels, termChips } from './chips.ts';
import { questionBox } from './composer.ts';
import { consentCard } from './consentCard.ts';
import type { Drawing } from './drawing.ts';
import { lookList } from './looks.ts';
import type { Peek } from './peek.ts';
import { SourceList } from './sources.ts';

/** Longer questions may not fit into their place. UTF-16 units. */
const maxUnscrolledLength = 200;

export class TurnView {
  readonly element: HTMLElement;
  readonly #text: AnswerText;
  readonly #facts: HTMLElement = element('div', { class: 'facts' });
  readonly #sources: SourceList;
  readonly #answer: HTMLElement;
  readonly #after: HTMLElement = element('div', { class: 'after' });
  readonly explanation = new ExplanationView();

  constructor(on: Drawing, turn: PanelTurn, peek: Peek) {
    this.#text = new AnswerText(peek);
    const id = `question-${turn.id}`;
    this.#sources = new SourceList(turn.id);
    this.#answer = element('section', { class: 'answer' }, this.#text.element);
    this.element = element(
      'article',
      { class: 'turn', 'aria-labelledby': id, tabindex: -1 },
      questionRow(on, turn, id),
      this.#facts,
      this.#answer,
      this.#after,
      this.explanation.element,
    );
    this.update(on, turn);
  }

  focus(): void {
    this.element.focus({ preventScroll: true });
    this.element.scrollIntoView({ block: 'start' });
  }

  /** Updates the view to the turn's state. */
  update(on: Drawing, turn: PanelTurn): void {
    const { result, state } = turn;
    this.element.dataset.state = state;
    this.element.setAttribute('aria-busy', String(isOpen(turn) && result === undefined));
    this.element.classList.toggle('nothing', result?.state === 'notHere');
    this.#facts.replaceChildren(...factsOf(on, turn));
    this.#text.draw(on, turn);
    this.#after.replaceChildren(...afterOf(on, turn));
    this.#sources.draw(on, turn);
    this.explanation.update(on, turn);
    this.#placeSources(turn);
  }

  /** A model's sources are known before it writes; quotes, and cards that ask for a decision, are placed above the list. */
  #placeSources({ result, sources, state }: PanelTurn): void {
    const isBefore = result === undefined ? sources !== undefined && state !== 'consent' : result.model !== null;
    const list = this.#sources.element;
    const next = isBefore ? this.#answer : this.explanation.element;
    if (list.nextElementSibling !== next) this.element.insertBefore(list, next);
  }

  /** Only the text has grown. */
  grow(on: Drawing, turn: PanelTurn): void {
    if (this.#text.isEmpty) this.#facts.replaceChildren(...factsOf(on, turn));
    this.#text.draw(on, turn);
  }
}

function questionRow(on: Drawing, turn: PanelTurn, id: string): HTMLElement {
  // A pasted text scrolls in place, so it must be reachable by keyboard.
  const scrolls = turn.question.length > maxUnscrolledLength ? { tabindex: 0 } : {};
  const question = element('h2', { id, ...scrolls }, turn.question);
  const edit = element(
    'button',
    { class: 'iconButton edit', type: 'button', title: t('Edit question'), 'aria-label': t('Edit question') },
    icon('edit'),
  );
  const row = element('div', { class: 'question' }, question, edit);
  edit.addEventListener('click', () => {
    const box = questionBox(on, t('Question'), turn.question, (text) => on.send({ type: 'ask', question: text, turn: turn.id }));
    box.addEventListener('keydown', (event) => {
      if (event.key !== 'Escape') return;
      event.stopPropagation();
      box.replaceWith(row);
      edit.focus();
    });
    row.replaceWith(box);
    box.querySelector('textarea')?.select();
  });
  return row;
}

function factsOf(on: Drawing, turn: PanelTurn): HTMLElement[] {
  const { send, state } = on;
  const { result } = turn;
  if (turn.state === 'asking') {
    const doing = result ? t('Found by your own words; {0} is asked for others', state.model ?? '') : t('Looking through the workspace');
    return [element('p', {}, doing), progressBar(doing), ...termChips(on, turn)];
  }
  if (turn.state === 'consent') return [element('p', {}, t('Waiting for your permission')), ...lookList(on, turn)];
  if (turn.state === 'streaming') return [element('p', {}, writingText(on, turn)), ...lookList(on, turn), ...termChips(on, turn)];
  const parts: HTMLElement[] = [];
  if (turn.state === 'stopped') parts.push(element('span', {}, t('Stopped.')));
  if (result) parts.push(element('span', {}, facts(on, result)));
  for (const label of scopeLabels(on, turn.scope)) parts.push(element('span', { class: 'tag' }, label));
  if (turn.context !== undefined) parts.push(element('span', { class: 'tag', title: turn.context.slice(0, 500) }, t('With the selection')));
  if (result?.written?.masked) parts.push(element('span', {}, t('Masked secrets: {0}', count(result.written.masked))));
  if (result?.written?.sent !== undefined)
    parts.push(
      element('button', { class: 'link', type: 'button', onclick: () => send({ type: 'sent', turn: turn.id }) }, t('What was sent')),
    );
  return [
    ...(parts.length === 0 ? [] : [element('p', {}, ...parts.flatMap((part) => [part, ' ']))]),
    ...termChips(on, turn),
    ...lookList(on, turn),
  ];
}

/** What the model does; beside quotes that are being read its words are not shown. */
function writingText({ state }: Drawing, { text, isRead = false }: PanelTurn): string {
  return fill(text === '' && !isRead ? t('Waiting for {0}') : t('{0} is writing'), state.model ?? '');
}

/** `4 of 20 sources · 0.4 s`, with the model's name in between if one answered. */
function facts(_: Drawing, result: AskResult): string {
  const { sources, model, ms } = result;
  const found = sources.length === 1 ? t('1 source') : t('{0} of {1} sources', count(usedSources(result)), count(sources.length));
  return [found, ...(model === null ? [] : [model]), seconds(ms)].join(' · ');
}

function afterOf(on: Drawing, turn: PanelTurn): HTMLElement[] {
  const { result } = turn;
  if (turn.state === 'failed') return [errorView(on, turn)];
  if (turn.consent) return [consentCard(on, turn.consent)];
  if (turn.state === 'stopped') return [element('p', { class: 'buttons' }, retryButton(on, turn))];
  if (!result || isOpen(turn)) return [];
  const parts: HTMLElement[] = [];
  if (result.notice) {
    const trust = result.isRestricted
      ? [' ', link(t('Manage Workspace Trust'), () => on.send({ type: 'run', command: 'manageTrust' }))]
      : [];
    parts.push(element('p', { class: 'note' }, result.notice, ...trust));
  }
  if (result.written?.isCut) parts.push(element('p', { class: 'note' }, t('The model stopped at its limit; the answer is incomplete.')));
  if (result.partial) {
    const { filesDone, filesTotal } = result.partial;
    parts.push(
      element(
        'p',
        { class: 'note' },
        `${t('Answered from {0} of {1} files so far.', count(filesDone), count(filesTotal))} `,
        link(t('Ask again'), () => retry(on, turn)),
      ),
    );
  }
  if (result.state !== 'answer' && result.model === null) {
    if (!result.partial && (result.files === 0 || scopeLabels(on, turn.scope).length === 0))
      parts.push(element('p', { class: 'note' }, lookedIn(on, result.files)));
    const search = link(t('Search file text instead'), () => on.send({ type: 'searchText', turn: turn.id }));
    parts.push(
      element(
        'p',
        { class: 'actions' },
        search,
        link(t('Show report'), () => on.send({ type: 'run', command: 'showReport' })),
      ),
    );
  }
  if (result.state !== 'notHere' || result.model !== null) parts.push(toolbar(on, turn));
  return parts;
}

function lookedIn(_: Drawing, files: number): string {
  if (files === 0) return t('No file in this workspace is indexed; the report explains why.');
  return files === 1 ? t('Looked in 1 file.') : t('Looked in {0} files.', count(files));
}

function toolbar(on: Drawing, turn: PanelTurn): HTMLElement {
  const tool = (name: 'copy' | 'retry', label: string, run: () => void): HTMLElement =>
    element('button', { class: `iconButton ${name}`, type: 'button', title: label, 'aria-label': label, onclick: run }, icon(name));
  const copy = tool('copy', t('Copy as Markdown'), () => on.send({ type: 'copy', turn: turn.id }));
  return element(
    'div',
    { class: 'tools' },
    copy,
    tool('retry', t('Try again'), () => retry(on, turn)),
  );
}

function errorView(on: Drawing, turn: PanelTurn): HTMLElement {
  const { state } = on;
  const error = turn.error ?? '';
  const [sentence = '', ...more] = error.length > 300 || error.includes('\n') ? ['', error] : [error];
  const fold =
    more.length > 0 && element('details', { class: 'fold' }, element('summary', {}, t('Details')), element('pre', {}, more.join('\n')));
  const buttons = [retryButton(on, turn)];
  if (state.model !== undefined && turn.result === undefined)
    buttons.push(button(t('Quote the sources instead'), () => on.send({ type: 'retry', turn: turn.id, quote: true }), true));
  const log = link(t('Show log'), () => on.send({ type: 'run', command: 'showLog' }));
  const what = element('p', {}, element('strong', {}, t('The question could not be answered.')), sentence === '' ? '' : ` ${sentence}`);
  return element('section', { class: 'failed' }, what, fold, element('p', { class: 'buttons' }, ...buttons, log));
}

function retryButton(on: Drawing, turn: PanelTurn): HTMLElement {
  return button(t('Try again'), () => retry(on, turn));
}

function retry(on: Drawing, turn: PanelTurn): void {
  on.send({ type: 'retry', turn: turn.id, quote: false });
}
