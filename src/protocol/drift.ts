/** Names that are gone and where they are still mentioned, as both sides of the wire see them. */

import type { RequestName } from './names.ts';

/** A place that mentions a name that is defined no more. */
export interface WireMention {
  /** A `file:` URI. */
  readonly uri: string;
  /** What is shown, as in `WirePlace`. */
  readonly path: string;
  /** 1-based. */
  readonly line: number;
  /** UTF-16 units, 0-based, end exclusive. */
  readonly startColumn: number;
  readonly endColumn: number;
  readonly where: 'doc' | 'comment' | 'code';
  readonly name: string;
  /** Where the name was defined last. */
  readonly definedIn: string;
  /** What it is called now, where a rename was seen. */
  readonly newName?: string;
}

export interface DriftResult {
  readonly mentions: readonly WireMention[];
  /** Files of the commit whose contents the repository lacks, so that what they defined is not known. */
  readonly missing: number;
}

/** The extension asks which names are gone when the index, or the commit that the folders are compared with, has changed. */
export const driftRequest: RequestName<Record<string, never>, DriftResult> = 'meshrag/drift';
