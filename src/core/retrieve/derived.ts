/**
 * What a retriever builds from an index when it is first asked, kept as long as that reader lives and never longer.
 *
 * A reader belongs to one generation, so a change of the index drops what was built. Questions that come while it is being built wait
 * for the same work; where the one that started it is cancelled, the next begins anew.
 */

import type { IndexReader } from './reader.ts';

/** Lets other work of the thread run; long building awaits it between its slices. */
export type Turn = () => Promise<void>;

/** Throws the signal's reason where it has fired, after other work had its turn. */
export async function passTurn(turn: Turn | undefined, signal: AbortSignal | undefined): Promise<void> {
  await turn?.();
  signal?.throwIfAborted();
}

/** A function that builds once per reader. */
export function oncePerReader<T>(
  build: (reader: IndexReader, signal?: AbortSignal) => Promise<T>,
): (reader: IndexReader, signal?: AbortSignal) => Promise<T> {
  const built = new WeakMap<IndexReader, Promise<T>>();
  return async (reader, signal) => {
    for (;;) {
      signal?.throwIfAborted();
      const known = built.get(reader);
      if (known === undefined) {
        const mine = build(reader, signal);
        built.set(reader, mine);
        mine.catch(() => built.delete(reader));
        return mine;
      }
      try {
        return await known;
      } catch (error) {
        if (!isAbort(error)) throw error;
      }
    }
  };
}

function isAbort(error: unknown): boolean {
  return error instanceof Error && (error.name === 'AbortError' || error.name === 'TimeoutError');
}
