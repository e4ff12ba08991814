/** Chips that can be removed: the scope of answers above the box, where one changes the whole, and what a model had looked for below a question. */

import type { PanelScope, PanelTurn } from '../../protocol/panels/panelThread.ts';
import { termsIn } from '../../protocol/text/restatedTerms.ts';
import { t } from '../../protocol/text/translate.ts';
import { element, icon } from '../shared/dom.ts';
import type { Drawing } from './drawing.ts';

/** The parts of a scope in words; empty for the whole workspace. */
export function scopeLabels(_: Drawing, { places, near, kind, language }: PanelScope): string[] {
  const labels = places.map(({ label }) => label);
  if (near) labels.push(t('Near {0}', near.label));
  if (kind) labels.push(kind === 'doc' ? t('docs only') : t('code only'));
  if (language) labels.push(t('language {0}', language));
  return labels;
}

export function scopeChips(on: Drawing): HTMLElement[] {
  const { send, state } = on;
  const { places, near, kind, language } = state.scope;
  const scoped = (label: string, sign: 'file' | 'folder' | 'doc' | 'code', drop: () => void): HTMLElement =>
    chip(t('Remove {0}', label), label, sign, drop);
  const chips = places.map(({ label, isFolder }, index) =>
    scoped(label, isFolder ? 'folder' : 'file', () => send({ type: 'dropScope', part: 'place', index })),
  );
  if (near) chips.push(scoped(t('Near {0}', near.label), 'file', () => send({ type: 'dropScope', part: 'near', index: 0 })));
  if (kind)
    chips.push(scoped(kind === 'doc' ? t('docs only') : t('code only'), kind, () => send({ type: 'dropScope', part: 'kind', index: 0 })));
  if (language) chips.push(scoped(t('language {0}', language), 'code', () => send({ type: 'dropScope', part: 'language', index: 0 })));
  const whole = scopeLabels(on, state.scope).join(', ') || t('Whole workspace');
  const label = t('Change where answers come from: {0}', whole);
  const change = element(
    'button',
    { class: 'chip scope', type: 'button', title: label, 'aria-label': label, onclick: () => send({ type: 'run', command: 'pickScope' }) },
    chips.length === 0 ? t('Whole workspace') : '',
    icon('chevronDown'),
  );
  return [...chips, change];
}

/** What a model had looked for as well, each of which can be taken out. */
export function termChips(on: Drawing, { id, restated, result }: PanelTurn): HTMLElement[] {
  const { send } = on;
  const found = result === undefined ? restated : result.restated;
  const terms = found === undefined ? [] : termsIn(found);
  if (terms.length === 0) return [];
  const chips = terms.map((term) =>
    element(
      'li',
      {},
      chip(t('Ask again without {0}', term), term, undefined, () => send({ type: 'dropTerm', turn: id, term })),
    ),
  );
  const label = element('span', { id: `terms-${id}` }, `${t('Also looked for')}:`);
  return [element('div', { class: 'terms' }, label, element('ul', { class: 'chips', 'aria-labelledby': `terms-${id}` }, ...chips))];
}

function chip(name: string, label: string, kind: 'file' | 'folder' | 'doc' | 'code' | undefined, drop: () => void): HTMLElement {
  const remove = element(
    'button',
    { class: 'iconButton small', type: 'button', title: name, 'aria-label': name, onclick: drop },
    icon('close'),
  );
  return element(
    'span',
    { class: 'chip' },
    kind === undefined ? '' : icon(kind),
    element('span', { class: 'chipLabel', title: label }, label),
    remove,
  );
}
