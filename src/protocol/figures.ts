/** Wire types of the paper's figures for a workspace. */

import type { RequestName } from './messageNames.ts';
import { docOrCode } from './places.ts';
import { type Infer, integer, list, number, object, text, variants } from './schema.ts';

const count = integer(0, 1e9);

/** A chunk in the plane of the sketches. */
const sketchPoint = object({
  /** -1 to 1. */
  x: number,
  y: number,
  kind: docOrCode,
  /** Path and lines. */
  label: text(),
  /** Position of its community; -1 if it is in none, or in one that is not drawn. */
  area: integer(-1, 1e6),
});
export type SketchPoint = Infer<typeof sketchPoint>;

/** A community of the rings. */
const figureCommunity = object({
  name: text(),
  /** Chunks. */
  size: count,
  /** The parts of its name and further candidates, best first. */
  labels: list(text()),
  /** The most characteristic ones. */
  entities: list(text()),
});
export type FigureCommunity = Infer<typeof figureCommunity>;

/** Communities that are drawn. */
export const maxFigureCommunities = 24;

export const figuresResult = object({
  /** Largest first. */
  communities: list(figureCommunity),
  /** Number of all communities. */
  all: count,
  points: list(sketchPoint),
  /** Chunks of all folders that the points were sampled from. */
  chunks: count,
});
export type FiguresResult = Infer<typeof figuresResult>;

/** Requested by the figures panel. */
export const figuresRequest: RequestName<Record<string, never>, FiguresResult> = 'meshrag/figures';

/** The report of appendix C as text, for each folder. */
export const paperReportRequest: RequestName<Record<string, never>, { readonly text: string }> = 'meshrag/paperReport';

/** Messages to the figures panel. */
export const toFigures = variants('type', {
  show: object({ figures: figuresResult }),
  wait: object({ text: text() }),
});
export type ToFigures = Infer<typeof toFigures>;

/** Messages from the figures panel. */
export const fromFigures = variants('type', { ready: object({}), save: object({ figure: text(100), svg: text(20_000_000) }) });
export type FromFigures = Infer<typeof fromFigures>;
