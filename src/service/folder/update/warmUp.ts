/**
 * Warms up the JIT with a few no-op updates while idle: code runs several times slower the first time, and so would the first save after
 * opening. Some of the folder's own files are read and analysed as if changed, added to a throw-away index, and found by their titles.
 *
 * Takes some tenths of a second of processor time, one file at a time.
 */

import { bind, createLexicons, Dictionary, encodeDocument, MemoryIndex, mesh } from '../../../engine/index.ts';
import { createMemoryStore } from '../../../storage/memoryStore.ts';
import { type FileRow, isSkipNote } from '../../../storage/store.ts';
import { FolderLook } from '../../../workspace/files/folderLook.ts';
import { describeRanking } from '../../ask/describe.ts';
import type { FolderOptions } from '../../options.ts';
import { Texts } from '../chunkTexts.ts';
import { FolderTexts } from '../folderTexts.ts';
import { FileTable } from './fileTable.ts';
import { documentAt } from './loadIndex.ts';
import { type PlannedFolder, planPaths } from './plan.ts';
import { readSlice } from './readSlice.ts';

/** Number of files, and their size in bytes: that of files that are usually edited. */
const maxFiles = 16;
const minBytes = 1000;
const maxBytes = 20_000;

/** A sample of files from all over the folder. */
function sampleOf(rows: Iterable<FileRow>): readonly string[] {
  const usual: string[] = [];
  for (const { path, size, content } of rows) if (!isSkipNote(content) && size >= minBytes && size <= maxBytes) usual.push(path);
  const step = Math.max(1, usual.length / maxFiles);
  return Array.from({ length: Math.min(maxFiles, usual.length) }, (_, i) => usual[Math.floor(i * step)] as string);
}

/**
 * Processes some of the indexed files of a folder; returns how many were analysed. Awaits `turn` before each, which may throw to stop it.
 *
 * @param rows the indexed files.
 */
export async function warmUp(folder: string, options: FolderOptions, rows: Iterable<FileRow>, turn: () => Promise<void>): Promise<number> {
  const lexicons = createLexicons();
  const table = new FileTable();
  const index = new MemoryIndex(lexicons);
  const store = createMemoryStore();
  const dictionary = new Dictionary(lexicons);
  const look = new FolderLook(folder, options.settings);
  const folderTexts = new FolderTexts(folder, options.settings, (path) => table.get(path));
  const planned: PlannedFolder = { folder, options, table, store, look };
  const place = { folder, settings: options.settings, known: (path: string) => table.get(path), store, lexicons };
  for (const path of sampleOf(rows)) {
    await turn();
    const { batch, toRead } = await planPaths(planned, [path]);
    if (toRead.length === 0) continue;
    readSlice(place, toRead, 0, (outcome) => batch.add(outcome));
    batch.apply({ table, index, store });
    const content = table.get(path)?.content;
    const columns = content === undefined || isSkipNote(content) ? undefined : store.document(content);
    if (columns === undefined) continue;
    encodeDocument(columns, dictionary);
    // Like a change of an indexed file.
    index.apply([documentAt(path, columns)]);
    const reader = index.reader();
    const [info] = await reader.chunkInfo([(await reader.liveChunks()).at(-1) as number]);
    const ranking = await bind(mesh).search(reader, info?.title ?? path, { limit: 10 });
    await describeRanking(ranking, { reader, folders: [folder], texts: new Texts([folderTexts]) });
  }
  return index.documentCount;
}
