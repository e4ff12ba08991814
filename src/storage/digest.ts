/**
 * The canonical digest of an index: SHA-256 over its paths, the hashes of its files, its chunks with their terms and keys, and its
 * communities. Equal for equal content, whatever the history, the order of arrival or the place where the index is kept.
 */

import { createHash } from 'node:crypto';
import type { DocumentAnalysis, PathNames } from '../engine/document.ts';

/** A document as it enters the digest. */
export interface DigestedDocument {
  readonly path: string;
  readonly names: PathNames;
  readonly analysis: DocumentAnalysis;
  /** Hash of the file's bytes. */
  readonly hash: string;
}

/** Members of a community: `PATH:START-END`, or whatever names them for good. */
export interface DigestedCommunity {
  readonly id: string;
  readonly members: readonly string[];
}

/** Lower-case hexadecimal digits. Order of the arguments' items does not matter. Cost: hashes every document once. */
export function digestOf(documents: Iterable<DigestedDocument>, communities: readonly DigestedCommunity[]): string {
  const lines: string[] = [];
  for (const document of documents) lines.push(`d ${documentDigest(document)} ${document.path}`);
  for (const { id, members } of communities) lines.push(`c ${JSON.stringify([id, [...members].sort()])}`);
  const sum = createHash('sha256');
  for (const line of lines.sort()) sum.update(line).update('\n');
  return sum.digest('hex');
}

/** The digest of one document: its file's hash, what its path says, its chunks. */
export function documentDigest({ hash, names, analysis }: DigestedDocument): string {
  return createHash('sha256')
    .update(JSON.stringify([hash, names, analysis]))
    .digest('hex');
}
