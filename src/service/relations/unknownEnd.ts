/** Why a name or file that is asked about is not known: it is not indexed, or nothing has that name; the nearest ones are named. */

import { statSync } from 'node:fs';
import nodePath from 'node:path';
import type { Message } from '../../engine/message.ts';
import type { FolderPart } from '../../engine/relations/candidates.ts';
import { nearestNames, oneLetterAway } from '../../engine/relations/otherNames.ts';
import { MessageError, message } from '../../messages/messages.ts';
import type { View } from '../folder/view.ts';

const maxNearest = 3;

/** @param name what to compare with other names, where it is no file. @param parts one for each folder. */
export async function unknownEnd(asked: string, name: string, parts: readonly FolderPart[], view: View): Promise<MessageError> {
  const file = asked.replace(/:\d+$/, '');
  if (view.folders.some(({ folder }) => isFileAt(nodePath.resolve(folder, file))))
    return new MessageError(message('notIndexed', JSON.stringify(file)));
  const nearest = await nearestIn(name, parts, view, maxNearest);
  return new MessageError(
    nearest.length === 0
      ? message('unknownEnd', JSON.stringify(asked))
      : message('unknownEndNear', JSON.stringify(asked), nearest.join(', ')),
  );
}

/** That nothing has a name, with the nearest ones. */
export async function nothingCalled(name: string, parts: readonly FolderPart[], view: View): Promise<Message> {
  const nearest = await nearestIn(name, parts, view, maxNearest);
  const shown = JSON.stringify(name);
  return nearest.length === 0 ? message('definedNowhere', shown) : message('definedNowhereNear', shown, nearest.join(', '));
}

/** The names nearest to one that is not known; over a published index, which is not asked for all of its names, those that differ in one letter. */
export async function nearestIn(name: string, parts: readonly FolderPart[], { folders }: View, max: number): Promise<readonly string[]> {
  const nearestTo = folders.some(({ isShared }) => isShared) ? oneLetterAway : nearestNames;
  const nearest = await Promise.all(parts.map((part) => nearestTo(name, part, max)));
  return [...new Set(nearest.flat())].slice(0, max);
}

/** False also for a name that no path can have: it is too long, or holds NUL. */
function isFileAt(absolute: string): boolean {
  try {
    return statSync(absolute, { throwIfNoEntry: false })?.isFile() === true;
  } catch {
    return false;
  }
}
