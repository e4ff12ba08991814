/** The place of a row in our trees. The menus of a tree pass the row on which they were opened. */

import type * as vscode from 'vscode';
import type { WirePlace } from '../../protocol/places.ts';
import { check } from '../../protocol/schema.ts';
import { placeArgument } from '../editor/openPlace.ts';

/** Makes rows with a resource draggable, as VS Code drags files: into an editor, or into the chat as context. */
export const draggedAsFiles: vscode.TreeDragAndDropController<unknown> = {
  dragMimeTypes: [],
  dropMimeTypes: [],
  // Without it VS Code lets no row be dragged; it knows the resource of a row itself.
  handleDrag() {},
};

export interface RowPlace extends WirePlace {
  /** The name within the place; the whole place by default. */
  readonly find?: string;
}

/** A row with a place: `to` in "Related", `chunk` in communities, and the parent chunk for a shared name. */
interface PlacedRow {
  readonly to?: unknown;
  readonly chunk?: unknown;
  readonly parent?: { readonly chunk?: unknown };
  readonly entity?: unknown;
}

/** Undefined for anything that is not a row with a place. Throws if the place is invalid. */
export function placeOfRow(row: unknown): RowPlace | undefined {
  if (typeof row !== 'object' || row === null) return undefined;
  const { to, chunk, parent, entity } = row as PlacedRow;
  const at = to ?? chunk ?? (entity === undefined ? undefined : parent?.chunk);
  if (typeof at !== 'object' || at === null) return undefined;
  const find = entity ?? (at as RowPlace).find;
  return { ...check(placeArgument, at, 'place'), ...(typeof find === 'string' ? { find } : {}) };
}
