/** Draws the paths between two ends: passages from top to bottom, between them the name that joins them. */

import type { ConnectedSource, ConnectParams, ConnectResult } from '../../protocol/evidence.ts';
import type { FromEvidence } from '../../protocol/panels/panelEvidence.ts';
import type { PanelWords } from '../../protocol/panels/panelWords.ts';
import { fill } from '../../protocol/text/words.ts';
import { count, element, icon } from '../shared/dom.ts';
import { pathParts } from '../shared/excerpt.ts';

type Send = (message: FromEvidence) => void;

export function pathView(result: ConnectResult, { from, to }: ConnectParams, words: PanelWords, send: Send): HTMLElement[] {
  const { paths, isSame, maxLinks, common, passages } = result;
  const outcome = isSame ? fill(words.pathSame, from, to) : paths.length === 0 ? fill(words.pathNone, count(maxLinks)) : undefined;
  const hubs = common.map(({ name, holders }) =>
    element('p', { class: 'quiet' }, fill(words.pathCommon, name, count(holders), count(passages))),
  );
  return [
    element('h2', {}, fill(words.pathTitle, from, to)),
    ...(outcome === undefined ? [] : [element('p', {}, outcome)]),
    ...paths.flatMap((path, n) => [
      ...(n === 0 ? [] : [element('h2', {}, words.pathOther)]),
      element(
        'ol',
        { class: 'path' },
        ...path.passages.map((passage, i) => {
          const link = path.links[i - 1];
          const by = link && element('p', { class: 'by' }, fill(words.pathBy, link.name, count(link.holders)));
          return element(
            'li',
            {},
            by,
            passageView(passage, words, (line) => send({ type: 'openPassage', path: n, passage: i, line })),
          );
        }),
      ),
    ]),
    ...hubs,
  ];
}

function passageView(
  { path, title, kind, names, startLine }: ConnectedSource,
  words: PanelWords,
  open: (line: number) => void,
): HTMLElement {
  const { folder, name } = pathParts(path);
  const first = names.find(({ line }) => line !== undefined)?.line ?? startLine;
  const place = element(
    'button',
    { class: 'link place', type: 'button', title: fill(words.openPlace, path), onclick: () => open(first) },
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
