/** Wire types of removed names and their remaining mentions. */

import type { RequestName } from './messageNames.ts';

/** A place that mentions a name that is no longer defined. */
export interface WireMention {
  /** A `file:` URI. */
  readonly uri: string;
  /** Display path, as in `WirePlace`. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** UTF-16 units, 0-based, end exclusive. */
  readonly startColumn: number;
  readonly endColumn: number;
  readonly where: 'doc' | 'comment' | 'code';
  readonly name: string;
  /** The last file that defined the name. */
  readonly definedIn: string;
  /** The new name, if a rename was detected. */
  readonly newName?: string;
}

export interface DriftResult {
  readonly mentions: readonly WireMention[];
  /** Files of the commit whose contents the repository lacks, so that their definitions are unknown. */
  readonly missing: number;
}

/** Requested by the extension when the index, or the commit to compare with, has changed. */
export const driftRequest: RequestName<Record<string, never>, DriftResult> = 'meshrag/drift';
