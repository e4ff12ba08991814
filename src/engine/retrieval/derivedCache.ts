/**
 * What a retriever builds from an index when it is first asked, kept as long as that reader lives and never longer.
 *
 * A reader belongs to one generation, so a change of the index drops what was built. Questions that come while it is being built wait
 * for the same work; where the one that started it is cancelled, the next begins anew.
 */

import type { IndexReader } from '../index/reader.ts';

/** Lets other work run, then throws the signal's reason where it has fired. Long building awaits it between its slices. */
export type Pause = () => Promise<void>;

/** What the caller gives for building; a part of `RetrieveOptions`. */
export interface BuildOptions {
  readonly signal?: AbortSignal;
  readonly turn?: () => Promise<void>;
}

function pauseOf({ signal, turn }: BuildOptions): Pause {
  return async () => {
    await turn?.();
    signal?.throwIfAborted();
  };
}

/** A function that builds once per reader. */
export function oncePerReader<T>(
  build: (reader: IndexReader, pause: Pause) => Promise<T>,
): (reader: IndexReader, options: BuildOptions) => Promise<T> {
  const built = new WeakMap<IndexReader, { readonly result: Promise<T>; readonly signal: AbortSignal | undefined }>();
  return async (reader, options) => {
    for (;;) {
      options.signal?.throwIfAborted();
      const known = built.get(reader);
      if (known === undefined) {
        const result = build(reader, pauseOf(options));
        built.set(reader, { result, signal: options.signal });
        result.catch(() => built.delete(reader));
        return result;
      }
      try {
        return await known.result;
      } catch (error) {
        if (known.signal?.aborted !== true) throw error;
      }
    }
  };
}
