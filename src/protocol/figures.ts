/** Wire types of the paper's figures for a workspace. */

import { asArray, asInteger, asNumber, asObject, asString, oneOf } from './check.ts';
import { type MapResult, readMapResult } from './map.ts';
import type { RequestName } from './names.ts';

/** A chunk in the plane of the sketches. */
export interface SketchPoint {
  /** -1 to 1. */
  readonly x: number;
  readonly y: number;
  readonly kind: 'doc' | 'code';
  /** Path and lines. */
  readonly label: string;
  /** Index of its largest community on the map; -1 if none is drawn. */
  readonly area: number;
}

export interface SketchesResult {
  readonly points: readonly SketchPoint[];
  /** Chunks of all folders that the points were sampled from. */
  readonly chunks: number;
}

/** Requested by the figures panel. */
export const sketchesRequest: RequestName<Record<string, never>, SketchesResult> = 'meshrag/sketches';

/** The report of appendix C as text, for each folder. */
export const paperReportRequest: RequestName<Record<string, never>, { readonly text: string }> = 'meshrag/paperReport';

/** Messages to the figures panel. */
export type ToFigures =
  | { readonly type: 'show'; readonly map: MapResult; readonly sketches: SketchesResult; readonly words: FigureWords }
  | { readonly type: 'wait'; readonly text: string };

/** Messages from the figures panel. */
export type FromFigures = { readonly type: 'ready' } | { readonly type: 'save'; readonly figure: string; readonly svg: string };

/** English; lists the texts to translate. */
export const defaultFigureWords = {
  title: 'Workspace figures',
  sunburst: 'Communities and their names',
  sunburstNote: 'The {0} largest of {1} communities; the outer ring has their distinctive names.',
  sunburstListNote: 'The {0} largest of {1} communities, numbered by size.',
  sketches: 'Passages by similarity',
  sketchesNote: '{0} of {1} passages. Close together = many names in common. Squares are docs, dots are code.',
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

const maxSvgLength = 20_000_000;

/** Validates a message from the figures; throws if it is invalid. */
export function readFromFigures(value: unknown): FromFigures {
  const message = asObject(value, 'message');
  if (oneOf(message.type, 'type', ['ready', 'save']) === 'ready') return { type: 'ready' };
  return { type: 'save', figure: asString(message.figure, 'figure', 100), svg: asString(message.svg, 'svg', maxSvgLength) };
}

/** Validates a message to the figures; throws if it is invalid. */
export function readToFigures(value: unknown): ToFigures {
  const message = asObject(value, 'message');
  if (oneOf(message.type, 'type', ['show', 'wait']) === 'wait') return { type: 'wait', text: asString(message.text, 'text') };
  return {
    type: 'show',
    map: readMapResult(message.map),
    sketches: readSketches(message.sketches),
    words: asObject(message.words, 'words') as FigureWords,
  };
}

/** Validates the plot. */
export function readSketches(value: unknown): SketchesResult {
  const sketches = asObject(value, 'sketches');
  return { points: asArray(sketches.points, 'points', readPoint), chunks: asInteger(sketches.chunks, 'chunks', 0, 1e9) };
}

function readPoint(value: unknown, name: string): SketchPoint {
  const point = asObject(value, name);
  return {
    x: asNumber(point.x, `${name}.x`),
    y: asNumber(point.y, `${name}.y`),
    kind: oneOf(point.kind, `${name}.kind`, ['doc', 'code']),
    label: asString(point.label, `${name}.label`),
    area: asInteger(point.area, `${name}.area`, -1, 1e6),
  };
}
