/** The answer panel: draws the thread sent by the extension and reports the user's actions. */

import { t } from '../../protocol/text/translate.ts';
import '../shared/shared.css';
import './answer.css';
import '../explained/explained.css';
import { type FromPanel, type PanelState, type PanelStatus, type ToPanel, toPanel } from '../../protocol/panels/panel.ts';
import type { PagePart, PanelPage } from '../../protocol/panels/panelPage.ts';
import { isOpen, type PanelTurn, shownTurn } from '../../protocol/panels/panelThread.ts';
import { check } from '../../protocol/schema.ts';
import { reachable } from '../shared/codeBox.ts';
import { receiveColors } from '../shared/colors.ts';
import { element } from '../shared/dom.ts';
import { excerptView } from '../shared/excerptView.ts';
import { keep, listen, send } from '../shared/host.ts';
import { Announcer } from './announcer.ts';
import { Composer } from './composer.ts';
import { consentCard, requestId } from './consentCard.ts';
import type { Drawing } from './drawing.ts';
import { emptyView, noFolderView, statusLine } from './otherViews.ts';
import { pageView, partsView } from './pageView.ts';
import { createPeek } from './peek.ts';
import { excerptId } from './sources.ts';
import { TurnView } from './turnView.ts';

let state: PanelState | undefined;
let status: PanelStatus | undefined;
let views = new Map<number, { view: TurnView; turn: PanelTurn }>();
let growing: number | undefined;
let page: PanelPage | undefined;
/** Of the thread behind the page. */
let threadTop = 0;

const heading = element('h1', { class: 'visuallyHidden' });
const statusPlace = element('div', { class: 'status' });
const thread = element('div', { class: 'thread' });
const requests = element('div', { class: 'requests' });
const pagePlace = element('div', { hidden: true });
const main = element('main', {}, heading, statusPlace, pagePlace, thread, requests);
const composer = new Composer();
const announcer = new Announcer();
const peek = createPeek();
document.body.append(main, composer.element, peek.element, announcer.element);

listen((raw) => {
  const before = new Set(document.querySelectorAll('.consent'));
  keepingFocus(() => receive(check(toPanel, raw)));
  if ([...document.querySelectorAll('.consent')].some((card) => !before.has(card))) bringToCard();
});
window.addEventListener('focus', () => {
  bringToCard();
  if (state?.view === 'empty' && document.activeElement === document.body) composer.focus();
});
for (const type of ['wheel', 'touchmove', 'pointerdown', 'keydown']) {
  window.addEventListener(type, (event) => composer.element.contains(event.target as Node) || noteReading(), {
    capture: true,
    passive: true,
  });
}
// The thread itself is stored by the extension; the editor only restores panels with some state.
keep({});
send<FromPanel>({ type: 'ready' });

function receive(message: ToPanel): void {
  switch (message.type) {
    case 'show':
      state = message.state;
      drawAll();
      break;
    case 'turn':
      putTurn(message.turn);
      break;
    case 'text':
      addText(message.turn, message.text);
      break;
    case 'status':
      status = message.status;
      drawStatus();
      break;
    case 'explained':
      views.get(message.turn)?.view.explanation.fill(message);
      return;
    case 'quiet':
      announcer.isQuiet = message.isQuiet;
      break;
    case 'focus':
      focusAnswer();
      break;
    case 'page':
      putPage(message.page);
      break;
    case 'request':
      putRequest(message.card, message.parts);
      break;
    case 'colors':
      receiveColors(message);
      break;
    case 'excerpt':
      putExcerpt(message);
  }
}

/** If a redrawn element had the focus, it moves to the box instead of being lost. */
function keepingFocus(change: () => void): void {
  const before = document.activeElement;
  const hadFocus = before !== null && before !== document.body;
  change();
  if (hadFocus && !before.isConnected && document.activeElement === document.body) composer.focus();
}

function lastCard(): HTMLElement | undefined {
  return [...document.querySelectorAll<HTMLElement>('.consent')].at(-1);
}

/** Scrolls to a request that waits for permission, and focuses it unless the user is typing. */
function bringToCard(): void {
  const card = lastCard();
  if (!card) return;
  card.scrollIntoView({ block: 'nearest' });
  if (document.hasFocus() && (document.activeElement === document.body || composer.isUntouched)) card.focus();
}

/** Who scrolls, selects or opens something reads the quotes: they stay until something else is asked for. */
function noteReading(): void {
  const turn = state?.turns.at(-1);
  if (turn?.quoted !== undefined && turn.isRead !== true && turn.text === '' && isOpen(turn))
    send<FromPanel>({ type: 'read', turn: turn.id });
}

function drawing(): Drawing | undefined {
  return state && { state, status, send: (message) => send(message) };
}

function drawAll(): void {
  const on = drawing();
  if (!on) return;
  peek.forget();
  document.title = t('Ask workspace');
  heading.textContent = t('Ask workspace');
  drawStatus();
  composer.update(on);
  drawRequests(on);
  if (on.state.view !== 'thread') {
    const wasThread = views.size > 0;
    views = new Map();
    thread.replaceChildren(on.state.view === 'empty' ? emptyView(on) : noFolderView(on));
    if (wasThread) window.scrollTo(0, 0);
    if (document.hasFocus()) composer.focus();
    return;
  }
  const asked = on.state.turns.at(-1);
  const isNew = asked !== undefined && views.get(asked.id)?.turn.question !== asked.question;
  drawTurns(on);
  if (isNew) thread.lastElementChild?.firstElementChild?.scrollIntoView({ block: 'start' });
  announcer.follow(on, asked);
}

/** Requests of questions that were asked elsewhere. */
function drawRequests(on: Drawing): void {
  const known = new Map([...requests.children].map((card) => [card.getAttribute('data-id'), card]));
  const cards = on.state.requests.map((request) => {
    const card = known.get(request.id) ?? consentCard(on, request);
    card.setAttribute('data-id', request.id);
    return card;
  });
  requests.replaceChildren(...cards);
}

/** Unchanged turns keep their elements, including what is unfolded and focused. */
function drawTurns(on: Drawing): void {
  const next: typeof views = new Map();
  for (const turn of on.state.turns) {
    const known = views.get(turn.id);
    const isSame = known !== undefined && JSON.stringify(known.turn) === JSON.stringify(turn);
    next.set(turn.id, isSame ? known : { view: new TurnView(on, shownTurn(turn), peek), turn });
  }
  views = next;
  const wanted = [...views.values()].map(({ view }) => view.element);
  for (const child of [...thread.children]) if (!wanted.includes(child as HTMLElement)) child.remove();
  for (const [i, one] of wanted.entries()) if (thread.children[i] !== one) thread.insertBefore(one, thread.children[i] ?? null);
}

function putTurn(turn: PanelTurn): void {
  const known = views.get(turn.id);
  if (!state || !known) return;
  const turns = state.turns.map((one) => (one.id === turn.id ? turn : one));
  state = { ...state, turns };
  known.turn = turn;
  const on = drawing();
  if (!on) return;
  peek.forget();
  known.view.update(on, shownTurn(turn));
  composer.update(on);
  announcer.follow(on, turn);
}

/** Text is drawn once a frame, however many pieces arrive. */
function addText(id: number, text: string): void {
  const known = views.get(id);
  if (!state || !known) return;
  if (known.turn.text === '') performance.mark('meshrag.firstText');
  known.turn = { ...known.turn, state: 'streaming', text: known.turn.text + text };
  const { turn } = known;
  state = { ...state, turns: state.turns.map((one) => (one.id === id ? turn : one)) };
  if (growing !== undefined) return;
  growing = requestAnimationFrame(() => {
    growing = undefined;
    const on = drawing();
    const grown = views.get(id);
    if (!on || !grown || grown.turn.state !== 'streaming') return;
    grown.view.grow(on, grown.turn);
    if (performance.getEntriesByName('meshrag.firstTextShown').length === 0) {
      requestAnimationFrame(() => performance.measure('meshrag.firstTextShown', 'meshrag.firstText'));
    }
    announcer.follow(on, grown.turn);
  });
}

/** A page takes the place of the thread, which is where it was when the page is left. */
function putPage(next: PanelPage | undefined): void {
  const on = drawing();
  if (on === undefined || JSON.stringify(page) === JSON.stringify(next)) return;
  const isSame = page !== undefined && page.title === next?.title;
  const hadFocus = document.hasFocus() && (!isSame || pagePlace.querySelector('h2') === document.activeElement);
  if (page === undefined) threadTop = window.scrollY;
  page = next;
  const unfolded = new Set([...pagePlace.querySelectorAll('details[open] > summary')].map(({ textContent }) => textContent));
  pagePlace.replaceChildren(...(page ? [pageView(on, page)] : []));
  if (isSame)
    for (const fold of pagePlace.querySelectorAll('details')) fold.open ||= unfolded.has(fold.querySelector('summary')?.textContent ?? '');
  pagePlace.hidden = page === undefined;
  thread.hidden = page !== undefined;
  if (!isSame) window.scrollTo(0, page === undefined ? threadTop : 0);
  if (!hadFocus) return;
  if (page === undefined) focusAnswer();
  else pagePlace.querySelector('h2')?.focus();
}

function putRequest(card: string, parts: readonly PagePart[]): void {
  const on = drawing();
  if (on) document.getElementById(requestId(card))?.replaceChildren(...partsView(on, parts));
}

/** Progress of the index updates one line only, so that nothing jumps while reading. */
function drawStatus(): void {
  const on = drawing();
  if (on && status) statusPlace.replaceChildren(...(on.state.view === 'noFolder' ? [] : statusLine(on, status)));
}

function putExcerpt({ item, excerpt, problem }: Extract<ToPanel, { type: 'excerpt' }>): void {
  const draw = (): HTMLElement => (excerpt ? excerptView(excerpt, excerpt.language) : element('p', { class: 'problem' }, problem ?? ''));
  peek.fill(item, draw());
  if (item.list !== 'sources') return;
  const lines = draw();
  const box = document.getElementById(excerptId(item.turn, item.index));
  box?.replaceChildren(lines);
  reachable(lines);
  const source = box?.closest('details');
  if (source?.open && source.contains(document.activeElement)) source.scrollIntoView({ block: 'nearest' });
}

/** Focuses the last answer: from there its blocks and sources are a key away. A waiting request takes precedence. */
function focusAnswer(): void {
  const card = lastCard();
  if (card) {
    card.focus();
    return;
  }
  const title = pagePlace.querySelector('h2');
  if (title) {
    title.focus();
    return;
  }
  noteReading();
  const last = [...views.values()].at(-1)?.view;
  if (last) last.focus();
  else composer.focus();
}
