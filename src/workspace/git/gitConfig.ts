/**
 * git's configuration, read without running git, so that it works without git and in untrusted folders.
 *
 * Source: git-config(1). Reads the system, global, local and worktree files with `include.path` and `includeIf.gitdir`; other conditions of
 * `includeIf` count as false. Only `core.excludesfile` and `core.ignorecase` are used, which affect nothing but ignore rules.
 */
import { homedir } from 'node:os';
import nodePath from 'node:path';
import type { FileStamps } from '../fileStamps.ts';
import { compileGlob, foldAscii } from '../ignore/globPattern.ts';
import { readSmallFile } from '../openFile.ts';
import type { Environment } from '../programs.ts';
import type { Repository } from './git.ts';

/** Keys are `section.name` or `section.subsection.name`, section and name in lower case. A later value replaces an earlier one. */
export type GitConfig = Map<string, string>;

const maxConfigBytes = 4 * 1024 * 1024;
const maxIncludeDepth = 10;

/**
 * The configuration that git would see in the repository, or outside of any. Unreadable files count as absent. Records what it reads in
 * `stamps`.
 */
export function readGitConfig(repository: Repository | undefined, env: Environment, stamps?: FileStamps): GitConfig {
  const config: GitConfig = new Map();
  for (const file of configFiles(repository, env)) readInto(config, file, repository, env, stamps, 0);
  if (repository !== undefined && isTrue(config.get('extensions.worktreeconfig'))) {
    readInto(config, nodePath.join(repository.gitDir, 'config.worktree'), repository, env, stamps, 0);
  }
  return config;
}

/** The file named by `core.excludesFile`, or its default location. `undefined` if the setting is empty. The file need not exist. */
export function excludesFile(config: GitConfig, repository: Repository | undefined, env: Environment): string | undefined {
  const value = config.get('core.excludesfile');
  if (value === undefined) return nodePath.join(userConfigDirectory(env), 'ignore');
  return value === '' ? undefined : resolvePath(value, repository?.root ?? homeDirectory(env), env);
}

/** `core.ignorecase`, or the usual behaviour of this operating system's file systems. */
export function ignoresCase(config: GitConfig, repository: Repository | undefined): boolean {
  const value = config.get('core.ignorecase');
  if (value !== undefined) return isTrue(value);
  return repository === undefined && (process.platform === 'win32' || process.platform === 'darwin');
}

/** Parses one configuration file into pairs, in order. Lines that git would reject are skipped. */
export function parseGitConfig(text: string): [key: string, value: string][] {
  const pairs: [string, string][] = [];
  let section = '';
  const lines = text.replace(/^\uFEFF/, '').split(/\r?\n/);
  for (let index = 0; index < lines.length; index++) {
    let line = (lines[index] ?? '').trimStart();
    const header = /^\[\s*([\w.-]+)\s*(?:"((?:[^"\\]|\\.)*)")?\s*\]/.exec(line);
    if (header !== null) {
      const subsection = header[2]?.replace(/\\(.)/g, '$1');
      section = (header[1] ?? '').toLowerCase() + (subsection === undefined ? '' : `.${subsection}`);
      line = line.slice(header[0].length).trimStart();
    }
    const variable = /^([A-Za-z][\w-]*)\s*(=\s*)?/.exec(line);
    if (variable === null || section === '') continue;
    const parts = [line.slice(variable[0].length)];
    while (isContinued(parts.at(-1) ?? '') && index + 1 < lines.length) {
      index++;
      parts.push((parts.pop() ?? '').slice(0, -1), lines[index] ?? '');
    }
    pairs.push([`${section}.${(variable[1] ?? '').toLowerCase()}`, variable[2] === undefined ? 'true' : parseValue(parts.join(''))]);
  }
  return pairs;
}

function configFiles(repository: Repository | undefined, env: Environment): string[] {
  const files: string[] = [];
  if (!isTrue(env.GIT_CONFIG_NOSYSTEM)) files.push(env.GIT_CONFIG_SYSTEM ?? systemConfig(env));
  const global = env.GIT_CONFIG_GLOBAL;
  if (global === undefined) {
    files.push(nodePath.join(userConfigDirectory(env), 'config'), nodePath.join(homeDirectory(env), '.gitconfig'));
  } else if (global !== '') {
    files.push(global);
  }
  if (repository !== undefined) files.push(nodePath.join(repository.commonDir, 'config'));
  return files;
}

function systemConfig(env: Environment): string {
  return process.platform === 'win32'
    ? nodePath.join(env.ProgramFiles ?? 'C:\\Program Files', 'Git', 'etc', 'gitconfig')
    : '/etc/gitconfig';
}

function readInto(
  config: GitConfig,
  file: string,
  repository: Repository | undefined,
  env: Environment,
  stamps: FileStamps | undefined,
  depth: number,
): void {
  stamps?.addContent(file);
  const content = depth > maxIncludeDepth ? undefined : readSmallFile(file, maxConfigBytes);
  for (const [key, value] of content === undefined ? [] : parseGitConfig(content.toString('utf8'))) {
    config.set(key, value);
    const condition = /^includeif\.(.*)\.path$/s.exec(key)?.[1];
    if (key === 'include.path' || (condition !== undefined && isFulfilled(condition, file, repository, env))) {
      readInto(config, resolvePath(value, nodePath.dirname(file), env), repository, env, stamps, depth + 1);
    }
  }
}

/**
 * `gitdir:` and `gitdir/i:` with git's shorthands: `~/`, `../`, a relative pattern matches anywhere, a trailing slash covers everything
 * below.
 */
function isFulfilled(condition: string, file: string, repository: Repository | undefined, env: Environment): boolean {
  const found = /^gitdir(\/i)?:(.+)$/s.exec(condition);
  if (found === null || repository === undefined) return false;
  const ignoreCase = found[1] !== undefined;
  let pattern = (found[2] ?? '').replace(/^~(?=\/)/, homeDirectory(env)).replace(/^\.(?=\/)/, nodePath.dirname(file));
  pattern = nodePath.isAbsolute(pattern) ? pattern : `**/${pattern}`;
  pattern = pattern.endsWith('/') ? `${pattern}**` : pattern;
  const path = repository.gitDir.replaceAll('\\', '/');
  return compileGlob(pattern, ignoreCase)(ignoreCase ? foldAscii(path) : path);
}

/** Whether a line ends with an odd number of backslashes, so that the last one escapes the line break. */
function isContinued(line: string): boolean {
  let backslashes = 0;
  while (line.at(-1 - backslashes) === '\\') backslashes++;
  return backslashes % 2 === 1;
}

/** Resolves quotes and escapes, stops at a comment, trims unquoted trailing blanks. */
function parseValue(raw: string): string {
  let value = '';
  let kept = 0;
  let quoted = false;
  for (let at = 0; at < raw.length; at++) {
    const char = raw[at] ?? '';
    if (char === '"') {
      quoted = !quoted;
      kept = value.length;
    } else if (!quoted && (char === '#' || char === ';')) {
      break;
    } else if (char === '\\') {
      at++;
      value += { n: '\n', t: '\t', b: '\b' }[raw[at] ?? ''] ?? raw[at] ?? '';
      kept = value.length;
    } else {
      value += char;
      kept = quoted || !/\s/.test(char) ? value.length : kept;
    }
  }
  return value.slice(0, kept);
}

function resolvePath(value: string, base: string, env: Environment): string {
  return nodePath.resolve(base, value.replace(/^~(?=$|[\\/])/, homeDirectory(env)));
}

function userConfigDirectory(env: Environment): string {
  const xdg = env.XDG_CONFIG_HOME;
  return nodePath.join(xdg === undefined || xdg === '' ? nodePath.join(homeDirectory(env), '.config') : xdg, 'git');
}

function homeDirectory(env: Environment): string {
  return env.HOME || homedir();
}

function isTrue(value: string | undefined): boolean {
  return value !== undefined && /^(?:true|yes|on|[1-9]\d*)$/i.test(value);
}
