/**
 * What the language server is started with. A small young generation: what lives is in typed arrays, and a large one only takes memory, some
 * 130 MB more after an hour of edits.
 */
export const serverArguments: readonly string[] = ['--max-semi-space-size=4'];
