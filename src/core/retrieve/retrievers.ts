/** The retrievers by name. To add one: write it in a file of its own beside these and list it here. */

import { bm25 } from './bm25.ts';
import { mesh } from './mesh.ts';
import type { Retriever } from './ranking.ts';

export const retrievers: ReadonlyMap<string, Retriever> = new Map([mesh, bm25].map((retriever) => [retriever.name, retriever]));

/** The name of the retriever that is used where none is asked for. */
export const defaultRetriever = mesh.name;
