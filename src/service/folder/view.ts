import type { IndexReader, TextSource } from '../../engine/index.ts';
import { Texts, withoutSecrets } from './chunkTexts.ts';
import type { FolderIndex } from './folderIndex.ts';

/** The folders that can be queried at one moment, as one index. */
export interface View {
  readonly reader: IndexReader;
  /** In the order of `ChunkInfo.folder`. */
  readonly folders: readonly FolderIndex[];
}

/** The texts of all chunks of a view, with everything that looks like a secret blanked. Keeps one file in memory, so ask file by file. */
export function textsByFile(view: () => View): TextSource {
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
