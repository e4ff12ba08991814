/** The zone of a code unit. */
export const Zone = { Code: 0, Comment: 1, String: 2 } as const;

/** What takes the ranges of comments and strings, in order. */
export interface ZoneSink {
  add(from: number, to: number, zone: number): void;
}
