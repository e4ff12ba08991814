/** Complete documents of a folder's index, from the store; for digests and checks. */

import { languageNamed } from '../../engine/text/languages.ts';
import { pathNames } from '../../engine/text/names/pathNames.ts';
import { analysisOf, type DocumentColumns } from '../../engine/text/words/columns.ts';
import type { DigestedDocument } from '../../storage/digest.ts';
import { isSkipNote } from '../../storage/store.ts';
import type { FolderIndex } from '../folder/folderIndex.ts';
import { readFile, storedColumns } from '../folder/update/readFile.ts';

/**
 * The document of an indexed path; `undefined` if the path is not indexed, or if the store has lost the document (its file was damaged
 * while in use) and the file has changed since.
 */
export function digestedDocument(folder: FolderIndex, path: string): DigestedDocument | undefined {
  const { table, store } = folder.contents.data;
  const content = table.get(path)?.content;
  if (content === undefined || isSkipNote(content)) return undefined;
  const columns = storedColumns(store, content) ?? analyzedAgain(folder, path, content.hash);
  if (columns === undefined) return undefined;
  return {
    path,
    names: pathNames(path, languageNamed(content.language)),
    analysis: analysisOf(columns, folder.contents.lexicons),
    hash: content.hash,
  };
}

export function* digestedDocuments(folder: FolderIndex): Iterable<DigestedDocument> {
  for (const path of folder.contents.data.index.paths()) {
    const document = digestedDocument(folder, path);
    if (document !== undefined) yield document;
  }
}

function analyzedAgain(folder: FolderIndex, path: string, hash: string): DocumentColumns | undefined {
  const outcome = readFile(folder.folder, path, folder.options.settings, undefined, {
    languageOf: (relative) => folder.languageOf(relative),
    store: folder.contents.data.store,
    lexicons: folder.contents.lexicons,
  });
  if (outcome?.kind !== 'row' || isSkipNote(outcome.row.content) || outcome.row.content.hash !== hash) return undefined;
  return outcome.document?.columns;
}
