/** The controls above the map: search, filters, following, zoom. */

import type { MapResult } from '../../protocol/map.ts';
import type { MapWords } from '../../protocol/panels/mapWords.ts';
import { element } from '../shared/dom.ts';
import type { Filter } from './scene.ts';

export interface ToolbarActions {
  filter(filter: Filter): void;
  follow(isOn: boolean): void;
  zoom(factor: number): void;
  fit(): void;
  zoomToChosen(): void;
  /** Index of the area of the editor's place; −1 if there is none. */
  areaAtCursor(): number;
}

export function toolbar(map: MapResult, words: MapWords, actions: ToolbarActions): HTMLElement {
  const search = element('input', { type: 'search', placeholder: words.search, 'aria-label': words.search });
  const folders = map.folders.map((name, i) => ({ name, i })).sort((a, b) => (a.name < b.name ? -1 : 1));
  const folder = element(
    'select',
    { 'aria-label': words.folder },
    element('option', { value: -1 }, words.allFolders),
    ...folders.map(({ name, i }) => element('option', { value: i }, folderName(name, words))),
  );
  const kind = element(
    'select',
    { 'aria-label': words.kind },
    element('option', { value: 'all' }, words.allKinds),
    element('option', { value: 'doc' }, words.docs),
    element('option', { value: 'code' }, words.code),
  );
  const areas = map.communities.map(({ name }, i) => ({ name, i })).sort((a, b) => a.name.localeCompare(b.name));
  const community = element(
    'select',
    { 'aria-label': words.community },
    element('option', { value: -1 }, words.allCommunities),
    ...areas.map(({ name, i }) => element('option', { value: i }, name)),
  );
  const changed = (): void =>
    actions.filter({
      words: search.value.trim(),
      folder: Number(folder.value),
      community: Number(community.value),
      kind: kind.value as Filter['kind'],
    });
  for (const control of [search, folder, kind, community]) control.addEventListener('input', changed);
  const follow = element('input', { type: 'checkbox', checked: true });
  follow.addEventListener('change', () => actions.follow(follow.checked));
  const button = (label: string, run: () => void) => element('button', { class: 'secondary tool', onclick: run }, label);
  return element(
    'div',
    { class: 'toolbar', role: 'toolbar', 'aria-label': words.mapTitle },
    search,
    element('label', {}, follow, words.follow),
    folder,
    kind,
    community,
    element(
      'span',
      { class: 'tools' },
      button(words.zoomIn, () => actions.zoom(1.4)),
      button(words.zoomOut, () => actions.zoom(1 / 1.4)),
      button(words.zoomTo, actions.zoomToChosen),
      button(words.fit, actions.fit),
      button(words.around, () => {
        community.value = String(actions.areaAtCursor());
        changed();
      }),
    ),
  );
}

/** The display name of a folder; the top folder has no name of its own. */
export function folderName(name: string, { topFolder }: MapWords): string {
  return name === '.' ? topFolder : name;
}
