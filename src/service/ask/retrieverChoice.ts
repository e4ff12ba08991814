/** Which retriever a question is put to. */

import type { Retriever } from '../../engine/retrieval/ranking.ts';
import { createRetriever, defaultRetriever, retrievers } from '../../engine/retrieval/retrievers.ts';
import { readSynonyms, synonymGroups } from '../../engine/retrieval/steps/synonyms.ts';
import type { SearchOptions } from '../options.ts';

/** The retriever of that name. Throws RangeError, naming those that there are, where there is none. */
export function retrieverOf(name: string = defaultRetriever): Retriever {
  const retriever = retrievers.get(name);
  if (retriever === undefined)
    throw new RangeError(`There is no system ${JSON.stringify(name)}; there are ${[...retrievers.keys()].join(', ')}`);
  return retriever;
}

/**
 * Gives the retriever of some options, with the user's synonyms. The last one with synonyms is kept, as some retrievers build a graph of their
 * own when they are first asked. Throws as `retrieverOf` and `synonymGroups` do.
 */
export function createChoice(): (options: Pick<SearchOptions, 'system' | 'synonyms'>) => Retriever {
  let last: { readonly name: string; readonly retriever: Retriever } | undefined;
  return ({ system, synonyms = [] }) => {
    const plain = retrieverOf(system);
    if (synonyms.length === 0) return plain;
    const name = [plain.name, ...synonyms].join('\n');
    if (last?.name !== name) {
      last = { name, retriever: createRetriever(plain.name, {}, { synonyms: readSynonyms(synonymGroups(synonyms)) }) };
    }
    return last.retriever;
  };
}
