/**
 * An index as one file that other machines can start from: the analysis of each content under its digest, and the paths that had them. No
 * text of any file, but its words and names.
 *
 * Layout: a line with the version, a line of JSON (`ArtifactHead`), paths and contents as compressed JSON (`Contents`), the strings in blocks
 * and the documents (`documentCodec.ts`), both as an index file stores them, which copies them, and SHA-256 of all of that. Numbers of
 * strings and the order of everything follow from the contents, so that the same contents give the same bytes.
 *
 * A reader checks the digest before it inflates anything, and inflates within a budget. The digest finds damage; it
 * is no signature, and the author of an artifact decides what is found in the files that it names.
 */

import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import zlib from 'node:zlib';
import type { ContentId } from '../engine/document.ts';
import { CorruptBytesError } from '../engine/index/codec/bytes.ts';
import { StringCounts } from '../engine/index/codec/canonicalDictionary.ts';
import { Dictionary } from '../engine/index/codec/dictionary.ts';
import { decodeDocument, encodeDocument } from '../engine/index/codec/documentCodec.ts';
import { chunksIn, type DocumentColumns } from '../engine/text/words/columns.ts';
import type { Lexicons } from '../engine/text/words/lexicon.ts';
import { Budget, OverBudgetError, readJson } from '../engine/util/budget.ts';
import type { Yield } from '../engine/util/steps.ts';
import { artifactVersion } from '../engine/version.ts';
import { isList, isPath } from './fileLog.ts';
import { inflateLater } from './inflate.ts';
import type { PublishedContent } from './published.ts';
import { inflated, packedStrings } from './sqlite/sqliteRows.ts';
import { type Analysed, contentName, type Seed } from './store.ts';

const magic = 'meshrag index ';
const digestBytes = 32;
/** The first two lines are shorter. */
const maxHeadBytes = 4096;

const compress = promisify<Uint8Array, zlib.BrotliOptions, Buffer>(zlib.brotliCompress);
const quality = 9;
const compression = { params: { [zlib.constants.BROTLI_PARAM_QUALITY]: quality, [zlib.constants.BROTLI_PARAM_LGWIN]: 24 } };

/** The second line. */
export interface ArtifactHead {
  /** The commit that was checked out; absent outside of git. */
  readonly commit?: string;
  readonly files: number;
  readonly chunks: number;
  /** Of the files. */
  readonly bytes: number;
  /** Compressed and original size of the contents in bytes. */
  readonly contents: readonly [packed: number, size: number];
}

/** What an artifact is made of. */
export interface ArtifactSource {
  readonly commit?: string;
  /** Size in bytes of all files. */
  readonly bytes: number;
  readonly contents: ReadonlyMap<string, PublishedContent>;
  /** The document of a content, `undefined` if it is lost; asked twice for each, since the store may change between steps. */
  readonly document: (id: ContentId) => DocumentColumns | undefined;
  readonly lexicons: Lexicons;
}

/** The paths, and the content of each as an index into the columns of contents. */
interface Contents {
  readonly paths: readonly string[];
  readonly places: readonly number[];
  /** git's blob id of each path, empty where git does not know it, and the size of the file in bytes. */
  readonly blobs: readonly string[];
  readonly bytes: readonly number[];
  readonly hashes: readonly string[];
  readonly languages: readonly string[];
  /** Size of each block of strings, and of each document, in bytes. */
  readonly blocks: readonly number[];
  readonly sizes: readonly number[];
}

/** The bytes of an artifact, with its head. Awaits `yieldThread` between steps. Throws as `document` does. */
export async function packArtifact(
  { commit, bytes, contents, document, lexicons }: ArtifactSource,
  yieldThread: Yield,
): Promise<{ readonly head: ArtifactHead; readonly file: Buffer }> {
  const wanted = new Map([...contents.values()].map(({ hash, language }) => [contentName({ hash, language }), { hash, language }]));
  const counts = new StringCounts(lexicons);
  for (const [name, id] of wanted) {
    const columns = document(id);
    if (columns === undefined) wanted.delete(name);
    else counts.add(columns);
    await yieldThread();
  }
  const dictionary = new Dictionary(lexicons);
  const blocks: Uint8Array[] = [];
  for (const block of counts.number(dictionary)) {
    blocks.push(packedStrings(block, quality));
    await yieldThread();
  }
  const encoded: { readonly id: ContentId; readonly data: Uint8Array; readonly chunks: number }[] = [];
  for (const id of wanted.values()) {
    const columns = document(id);
    if (columns === undefined) continue;
    encoded.push({ id, data: encodeDocument(columns, dictionary).slice(), chunks: chunksIn(columns) });
    await yieldThread();
  }
  encoded.sort((a, b) => (contentName(a.id) < contentName(b.id) ? -1 : 1));
  const placeOf = new Map(encoded.map(({ id }, place) => [contentName(id), place]));
  const paths = [...contents.keys()].filter((path) => placeOf.has(contentName(contents.get(path) as ContentId))).sort();
  const places = paths.map((path) => placeOf.get(contentName(contents.get(path) as ContentId)) as number);
  const git = paths.map((path) => contents.get(path)?.git);
  const listed: Contents = {
    ...{ paths, places, blobs: git.map((one) => one?.blob ?? ''), bytes: git.map((one) => one?.bytes ?? 0) },
    hashes: encoded.map(({ id }) => id.hash),
    languages: encoded.map(({ id }) => id.language),
    blocks: blocks.map(({ length }) => length),
    sizes: encoded.map(({ data }) => data.length),
  };
  const json = Buffer.from(JSON.stringify(listed));
  const packed = await compress(json, compression);
  const head: ArtifactHead = {
    ...(commit === undefined ? {} : { commit }),
    files: paths.length,
    chunks: places.reduce((sum, place) => sum + (encoded[place]?.chunks ?? 0), 0),
    bytes,
    contents: [packed.length, json.length],
  };
  const first = Buffer.from(`${magic}${artifactVersion}\n${JSON.stringify(head)}\n`);
  const content = Buffer.concat([first, packed, ...blocks, ...encoded.map(({ data }) => data)]);
  return { head, file: Buffer.concat([content, digestOf(content)]) };
}

/** Why an artifact is not used: what it is, not what is done about it. */
export class ArtifactError extends Error {
  readonly reason: 'foreign' | 'version' | 'damaged';

  constructor(reason: 'foreign' | 'version' | 'damaged', options?: ErrorOptions) {
    super(`the artifact is ${reason}`, options);
    this.reason = reason;
  }
}

/** An artifact that was checked, with its strings in the lexicons of this process. */
export class Artifact implements Seed {
  readonly head: ArtifactHead;
  /** The digest of the file, in hexadecimal. */
  readonly digest: string;
  readonly #contents: Contents;
  readonly #places: ReadonlyMap<string, number>;
  readonly #documents: readonly Uint8Array[];
  readonly dictionary: Dictionary;
  readonly blocks: readonly Uint8Array[];
  readonly #indexOf: ReadonlyMap<string, number>;

  private constructor(head: ArtifactHead, digest: string, contents: Contents, pieces: readonly Uint8Array[], dictionary: Dictionary) {
    this.head = head;
    this.digest = digest;
    this.#contents = contents;
    this.blocks = pieces.slice(0, contents.blocks.length);
    this.#documents = pieces.slice(contents.blocks.length);
    this.dictionary = dictionary;
    this.#indexOf = new Map(contents.paths.map((path, i) => [path, i]));
    this.#places = new Map(
      contents.hashes.map((hash, place) => [contentName({ hash, language: contents.languages[place] as string }), place]),
    );
  }

  /** Checks the bytes of a file. Awaits `yieldThread` between steps. Throws `ArtifactError`. */
  static async read(file: Buffer, lexicons: Lexicons, yieldThread: Yield): Promise<Artifact> {
    const { head, start } = readHead(file);
    const digest = file.subarray(-digestBytes);
    if (!digestOf(file.subarray(0, -digestBytes)).equals(digest)) throw new ArtifactError('damaged');
    try {
      const body = file.subarray(start, -digestBytes);
      const contents = parseContents(await contentsIn(body, head), new Budget(head.contents[0]));
      const pieces = cutPieces(body.subarray(head.contents[0]), [...contents.blocks, ...contents.sizes]);
      const dictionary = new Dictionary(lexicons);
      for (const block of pieces.slice(0, contents.blocks.length)) {
        dictionary.addBlock(inflated(block));
        await yieldThread();
      }
      return new Artifact(head, digest.toString('hex'), contents, pieces, dictionary);
    } catch (cause) {
      if (cause instanceof CorruptBytesError || cause instanceof OverBudgetError) throw new ArtifactError('damaged', { cause });
      throw cause;
    }
  }

  /** The content of each path (relative), sorted by path. */
  *files(): Iterable<readonly [path: string, content: ContentId]> {
    for (const [i, path] of this.#contents.paths.entries()) yield [path, this.#content(i)];
  }

  contentOf(path: string, blob: string, bytes: number): ContentId | undefined {
    const i = this.#indexOf.get(path) ?? -1;
    return this.#contents.blobs[i] === blob && this.#contents.bytes[i] === bytes ? this.#content(i) : undefined;
  }

  #content(i: number): ContentId {
    const { places, hashes, languages } = this.#contents;
    const place = places[i] as number;
    return { hash: hashes[place] as string, language: languages[place] as string };
  }

  analysed(id: ContentId): Analysed | undefined {
    const place = this.#places.get(contentName(id));
    if (place === undefined) return undefined;
    const { dictionary } = this;
    const bytes = this.#documents[place] as Uint8Array;
    try {
      return { columns: decodeDocument(bytes, dictionary), encoded: { bytes, dictionary } };
    } catch (error) {
      if (error instanceof CorruptBytesError) return undefined;
      throw error;
    }
  }
}

function readHead(file: Buffer): { readonly head: ArtifactHead; readonly start: number } {
  const first = file.subarray(0, maxHeadBytes).indexOf('\n');
  const second = file.subarray(0, maxHeadBytes).indexOf('\n', first + 1);
  if (file.toString('latin1', 0, magic.length) !== magic) throw new ArtifactError('foreign');
  if (first < 0 || second < 0) throw new ArtifactError('damaged');
  if (file.toString('latin1', magic.length, first) !== artifactVersion) throw new ArtifactError('version');
  try {
    const head = readJson(file.toString('utf8', first + 1, second)) as Partial<ArtifactHead> | null;
    if (head && isList(head.contents, isCount) && [head.files, head.chunks, head.bytes].every(isCount)) {
      if (head.commit === undefined || isCommit(head.commit)) return { head: head as ArtifactHead, start: second + 1 };
    }
  } catch {
    // Reported below.
  }
  throw new ArtifactError('damaged');
}

/** An id that is shown to people. */
function isCommit(value: unknown): boolean {
  return typeof value === 'string' && [40, 64].includes(value.length) && Buffer.from(value, 'hex').length * 2 === value.length;
}

/** The contents, inflated. Throws `CorruptBytesError` and `OverBudgetError`. */
async function contentsIn(body: Buffer, { contents: [packed, size] }: ArtifactHead): Promise<Buffer> {
  if (!(packed <= body.length && size <= new Budget(packed).bytes)) throw new CorruptBytesError(`${size} bytes in ${packed}`);
  const content = await inflateLater(body.subarray(0, packed), size);
  if (content.length !== size) throw new CorruptBytesError(`${content.length} bytes for ${size}`);
  return content;
}

/** The pieces of these sizes, one after the other. Throws `CorruptBytesError` if together they are not as long as the whole. */
function cutPieces(whole: Uint8Array, sizes: readonly number[]): readonly Uint8Array[] {
  let end = 0;
  const pieces = sizes.map((size) => {
    const start = end;
    end += size;
    return whole.subarray(start, end);
  });
  if (end !== whole.length) throw new CorruptBytesError(`pieces of ${end} bytes in ${whole.length}`);
  return pieces;
}

function parseContents(json: Buffer, budget: Budget): Contents {
  try {
    const contents = readJson(json.toString(), budget) as Partial<Contents> | null;
    const { paths, places, blobs, bytes, hashes, languages, blocks, sizes } = contents ?? {};
    const areLists = isList(paths, isPath) && isList(blobs, isText) && isList(hashes, isHash) && isList(languages, isText);
    if (areLists && [places, bytes, blocks, sizes].every((counts) => isList(counts, isCount)) && isList(places, isCount)) {
      const isWhole =
        [places, blobs, bytes].every((list) => list?.length === paths.length) &&
        [languages, sizes].every((list) => list?.length === hashes.length);
      const isSorted = paths.every((path, i) => i === 0 || (paths[i - 1] as string) < path);
      if (isWhole && isSorted && places.every((place) => place < hashes.length)) return contents as Contents;
    }
  } catch {
    // Reported below.
  }
  throw new CorruptBytesError('the list of contents is damaged');
}

function isHash(value: unknown): value is string {
  return typeof value === 'string' && value.length === digestBytes * 2 && Buffer.from(value, 'hex').length === digestBytes;
}

function isText(value: unknown): value is string {
  return typeof value === 'string';
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && (value as number) >= 0;
}

function digestOf(content: Uint8Array): Buffer {
  return createHash('sha256').update(content).digest();
}
