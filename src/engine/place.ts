/** A place in a document. Lines are 1-based and inclusive; columns (0-based, end exclusive) are present only if a long line was cut. */
export interface Place {
  /** Relative to its folder, with `/`. */
  readonly path: string;
  /** Absolute path of the workspace folder. */
  readonly folder: string;
  readonly startLine: number;
  readonly endLine: number;
  readonly startColumn?: number;
  readonly endColumn?: number;
}
