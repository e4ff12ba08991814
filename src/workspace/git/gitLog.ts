/**
 * Reads git's log: what each commit says, and which files it changed. The only reader of it.
 *
 * Nothing of an author is read but the date. Messages are cut and masked; bytes that are no UTF-8 are replaced. Merges are left out: what they
 * bring in has commits of its own.
 */

import type { ChangeKind, Commit, FileChange } from '../../engine/past/past.ts';
import { maskSecrets } from '../../engine/text/secrets/secrets.ts';
import { runGit, streamGit } from './git.ts';

/** What is kept of a message besides its first line, and of that. UTF-16 units. */
const maxBodyLength = 2000;
const maxSubjectLength = 300;
/** Files kept of a commit, and the longest path. */
const maxFiles = 100;
const maxPathLength = 1000;
/** Bytes read of a field; the rest of a longer one is passed over. */
const maxFieldBytes = 16 * 1024;

/** Lines that name people: `Signed-off-by`, `Co-authored-by`, `Reviewed-by`. */
const peopleLine = /^[ \t]*[\w-]+-by:.*$/gim;

/** Commits that can be reached, and what is missing of them. */
export interface Listed {
  /** Newest first, without merges. */
  readonly ids: readonly string[];
  /** Whether older commits were not fetched. */
  readonly isShallow: boolean;
}

const purpose = 'Cannot read the history';

/** The newest commits that led to the folder's present one; none in a repository without commits. Throws a `GitError`. */
export async function listLog(directory: string, max: number, signal?: AbortSignal): Promise<Listed> {
  const args = ['rev-list', '--no-merges', `--max-count=${max}`, '--all-match', 'HEAD', '--'];
  const shallow = await runGit(directory, ['rev-parse', '--is-shallow-repository'], process.env, purpose, signal);
  const isShallow = shallow.trim() === 'true';
  if ((await headCommit(directory, signal)) === undefined) return { ids: [], isShallow };
  const list = await runGit(directory, args, process.env, purpose, signal);
  return { ids: list.split('\n').filter((id) => id !== ''), isShallow };
}

/** The id of the folder's present commit; undefined if there is none yet. */
export async function headCommit(directory: string, signal?: AbortSignal): Promise<string | undefined> {
  const verify = ['rev-parse', '--verify', '--quiet', '--end-of-options', 'HEAD^{commit}'];
  const id = await runGit(directory, verify, process.env, purpose, signal).catch((error: Error) => {
    signal?.throwIfAborted();
    // Quietly refused: there is no commit.
    if ((error.cause as { code?: unknown } | undefined)?.code === 1) return '';
    throw error;
  });
  return id.trim() === '' ? undefined : id.trim();
}

/** From the most that is known of a commit's files to nothing: a partial clone lacks contents, or lists of files as well. */
const waysToList = [['--name-status', '-M'], ['--name-status', '-M100%'], ['-s']] as const;

/**
 * The commits of the given ids, in their order, as git delivers them. Where the repository lacks what tells which files a commit changed, it
 * has none. Throws a `GitError`, and the signal's reason.
 */
export async function* readLog(directory: string, ids: readonly string[], signal?: AbortSignal): AsyncGenerator<readonly Commit[], void> {
  let left = ids;
  for (const [i, way] of waysToList.entries()) {
    let read = 0;
    try {
      for await (const commits of readWith(directory, left, way, signal)) {
        read += commits.length;
        yield commits;
      }
      return;
    } catch (error) {
      signal?.throwIfAborted();
      if (i === waysToList.length - 1) throw error;
    }
    left = left.slice(read);
  }
}

async function* readWith(
  directory: string,
  ids: readonly string[],
  way: readonly string[],
  signal: AbortSignal | undefined,
): AsyncGenerator<readonly Commit[], void> {
  const args = [
    ...['-c', 'log.showSignature=false', '-c', 'core.quotePath=false', 'log', '--no-walk=unsorted', '--stdin', '-z', '-l200'],
    ...['--no-color', '--no-ext-diff', '--no-textconv', '--no-notes', '--no-mailmap', '--encoding=UTF-8', '--relative'],
    ...['--ignore-submodules=all', ...way, '--format=%x01%H%x00%ct%x00%B%x00'],
  ];
  const reader = new LogReader();
  for await (const piece of streamGit(directory, args, ids.map((id) => `${id}\n`).join(''), purpose, signal)) yield reader.take(piece);
  yield reader.end();
}

const changeKinds: Readonly<Record<string, ChangeKind>> = { A: 'added', D: 'removed', R: 'renamed', C: 'added' };

/** Parses fields that end with a NUL byte: `\x01` and the id, the date, the message, then a status and one or two paths for each file. */
class LogReader {
  #field: Buffer[] = [];
  #size = 0;
  #expects: 'next' | 'date' | 'message' | 'path' | 'from' = 'next';
  #commit: { id: string; date: number; subject: string; body: string; files: FileChange[] } | undefined;
  #status = '';
  #from = '';
  #done: Commit[] = [];

  /** The commits that are complete with this piece. */
  take(piece: Buffer): readonly Commit[] {
    for (let at = 0; at < piece.length; ) {
      const end = piece.indexOf(0, at);
      this.#keep(piece.subarray(at, end < 0 ? piece.length : end));
      if (end < 0) break;
      this.#takeField();
      at = end + 1;
    }
    return this.#done.splice(0);
  }

  /** The last commit. */
  end(): readonly Commit[] {
    this.#finish();
    return this.#done.splice(0);
  }

  #keep(bytes: Buffer): void {
    const room = maxFieldBytes - this.#size;
    if (room <= 0) return;
    // Copied: the piece would be kept as a whole.
    this.#field.push(Buffer.from(bytes.subarray(0, room)));
    this.#size += bytes.length;
  }

  #takeField(): void {
    const text = Buffer.concat(this.#field).toString('utf8');
    this.#field = [];
    this.#size = 0;
    const commit = this.#commit;
    if (this.#expects === 'date' && commit !== undefined) {
      commit.date = Math.min(2 ** 32 - 1, Math.max(0, Number(text) || 0));
      this.#expects = 'message';
    } else if (this.#expects === 'message' && commit !== undefined) {
      Object.assign(commit, readMessage(text));
      this.#expects = 'next';
    } else if (this.#expects === 'from') {
      this.#from = text;
      this.#expects = 'path';
    } else if (this.#expects === 'path') this.#takePath(text);
    else this.#takeNext(text.trim());
  }

  #takeNext(text: string): void {
    if (text.startsWith('\x01')) {
      this.#finish();
      this.#commit = { id: text.slice(1), date: 0, subject: '', body: '', files: [] };
      this.#expects = 'date';
    } else if (text !== '') {
      this.#status = text;
      this.#from = '';
      this.#expects = /^[RC]/.test(text) ? 'from' : 'path';
    }
  }

  #takePath(path: string): void {
    this.#expects = 'next';
    const files = this.#commit?.files;
    if (files === undefined || files.length >= maxFiles || path.length > maxPathLength || this.#from.length > maxPathLength) return;
    const kind = this.#status === 'R100' ? 'moved' : (changeKinds[this.#status.charAt(0)] ?? 'changed');
    files.push(this.#status.startsWith('R') ? { path, kind, from: this.#from } : { path, kind });
  }

  #finish(): void {
    if (this.#commit !== undefined) this.#done.push(this.#commit);
    this.#commit = undefined;
  }
}

/** A message without the names of people, cut and masked. */
function readMessage(text: string): Pick<Commit, 'subject' | 'body'> {
  const lines = maskSecrets(text.slice(0, 2 * maxBodyLength + maxSubjectLength).replace(peopleLine, ''))
    .text.trim()
    .split('\n');
  const [first = '', ...rest] = lines;
  const body = rest
    .join('\n')
    .replaceAll('\r', '')
    .replace(/\n{3,}/g, '\n\n')
    .trim();
  return { subject: first.trim().slice(0, maxSubjectLength), body: body.slice(0, maxBodyLength).trimEnd() };
}
