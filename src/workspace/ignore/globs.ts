import { Minimatch } from 'minimatch';

/** The include and exclude globs of the settings. Paths are relative to the folder, with `/`. */
export interface Globs {
  /** The exclude glob that matches a file or directory, or `undefined`. */
  excludedBy(path: string, isDirectory: boolean): string | undefined;
  /** True if there are no include globs or one matches. A matching directory includes everything below it. */
  includes(path: string): boolean;
  /** True if something below a directory could match an include glob. */
  mayIncludeBelow(directory: string): boolean;
}

/**
 * Compiles globs. A leading `../` or `/` is dropped, and so is a trailing `/`: `dist/` excludes the directory `dist`. Throws a TypeError
 * that names a glob that does not compile.
 */
export function createGlobs(include: readonly string[], exclude: readonly string[], ignoreCase: boolean): Globs {
  const included = include.filter(isGiven).map((glob) => compile(glob, ignoreCase));
  const excluded = exclude.filter(isGiven).map((glob) => ({
    glob,
    whole: compile(glob, ignoreCase),
    // `dist/**` covers everything in `dist`, so the directory need not be entered.
    contents: /[^*/]\/\*\*\/?\**$/.test(glob) ? compile(glob.replace(/\/\*\*\/?\**$/, ''), ignoreCase) : undefined,
  }));
  return {
    excludedBy: (path, isDirectory) =>
      excluded.find(({ whole, contents }) => whole.match(path) || (isDirectory && contents?.match(path) === true))?.glob,
    includes: (path) => included.length === 0 || included.some((glob) => glob.match(path)),
    mayIncludeBelow: (directory) => included.length === 0 || included.some((glob) => glob.match(directory, true)),
  };
}

function isGiven(glob: string): boolean {
  return glob.trim() !== '';
}

function compile(glob: string, ignoreCase: boolean): Minimatch {
  const relative = glob.replace(/^(?:\.?\/)+/, '').replace(/(?<=[^/])\/+$/, '');
  try {
    return new Minimatch(relative, { dot: true, nocase: ignoreCase, nonegate: true, nocomment: true, platform: 'linux' });
  } catch (error) {
    throw new TypeError(`Cannot use glob ${JSON.stringify(glob.slice(0, 200))}: ${String(error)}, a minimatch pattern is expected`, {
      cause: error,
    });
  }
}
