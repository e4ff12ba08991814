/**
 * The canonical digest of an index: SHA-256 over paths, file hashes, chunks with their terms and keys, and communities. It depends on
 * content alone, not on history, insertion order or where the index is kept.
 */

import { createHash } from 'node:crypto';
import type { ContentId, DocumentAnalysis, PathNames } from '../engine/document.ts';

/** A document as input to the digest. */
export interface DigestedDocument {
  readonly path: string;
  readonly names: PathNames;
  readonly analysis: DocumentAnalysis;
  /** Hash of the file's bytes. */
  readonly hash: string;
}

/** Members of a community: `PATH:START-END`, or any other stable name. */
export interface DigestedCommunity {
  readonly id: string;
  readonly members: readonly string[];
}

/** Lower-case hexadecimal digits. The order of documents and communities does not matter. Hashes every document once. */
export function computeDigest(documents: Iterable<DigestedDocument>, communities: readonly DigestedCommunity[]): string {
  const lines: string[] = [];
  for (const document of documents) lines.push(`d ${documentDigest(document)} ${document.path}`);
  for (const { id, members } of communities) lines.push(`c ${JSON.stringify([id, [...members].sort()])}`);
  const sum = createHash('sha256');
  for (const line of lines.sort()) sum.update(line).update('\n');
  return sum.digest('hex');
}

/** The digest of one document: its file's hash, the names in its path, its chunks. */
export function documentDigest({ hash, names, analysis }: DigestedDocument): string {
  return createHash('sha256')
    .update(JSON.stringify([hash, names, analysis]))
    .digest('hex');
}

/** Identifies the state of an index: the same for the same contents under the same paths. Hashes one line a document. */
export function stateDigest(contents: ReadonlyMap<string, ContentId>): string {
  const sum = createHash('sha256');
  for (const path of [...contents.keys()].sort()) {
    const { hash, language } = contents.get(path) as ContentId;
    sum.update(JSON.stringify([path, hash, language]));
  }
  return sum.digest('hex');
}
