/** Draws the paths between two ends: passages from top to bottom, between them the name that joins them. */

import type { ConnectedSource } from '../../protocol/evidence.ts';
import type { EvidenceState, FromEvidence } from '../../protocol/panels/panelEvidence.ts';
import { pathParts } from '../../protocol/places.ts';
import { t } from '../../protocol/text/translate.ts';
import { count, element, icon } from '../shared/dom.ts';

type PathsState = Extract<EvidenceState, { view: 'paths' }>;
type Send = (message: FromEvidence) => void;

export function pathView({ paths, notes }: PathsState, send: Send): HTMLElement[] {
  return [
    ...notes.map((note) => element('p', { class: 'quiet' }, note)),
    ...paths.flatMap((path, n) => [
      ...(n === 0 ? [] : [element('h2', {}, t('Another path'))]),
      element(
        'ol',
        { class: 'path' },
        ...path.passages.map((passage, i) => {
          const link = path.links[i - 1];
          const by = link && element('p', { class: 'by' }, t('by {0}, in {1} passages', link.name, count(link.holders)));
          return element(
            'li',
            {},
            by,
            passageView(passage, (line) => send({ type: 'openPassage', path: n, passage: i, line })),
          );
        }),
      ),
    ]),
  ];
}

function passageView({ path, title, kind, names, startLine }: ConnectedSource, open: (line: number) => void): HTMLElement {
  const { folder, name } = pathParts(path);
  const first = names.find(({ line }) => line !== undefined)?.line ?? startLine;
  const place = element(
    'button',
    { class: 'link place', type: 'button', title: t('Open {0}', path), onclick: () => open(first) },
    icon(kind),
    element('span', { class: 'name' }, name),
    ` ${first}`,
  );
  // Names of one line are shown before it.
  const lines = [...new Set(names.map(({ text }) => text))].map((held) => {
    const here = names.filter(({ text }) => text === held).flatMap((one) => [element('span', { class: 'entity' }, one.name), ' ']);
    return element('p', { class: 'line' }, ...here, element('code', {}, held));
  });
  return element(
    'section',
    { class: 'passage', 'aria-label': path },
    element('h3', {}, place, ` ${title}`),
    element('p', { class: 'quiet' }, folder),
    ...lines,
  );
}
