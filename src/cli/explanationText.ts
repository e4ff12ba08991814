/** What a system found on its way to a ranking, as text for a terminal. */

import { visiblePath } from '../service/tools/toolContext.ts';
import type { ShownExplanation } from '../service/types/results.ts';
import { type FolderNames, fileJson } from './folderNames.ts';
import { clean, type Output } from './output.ts';
import { linesOf } from './results.ts';

const headings: Readonly<Record<ShownExplanation['sections'][number]['kind'], string>> = {
  names: 'Names near the question',
  elected: 'What elected the passages',
  prices: 'Prices of passages',
  votes: 'Votes for each passage',
  path: 'Steps to each passage',
  dropped: 'Steps that were dropped',
  communities: 'Communities that were searched',
};

/** Sections with a line for each row and one for each of its places, then the links of the drawing. */
export function printExplanation({ sections, drawing, places }: ShownExplanation, folders: FolderNames, output: Output): void {
  for (const { kind, rows, more } of sections) {
    output.line(`\n${output.style.strong(headings[kind])}`);
    for (const { label, detail, places: own } of rows) {
      output.line(`  ${clean(label)}  ${output.style.dim(clean(detail))}`.trimEnd());
      for (const at of own) {
        const place = places[at] as ShownExplanation['places'][number];
        output.line(`      ${output.style.accent(`${clean(visiblePath(place, { folders }))}:${linesOf(place)}`)}`);
      }
    }
    if (more > 0) output.line(output.style.dim(`  ${more} more`));
  }
  if (drawing === undefined || drawing.edges.length === 0) return;
  const nodeOf = new Map(drawing.nodes.map((node) => [node.id, node]));
  output.line(`\n${output.style.strong('Links')}`);
  for (const { from, to, label } of drawing.edges) {
    const [a, b] = [nodeOf.get(from), nodeOf.get(to)];
    const link = drawing.isDirected ? '→' : '—';
    const how = [...(label === '' ? [] : [label]), ...(b?.isDropped ? ['dropped'] : [])].join(', ');
    output.line(`  ${clean(a?.label ?? '')} ${link} ${clean(b?.label ?? '')}  ${output.style.dim(clean(how))}`.trimEnd());
  }
  output.line();
}

/** For programs: the same, with places as in results. */
export function explanationJson({ places, ...explanation }: ShownExplanation, folders: FolderNames): object {
  const shown = places.map(({ startLine, endLine, title, ...place }) => ({ ...fileJson(place, folders), startLine, endLine, title }));
  return { ...explanation, places: shown };
}
