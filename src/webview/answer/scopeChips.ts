/** The scope of answers, as chips above the box: each can be removed, and one changes the whole. */

import type { PanelScope } from '../../protocol/panels/panelThread.ts';
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

export function scopeChips(on: Drawing): HTMLElement {
  const { words, send, state } = on;
  const { places, near, kind, language } = state.scope;
  const chips = places.map(({ label, isFolder }, index) =>
    chip(on, label, isFolder ? 'folder' : 'file', () => send({ type: 'dropScope', part: 'place', index })),
  );
  if (near) chips.push(chip(on, fill(words.scopeNear, near.label), 'file', () => send({ type: 'dropScope', part: 'near', index: 0 })));
  if (kind)
    chips.push(chip(on, kind === 'doc' ? words.kindDoc : words.kindCode, kind, () => send({ type: 'dropScope', part: 'kind', index: 0 })));
  if (language) chips.push(chip(on, fill(words.language, language), 'code', () => send({ type: 'dropScope', part: 'language', index: 0 })));
  const whole = scopeLabels(on, state.scope).join(', ') || words.scopeAll;
  const label = fill(words.scopeChange, whole);
  const change = element(
    'button',
    { class: 'chip scope', type: 'button', title: label, 'aria-label': label, onclick: () => send({ type: 'run', command: 'pickScope' }) },
    chips.length === 0 ? words.scopeAll : '',
    icon('chevronDown'),
  );
  return element('div', { class: 'chips' }, ...chips, change);
}

function chip({ words }: Drawing, label: string, kind: 'file' | 'folder' | 'doc' | 'code', drop: () => void): HTMLElement {
  const name = fill(words.scopeRemove, label);
  const remove = element(
    'button',
    { class: 'iconButton small', type: 'button', title: name, 'aria-label': name, onclick: drop },
    icon('close'),
  );
  return element('span', { class: 'chip' }, icon(kind), element('span', { class: 'chipLabel', title: label }, label), remove);
}
