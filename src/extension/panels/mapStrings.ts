/** The texts of the map and the figures, in the user's language. */

import { l10n } from 'vscode';
import { message } from '../../messages/messages.ts';
import type { FigureWords } from '../../protocol/figures.ts';
import type { MapWords } from '../../protocol/panels/mapWords.ts';
import { textIn } from '../client/strings.ts';

export function mapWords(): MapWords {
  return {
    mapTitle: l10n.t('Workspace map'),
    search: l10n.t('Search the map'),
    part: l10n.t('Part'),
    allParts: l10n.t('All parts'),
    community: l10n.t('Community'),
    allCommunities: l10n.t('All communities'),
    kind: l10n.t('Kind'),
    allKinds: l10n.t('Docs and code'),
    docs: l10n.t('Docs'),
    code: l10n.t('Code'),
    follow: l10n.t('Follow the editor'),
    fit: l10n.t('Show all'),
    zoomIn: l10n.t('Zoom in'),
    zoomOut: l10n.t('Zoom out'),
    zoomTo: l10n.t('Zoom to selection'),
    around: l10n.t('Around this file'),
    list: l10n.t('Parts'),
    canvas: l10n.t('Map of parts and communities. The list next to it has the same parts, communities, passages and links.'),
    size: l10n.t('{0} passages in {1} files'),
    sizeOneFile: l10n.t('{0} passages in 1 file'),
    drawn: l10n.t('{0} parts; {1} of {2} communities.'),
    ofCommit: textIn([message('sharedCommunities')]),
    leftInside: l10n.t('{0} more passages, {1} more links'),
    shares: l10n.t('shares {0}'),
    sharesWith: l10n.t('shares {0} with {1}'),
    evidence: l10n.t('Show evidence'),
    ask: l10n.t('Ask about this'),
    alsoIn: l10n.t('also in: {0}'),
    nothing: l10n.t('No part or community matches.'),
    none: l10n.t('No file is indexed that could be drawn.'),
    loading: l10n.t('Finding communities'),
    retry: l10n.t('Try again'),
    reading: l10n.t('Reading the lines'),
    hint: l10n.t('Click a part or a community to unfold it, a passage to open it; Shift+click two passages for their evidence.'),
    lines: l10n.t('{0}, lines {1}'),
    gates: l10n.t('Dependencies'),
    gatesHint: l10n.t('Where a passage of one community uses, extends or causes one of another'),
    gatesLoading: l10n.t('Finding dependencies.'),
    gatesShown: l10n.t('{0} of {1} dependencies.'),
    gatesNone: l10n.t('No dependencies: no passage of one community is seen to use or cause one of another.'),
    gatesTooLarge: l10n.t('This workspace has too many passages to find dependencies.'),
    gateTo: l10n.t('→ {0}: {1} {2}'),
    gateFrom: l10n.t('← {0}: {1} {2}'),
    gateMutual: l10n.t('↔ {0}: {1} {2}'),
    gateCalls: l10n.t('calls'),
    gateExtends: l10n.t('extends'),
    gateThrows: l10n.t('throws'),
    gateImports: l10n.t('imports'),
    gateCause: l10n.t('cause'),
    gateCauses: l10n.t('causes'),
  };
}

export function figureWords(): FigureWords {
  return {
    title: l10n.t('Workspace figures'),
    sunburst: l10n.t('Communities and their names'),
    sunburstNote: l10n.t('The {0} largest of {1} communities of the view Communities; the outer ring has their distinctive names.'),
    sunburstListNote: l10n.t('The {0} largest of {1} communities of the view Communities, numbered by size.'),
    sketches: l10n.t('Passages by similarity'),
    sketchesNote: l10n.t(
      '{0} of {1} passages. Close together = many names in common. Colour = community of the view Communities. Squares are docs, dots are code.',
    ),
    save: l10n.t('Save as SVG'),
    table: l10n.t('As a table'),
    community: l10n.t('Community'),
    chunks: l10n.t('Passages'),
    names: l10n.t('Names'),
    others: l10n.t('other communities'),
    none: l10n.t('No communities were found: no rare names are shared by several places of this workspace.'),
    loading: l10n.t('Drawing'),
  };
}
