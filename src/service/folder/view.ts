import type { IndexReader } from '../../engine/index.ts';
import type { FolderIndex } from './folderIndex.ts';

/** The folders that can be queried at one moment, as one index. */
export interface View {
  readonly reader: IndexReader;
  /** In the order of `ChunkInfo.folder`. */
  readonly folders: readonly FolderIndex[];
}
