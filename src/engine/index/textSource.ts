/** Source of chunk texts: files of a folder, or a corpus in memory. The index itself keeps no text. */

import type { ChunkInfo } from './reader.ts';

/** Texts of chunks, read on demand. */
export interface TextSource {
  /** The chunk's text as it was indexed; undefined if the document is gone or has changed since. */
  chunkText(info: ChunkInfo): Promise<string | undefined>;
}
