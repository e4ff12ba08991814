/** The files of a commit and their contents, read without touching the worktree. */

import { decodeText } from '../files/decode.ts';
import { runGit, streamGit } from './git.ts';

/** The blob id of each file of a commit below a directory, by path relative to it, with `/`. Links and submodules are left out. */
export type CommitFiles = ReadonlyMap<string, string>;

/** How to fetch what a repository may lack. */
const howToGet = 'git fetch --unshallow gets the older commits of a shallow clone, git fetch --refetch what a damaged repository lacks';

/**
 * Resolves a name to the id of its commit; `undefined` for `HEAD` in a repository without commits. Throws an Error that says what is
 * missing.
 */
export async function resolveCommit(directory: string, name: string): Promise<string | undefined> {
  const purpose = `Cannot read commit ${JSON.stringify(name)}`;
  const parse = (revision: string): Promise<string> =>
    runGit(directory, ['rev-parse', '--verify', '--end-of-options', revision], process.env, purpose);
  try {
    return (await parse(`${name}^{commit}`)).trim();
  } catch (error) {
    if (!(error as Error).message.includes('Needed a single revision')) throw error;
    const id = await parse(name).catch(() => undefined);
    if (id === undefined && name === 'HEAD') return undefined;
    const why = id === undefined ? 'there is none of that name' : 'it is not in this repository';
    const isWhole =
      id === undefined && (await runGit(directory, ['rev-parse', '--is-shallow-repository'], process.env, purpose)).trim() === 'false';
    throw new Error(`${purpose}: ${why}${isWhole ? '' : `; ${howToGet}`}`, { cause: error });
  }
}

/** The blobs of a commit that the repository lacks: it may be damaged or a partial clone. */
async function missingBlobs(directory: string, commit: string): Promise<ReadonlySet<string>> {
  const args = ['rev-list', '--objects', '--no-walk', '--missing=print', commit];
  const list = await runGit(directory, args, process.env, 'Cannot tell which files of the commit are missing');
  return new Set([...list.matchAll(/^\?([0-9a-f]+)$/gm)].map(([, id]) => id as string));
}

/** @param paths only these files; all if absent. Throws an Error with git's message. */
export async function listCommit(directory: string, commit: string, paths: readonly string[] = []): Promise<CommitFiles> {
  const args = ['--literal-pathspecs', 'ls-tree', '-r', '-z', commit, '--', ...paths];
  const list = await runGit(directory, args, process.env, 'Cannot list the files of the commit');
  const files = new Map<string, string>();
  for (const entry of list.split('\0')) {
    const match = /^100\d{3} blob ([0-9a-f]+)\t(.+)$/s.exec(entry);
    if (match !== null) files.set(match[2] as string, match[1] as string);
  }
  return files;
}

/** The path of a file of a commit, and the id of its blob. */
export type CommitFile = readonly [path: string, id: string];

/** A commit of the repository that contains a directory. */
export interface CommitPlace {
  readonly directory: string;
  readonly commit: string;
  /** Longer texts are left out. */
  readonly maxBytes: number;
  readonly signal?: AbortSignal | undefined;
}

/**
 * Passes the text of each file to `use`, in order and one at a time; `undefined` if it is binary, large or no blob. Returns the paths of the
 * files whose contents the repository lacks, which may have been passed before. Throws an Error with git's message, and the signal's reason.
 */
export async function readCommitted(
  place: CommitPlace,
  files: readonly CommitFile[],
  use: (file: CommitFile, text: string | undefined) => void | Promise<void>,
): Promise<readonly string[]> {
  const read = async (some: readonly CommitFile[]): Promise<string[]> => {
    const missing: string[] = [];
    let at = 0;
    for await (const blob of readBlobs(place, some)) {
      const file = some[at++] as CommitFile;
      if (blob === 'missing') missing.push(file[0]);
      else await use(file, blob.text);
    }
    return missing;
  };
  try {
    return await read(files);
  } catch (error) {
    place.signal?.throwIfAborted();
    // In a partial clone git stops at the first blob that it would have to fetch.
    const lacking = await missingBlobs(place.directory, place.commit);
    const lost = files.filter(([, id]) => lacking.has(id));
    if (lost.length === 0) throw error;
    return [...(await read(files.filter(([, id]) => !lacking.has(id)))), ...lost.map(([path]) => path)];
  }
}

/** A blob: its text, `undefined` if that is binary, large or not a blob; or `missing`. */
type Blob = { readonly text: string | undefined } | 'missing';

/** Reads the blobs of files with one process and yields them in order. */
async function* readBlobs({ directory, maxBytes, signal }: CommitPlace, files: readonly CommitFile[]): AsyncGenerator<Blob, void> {
  if (files.length === 0) return;
  const reader = new BatchReader(maxBytes);
  const wanted = files.map(([, id]) => `${id}\n`).join('');
  for await (const piece of streamGit(directory, ['cat-file', '--batch', '--buffer'], wanted, 'Cannot read the commit', signal))
    yield* reader.take(piece);
}

/** Parses `<id> <type> <size>\n<content>\n` and `<id> missing\n` from a stream. */
class BatchReader {
  readonly #maxBytes: number;
  #blobs: Blob[] = [];
  #header = '';
  #kept: Buffer[] = [];
  /** Bytes of content still to come, including its line break; undefined while a header is read. */
  #left: number | undefined;
  #isKept = false;

  constructor(maxBytes: number) {
    this.#maxBytes = maxBytes;
  }

  /** The blobs that end in this piece. */
  take(piece: Buffer): readonly Blob[] {
    this.#blobs = [];
    for (let at = 0; at < piece.length; )
      at = this.#left === undefined ? this.#takeHeader(piece, at) : this.#takeContent(piece, at, this.#left);
    return this.#blobs;
  }

  #takeHeader(piece: Buffer, at: number): number {
    const end = piece.indexOf(10, at);
    this.#header += piece.toString('utf8', at, end < 0 ? piece.length : end);
    if (end < 0) return piece.length;
    const size = /^[0-9a-f]+ blob (\d+)$/.exec(this.#header)?.[1];
    const otherSize = /^[0-9a-f]+ \w+ (\d+)$/.exec(this.#header)?.[1];
    this.#header = '';
    if (size === undefined && otherSize === undefined) {
      this.#blobs.push('missing');
      return end + 1;
    }
    this.#left = Number(size ?? otherSize) + 1;
    this.#isKept = size !== undefined && Number(size) <= this.#maxBytes;
    return end + 1;
  }

  #takeContent(piece: Buffer, at: number, left: number): number {
    const end = Math.min(piece.length, at + left);
    if (this.#isKept) this.#kept.push(piece.subarray(at, end));
    this.#left = left - (end - at);
    if (this.#left > 0) return end;
    const bytes = Buffer.concat(this.#kept);
    this.#blobs.push({ text: this.#isKept ? decodeText(bytes.subarray(0, bytes.length - 1)) : undefined });
    this.#kept = [];
    this.#left = undefined;
    return end;
  }
}
