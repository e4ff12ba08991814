/** The answer panel: draws the state that the extension sends and tells what the user did. */

import './answer.css';
import { type FromPanel, type PanelState, type PanelStatus, type PanelWords, readToPanel } from '../../protocol/panel.ts';
import { element } from '../shared/dom.ts';
import { keep, listen, send } from '../shared/host.ts';
import { answerView } from './answerView.ts';
import { composer } from './composer.ts';
import type { Drawing } from './drawing.ts';
import { showExcerpt } from './excerpt.ts';
import { header } from './header.ts';
import { emptyView, errorView, noFolderView, progressLine } from './otherViews.ts';

let state: PanelState | undefined;
let words: PanelWords | undefined;
let status: PanelStatus | undefined;

const main = element('main', { id: 'view' });
const live = element('div', { class: 'visuallyHidden', role: 'status', 'aria-live': 'polite' });
const footer = element('footer', {});
document.body.append(main, footer, live);

listen((raw) => {
  const message = readToPanel(raw);
  if (message.type === 'show') {
    const isNew = state?.view !== message.state.view || state?.question !== message.state.question;
    ({ state, words } = message);
    keep(state);
    draw();
    if (isNew) announce();
  } else if (message.type === 'status') {
    status = message.status;
    drawStatus();
  } else {
    const source = state?.result?.sources[message.source];
    if (source) showExcerpt(message.source, source, message.text);
  }
});
send<FromPanel>({ type: 'ready' });

function drawing(): Drawing | undefined {
  return state && words && { state, status, words, send: (message) => send(message) };
}

function draw(): void {
  const on = drawing();
  if (!on) return;
  document.title = on.words.title;
  main.replaceChildren(...viewOf(on));
  footer.replaceChildren(...(on.state.view === 'noFolder' || on.state.view === 'empty' ? [] : [composer(on)]));
  main.setAttribute('aria-busy', String(on.state.view === 'asking'));
  window.scrollTo(0, 0);
  if (on.state.view === 'empty') main.querySelector('textarea')?.focus();
}

function viewOf(on: Drawing): Node[] {
  switch (on.state.view) {
    case 'empty':
      return [emptyView(on)];
    case 'noFolder':
      return [noFolderView(on)];
    case 'asking':
      return [header(on), progressLine(on)];
    case 'error':
      return [header(on), errorView(on)];
    case 'answer':
      return [header(on), progressLine(on), ...answerView(on)];
  }
}

/** Progress of the index changes a line and not the page, so that nothing jumps while somebody reads. */
function drawStatus(): void {
  const on = drawing();
  const line = document.getElementById('indexing');
  if (on && line) line.replaceWith(progressLine(on));
}

function announce(): void {
  const on = drawing();
  if (!on) return;
  if (on.state.view === 'asking') live.textContent = on.words.asking;
  else if (on.state.view === 'answer') live.textContent = on.state.result?.answer ?? '';
  else if (on.state.view === 'error') live.textContent = on.words.failed;
}
