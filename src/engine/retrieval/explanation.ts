/**
 * What a system found on its way to a ranking, for people: sections of rows that lead to passages, and at most one drawing of nodes and edges. Plain data;
 * made only if it is asked for.
 */

/** What the rows of a section are; the heading, in the user's language, belongs to who shows it. */
export const sectionKinds = ['names', 'elected', 'prices', 'votes', 'path', 'dropped', 'communities'] as const;

export interface ExplanationRow {
  /** A name, or the title of a passage; empty for the name of its first passage. */
  readonly label: string;
  /** In English, as labels of evidence are: figures, relations, a model's summary. */
  readonly detail: string;
  /** Where it is, best first: at most `maxPlaces`. */
  readonly chunks: readonly number[];
}

export interface ExplanationSection {
  readonly kind: (typeof sectionKinds)[number];
  readonly rows: readonly ExplanationRow[];
  /** Rows that are left out. */
  readonly more: number;
}

export interface DrawnNode {
  /** Unique in the drawing. */
  readonly id: number;
  /** Empty for the name of its passage. */
  readonly label: string;
  /** What it leads to. */
  readonly chunk?: number;
  /** Whether it was reached, but is not part of the ranking. */
  readonly isDropped?: boolean;
}

export interface DrawnEdge {
  readonly from: number;
  readonly to: number;
  /** May be empty. */
  readonly label: string;
}

export interface Drawing {
  readonly nodes: readonly DrawnNode[];
  readonly edges: readonly DrawnEdge[];
  /** Whether edges have a direction. */
  readonly isDirected: boolean;
}

export interface Explanation {
  readonly sections: readonly ExplanationSection[];
  readonly drawing?: Drawing;
}

const maxRows = 20;
const maxPlaces = 3;
/** Nodes of a drawing that can still be read. */
export const maxNodes = 24;

/** The first rows, each with its first places. */
export function createSection(kind: ExplanationSection['kind'], rows: readonly ExplanationRow[]): ExplanationSection {
  const shown = rows.slice(0, maxRows).map(({ chunks, ...row }) => ({ ...row, chunks: chunks.slice(0, maxPlaces) }));
  return { kind, rows: shown, more: rows.length - shown.length };
}

export function passages(count: number): string {
  return count === 1 ? '1 passage' : `${count} passages`;
}

/** A figure for people: two digits behind the point, or the first one that is not 0. */
export function figure(value: number): string {
  return value !== 0 && Math.abs(value) < 0.005 ? value.toPrecision(1) : value.toFixed(2);
}
