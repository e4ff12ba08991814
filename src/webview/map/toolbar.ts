/** The controls above the map: search, filters, following, zoom. */

import type { MapResult } from '../../protocol/map.ts';
import type { MapWords } from '../../protocol/panels/mapWords.ts';
import { element } from '../shared/dom.ts';
import type { Filter } from './scene.ts';

export interface ToolbarActions {
  filter(filter: Filter): void;
  follow(isOn: boolean): void;
  gates(isOn: boolean): void;
  zoom(factor: number): void;
  fit(): void;
  zoomToChosen(): void;
  /** Index of the area of the editor's place; −1 if there is none. */
  areaAtCursor(): number;
}

export function toolbar(map: MapResult, words: MapWords, actions: ToolbarActions): HTMLElement {
  const search = element('input', { type: 'search', placeholder: words.search, 'aria-label': words.search });
  const part = element(
    'select',
    { 'aria-label': words.part },
    element('option', { value: -1 }, words.allParts),
    ...byName(map.parts).map(({ name, i }) => element('option', { value: i }, name)),
  );
  const kind = element(
    'select',
    { 'aria-label': words.kind },
    element('option', { value: 'all' }, words.allKinds),
    element('option', { value: 'doc' }, words.docs),
    element('option', { value: 'code' }, words.code),
  );
  const community = element(
    'select',
    { 'aria-label': words.community },
    element('option', { value: -1 }, words.allCommunities),
    ...byName(map.communities).map(({ name, i }) => element('option', { value: i }, name)),
  );
  const changed = (): void =>
    actions.filter({
      words: search.value.trim(),
      part: Number(part.value),
      community: Number(community.value),
      kind: kind.value as Filter['kind'],
    });
  for (const control of [search, part, kind, community]) control.addEventListener('input', changed);
  const follow = element('input', { type: 'checkbox', checked: true });
  follow.addEventListener('change', () => actions.follow(follow.checked));
  const gates = element('input', { type: 'checkbox' });
  gates.addEventListener('change', () => actions.gates(gates.checked));
  const button = (label: string, run: () => void, sign = label) =>
    element('button', { class: 'secondary tool', title: label, 'aria-label': label, onclick: run }, sign);
  return element(
    'div',
    { class: 'toolbar', role: 'toolbar', 'aria-label': words.mapTitle },
    search,
    element('label', {}, follow, words.follow),
    element('label', { title: words.gatesHint }, gates, words.gates),
    part,
    kind,
    community,
    element(
      'span',
      { class: 'tools' },
      button(words.zoomIn, () => actions.zoom(1.4), '+'),
      button(words.zoomOut, () => actions.zoom(1 / 1.4), '−'),
      button(words.zoomTo, actions.zoomToChosen),
      button(words.fit, actions.fit),
      button(words.around, () => {
        community.value = String(actions.areaAtCursor());
        changed();
      }),
    ),
  );
}

function byName(named: readonly { readonly name: string }[]): readonly { readonly name: string; readonly i: number }[] {
  return named.map(({ name }, i) => ({ name, i })).sort((a, b) => a.name.localeCompare(b.name));
}
