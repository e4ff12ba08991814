/** Why something is so: what the past and the texts of a folder say of it. */

import type { Message } from '../../engine/message.ts';
import type { Place } from '../../engine/place.ts';

/** A commit as it is shown. */
export interface ShownCommit {
  readonly id: string;
  /** As 2026-03-03. */
  readonly day: string;
  readonly subject: string;
}

/** A commit's message that says why. */
export interface CommitReason {
  readonly kind: 'made' | 'changed' | 'removed';
  readonly text: string;
  readonly commit: ShownCommit;
  /** Whether the message says nothing of why. */
  readonly isEmpty?: boolean;
  /** What a removed name is called since, if the commit renamed it. */
  readonly newName?: string;
}

/** A quote that says why, with its place: a commit's message, or a line of a file. */
export type Reason = CommitReason | { readonly kind: 'record' | 'changeLog' | 'comment'; readonly text: string; readonly place: Place };

export interface WhyAnswer {
  /** The name, the file, or the line, as it is shown. */
  readonly about: string;
  /** Where it is. */
  readonly place?: Place;
  /** The strongest first. */
  readonly reasons: readonly Reason[];
  /** What could not be seen. */
  readonly notes: readonly Message[];
}
