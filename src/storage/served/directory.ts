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

/** A manifest is a few hundred bytes. */
export const maxManifestBytes = 1 << 16;

/** Milliseconds that reading some bytes may take: for an answer, and for each megabyte of it. */
export function maxReadingMs(bytes: number): number {
  return 5000 + Math.ceil(bytes / 2 ** 20) * 2000;
}
