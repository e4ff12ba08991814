/** What an error says of a file. */

/** Whether the file system refused: no space, no right, no file. */
export function isFileFault(error: unknown): boolean {
  const { code, syscall } = error as NodeJS.ErrnoException;
  return typeof code === 'string' && syscall !== undefined;
}

export function isMissing(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT';
}
