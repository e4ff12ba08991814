/** Time for each question to git, in milliseconds. */
export const maxGitMs = 4000;

/** Undefined if git did not finish in time, or cannot. */
export async function limited<T>(
  ask: (signal: AbortSignal) => Promise<T>,
  signal: AbortSignal | undefined,
  ms = maxGitMs,
): Promise<T | undefined> {
  const limit = AbortSignal.timeout(ms);
  try {
    return await ask(signal === undefined ? limit : AbortSignal.any([signal, limit]));
  } catch {
    signal?.throwIfAborted();
    return undefined;
  }
}
