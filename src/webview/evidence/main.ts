/** The evidence panel: what two places share, rarest first, with both texts side by side; or the paths between two ends. */

import { t } from '../../protocol/text/translate.ts';
import '../shared/shared.css';
import './evidence.css';
import { type EvidenceState, type FromEvidence, toEvidence } from '../../protocol/panels/panelEvidence.ts';
import { check } from '../../protocol/schema.ts';
import { receiveColors } from '../shared/colors.ts';
import { element } from '../shared/dom.ts';
import { keep, listen, send } from '../shared/host.ts';
import { button, progressBar } from '../shared/toolkit.ts';
import { evidenceView } from './evidenceView.ts';
import { pathView } from './pathView.ts';

const main = element('main', {});
const live = element('div', { class: 'visuallyHidden', role: 'status', 'aria-live': 'polite' });
document.body.append(main, live);

listen((raw) => {
  const message = check(toEvidence, raw);
  if (message.type === 'colors') return receiveColors(message);
  const { state, title, asked } = message;
  keep(asked);
  document.title = title;
  main.setAttribute('aria-busy', String(state.view === 'loading'));
  main.replaceChildren(element('h1', {}, title), ...viewOf(state));
  live.textContent = state.view === 'loading' ? t('Comparing') : state.view === 'failed' ? t('The evidence could not be shown.') : title;
});
send<FromEvidence>({ type: 'ready' });

function viewOf(state: EvidenceState): HTMLElement[] {
  switch (state.view) {
    case 'loading':
      return [element('p', { class: 'quiet' }, t('Comparing')), progressBar(t('Comparing'))];
    case 'failed':
      return [
        element('p', {}, element('strong', {}, t('The evidence could not be shown.')), ` ${state.error}`),
        element(
          'p',
          { class: 'buttons' },
          button(t('Try again'), () => send<FromEvidence>({ type: 'retry' })),
        ),
      ];
    case 'evidence':
      return evidenceView(state, (message) => send<FromEvidence>(message));
    case 'paths':
      return pathView(state, (message) => send<FromEvidence>(message));
  }
}
