import { execFile, spawn } from 'node:child_process';
import { realpathSync, statSync } from 'node:fs';
import nodePath from 'node:path';
import { MessageError, message } from '../../messages/messages.ts';
import type { FileStamps } from '../fileStamps.ts';
import { errorCode, readSmallFile } from '../openFile.ts';
import { distrust, type Environment, environmentFor, findProgram } from '../programs.ts';

/** The paths of a repository, all absolute. */
export interface Repository {
  /** The top of the worktree. */
  root: string;
  /** Holds this worktree's HEAD and index. */
  gitDir: string;
  /** Shared by all worktrees: config, objects, refs. Equal to `gitDir` in the main worktree. */
  commonDir: string;
}

/** The files that git tracks below a directory. */
export interface TrackedFiles {
  /** True for a tracked file or a submodule; the path is relative to the directory. */
  has(path: string): boolean;
  /** True if a tracked file lies in the directory of that path, at any depth. */
  hasBelow(path: string): boolean;
}

const maxLinkBytes = 64 * 1024;
const gitTimeoutMs = 20_000;
const maxListBytes = 512 * 1024 * 1024;

/** The repository with its worktree's top at this directory. `.git` may be a directory or, in worktrees and submodules, a file. */
export function repositoryAt(directory: string, stamps?: FileStamps): Repository | undefined {
  return safely(() => readRepository(directory, stamps));
}

function readRepository(directory: string, stamps: FileStamps | undefined): Repository | undefined {
  const dotGit = nodePath.join(directory, '.git');
  stamps?.addPresence(dotGit);
  const kind = statSync(dotGit, { throwIfNoEntry: false });
  if (kind === undefined) return undefined;
  if (!kind.isDirectory()) stamps?.addContent(dotGit);
  const gitDir = kind.isDirectory() ? dotGit : linkedDirectory(dotGit, directory);
  if (gitDir === undefined || !exists(nodePath.join(gitDir, 'HEAD'), stamps)) return undefined;
  stamps?.addContent(nodePath.join(gitDir, 'commondir'));
  const common = readSmallFile(nodePath.join(gitDir, 'commondir'), maxLinkBytes)?.toString('utf8').trim();
  const commonDir = common === undefined ? gitDir : nodePath.resolve(gitDir, common);
  return exists(nodePath.join(commonDir, 'objects'), stamps) ? { root: directory, gitDir, commonDir } : undefined;
}

/**
 * The repository that contains a directory: the nearest one upwards from its real path, as in git. Records its dependencies in `stamps`.
 */
export function findRepository(directory: string, stamps?: FileStamps): Repository | undefined {
  const start = safely(() => realpathSync.native(directory)) ?? nodePath.resolve(directory);
  for (let current = start; ; current = nodePath.dirname(current)) {
    const repository = repositoryAt(current, stamps);
    if (repository !== undefined || current === nodePath.dirname(current)) return repository;
  }
}

/**
 * The tracked files below a directory, from `git ls-files`. Cached until the repository's index file changes. Throws an Error that names
 * the cause if there is no git executable or git refuses, or if the signal ended it.
 */
export async function readTrackedFiles(
  repository: Repository,
  directory: string,
  env: Environment,
  stamps?: FileStamps,
  signal?: AbortSignal,
): Promise<TrackedFiles> {
  const file = nodePath.join(repository.gitDir, 'index');
  stamps?.addContent(file);
  const index = statSync(file, { bigint: true, throwIfNoEntry: false });
  if (index === undefined) return createTrackedFiles([]);
  const stamp = `${repository.gitDir}\0${index.ino}:${index.size}:${index.mtimeNs}:${index.ctimeNs}`;
  const known = trackedByDirectory.get(directory);
  if (known?.stamp === stamp) return known.files;
  const files = createTrackedFiles((await listTracked(directory, env, signal)).split('\0').filter((path) => path !== ''));
  trackedByDirectory.delete(directory);
  trackedByDirectory.set(directory, { stamp, files });
  for (const oldest of trackedByDirectory.keys()) {
    if (trackedByDirectory.size <= 16) break;
    trackedByDirectory.delete(oldest);
  }
  return files;
}

const trackedByDirectory = new Map<string, { stamp: string; files: TrackedFiles }>();

/** A git command line, ready to run. */
export interface GitCommand {
  readonly file: string;
  readonly args: readonly string[];
  readonly env: NodeJS.ProcessEnv;
}

/**
 * A git command line that neither writes, fetches, nor lets the repository's configuration start another program; `undefined` without git
 * outside of the folders that are read.
 */
function gitCommand(directory: string, args: readonly string[], env: Environment): GitCommand | undefined {
  distrust(directory);
  const file = findProgram('git', env);
  if (file === undefined) return undefined;
  const safeEnv: Environment = {
    ...environmentFor(env),
    GIT_OPTIONAL_LOCKS: '0',
    GIT_TERMINAL_PROMPT: '0',
    GIT_NO_LAZY_FETCH: '1',
    LC_ALL: 'C',
  };
  for (const name of [
    'GIT_DIR',
    'GIT_EXEC_PATH',
    'GIT_WORK_TREE',
    'GIT_INDEX_FILE',
    'GIT_COMMON_DIR',
    'GIT_NAMESPACE',
    'GIT_PREFIX',
    'GIT_TRACE',
    'GIT_EXTERNAL_DIFF',
  ])
    delete safeEnv[name];
  const nothing = process.platform === 'win32' ? 'NUL' : '/dev/null';
  const safeConfig = [
    'core.fsmonitor=false',
    `core.hooksPath=${nothing}`,
    'protocol.allow=never',
    'core.untrackedCache=false',
    'maintenance.auto=false',
  ];
  const safeArgs = safeConfig.flatMap((pair) => ['-c', pair]);
  return { file, args: [...safeArgs, '-C', directory, ...args], env: safeEnv as NodeJS.ProcessEnv };
}

/**
 * The output of git, as UTF-8. Throws a `GitError` that begins with `purpose` and names what is missing or what git refused.
 *
 * @param purpose the beginning of a sentence: `Cannot list tracked files`.
 * @param signal ends git.
 */
export function runGit(
  directory: string,
  args: readonly string[],
  env: Environment,
  purpose: string,
  signal?: AbortSignal,
): Promise<string> {
  const command = gitCommand(directory, args, env);
  if (command === undefined) return Promise.reject(new GitError(`${purpose}: there is no git on the PATH, outside of the folder`));
  return new Promise((resolve, reject) => {
    const options = {
      env: command.env,
      signal,
      timeout: gitTimeoutMs,
      maxBuffer: maxListBytes,
      windowsHide: true,
      encoding: 'utf8' as const,
    };
    execFile(command.file, [...command.args], options, (error, stdout, stderr) => {
      if (error === null) {
        resolve(stdout);
        return;
      }
      const why = stderr.trim().split('\n')[0] || (error.killed === true ? `no answer in ${gitTimeoutMs / 1000} s` : errorCode(error));
      reject(new GitError(`${purpose}: git reports "${why}"`, why, error));
    });
  });
}

/**
 * The output of git in pieces, as they come. Throws like `runGit`, without a limit of time, and the signal's reason. Ending the loop ends
 * git.
 *
 * @param input what git reads from its standard input.
 */
export async function* streamGit(
  directory: string,
  args: readonly string[],
  input: string,
  purpose: string,
  signal?: AbortSignal,
): AsyncGenerator<Buffer, void> {
  const command = gitCommand(directory, args, process.env);
  if (command === undefined) throw new GitError(`${purpose}: there is no git on the PATH, outside of the folder`);
  const git = spawn(command.file, [...command.args], { env: command.env, windowsHide: true, stdio: ['pipe', 'pipe', 'pipe'], signal });
  let complaint = '';
  git.stderr.setEncoding('utf8').on('data', (text: string) => {
    complaint = (complaint + text).slice(0, maxComplaintLength);
  });
  git.stdin.on('error', () => undefined);
  git.stdin.end(input);
  const ended = new Promise<void>((resolve, reject) => {
    git.on('error', (error) => reject(signal?.aborted === true ? signal.reason : error));
    git.on('close', (code) => {
      const why = complaint.trim().split('\n')[0] || String(code);
      if (code === 0) resolve();
      else reject(new GitError(`${purpose}: git reports "${why}"`, why));
    });
  });
  ended.catch(() => undefined);
  try {
    for await (const piece of git.stdout) yield piece as Buffer;
    await ended;
  } finally {
    git.kill();
  }
}

const maxComplaintLength = 64 * 1024;

/** Git is missing, or has refused. */
export class GitError extends Error {
  /** What git reports; absent if there is none. */
  readonly complaint: string | undefined;

  constructor(message: string, complaint?: string, cause?: unknown) {
    super(message, { cause });
    this.complaint = complaint;
  }
}

async function listTracked(directory: string, env: Environment, signal: AbortSignal | undefined): Promise<string> {
  try {
    return await runGit(directory, ['ls-files', '-z', '--cached'], env, 'Cannot list tracked files', signal);
  } catch (error) {
    const { complaint } = error as GitError;
    throw new MessageError(complaint === undefined ? message('noGit') : message('gitRefused', `"${complaint}"`), { cause: error });
  }
}

function createTrackedFiles(paths: string[]): TrackedFiles {
  const files = new Set(paths);
  let directories: Set<string> | undefined;
  return {
    has: (path) => files.has(path),
    hasBelow: (path) => {
      directories ??= parentFolders(paths);
      return directories.has(path);
    },
  };
}

function parentFolders(paths: string[]): Set<string> {
  const parents = new Set<string>();
  for (const path of paths) {
    for (let end = path.lastIndexOf('/'); end > 0; end = path.lastIndexOf('/', end - 1)) {
      const parent = path.slice(0, end);
      if (parents.has(parent)) break;
      parents.add(parent);
    }
  }
  return parents;
}

function linkedDirectory(dotGit: string, directory: string): string | undefined {
  const link = readSmallFile(dotGit, maxLinkBytes)?.toString('utf8');
  const target = link?.startsWith('gitdir: ') === true ? link.slice('gitdir: '.length).replace(/[\r\n]+$/, '') : '';
  return target === '' ? undefined : nodePath.resolve(directory, target);
}

function exists(path: string, stamps?: FileStamps): boolean {
  stamps?.addPresence(path);
  return statSync(path, { throwIfNoEntry: false }) !== undefined;
}

/** Without access to a directory, no repository can be seen there. */
function safely<Value>(read: () => Value): Value | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}
