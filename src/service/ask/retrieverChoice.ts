/** Selects the retriever for a question. */

import { createRetriever, defaultRetriever, type Retriever, readSynonyms, retrievers, synonymGroups } from '../../engine/index.ts';
import type { SearchOptions } from '../options.ts';

/** The retriever of that name. Throws RangeError with the known names if there is none. */
export function retrieverOf(name: string = defaultRetriever): Retriever {
  const retriever = retrievers.get(name);
  if (retriever === undefined)
    throw new RangeError(`There is no system ${JSON.stringify(name)}; there are ${[...retrievers.keys()].join(', ')}`);
  return retriever;
}

/**
 * Returns the retriever for given options, with the user's synonyms. The last one with synonyms is cached, since some retrievers build a
 * graph on first use. Throws like `retrieverOf` and `synonymGroups`.
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
