/** Where the text of chunks comes from: files of a folder, or a corpus in memory. The index itself keeps no text. */

import type { ChunkInfo } from './reader.ts';

/** The texts of chunks, read when they are asked for. */
export interface TextSource {
  /** The chunk's text as it was indexed; undefined where the document is gone or has changed since. */
  chunkText(info: ChunkInfo): Promise<string | undefined>;
}
