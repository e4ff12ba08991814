/**
 * The version of everything that decides what is stored of a chunk: chunking, terms, keys, places. An index written by another
 * version is rebuilt. Raise it with every change of such a result.
 */
export const algorithmVersion = 14;
