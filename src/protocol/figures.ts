/** Wire types of the paper's figures for a workspace. */

import { mapResult } from './map.ts';
import type { RequestName } from './messageNames.ts';
import { docOrCode } from './places.ts';
import { type Infer, integer, list, number, object, record, type Schema, text, variants } from './schema.ts';

/** A chunk in the plane of the sketches. */
const sketchPoint = object({
  /** -1 to 1. */
  x: number,
  y: number,
  kind: docOrCode,
  /** Path and lines. */
  label: text(),
  /** Index of its largest community on the map; -1 if none is drawn. */
  area: integer(-1, 1e6),
});
export type SketchPoint = Infer<typeof sketchPoint>;

export const sketchesResult = object({
  points: list(sketchPoint),
  /** Chunks of all folders that the points were sampled from. */
  chunks: integer(0, 1e9),
});
export type SketchesResult = Infer<typeof sketchesResult>;

/** Requested by the figures panel. */
export const sketchesRequest: RequestName<Record<string, never>, SketchesResult> = 'meshrag/sketches';

/** The report of appendix C as text, for each folder. */
export const paperReportRequest: RequestName<Record<string, never>, { readonly text: string }> = 'meshrag/paperReport';

/** English; lists the texts to translate. */
export const defaultFigureWords = {
  title: 'Workspace figures',
  sunburst: 'Communities and their names',
  sunburstNote: 'The {0} largest of {1} communities of the view Communities; the outer ring has their distinctive names.',
  sunburstListNote: 'The {0} largest of {1} communities of the view Communities, numbered by size.',
  sketches: 'Passages by similarity',
  sketchesNote:
    '{0} of {1} passages. Close together = many names in common. Colour = community of the view Communities. Squares are docs, dots are code.',
  save: 'Save as SVG',
  table: 'As a table',
  community: 'Community',
  chunks: 'Passages',
  names: 'Names',
  others: 'other communities',
  none: 'No communities were found: no rare names are shared by several places of this workspace.',
  loading: 'Drawing',
} as const;

/** The same texts in the user's language. */
export type FigureWords = Readonly<Record<keyof typeof defaultFigureWords, string>>;

/** Messages to the figures panel. */
export const toFigures = variants('type', {
  show: object({ map: mapResult, sketches: sketchesResult, words: record(text()) as Schema<FigureWords> }),
  wait: object({ text: text() }),
});
export type ToFigures = Infer<typeof toFigures>;

/** Messages from the figures panel. */
export const fromFigures = variants('type', { ready: object({}), save: object({ figure: text(100), svg: text(20_000_000) }) });
export type FromFigures = Infer<typeof fromFigures>;
