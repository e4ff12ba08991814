/**
 * A change and a question gone through before anyone waits for them. Code that a process has not run yet takes several times as long, so the
 * first save after opening would; some of the folder's own files are read and analysed as if they had changed, put into an index that nobody
 * asks, and found by their titles. Nothing of it is kept.
 *
 * Cost: some tenths of a second of processor time, a file at a time.
 */

import { Dictionary } from '../../../engine/index/codec/dictionary.ts';
import { encodeDocument } from '../../../engine/index/codec/documentCodec.ts';
import { MemoryIndex } from '../../../engine/index/memoryIndex.ts';
import { mesh } from '../../../engine/retrieval/systems/mesh.ts';
import { createLexicons } from '../../../engine/text/words/lexicon.ts';
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

/** Files that are gone through, and of which size in bytes: those that are edited mostly. */
const mostFiles = 16;
const leastBytes = 1000;
const mostBytes = 20_000;

/** The files to go through, from all over the folder. */
function sampleOf(rows: Iterable<FileRow>): readonly string[] {
  const usual: string[] = [];
  for (const { path, size, content } of rows) if (!isSkipNote(content) && size >= leastBytes && size <= mostBytes) usual.push(path);
  const step = Math.max(1, usual.length / mostFiles);
  return Array.from({ length: Math.min(mostFiles, usual.length) }, (_, i) => usual[Math.floor(i * step)] as string);
}

/**
 * Goes through some of the indexed files of a folder; returns how many were analysed. `turn` is awaited before each; it throws to end it.
 *
 * @param rows what is indexed.
 */
export async function rehearse(
  folder: string,
  options: FolderOptions,
  rows: Iterable<FileRow>,
  turn: () => Promise<void>,
): Promise<number> {
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
    // As a change of a file that is indexed.
    index.apply([documentAt(path, columns)]);
    const reader = index.reader();
    const [info] = await reader.chunkInfo([(await reader.liveChunks()).at(-1) as number]);
    const ranking = await mesh.search(reader, info?.title ?? path, { limit: 10 });
    await describeRanking(ranking, { reader, folders: [folder], texts: new Texts([folderTexts]) });
  }
  return index.documentCount;
}
