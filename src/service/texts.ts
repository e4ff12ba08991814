/** The text of chunks, re-read from their files and compared with the hash that the index holds. */

import type { TextSource } from '../core/answer/textSource.ts';
import type { ChunkInfo } from '../core/retrieve/reader.ts';
import { type Lines, linesOf } from '../core/text/lines.ts';
import { readDocument } from '../workspace/readDocument.ts';
import type { FolderIndex } from './folderIndex.ts';

/** Texts of one question: each file is read once, files that have changed since they were indexed are noted. */
export class Texts implements TextSource {
  readonly #folders: readonly FolderIndex[];
  readonly #lines = new Map<string, Lines | undefined>();
  /** Relative paths of files that are not as they were indexed, by folder. */
  readonly changed = new Map<FolderIndex, Set<string>>();

  /** @param folders in the order of `ChunkInfo.folder`. */
  constructor(folders: readonly FolderIndex[]) {
    this.#folders = folders;
  }

  async chunkText(info: ChunkInfo): Promise<string | undefined> {
    const lines = this.#linesOf(info);
    return lines === undefined ? undefined : chunkOf(lines, info);
  }

  #linesOf({ folder: position, path }: ChunkInfo): Lines | undefined {
    const name = `${position} ${path}`;
    if (this.#lines.has(name)) return this.#lines.get(name);
    const folder = this.#folders[position] as FolderIndex;
    const read = readDocument(folder.folder, path, folder.options.settings);
    const isSame = read.kind === 'text' && read.hash === folder.hashOf(path);
    if (!isSame) {
      const paths = this.changed.get(folder) ?? new Set();
      this.changed.set(folder, paths.add(path));
    }
    const lines = isSame ? linesOf(read.text) : undefined;
    this.#lines.set(name, lines);
    return lines;
  }
}

/** The chunk's part of its document: whole lines with their line breaks, or a stretch of one long line. */
function chunkOf({ text, count, starts }: Lines, info: ChunkInfo): string | undefined {
  if (info.endLine > count) return undefined;
  const from = starts[info.startLine - 1] as number;
  if (info.endColumn > 0) return text.slice(from + info.startColumn, from + info.endColumn);
  return text.slice(from, starts[info.endLine] as number);
}
