/** The place that a row of one of our trees stands for. The menus of a tree hand over the row that they were opened on. */

import type { WirePlace } from '../../protocol/places.ts';
import { placeOfArgument } from '../editor/openPlace.ts';

export interface RowPlace extends WirePlace {
  /** The name that is meant in it; all of it where absent. */
  readonly find?: string;
}

/** A row that leads to a place: those of "Related" have it as `to`, those of communities as `chunk`, and a shared name below its chunk. */
interface PlacedRow {
  readonly to?: unknown;
  readonly chunk?: unknown;
  readonly parent?: { readonly chunk?: unknown };
  readonly entity?: unknown;
}

/** Undefined for what is no row, or one that leads nowhere. Throws where its place is none. */
export function placeOfRow(row: unknown): RowPlace | undefined {
  if (typeof row !== 'object' || row === null) return undefined;
  const { to, chunk, parent, entity } = row as PlacedRow;
  const at = to ?? chunk ?? (entity === undefined ? undefined : parent?.chunk);
  if (typeof at !== 'object' || at === null) return undefined;
  const find = entity ?? (at as RowPlace).find;
  return { ...placeOfArgument(at), ...(typeof find === 'string' ? { find } : {}) };
}

/** A place as people and tools write it: `docs/brewing.md:12-20`. */
export function reference({ path, startLine, endLine }: WirePlace): string {
  return `${path}:${startLine}${endLine > startLine ? `-${endLine}` : ''}`;
}
