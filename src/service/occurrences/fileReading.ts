/**
 * Reads the files of a folder that may hold a match, as they are on disk: those that their trigrams do not exclude, and those that have changed since.
 *
 * The filter of a content is made when it is first read, and kept next to the index. A file whose size or times are not those of the index is read
 * whatever its filter says, so nothing depends on the index being up to date.
 */

import type { ContentId } from '../../engine/document.ts';
import { allDefinitionsIn, type NamedDefinition } from '../../engine/relations/relations.ts';
import { findSecrets } from '../../engine/text/secrets/secrets.ts';
import type { Span } from '../../engine/text/spans.ts';
import type { FolderIndex } from '../folder/folderIndex.ts';
import { mayMatch, type Required } from './required.ts';
import { mayHold, trigramFilter } from './trigrams.ts';

/** What is known of a content; the rest is found when it is first needed. */
interface Known {
  readonly hash: string;
  readonly filter: Uint8Array;
  secrets?: readonly Span[];
  definitions?: readonly NamedDefinition[];
}

/** A file's text, and what is in it. */
export interface ReadFile {
  readonly text: string;
  readonly secrets: () => readonly Span[];
  readonly definitions: () => readonly NamedDefinition[];
}

const dataKind = { id: 'trigrams' };

export class FileReading {
  readonly #folder: FolderIndex;
  readonly #known = new Map<string, Known>();
  /** Filters that are not kept yet. */
  #made: { readonly id: ContentId; readonly bytes: Uint8Array }[] = [];

  constructor(folder: FolderIndex) {
    this.#folder = folder;
  }

  /** A file that may hold what is required; the reason why it cannot be read; undefined if it holds no match or is gone. */
  read(path: string, content: ContentId, required: Required): ReadFile | { readonly reason: string } | undefined {
    const stored = this.#stored(path, content);
    if (stored !== undefined && !permits(stored, required) && this.#folder.isAsIndexed(path)) return undefined;
    const indexed = this.#folder.fileText(path)?.whole();
    const now = indexed === undefined ? this.#folder.readNow(path) : { kind: 'text' as const, text: indexed, hash: content.hash };
    if (now.kind !== 'text') return now.kind === 'gone' ? undefined : { reason: now.reason };
    const known = this.#noted(path, content, now);
    const { text } = now;
    if (!permits(known, required)) return undefined;
    const language = this.#folder.languageOf(path);
    return {
      text,
      secrets: () => (known.secrets ??= findSecrets(text)),
      definitions: () => (known.definitions ??= language.kind === 'code' ? allDefinitionsIn(path, text, language) : []),
    };
  }

  /** Keeps what was made next to the index, and forgets files that are gone. */
  keep(paths: ReadonlySet<string>): void {
    this.#folder.contents.derived?.keepDocuments(dataKind, this.#made);
    this.#made = [];
    for (const path of this.#known.keys()) if (!paths.has(path)) this.#known.delete(path);
  }

  #stored(path: string, content: ContentId): Known | undefined {
    const known = this.#known.get(path);
    if (known?.hash === content.hash) return known;
    const filter = this.#folder.contents.derived?.document(dataKind, content);
    const stored = filter && { hash: content.hash, filter };
    if (stored !== undefined) this.#known.set(path, stored);
    return stored;
  }

  #noted(path: string, content: ContentId, { text, hash }: { readonly text: string; readonly hash: string }): Known {
    const before = this.#known.get(path);
    if (before?.hash === hash) return before;
    const known: Known = { hash, filter: trigramFilter(text) };
    this.#known.set(path, known);
    if (hash === content.hash) this.#made.push({ id: content, bytes: known.filter });
    return known;
  }
}

function permits({ filter }: Known, required: Required): boolean {
  return mayMatch(required, ({ folded }) => mayHold(filter, folded));
}
