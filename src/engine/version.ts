/**
 * Version of everything that decides what is stored for a chunk: chunking, terms, keys, places. An index of another version is rebuilt.
 * Raise it with every change of those results.
 */
export const algorithmVersion = 27;
