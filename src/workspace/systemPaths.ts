import nodePath from 'node:path';

/** The part of `node:path` that differs between systems: `path.posix` or `path.win32`. */
export type PathStyle = Pick<typeof nodePath.posix, 'sep' | 'isAbsolute' | 'normalize' | 'join'>;

/** Conversions between absolute paths of one system and the `/`-separated paths, relative to a folder, that an index stores. */
export interface Paths {
  /** Normalises an absolute path: drive letter in lower case, one kind of separator, no `.` or `..`, no trailing separator. */
  normalise(absolute: string): string;
  /** The path relative to the folder with `/`; `''` for the folder itself; `undefined` if it lies outside. */
  toRelative(root: string, absolute: string): string | undefined;
  /** The innermost of some folders that contains a path, by its position in the list, and the path relative to it. */
  deepest(roots: readonly string[], absolute: string): { readonly position: number; readonly path: string } | undefined;
  /** The absolute path of a relative one. Throws a RangeError if the path would leave the folder or is not relative. */
  toAbsolute(root: string, relative: string): string;
  /** True if the path is the folder or lies below it. Purely lexical: links are not resolved. */
  isInside(root: string, absolute: string): boolean;
  /** True if both name the same file, purely lexically. */
  equal(left: string, right: string): boolean;
}

const longPathPrefix = /^[\\/]{2}[?.][\\/](?:UNC[\\/])?/i;

/**
 * Paths of one system.
 *
 * @param style `path.posix` or `path.win32`; on POSIX a backslash is an ordinary character of a name.
 * @param ignoreCase compare case-insensitively, as Windows and macOS do by default.
 */
export function createPaths(style: PathStyle, ignoreCase: boolean): Paths {
  const windows = style.sep === '\\';
  const fold = (path: string): string => (ignoreCase ? path.toLowerCase() : path);

  function normalise(absolute: string): string {
    const path = style.normalize(windows ? withoutLongPrefix(absolute) : absolute);
    const driven = windows ? path.replace(/^[A-Z]:/, (drive) => drive.toLowerCase()) : path;
    const isRoot = windows ? /^(?:[a-z]:)?\\$/.test(driven) : driven === '/';
    return !isRoot && driven.endsWith(style.sep) ? driven.slice(0, -1) : driven;
  }

  function toRelative(root: string, absolute: string): string | undefined {
    const base = normalise(root);
    const path = normalise(absolute);
    if (fold(path) === fold(base)) return '';
    const prefix = base.endsWith(style.sep) ? base : base + style.sep;
    if (path.length <= prefix.length || fold(path.slice(0, prefix.length)) !== fold(prefix)) return undefined;
    const relative = path.slice(prefix.length);
    return windows ? relative.replaceAll('\\', '/') : relative;
  }

  function deepest(roots: readonly string[], absolute: string): { position: number; path: string } | undefined {
    let best: { position: number; path: string } | undefined;
    for (const [position, root] of roots.entries()) {
      const path = toRelative(root, absolute);
      if (path !== undefined && (best === undefined || path.length < best.path.length)) best = { position, path };
    }
    return best;
  }

  function toAbsolute(root: string, relative: string): string {
    const problem = pathProblem(relative, windows);
    if (problem !== undefined) {
      throw new RangeError(`Cannot resolve path ${JSON.stringify(relative)}: it ${problem}, a path inside the folder is expected`);
    }
    return style.join(root, relative);
  }

  return {
    normalise,
    toRelative,
    deepest,
    toAbsolute,
    isInside: (root, absolute) => toRelative(root, absolute) !== undefined,
    equal: (left, right) => fold(normalise(left)) === fold(normalise(right)),
  };
}

/** Paths of the current system. */
export const systemPaths: Paths = createPaths(nodePath, process.platform === 'win32' || process.platform === 'darwin');

/** The extension of the last part of a path, in lower case and without the dot; `''` when there is none. `.env` has none. */
export function extensionOf(path: string): string {
  const dot = path.lastIndexOf('.');
  return dot > path.lastIndexOf('/') + 1 ? path.slice(dot + 1).toLowerCase() : '';
}

/** The path of an entry of a directory; the directory `''` is the folder itself. */
export function childPath(directory: string, name: string): string {
  return directory === '' ? name : `${directory}/${name}`;
}

/** Joins a path below a folder to its absolute, normalised path; `''` is the folder itself. Cheaper than `join`, for listings. */
export function absoluteBelow(root: string, path: string): string {
  if (path === '') return root;
  const relative = nodePath.sep === '/' ? path : path.replaceAll('/', nodePath.sep);
  return root.endsWith(nodePath.sep) ? root + relative : root + nodePath.sep + relative;
}

function withoutLongPrefix(path: string): string {
  const prefix = longPathPrefix.exec(path)?.[0];
  if (prefix === undefined) return path;
  return /UNC/i.test(prefix) ? `\\\\${path.slice(prefix.length)}` : path.slice(prefix.length);
}

function pathProblem(relative: string, windows: boolean): string | undefined {
  if (relative.includes('\0')) return 'contains a NUL character';
  if (relative.startsWith('/') || (windows && /^(?:[a-z]:|\\)/i.test(relative))) return 'is absolute';
  const parts = relative.split(windows ? /[\\/]/ : '/');
  return parts.includes('..') ? 'leaves the folder' : undefined;
}
