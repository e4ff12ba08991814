/**
 * Node options of the language server. A small young generation: long-lived data is in typed arrays, and a large one would only take
 * memory, some 130 MB after an hour of edits. At this size a single thread collects it in a millisecond; several would wait for each other
 * on a busy machine, four times as long.
 */
export const serverArguments: readonly string[] = ['--max-semi-space-size=4', '--no-parallel-scavenge'];

/**
 * Additional environment of the server. On Linux, the C library starts to retain large blocks once one has been freed, fragmenting them;
 * with a fixed threshold they are returned to the system, which saves some 50 MB after a build of 100,000 chunks. Other systems ignore it.
 */
export const serverEnvironment: Readonly<Record<string, string>> = { MALLOC_MMAP_THRESHOLD_: '262144' };
