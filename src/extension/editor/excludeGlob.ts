/** A glob that matches exactly one file, or everything in one folder. */

/** `path` is relative to its workspace folder, with `/`. Glob metacharacters are escaped. */
export function excludeGlob(path: string, isFolder: boolean): string {
  const literal = path.replace(/[[\]{}*?!()+@\\]/g, (sign) => `\\${sign}`);
  return isFolder ? `${literal}/**` : literal;
}
