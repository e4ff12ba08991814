/** The text of chunks, re-read from their files and compared with the hash that the index holds. */

import type { TextSource } from '../core/answer/textSource.ts';
import type { ChunkInfo } from '../core/retrieve/reader.ts';
import { findSecrets } from '../core/text/secrets.ts';
import { overlap, type Span } from '../core/text/spans.ts';

/** Where the texts of one folder come from. */
interface TextFolder {
  /** The text of a file (relative path) as it was indexed. */
  textOf(path: string): string | undefined;
}

/** Texts of one question: each file is read once, files that have changed since they were indexed are noted. */
export class Texts<Folder extends TextFolder = TextFolder> implements TextSource {
  readonly #folders: readonly Folder[];
  readonly #texts = new Map<string, string | undefined>();
  readonly #secrets = new Map<string, readonly Span[]>();
  /** Relative paths of files that are not as they were indexed, by folder. */
  readonly changed = new Map<Folder, Set<string>>();

  /** @param folders in the order of `ChunkInfo.folder`. */
  constructor(folders: readonly Folder[]) {
    this.#folders = folders;
  }

  async chunkText(info: ChunkInfo): Promise<string | undefined> {
    const text = this.#textOf(info);
    const range = text === undefined ? undefined : rangeIn(text, info);
    return range === undefined ? undefined : text?.slice(range.from, range.to);
  }

  /** Stretches of the chunk's text that look like secrets; found in the whole file, as a key's block may begin in another chunk. */
  secretsIn(info: ChunkInfo): readonly Span[] {
    const text = this.#textOf(info);
    const range = text === undefined ? undefined : rangeIn(text, info);
    if (text === undefined || range === undefined) return [];
    const known = this.#secrets.get(nameOf(info)) ?? findSecrets(text);
    this.#secrets.set(nameOf(info), known);
    const inside = known.filter((secret) => overlap(secret, range));
    return inside.map(({ from, to }) => ({ from: Math.max(from, range.from) - range.from, to: Math.min(to, range.to) - range.from }));
  }

  #textOf(info: ChunkInfo): string | undefined {
    const name = nameOf(info);
    if (this.#texts.has(name)) return this.#texts.get(name);
    const folder = this.#folders[info.folder] as Folder;
    const text = folder.textOf(info.path);
    if (text === undefined) {
      const paths = this.changed.get(folder) ?? new Set();
      this.changed.set(folder, paths.add(info.path));
    }
    this.#texts.set(name, text);
    return text;
  }
}

function nameOf({ folder, path }: ChunkInfo): string {
  return `${folder} ${path}`;
}

/** Where the chunk's part of its document is: whole lines with their line breaks, or a stretch of one long line. */
export function rangeIn(
  text: string,
  { startLine, endLine, startColumn, endColumn }: Pick<ChunkInfo, 'startLine' | 'endLine' | 'startColumn' | 'endColumn'>,
): Span | undefined {
  let from = 0;
  let at = 0;
  let feed = text.indexOf('\n');
  let back = text.indexOf('\r');
  // No table of all lines, as `linesOf` makes: results are few and stand anywhere.
  for (let line = 1; line <= endLine; line++) {
    if (at >= text.length) return undefined;
    if (line === startLine) from = at;
    if (back >= 0 && (feed < 0 || back < feed)) at = feed === back + 1 ? feed + 1 : back + 1;
    else at = feed < 0 ? text.length : feed + 1;
    if (feed >= 0 && feed < at) feed = text.indexOf('\n', at);
    if (back >= 0 && back < at) back = text.indexOf('\r', at);
  }
  return endColumn === 0 ? { from, to: at } : { from: from + startColumn, to: from + endColumn };
}
