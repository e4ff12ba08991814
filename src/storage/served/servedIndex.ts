/**
 * An export (`exportForm.ts`) that lies in a directory elsewhere, opened to be searched there: its lexicons, columns and posting lists of keys are read at
 * once, the others as questions need them. Ranking and evidence are those of an index on this machine. Runs in a browser page, too.
 *
 * Cost: opening reads some two fifths of the bytes, in two requests for the paths and some six for each file of segments; none where they are
 * kept.
 */

import { CorruptBytesError } from '../../engine/index/codec/bytes.ts';
import { type SavedArray, type SavedSegment, unpackSteps, wayToRead } from '../../engine/index/codec/savedSegments.ts';
import { deleteDocument, deletionsIn, newPart, type Part } from '../../engine/index/deletions.ts';
import { RowCache } from '../../engine/index/rowCache.ts';
import type { Segment } from '../../engine/index/segment.ts';
import { joinSnapshots, type Snapshot } from '../../engine/index/snapshot.ts';
import type { Lexicons } from '../../engine/text/words/lexicon.ts';
import { finishYielding, type Yield } from '../../engine/util/steps.ts';
import type { PublishedIndex } from '../published.ts';
import type { PublishedFiles } from '../publishedFiles.ts';
import { SharedIndexError } from '../sharedIndexError.ts';
import type { Directory } from './directory.ts';
import { ExportError, type ExportHead, exportedFiles, parseHead } from './exportForm.ts';
import type { Zlib } from './inflateFrame.ts';
import { type NamedFile, RangedFile, toSharedError } from './rangedFile.ts';

/** How an export is opened. */
export interface Opening {
  /** Strings get their ids. */
  readonly lexicons: Lexicons;
  readonly zlib: Zlib;
  readonly yieldThread: Yield;
  readonly kept?: KeptArrays | undefined;
}

/** Keeps on this machine what opening files has read, by their names. */
export interface KeptArrays {
  /** Undefined if nothing usable is there. */
  get(name: string): Promise<readonly SavedArray[] | undefined>;
  /** Does nothing where that is impossible. */
  keep(name: string, arrays: readonly SavedArray[]): void;
}

/** Opens the export that a manifest names. Throws `SharedIndexError`. */
export async function openServed(directory: Directory, manifest: string, opening: Opening): Promise<ServedIndex> {
  const { segments, blobs, replies } = readHead(manifest);
  const { lexicons, yieldThread, kept } = opening;
  try {
    const [listed, ...files] = await Promise.all([
      openFile(directory, blobs, () => 'whole', opening),
      ...segments.map((file) => openFile(directory, file, wayToRead, opening)),
    ]);
    const saved: SavedSegment[] = [];
    const errorOf = (): Error => new SharedIndexError('sharedDamaged');
    for (const { arrays } of files) saved.push(...(await finishYielding(unpackSteps(arrays, lexicons, errorOf), yieldThread)));
    const index = new ServedIndex(
      saved.map(({ segment }) => segment),
      exportedFiles(saved, listed.arrays),
      lexicons,
      replies && ((kind) => readReplies(directory, replies, kind, opening)),
    );
    for (const { keep } of [listed, ...files]) keep();
    return index;
  } catch (error) {
    // What was kept may have been lost since it was checked.
    if (kept !== undefined && error instanceof CorruptBytesError) return openServed(directory, manifest, { ...opening, kept: undefined });
    throw toSharedError(error);
  }
}

/** Lines of a kind; none where an export has fewer kinds. Throws `SharedIndexError`. */
async function readReplies(directory: Directory, file: NamedFile, kind: number, opening: Opening): Promise<SavedArray | undefined> {
  try {
    const { arrays, keep } = await openFile(directory, file, (at) => (at === kind ? 'whole' : 'never'), opening, `${file.name}-${kind}`);
    keep();
    return arrays[kind];
  } catch (error) {
    throw toSharedError(error);
  }
}

/** The arrays of a file, as they were kept or as they are read now; `keep` keeps what was read. Throws `SharedIndexError` and `CorruptBytesError`. */
async function openFile(
  directory: Directory,
  file: NamedFile,
  way: typeof wayToRead,
  { zlib, kept }: Opening,
  keptName = file.name,
): Promise<{ readonly arrays: SavedArray[]; readonly keep: () => void }> {
  const ranged = new RangedFile(directory, file, zlib);
  const known = await kept?.get(keptName);
  const opened = known ?? (await ranged.open(way));
  const arrays = opened.map((array, i) => (way(i) === 'rows' ? ranged.rows(array) : array));
  const keep = (): void => {
    if (known !== undefined) return;
    kept?.keep(
      keptName,
      arrays.map((array, i) => (way(i) === 'rows' ? (opened[i] as SavedArray) : array)),
    );
  };
  return { arrays, keep };
}

function readHead(manifest: string): ExportHead {
  try {
    return parseHead(manifest);
  } catch (error) {
    if (!(error instanceof ExportError)) throw error;
    throw new SharedIndexError(error.reason === 'version' ? 'sharedOtherVersion' : 'sharedDamaged', { cause: error });
  }
}

export class ServedIndex implements PublishedIndex {
  readonly files: PublishedFiles;
  readonly source: object = this;
  readonly replies: PublishedIndex['replies'];
  readonly #segments: readonly Segment[];
  readonly #lexicons: Lexicons;
  readonly #cache = new RowCache();

  constructor(segments: readonly Segment[], files: PublishedFiles, lexicons: Lexicons, replies?: PublishedIndex['replies']) {
    this.#segments = segments;
    this.files = files;
    this.#lexicons = lexicons;
    this.replies = replies;
  }

  readonly readersOf: PublishedIndex['readersOf'] = (parts, _, generation) =>
    parts.map(({ hidden, folder }) => ({ reader: joinSnapshots([this.#without(hidden, generation)], this.#lexicons), folder }));

  /** All but these paths. */
  #without(hidden: readonly string[], generation: number): Snapshot {
    const parts = this.#segments.map(newPart);
    for (const path of hidden) {
      const file = this.files.get(path);
      if (file !== undefined) deleteDocument(parts[file.segment] as Part, file.position);
    }
    const cache = this.#cache;
    return { generation, lexicons: this.#lexicons, segments: parts.map((part) => ({ ...deletionsIn(part), cache })) };
  }
}
