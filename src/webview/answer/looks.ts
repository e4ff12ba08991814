/** What the model has looked for before it answered: a line for each look, which opens the request that brought what was found. */

import { lookText } from '../../protocol/panels/lookText.ts';
import type { PanelTurn } from '../../protocol/panels/panelThread.ts';
import { t } from '../../protocol/text/translate.ts';
import { element } from '../shared/dom.ts';
import type { Drawing } from './drawing.ts';

export function lookList({ send }: Drawing, { id, looks = [], result }: PanelTurn): HTMLElement[] {
  const steps = result?.written?.looks ?? looks;
  if (steps.length === 0) return [];
  const lines = steps.map((step, look) => {
    const text = lookText(step);
    if (step.sent === undefined) return element('li', {}, text);
    const label = t('{0}: show the request with what was found', text);
    const open = (): void => send({ type: 'sent', turn: id, look });
    return element('li', {}, element('button', { class: 'link', type: 'button', title: label, 'aria-label': label, onclick: open }, text));
  });
  return [element('ol', { class: 'looks', 'aria-label': t('What the model looked for') }, ...lines)];
}
