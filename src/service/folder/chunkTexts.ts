/** The texts of chunks, read again from their files and checked against the hash in the index. */

import { type ChunkInfo, findSecrets, overlap, type Span, type TextSource } from '../../engine/index.ts';
import { type FileText, rangeIn } from '../../workspace/files/fileText.ts';

/** The source of one folder's texts. */
interface TextFolder {
  /** False for one that was published and is not on this machine. */
  readonly hasFiles?: boolean;
  /** A file (relative path) as it was indexed; `undefined` if it is not indexed or has changed since. */
  fileText(path: string): FileText | undefined;
  /** The hash in the index for a path; `undefined` if it is not indexed. */
  hashOf(path: string): string | undefined;
}

/** The texts for one question: each file is read once, and files that changed since they were indexed are recorded. */
export class Texts<Folder extends TextFolder = TextFolder> implements TextSource {
  readonly #folders: readonly Folder[];
  readonly #files = new Map<string, FileText | undefined>();
  /** Files that are needed as a whole. */
  readonly #wholes = new Map<string, string>();
  readonly #secrets = new Map<string, readonly Span[]>();
  /** Relative paths of files that changed since they were indexed, by folder. */
  readonly changed = new Map<Folder, Set<string>>();

  /** @param folders in the order of `ChunkInfo.folder`. */
  constructor(folders: readonly Folder[]) {
    this.#folders = folders;
  }

  async chunkText(info: ChunkInfo): Promise<string | undefined> {
    const whole = this.#wholes.get(nameOf(info));
    if (whole === undefined) return this.#fileOf(info)?.part(info);
    const range = rangeIn(whole, info);
    return range && whole.slice(range.from, range.to);
  }

  /** The text of the chunk's file; `undefined` if it has changed since it was indexed. */
  wholeText(info: ChunkInfo): string | undefined {
    const name = nameOf(info);
    const text = this.#wholes.get(name) ?? this.#fileOf(info)?.whole();
    if (text !== undefined) this.#wholes.set(name, text);
    return text;
  }

  /** Whether the chunk's file is on this machine. */
  isHere({ folder }: ChunkInfo): boolean {
    return this.#folders[folder]?.hasFiles !== false;
  }

  /** Content hash of the chunk's file in the index. */
  hashOf(info: ChunkInfo): string {
    return this.#folders[info.folder]?.hashOf(info.path) ?? '';
  }

  /** Ranges of the chunk's text that look like secrets; searched in the whole file, since a key block may begin in another chunk. */
  secretsIn(info: ChunkInfo): readonly Span[] {
    const text = this.wholeText(info);
    const range = text === undefined ? undefined : rangeIn(text, info);
    if (range === undefined) return [];
    const inside = this.secretsOf(info).filter((secret) => overlap(secret, range));
    return inside.map(({ from, to }) => ({ from: Math.max(from, range.from) - range.from, to: Math.min(to, range.to) - range.from }));
  }

  /** Ranges of the file's text that look like secrets. */
  secretsOf(info: ChunkInfo): readonly Span[] {
    const name = nameOf(info);
    const known = this.#secrets.get(name) ?? findSecrets(this.wholeText(info) ?? '');
    this.#secrets.set(name, known);
    return known;
  }

  #fileOf(info: ChunkInfo): FileText | undefined {
    const name = nameOf(info);
    if (this.#files.has(name)) return this.#files.get(name);
    const folder = this.#folders[info.folder] as Folder;
    const file = folder.fileText(info.path);
    if (file === undefined && this.isHere(info)) {
      const paths = this.changed.get(folder) ?? new Set();
      this.changed.set(folder, paths.add(info.path));
    }
    this.#files.set(name, file);
    return file;
  }
}

function nameOf({ folder, path }: ChunkInfo): string {
  return `${folder} ${path}`;
}

/** Texts with everything that looks like a secret blanked. */
export function withoutSecrets(texts: Pick<Texts, 'chunkText' | 'secretsIn'>): TextSource {
  return {
    async chunkText(info) {
      let text = await texts.chunkText(info);
      if (text === undefined) return undefined;
      for (const { from, to } of texts.secretsIn(info)) text = text.slice(0, from) + ' '.repeat(to - from) + text.slice(to);
      return text;
    },
  };
}
