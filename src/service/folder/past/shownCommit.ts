/** A commit as it is shown. */

import type { Commit } from '../../../engine/past/past.ts';
import type { ShownCommit } from '../../types/past.ts';

/** The day of a commit, as 2026-03-03. @param seconds since 1970. */
export function isoDay(seconds: number): string {
  return new Date(seconds * 1000).toISOString().slice(0, 10);
}

export function shownCommit({ id, date, subject }: Commit): ShownCommit {
  return { id, day: isoDay(date), subject };
}
