/** Small rows and documents for tests of stores. */

import { createHash } from 'node:crypto';
import type { ContentId } from '../../src/engine/document.ts';
import type { SavedSegment } from '../../src/engine/index/codec/savedSegments.ts';
import { indexedDocument } from '../../src/engine/index/segment.ts';
import { buildSegment } from '../../src/engine/index/segmentBuilder.ts';
import { createLexicons, type Lexicons } from '../../src/engine/text/words/lexicon.ts';
import type { FileRow, StoreChange } from '../../src/storage/store.ts';
import { columnsOf } from './columns.ts';

/** The lexicons of these rows and stores. */
export const lexicons: Lexicons = createLexicons();

/** The id of a content, as the service makes it. */
export function idOf(content: string): ContentId {
  return { hash: createHash('sha256').update(content).digest('hex'), language: 'typescript' };
}

/** The row of a path with this content. */
export function rowOf(path: string, content: string): FileRow {
  return {
    path,
    size: content.length,
    mtimeNs: 1n,
    ctimeNs: 2n,
    inode: 3n,
    indexedAtNs: 1_700_000_000_000_000_000n,
    content: idOf(content),
  };
}

/** A segment of documents of one chunk each, with the content as the only term, by path. */
export function segmentOf(contents: Readonly<Record<string, string>>): SavedSegment {
  const documents = Object.entries(contents).map(([path, content]) => {
    const chunk = { startLine: 1, endLine: 3, startColumn: 0, endColumn: 0, kind: 'code', title: content, length: 2 } as const;
    const terms = [{ term: content, count: 2, places: 5 }];
    const keys = [{ key: `s:${content}`, roles: 4, places: 1 }];
    return indexedDocument(path, 'typescript', columnsOf({ chunks: [{ ...chunk, terms, keys }] }, lexicons));
  });
  return { segment: buildSegment(documents, lexicons), contents: Object.values(contents).map(idOf) };
}

/** A change that stores these contents by path. */
export function changeOf(contents: Readonly<Record<string, string>>, removed: readonly string[] = []): StoreChange {
  const files = Object.entries(contents).map(([path, content]) => rowOf(path, content));
  return { files, removed, segments: files.length === 0 ? [] : [segmentOf(contents)] };
}
