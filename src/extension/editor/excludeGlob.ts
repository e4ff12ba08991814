/** The glob that names one file, or all of one folder, and nothing else. */

/** `path` is relative to its workspace folder, with `/`. Signs that mean something in a glob are escaped. */
export function excludeGlob(path: string, isFolder: boolean): string {
  const literal = path.replace(/[[\]{}*?!()+@\\]/g, (sign) => `\\${sign}`);
  return isFolder ? `${literal}/**` : literal;
}
