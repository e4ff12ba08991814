/**
 * A directory of immutable files, each named by a digest of its bytes, and of a manifest that names those that belong together: where an index
 * lies that others read. Whoever publishes adds files and then replaces the manifest, so a reader has all of one state or of another.
 */

export interface Directory {
  /** The bytes of a file in [from, to), exactly. Throws `SharedIndexError`. */
  get(name: string, from: number, to: number): Promise<Uint8Array<ArrayBuffer>>;
  /** The manifest as it is now. Throws `SharedIndexError`, also if there is none. */
  manifest(): Promise<string>;
}
