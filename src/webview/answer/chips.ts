/** Chips that can be removed: the scope of answers above the box, where one changes the whole, and what a model had looked for below a question. */

import type { PanelScope, PanelTurn } from '../../protocol/panels/panelThread.ts';
import { termsIn } from '../../protocol/text/restatedTerms.ts';
import { fill } from '../../protocol/text/serverWords.ts';
import { element, icon } from '../shared/dom.ts';
import type { Drawing } from './drawing.ts';

/** The parts of a scope in words; empty for the whole workspace. */
export function scopeLabels({ words }: Drawing, { places, near, kind, language }: PanelScope): string[] {
  const labels = places.map(({ label }) => label);
  if (near) labels.push(fill(words.scopeNear, near.label));
  if (kind) labels.push(kind === 'doc' ? words.kindDoc : words.kindCode);
  if (language) labels.push(fill(words.language, language));
  return labels;
}

export function scopeChips(on: Drawing): HTMLElement[] {
  const { words, send, state } = on;
  const { places, near, kind, language } = state.scope;
  const scoped = (label: string, sign: 'file' | 'folder' | 'doc' | 'code', drop: () => void): HTMLElement =>
    chip(fill(words.scopeRemove, label), label, sign, drop);
  const chips = places.map(({ label, isFolder }, index) =>
    scoped(label, isFolder ? 'folder' : 'file', () => send({ type: 'dropScope', part: 'place', index })),
  );
  if (near) chips.push(scoped(fill(words.scopeNear, near.label), 'file', () => send({ type: 'dropScope', part: 'near', index: 0 })));
  if (kind)
    chips.push(scoped(kind === 'doc' ? words.kindDoc : words.kindCode, kind, () => send({ type: 'dropScope', part: 'kind', index: 0 })));
  if (language) chips.push(scoped(fill(words.language, language), 'code', () => send({ type: 'dropScope', part: 'language', index: 0 })));
  const whole = scopeLabels(on, state.scope).join(', ') || words.scopeAll;
  const label = fill(words.scopeChange, whole);
  const change = element(
    'button',
    { class: 'chip scope', type: 'button', title: label, 'aria-label': label, onclick: () => send({ type: 'run', command: 'pickScope' }) },
    chips.length === 0 ? words.scopeAll : '',
    icon('chevronDown'),
  );
  return [...chips, change];
}

/** What a model had looked for as well, each of which can be taken out. */
export function termChips(on: Drawing, { id, restated, result }: PanelTurn): HTMLElement[] {
  const { words, send } = on;
  const found = result === undefined ? restated : result.restated;
  const terms = found === undefined ? [] : termsIn(found);
  if (terms.length === 0) return [];
  const chips = terms.map((term) =>
    element(
      'li',
      {},
      chip(fill(words.termRemove, term), term, undefined, () => send({ type: 'dropTerm', turn: id, term })),
    ),
  );
  const label = element('span', { id: `terms-${id}` }, `${words.alsoLookedFor}:`);
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
