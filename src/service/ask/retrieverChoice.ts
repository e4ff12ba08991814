/** Selects the retriever for a question. */

import {
  bind,
  type DerivedStore,
  defaultSystem,
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
 * Returns the retriever for given options: the system, the user's synonyms, and the texts of the open folders for systems that read them. The
 * last one is kept; what it builds is in the store. Throws `RangeError` for an unknown system, and like `synonymGroups`.
 */
export function createChoice(view: () => View, derived: DerivedStore): (options: Pick<SearchOptions, 'system' | 'synonyms'>) => Retriever {
  const texts = fileByFile(view);
  let last: { readonly key: string; readonly retriever: Retriever } | undefined;
  return ({ system = defaultSystem, synonyms = [] }) => {
    const key = [system, ...synonyms].join('\n');
    if (last?.key !== key) {
      const groups = synonyms.length === 0 ? undefined : readSynonyms(synonymGroups(synonyms));
      last = { key, retriever: bind(systemOf(system), {}, { texts, derived, synonyms: groups }) };
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
