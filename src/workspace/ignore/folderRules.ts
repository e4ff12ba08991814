/**
 * Decides which entries of a folder belong to an index. Listing a whole folder and checking a single changed file use the same functions,
 * so they cannot disagree.
 *
 * A directory is judged twice: by its name before it is entered (`judgeDirectory`), and by its entries (`openDirectory`), where its ignore
 * files are read and a nested repository starts its own rules.
 */

import { opendirSync, realpathSync } from 'node:fs';
import nodePath from 'node:path';
import type { Message } from '../../engine/message.ts';
import { fileNameOf } from '../../engine/util/paths.ts';
import { MessageError, message, messagesOf, phrase } from '../../messages/messages.ts';
import { isSkipped, type SkippedFile } from '../entries.ts';
import type { FileStamps } from '../fileStamps.ts';
import { findRepository, type Repository, readTrackedFiles, repositoryAt, type TrackedFiles } from '../git/git.ts';
import { ignoresCase, readGitConfig } from '../git/gitConfig.ts';
import { errorCode } from '../openFile.ts';
import type { Environment } from '../programs.ts';
import type { IndexSettings } from '../settings.ts';
import { absoluteBelow, childPath, extensionOf } from '../systemPaths.ts';
import { dependencyMarker, type EntryNames } from './dependencyMarkers.ts';
import { toByteString } from './globPattern.ts';
import { createGlobs, type Globs } from './globs.ts';
import { addIgnoreFiles, gitExcludes, type IgnoreLevels, type IgnorePlace, ignoreFileNames } from './ignoreLevels.ts';
import { findRule, type IgnoreMatch } from './ignoreRules.ts';
import { createNamePatterns, eitherOf, type NamePatterns } from './namePatterns.ts';

/** How to judge a folder. */
export interface RuleOptions {
  /** Ask `git ls-files` for tracked files, which are kept even if ignored. False if git must not run. Default false. */
  runGit?: boolean;
  /** For locating git's own settings. Default `process.env`. */
  env?: Environment;
  /** Ends what waits for git, with the signal's reason. */
  signal?: AbortSignal;
}

export interface DirectoryRules extends IgnoreLevels {
  /** Relative to the folder; `''` is the folder. */
  path: string;
  /** Byte string of the path from the origin of all rules (the repository's root or the folder), with a trailing slash unless empty. */
  bytes: string;
  repository: RepositoryRules;
  /** git ignores this directory but tracks files in it: only these count. */
  onlyTracked: boolean;
  /** An include glob matches this directory or an ancestor. */
  included: boolean;
}

interface RepositoryRules {
  repository: Repository | undefined;
  ignoreCase: boolean;
  tracked: TrackedFiles | undefined;
  /** The directory that tracked paths are relative to: its path relative to the folder, with a trailing slash unless empty. */
  trackedBase: string;
}

/** Everything needed to judge the entries of one folder. */
export interface FolderRules {
  /** Absolute, links resolved. */
  root: string;
  settings: IndexSettings;
  /** The rules inherited from above the folder; `openDirectory` turns them into its own. */
  top: DirectoryRules;
  globs: Globs;
  dependency: NamePatterns;
  secret: NamePatterns;
  generated: NamePatterns;
  /** Length in bytes of the path from the origin to the folder. */
  prefixLength: number;
  runGit: boolean;
  env: Environment;
  signal: AbortSignal | undefined;
  /** Sentences for the user, collected while the folder is read. */
  problems: Message[];
}

const versionControl = new Set(['.git', '.hg', '.svn', '.bzr', '.jj']);

/**
 * Reads the rules that a folder inherits: from the repository around it, git's settings and exclude files, and its ancestors' ignore files
 * up to the repository's root. Outside of a repository nothing above the folder counts. A folder that its repository ignores is indexed
 * nevertheless, since the user opened it. Throws an Error that names the folder if it does not exist, and a TypeError that names an invalid
 * glob.
 *
 * @param stamps records the dependencies: while they hold and the folder's real path is the same, the rules are valid.
 */
export async function createFolderRules(
  root: string,
  settings: IndexSettings,
  options: RuleOptions = {},
  stamps?: FileStamps,
): Promise<FolderRules> {
  const realRoot = realPathOf(root);
  const env = options.env ?? process.env;
  const repository = findRepository(realRoot, stamps);
  const config = readGitConfig(repository, env, stamps);
  const ignoreCase = ignoresCase(config, repository);
  const ancestors = repository === undefined ? [] : directoriesBetween(repository.root, realRoot);
  const prefix = repository === undefined ? '' : nodePath.relative(repository.root, realRoot).replaceAll(nodePath.sep, '/');
  const bytes = prefix === '' ? '' : `${toByteString(prefix)}/`;
  const rules: FolderRules = {
    root: realRoot,
    settings,
    top: {
      path: '',
      bytes: '',
      meshragIgnore: undefined,
      dotIgnore: undefined,
      gitIgnore: settings.useIgnoreFiles ? gitExcludes(config, repository, env, ignoreCase, 0, stamps) : undefined,
      repository: { repository, ignoreCase, tracked: undefined, trackedBase: '' },
      onlyTracked: false,
      included: false,
    },
    globs: createGlobs(settings.include, settings.exclude, ignoreCase),
    dependency: createNamePatterns(settings.dependencyDirectories),
    secret: eitherOf(createNamePatterns(settings.secretNames), createNamePatterns(settings.moreSecretNames)),
    generated: createNamePatterns(settings.generatedNames),
    prefixLength: bytes.length,
    runGit: options.runGit ?? false,
    env,
    signal: options.signal,
    problems: [],
  };
  rules.top.repository.tracked = await trackedFiles(rules, repository, realRoot, stamps);
  for (const directory of ancestors) {
    const relative = nodePath.relative(repository?.root ?? realRoot, directory).replaceAll(nodePath.sep, '/');
    rules.top.bytes = relative === '' ? '' : `${toByteString(relative)}/`;
    addIgnoreFiles(rules.top, ignorePlace(rules.top, directory), { has: () => true }, settings, stamps);
  }
  rules.top.bytes = bytes;
  return rules;
}

/** The folder's path with links resolved. Throws an Error that names the folder if that fails. */
export function realPathOf(root: string): string {
  try {
    return realpathSync.native(root);
  } catch (error) {
    throw folderError(root, error);
  }
}

/** A folder that cannot be listed. */
export class FolderError extends MessageError {
  override readonly name = 'FolderError';
}

/** Throws a `FolderError` if a folder cannot be listed. */
export function refuseUnlisted(root: string): void {
  try {
    opendirSync(root).closeSync();
  } catch (error) {
    throw folderError(root, error);
  }
}

/** The error for a folder that cannot be listed. */
export function folderError(root: string, error: unknown): FolderError {
  const states: Record<string, string> = {
    ENOENT: 'it does not exist (any more)',
    ENOTDIR: 'it is not a directory',
    EACCES: 'reading it is not allowed',
  };
  const code = errorCode(error);
  return new FolderError(message('unlisted', JSON.stringify(root), phrase(states[code] ?? code)), { cause: error });
}

/**
 * Judges a directory by its path. Returns the rules to open it with, the reason to leave it out, or `undefined` for the directories of
 * version control, which are not reported.
 */
export function judgeDirectory(rules: FolderRules, parent: DirectoryRules, name: string): DirectoryRules | SkippedFile | undefined {
  if (versionControl.has(name)) return undefined;
  const path = childPath(parent.path, name);
  const bytes = parent.bytes + toByteString(name);
  const skip = (reason: SkippedFile['reason'], detail: string): SkippedFile => ({ path: `${path}/`, reason, detail });
  const glob = rules.globs.excludedBy(path, true);
  if (glob !== undefined) return skip('excluded', `exclude: ${glob}`);
  const included = parent.included || (rules.settings.include.length > 0 && rules.globs.includes(path));
  if (!included && !rules.globs.mayIncludeBelow(path)) return skip('excluded', 'no include glob matches');
  const byName = judgeName(rules, ['dependency', 'secret', 'generated'], bytes, parent.bytes.length, true);
  if (byName !== undefined) return skip(byName.reason, byName.detail);
  const ignored = judgeIgnored(parent, path, bytes, true);
  if (ignored.kind === 'ignored') return skip('ignored', ignored.detail);
  return { ...parent, path, bytes: `${bytes}/`, onlyTracked: ignored.kind === 'tracked', included };
}

/**
 * Judges a directory by its entries and reads its ignore files.
 *
 * @param pending the result of `judgeDirectory`, or `rules.top` for the folder itself.
 * @param inside the names in the directory.
 * @param siblings the names in its parent.
 * @param stamps records the ignore files that were read.
 */
export async function openDirectory(
  rules: FolderRules,
  pending: DirectoryRules,
  inside: EntryNames,
  siblings: EntryNames,
  stamps?: FileStamps,
): Promise<DirectoryRules | SkippedFile> {
  const absolute = absoluteBelow(rules.root, pending.path);
  const opened = { ...pending };
  if (pending.path !== '') {
    const marker = dependencyMarker(absolute, inside, siblings);
    if (marker !== undefined) return { path: `${pending.path}/`, reason: 'dependency', detail: marker };
    const nested = judgeNestedRepository(pending, absolute, inside);
    if (nested !== undefined && isSkipped(nested)) return nested;
    if (nested !== undefined) await enterRepository(rules, opened, nested);
  }
  addIgnoreFiles(opened, ignorePlace(opened, absolute), inside, rules.settings, stamps);
  return opened;
}

/** Judges a file by its path; size and content are judged later. `undefined` if there is no reason to skip it. */
export function judgeFile(rules: FolderRules, directory: DirectoryRules, name: string): SkippedFile | undefined {
  const path = childPath(directory.path, name);
  const bytes = directory.bytes + toByteString(name);
  const glob = rules.globs.excludedBy(path, false);
  if (glob !== undefined) return { path, reason: 'excluded', detail: `exclude: ${glob}` };
  if (!directory.included && !rules.globs.includes(path)) return { path, reason: 'excluded', detail: 'no include glob matches' };
  const secret = judgeName(rules, ['secret'], bytes, directory.bytes.length, false);
  if (secret !== undefined) return { path, ...secret };
  const ignored = judgeIgnored(directory, path, bytes, false);
  if (ignored.kind === 'ignored') return { path, reason: 'ignored', detail: ignored.detail };
  const byName = judgeName(rules, ['dependency', 'generated'], bytes, directory.bytes.length, false);
  if (byName !== undefined) return { path, ...byName };
  const extension = extensionOf(name);
  return rules.settings.dataExtensions.includes(extension) ? { path, reason: 'data', detail: `extension: ${extension}` } : undefined;
}

/** Most of a large notebook are outputs, which are not indexed: its file may have this many times the bytes of another one. */
const notebookFactor = 32;

/** Judges a file by its size in bytes. */
export function judgeSize(path: string, size: number, settings: IndexSettings): SkippedFile | undefined {
  const max = settings.maxFileBytes * (extensionOf(path) === 'ipynb' ? notebookFactor : 1);
  if (size > max) return { path, reason: 'too large', detail: `${size} bytes, at most ${max} are read` };
  if (size > settings.maxDataBytes && settings.largeDataExtensions.includes(extensionOf(path))) {
    return { path, reason: 'data', detail: `${size} bytes, at most ${settings.maxDataBytes} for this kind` };
  }
  return undefined;
}

/**
 * True if a change of the file at this path (with `/`) can change which other files are indexed, so that the folder must be listed again.
 */
export function affectsRules(path: string): boolean {
  const name = fileNameOf(path);
  return ignoreFileNames.has(name) || name === 'CACHEDIR.TAG' || name === 'pyvenv.cfg';
}

function ignorePlace({ path, bytes, repository }: DirectoryRules, absolute: string): IgnorePlace {
  return { absolute, path, baseLength: bytes.length, ignoreCase: repository.ignoreCase };
}

function judgeName(
  rules: FolderRules,
  reasons: readonly ('dependency' | 'secret' | 'generated')[],
  bytes: string,
  nameStart: number,
  isDirectory: boolean,
): (Omit<SkippedFile, 'path'> & { detail: string }) | undefined {
  const path = bytes.slice(rules.prefixLength);
  const start = nameStart - rules.prefixLength;
  for (const reason of reasons) {
    const pattern = rules[reason](path, start, isDirectory);
    if (pattern !== undefined) return { reason, detail: `name: ${pattern}` };
  }
  return undefined;
}

type IgnoreJudgement = { kind: 'kept' } | { kind: 'tracked' } | { kind: 'ignored'; detail: string };

/** `.meshragignore` takes precedence over `.ignore`, and both over git. Only git's rules yield to tracked files. */
function judgeIgnored(directory: DirectoryRules, path: string, bytes: string, isDirectory: boolean): IgnoreJudgement {
  const nameStart = directory.bytes.length;
  const own =
    findRule(directory.meshragIgnore, bytes, nameStart, isDirectory) ?? findRule(directory.dotIgnore, bytes, nameStart, isDirectory);
  if (own !== undefined && !own.rule.negative) return { kind: 'ignored', detail: describe(own) };
  if (own !== undefined && !directory.onlyTracked) return { kind: 'kept' };
  const match = directory.onlyTracked ? undefined : findRule(directory.gitIgnore, bytes, nameStart, isDirectory);
  if (!directory.onlyTracked && (match === undefined || match.rule.negative)) return { kind: 'kept' };
  const { tracked, trackedBase } = directory.repository;
  const trackedPath = path.slice(trackedBase.length);
  if (tracked?.has(trackedPath) === true || (isDirectory && tracked?.hasBelow(trackedPath) === true)) return { kind: 'tracked' };
  return { kind: 'ignored', detail: match === undefined ? 'in an ignored directory, not tracked' : describe(match) };
}

function describe(match: IgnoreMatch): string {
  return `${match.source}:${match.rule.line}: ${match.rule.pattern}`;
}

function judgeNestedRepository(pending: DirectoryRules, absolute: string, inside: EntryNames): Repository | SkippedFile | undefined {
  const skip = (detail: string): SkippedFile => ({ path: `${pending.path}/`, reason: 'nested repository', detail });
  if (!inside.has('.git')) {
    const bare = inside.has('HEAD') && inside.has('objects') && inside.has('refs') && inside.has('config');
    return bare ? skip('a bare repository: git objects only') : undefined;
  }
  const repository = repositoryAt(absolute);
  const outer = pending.repository.repository;
  if (repository !== undefined && outer !== undefined && samePlace(repository.commonDir, outer.commonDir)) {
    return skip('another worktree of the repository around it');
  }
  return repository;
}

/** A nested repository or submodule starts with fresh git rules; `.ignore` and `.meshragignore` stay in force. */
async function enterRepository(rules: FolderRules, opened: DirectoryRules, repository: Repository): Promise<void> {
  const config = readGitConfig(repository, rules.env);
  const ignoreCase = ignoresCase(config, repository);
  const tracked = await trackedFiles(rules, repository, repository.root);
  opened.gitIgnore = rules.settings.useIgnoreFiles
    ? gitExcludes(config, repository, rules.env, ignoreCase, opened.bytes.length)
    : undefined;
  opened.repository = { repository, ignoreCase, tracked, trackedBase: `${opened.path}/` };
  opened.onlyTracked = false;
}

async function trackedFiles(
  rules: FolderRules,
  repository: Repository | undefined,
  directory: string,
  stamps?: FileStamps,
): Promise<TrackedFiles | undefined> {
  if (repository === undefined || !rules.runGit || !rules.settings.useIgnoreFiles) return undefined;
  try {
    return await readTrackedFiles(repository, directory, rules.env, stamps, rules.signal);
  } catch (error) {
    rules.signal?.throwIfAborted();
    rules.problems.push(...messagesOf(error));
    return undefined;
  }
}

/** The directories from `top` down to the parent of `bottom`. */
function directoriesBetween(top: string, bottom: string): string[] {
  const directories: string[] = [];
  for (let current = bottom; current !== top; ) {
    current = nodePath.dirname(current);
    directories.unshift(current);
  }
  return directories;
}

function samePlace(left: string, right: string): boolean {
  try {
    return realpathSync.native(left) === realpathSync.native(right);
  } catch {
    return left === right;
  }
}
