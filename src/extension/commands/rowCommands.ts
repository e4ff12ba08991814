/** Actions for the place of a row in our trees: open to the side, peek, and copy the reference. */

import * as vscode from 'vscode';
import { reference } from '../../protocol/places.ts';
import { hasField } from '../../protocol/schema.ts';
import { t } from '../../protocol/text/translate.ts';
import { peekLinkedPlaces } from '../editor/linkedPlaces.ts';
import { openPlace } from '../editor/openPlace.ts';
import { peekPlaces } from '../editor/peekPlaces.ts';
import { type PlaceNode, placesBelow } from '../views/placeNodes.ts';
import { placeOfRow, type RowPlace } from '../views/rowPlace.ts';

/** `row` is one with a place. */
export async function openToSide(row: unknown): Promise<void> {
  const { find, ...place } = placed(row);
  await openPlace(place, { column: vscode.ViewColumn.Beside, find });
}

/** Peeks where a row of This Place or Your Change leads; of a section, where all of its rows lead; of a hover, what it lists. */
export async function peek(row: unknown): Promise<void> {
  if (hasField(row, 'places')) return peekLinkedPlaces(row);
  const places = hasField(row, 'kind') ? placesBelow(row as PlaceNode) : [];
  await peekPlaces(places.length > 0 ? places : [placed(row)]);
}

/** Copies path and lines. `row` is one with a place, or a parent of such rows, which are copied one per line. */
export async function copyReference(row: unknown): Promise<void> {
  const below = hasField(row, 'children') && Array.isArray(row.children) ? row.children : undefined;
  const places = below?.map(placeOfRow).filter((place) => place !== undefined) ?? [placed(row)];
  const text = places.map(reference).join('\n');
  await vscode.env.clipboard.writeText(text);
  vscode.window.setStatusBarMessage(places.length === 1 ? t('Copied {0}', text) : t('Copied as a list'), 3000);
}

function placed(row: unknown): RowPlace {
  const place = placeOfRow(row);
  if (place === undefined) throw new Error(t('Choose a row that leads to a place.'));
  return place;
}
