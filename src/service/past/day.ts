/** The day of a commit, as 2026-03-03. @param seconds since 1970. */
export function isoDay(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}
