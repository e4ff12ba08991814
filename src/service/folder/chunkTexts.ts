/** The texts of chunks, read again from their files and checked against the hash in the index. */

import type { Piece } from '../../engine/answer/brief/block.ts';
import type { ChunkInfo } from '../../engine/index/reader.ts';
import type { TextSource } from '../../engine/index/textSource.ts';
import { linesOf } from '../../engine/text/lines.ts';
import { findSecrets, maskSpans } from '../../engine/text/secrets/secrets.ts';
import { overlap, type Span } from '../../engine/text/spans.ts';
import { type FileText, type LineRange, rangeIn } from '../../workspace/files/fileText.ts';
import type { ChunkContent } from '../types/results.ts';

/** The source of one folder's texts. */
interface TextFolder {
  /** False for one that was published and is not on this machine. */
  readonly hasFiles?: boolean;
  /** A file (relative path) as it was indexed; `undefined` if it is not indexed or has changed since. */
  fileText(path: string): FileText | undefined;
  /** The hash in the index for a path; `undefined` if it is not indexed. */
  hashOf(path: string): string | undefined;
}

/** A file of one of the folders. */
type FilePlace = Pick<ChunkInfo, 'folder' | 'path'>;

/** The texts for one question: each file is read once, and files that changed since they were indexed are recorded. */
export class Texts<Folder extends TextFolder = TextFolder> implements TextSource {
  readonly #folders: readonly Folder[];
  readonly #files = new Map<string, FileText | undefined>();
  /** Files that are needed as a whole. */
  readonly #wholes = new Map<string, string>();
  readonly #secrets = new Map<string, readonly Span[]>();
  readonly #lineCounts = new Map<string, number>();
  /** Relative paths of files that changed since they were indexed, by folder. */
  readonly changed = new Map<Folder, Set<string>>();

  /** @param folders in the order of `ChunkInfo.folder`. */
  constructor(folders: readonly Folder[]) {
    this.#folders = folders;
  }

  /** The text of a chunk, or of other lines of a file; `undefined` if the file has changed since it was indexed. */
  async chunkText(range: FilePlace & LineRange): Promise<string | undefined> {
    const whole = this.#wholes.get(placeKey(range));
    if (whole === undefined) return this.#fileOf(range)?.part(range);
    const span = rangeIn(whole, range);
    return span && whole.slice(span.from, span.to);
  }

  /** Whole lines of a file with secrets masked, as a block quotes them; `undefined` if the file has changed since it was indexed. */
  async quotedLines({ folder, path }: FilePlace, startLine: number, endLine: number): Promise<Piece | undefined> {
    const range = { folder, path, startLine, endLine, startColumn: 0, endColumn: 0 };
    const text = await this.chunkText(range);
    return text === undefined ? undefined : { startLine, text: maskSpans(text, this.secretsIn(range)).text.trimEnd() };
  }

  /** The text of a file; `undefined` if it has changed since it was indexed. */
  wholeText(file: FilePlace): string | undefined {
    const name = placeKey(file);
    const text = this.#wholes.get(name) ?? this.#fileOf(file)?.whole();
    if (text !== undefined) this.#wholes.set(name, text);
    return text;
  }

  /** Lines of a file, as editors count them; 0 if it has changed since it was indexed. */
  lineCount(file: FilePlace): number {
    const name = placeKey(file);
    const text = this.#lineCounts.has(name) ? undefined : this.wholeText(file);
    if (text !== undefined) this.#lineCounts.set(name, linesOf(text).count);
    return this.#lineCounts.get(name) ?? 0;
  }

  /** Whether a file is on this machine. */
  isHere({ folder }: FilePlace): boolean {
    return this.#folders[folder]?.hasFiles !== false;
  }

  /** Content hash of a file in the index. */
  hashOf({ folder, path }: FilePlace): string {
    return this.#folders[folder]?.hashOf(path) ?? '';
  }

  /** Ranges of the text of a chunk that look like secrets; searched in the whole file, since a key block may begin in another chunk. */
  secretsIn(range: FilePlace & LineRange): readonly Span[] {
    const text = this.wholeText(range);
    const span = text === undefined ? undefined : rangeIn(text, range);
    if (span === undefined) return [];
    const inside = this.secretsOf(range).filter((secret) => overlap(secret, span));
    return inside.map(({ from, to }) => ({ from: Math.max(from, span.from) - span.from, to: Math.min(to, span.to) - span.from }));
  }

  /** A chunk as it is shown or sent, with this text. */
  content(info: FilePlace & LineRange, text: string): ChunkContent {
    return { text, secrets: this.secretsIn(info), fileLines: this.lineCount(info) };
  }

  /** Ranges of a file's text that look like secrets. */
  secretsOf(file: FilePlace): readonly Span[] {
    const name = placeKey(file);
    const known = this.#secrets.get(name) ?? findSecrets(this.wholeText(file) ?? '');
    this.#secrets.set(name, known);
    return known;
  }

  #fileOf(place: FilePlace): FileText | undefined {
    const name = placeKey(place);
    if (this.#files.has(name)) return this.#files.get(name);
    const folder = this.#folders[place.folder] as Folder;
    const file = folder.fileText(place.path);
    if (file === undefined && this.isHere(place)) {
      const paths = this.changed.get(folder) ?? new Set();
      this.changed.set(folder, paths.add(place.path));
    }
    this.#files.set(name, file);
    return file;
  }
}

function placeKey({ folder, path }: FilePlace): string {
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
