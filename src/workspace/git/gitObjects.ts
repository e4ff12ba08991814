/** The files of a commit and their contents, read without touching the worktree. */

import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { decodeText } from '../files/decode.ts';
import { type Environment, gitCommand, runGit } from './git.ts';

/** The blob id of each file of a commit below a directory, by path relative to it, with `/`. Links and submodules are left out. */
export type CommitFiles = ReadonlyMap<string, string>;

/** How to fetch what a repository may lack. */
const howToGet = 'git fetch --unshallow gets the older commits of a shallow clone, git fetch --refetch what a damaged repository lacks';

/**
 * Resolves a name to the id of its commit; `undefined` for `HEAD` in a repository without commits. Throws an Error that says what is
 * missing.
 */
export async function resolveCommit(directory: string, name: string, env: Environment): Promise<string | undefined> {
  const purpose = `Cannot read commit ${JSON.stringify(name)}`;
  const parse = (revision: string): Promise<string> =>
    runGit(directory, ['rev-parse', '--verify', '--end-of-options', revision], env, purpose);
  try {
    return (await parse(`${name}^{commit}`)).trim();
  } catch (error) {
    if (!(error as Error).message.includes('Needed a single revision')) throw error;
    const id = await parse(name).catch(() => undefined);
    if (id === undefined && name === 'HEAD') return undefined;
    const why = id === undefined ? 'there is none of that name' : 'it is not in this repository';
    const isWhole =
      id === undefined && (await runGit(directory, ['rev-parse', '--is-shallow-repository'], env, purpose)).trim() === 'false';
    throw new Error(`${purpose}: ${why}${isWhole ? '' : `; ${howToGet}`}`, { cause: error });
  }
}

/** The blobs of a commit that the repository lacks: it may be damaged or a partial clone. */
export async function missingBlobs(directory: string, commit: string, env: Environment): Promise<ReadonlySet<string>> {
  const args = ['rev-list', '--objects', '--no-walk', '--missing=print', commit];
  const list = await runGit(directory, args, env, 'Cannot tell which files of the commit are missing');
  return new Set([...list.matchAll(/^\?([0-9a-f]+)$/gm)].map(([, id]) => id as string));
}

/** Throws an Error with git's message. */
export async function listCommit(directory: string, commit: string, env: Environment): Promise<CommitFiles> {
  const list = await runGit(directory, ['ls-tree', '-r', '-z', commit], env, 'Cannot list the files of the commit');
  const files = new Map<string, string>();
  for (const entry of list.split('\0')) {
    const match = /^100\d{3} blob ([0-9a-f]+)\t(.+)$/s.exec(entry);
    if (match !== null) files.set(match[2] as string, match[1] as string);
  }
  return files;
}

/** The id that git gives to a content. @param like an id of the same repository, which determines the hash algorithm. */
export function blobId(bytes: Uint8Array, like: string): string {
  return createHash(like.length === 64 ? 'sha256' : 'sha1')
    .update(`blob ${bytes.length}\0`)
    .update(bytes)
    .digest('hex');
}

/** A blob: its text, `undefined` if that is binary, large or not a blob; or `missing`. */
export type Blob = { readonly text: string | undefined } | 'missing';

/** Reads blobs with one process and yields them in order; longer texts than `maxBytes` are left out. Throws an Error with git's message. */
export async function* readBlobs(
  directory: string,
  ids: readonly string[],
  options: { readonly env: Environment; readonly maxBytes: number; readonly signal?: AbortSignal },
): AsyncGenerator<Blob, void> {
  if (ids.length === 0) return;
  const command = gitCommand(directory, ['cat-file', '--batch', '--buffer'], options.env);
  if (command === undefined) throw new Error('Cannot read the commit: there is no git on the PATH');
  const git = spawn(command.file, [...command.args], {
    env: command.env,
    windowsHide: true,
    stdio: ['pipe', 'pipe', 'pipe'],
    signal: options.signal,
  });
  let complaint = '';
  git.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint += text;
  });
  git.stdin.on('error', () => undefined);
  git.stdin.end(`${ids.join('\n')}\n`);
  const ended = new Promise<void>((resolve, reject) => {
    git.on('error', reject);
    git.on('close', (code) => {
      if (code === 0) resolve();
      else reject(new Error(`Cannot read the commit: git reports "${complaint.trim().split('\n')[0] || code}"`));
    });
  });
  ended.catch(() => undefined);
  const reader = new BatchReader(options.maxBytes);
  try {
    for await (const piece of git.stdout) yield* reader.take(piece as Buffer);
    await ended;
  } finally {
    git.kill();
  }
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
