/**
 * Lists where something is masked in the files of a folder, and why; never the value.
 *
 * Nothing of it is stored: each file is read and searched when the list is asked for, in slices. While a folder is open its files' places are
 * cached by content, so that another list costs only the files that have changed.
 */

import { lineCursor, linesOf } from '../../engine/text/lines.ts';
import { findSecrets } from '../../engine/text/secrets/secrets.ts';
import type { FolderIndex } from '../folder/folderIndex.ts';
import { yieldInSlices, yieldToEventLoop } from '../scheduling/timeSlices.ts';
import type { MaskedAnswer, MaskedPlace } from '../types/results.ts';

type FilePlaces = Pick<MaskedAnswer, 'places'> & { readonly hash: string };

/** Answers for the folders of one service. */
export function createMaskedFinder(): (folder: FolderIndex, signal?: AbortSignal) => Promise<MaskedAnswer> {
  const known = new WeakMap<FolderIndex, ReadonlyMap<string, FilePlaces>>();
  return async (folder, signal) => {
    const [before, now] = [known.get(folder), new Map<string, FilePlaces>()];
    const yieldThread = yieldInSlices(() => yieldToEventLoop(signal));
    for (const path of [...folder.contents.files()].map((file) => file.path).sort()) {
      signal?.throwIfAborted();
      await yieldThread();
      const hash = folder.hashOf(path) ?? '';
      const cached = before?.get(path);
      if (cached?.hash === hash) now.set(path, cached);
      else {
        const text = folder.fileText(path)?.whole();
        // A file that has changed since it was indexed is read again with the next list.
        if (text !== undefined) now.set(path, { hash, places: placesIn(path, text) });
      }
    }
    known.set(folder, now);
    return { folder: folder.folder, places: [...now.values()].flatMap(({ places }) => places) };
  };
}

function placesIn(path: string, text: string): readonly MaskedPlace[] {
  const secrets = findSecrets(text);
  if (secrets.length === 0) return [];
  const lineOf = lineCursor(linesOf(text));
  return secrets.map(({ from, kind }) => ({ path, line: lineOf(from) + 1, kind }));
}
