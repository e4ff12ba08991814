/** Selects the retriever for a question. */

import {
  bind,
  type DerivedStore,
  defaultSystem,
  type EnrichmentSource,
  type IndexReader,
  type Retriever,
  readSynonyms,
  synonymGroups,
  systemOf,
  type TextSource,
} from '../../engine/index.ts';
import { Texts, withoutSecrets } from '../folder/chunkTexts.ts';
import type { View } from '../folder/view.ts';
import type { SearchOptions } from '../options.ts';

/**
 * Returns the retriever for given options: the system, the user's synonyms, the texts of the open folders and what models have read out of
 * them, for systems that use it. The last one is kept; what it builds is in the store. Throws `RangeError` for an unknown system, and like `synonymGroups`.
 */
export function createChoice(
  view: () => View,
  derived: DerivedStore,
  enrichmentOf: () => EnrichmentSource | undefined = () => undefined,
): (options: Pick<SearchOptions, 'system' | 'synonyms' | 'judge'>) => Retriever {
  const texts = fileByFile(view);
  let last: { readonly key: string; readonly judge: SearchOptions['judge']; readonly retriever: Retriever } | undefined;
  return ({ system = defaultSystem, synonyms = [], judge }) => {
    // Only those that use it read it.
    const enrichment = systemOf(system).uses?.includes('enrichment') ? enrichmentOf() : undefined;
    const key = JSON.stringify([system, synonyms, enrichment?.version]);
    if (last?.key !== key || last.judge !== judge) {
      const groups = synonyms.length === 0 ? undefined : readSynonyms(synonymGroups(synonyms));
      last = { key, judge, retriever: bind(systemOf(system), {}, { texts, derived, enrichment, judge, synonyms: groups }) };
    }
    return last.retriever;
  };
}

/** The texts of all chunks; keeps one file in memory at a time. */
function fileByFile(view: () => View): TextSource {
  let last: { readonly file: string; readonly reader: IndexReader; readonly texts: TextSource } | undefined;
  return {
    chunkText(info) {
      const file = `${info.folder} ${info.path}`;
      const { reader, folders } = view();
      if (last?.file !== file || last.reader !== reader) last = { file, reader, texts: withoutSecrets(new Texts(folders)) };
      return last.texts.chunkText(info);
    },
  };
}
