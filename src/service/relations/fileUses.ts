/** The imports and calls between the files of parts: found when first asked for, and kept for one state of the index. */

import { type FileUse, usesBetween } from '../../engine/connect/fileUses.ts';
import type { IndexReader } from '../../engine/index/reader.ts';
import type { Texts } from '../folder/chunkTexts.ts';
import type { View } from '../folder/view.ts';
import type { FolderUses, OverviewAnswer } from '../types/results.ts';
import type { RelationSources } from './relationSources.ts';

type FindFileUses = (
  overviews: readonly OverviewAnswer[],
  view: View,
  texts: Texts,
  signal: AbortSignal | undefined,
) => Promise<readonly FolderUses[]>;

export function createFileUses(sourcesOf: RelationSources): FindFileUses {
  const kept = new WeakMap<IndexReader, readonly FolderUses[]>();
  return async (overviews, view, texts, signal) => {
    const known = kept.get(view.reader);
    if (known !== undefined) return known;
    const found: FolderUses[] = [];
    for (const [position, source] of (await sourcesOf(view, texts, signal)).entries()) {
      const { folder } = view.folders[position] as View['folders'][number];
      const parts = overviews.find((one) => one.folder === folder)?.parts ?? [];
      const paths = parts.flatMap(({ files }) => files.map(({ path }) => path)).sort();
      const uses: readonly FileUse[] = paths.length === 0 ? [] : await usesBetween(paths, source);
      found.push({ folder, uses });
    }
    // What has changed since it was indexed is read again.
    if (texts.changed.size === 0) kept.set(view.reader, found);
    return found;
  };
}
