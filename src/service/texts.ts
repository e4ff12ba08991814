/** The text of chunks, re-read from their files and compared with the hash that the index holds. */

import type { TextSource } from '../core/answer/textSource.ts';
import type { ChunkInfo } from '../core/retrieve/reader.ts';
import { type Lines, linesOf } from '../core/text/lines.ts';
import { findSecrets } from '../core/text/secrets.ts';
import { overlap, type Span } from '../core/text/spans.ts';
import { readDocument } from '../workspace/readDocument.ts';
import type { FolderIndex } from './folderIndex.ts';

/** Texts of one question: each file is read once, files that have changed since they were indexed are noted. */
export class Texts implements TextSource {
  readonly #folders: readonly FolderIndex[];
  readonly #lines = new Map<string, Lines | undefined>();
  readonly #secrets = new Map<Lines, readonly Span[]>();
  /** Relative paths of files that are not as they were indexed, by folder. */
  readonly changed = new Map<FolderIndex, Set<string>>();

  /** @param folders in the order of `ChunkInfo.folder`. */
  constructor(folders: readonly FolderIndex[]) {
    this.#folders = folders;
  }

  async chunkText(info: ChunkInfo): Promise<string | undefined> {
    const lines = this.#linesOf(info);
    const range = lines === undefined ? undefined : rangeOf(lines, info);
    return range === undefined ? undefined : lines?.text.slice(range.from, range.to);
  }

  /** Stretches of the chunk's text that look like secrets; found in the whole file, as a key's block may begin in another chunk. */
  secretsIn(info: ChunkInfo): readonly Span[] {
    const lines = this.#linesOf(info);
    const range = lines === undefined ? undefined : rangeOf(lines, info);
    if (lines === undefined || range === undefined) return [];
    const known = this.#secrets.get(lines) ?? findSecrets(lines.text);
    this.#secrets.set(lines, known);
    const inside = known.filter((secret) => overlap(secret, range));
    return inside.map(({ from, to }) => ({ from: Math.max(from, range.from) - range.from, to: Math.min(to, range.to) - range.from }));
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

/** Where the chunk's part of its document is: whole lines with their line breaks, or a stretch of one long line. */
function rangeOf({ count, starts }: Lines, info: ChunkInfo): Span | undefined {
  if (info.endLine > count) return undefined;
  const from = starts[info.startLine - 1] as number;
  if (info.endColumn > 0) return { from: from + info.startColumn, to: from + info.endColumn };
  return { from, to: starts[info.endLine] as number };
}
