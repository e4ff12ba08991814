/**
 * Caches what a retriever derives from an index on first use, exactly as long as the reader lives.
 *
 * A reader belongs to one generation, so a change of the index invalidates the cache. Concurrent questions share one build; if the question that
 * started it is cancelled, the next one restarts it.
 */

import type { IndexReader } from '../index/reader.ts';

/** Yields to other work, then throws the signal's reason if it has fired. Long builds await it between slices. */
export type Pause = () => Promise<void>;

/** How the work of building is interrupted. */
export interface BuildOptions {
  readonly signal?: AbortSignal;
  /** Yields to other work of the thread. Builds await it between slices, so that the signal can fire. */
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
