/**
 * What the language server is started with. A small young generation: what lives is in typed arrays, and a large one only takes memory, some
 * 130 MB more after an hour of edits. So small a one is collected by one thread in a millisecond; several would wait for each other wherever the
 * machine has other work, four times as long.
 */
export const serverArguments: readonly string[] = ['--max-semi-space-size=4', '--no-parallel-scavenge'];

/**
 * What its environment has beside the editor's. The C library of Linux keeps large blocks for itself once it has seen such a one freed, in
 * pieces that fit nothing; with a fixed limit they go back to the system, which is worth some 50 MB after a build of 100,000 chunks. Other
 * systems know nothing of it.
 */
export const serverEnvironment: Readonly<Record<string, string>> = { MALLOC_MMAP_THRESHOLD_: '262144' };
