import type { ChunkInfo, IndexReader } from '../../engine/index/reader.ts';
import type { TextSource } from '../../engine/index/textSource.ts';
import type { Embedder } from '../../engine/retrieval/modelSources/embedder.ts';
import { type ModelRecords, ModelReplies } from '../../storage/modelReplies.ts';
import { yieldToEventLoop } from '../scheduling/timeSlices.ts';
import { Texts, withoutSecrets } from './chunkTexts.ts';
import type { FolderIndex } from './folderIndex.ts';

/** The folders that can be queried at one moment, as one index. */
export interface View {
  readonly reader: IndexReader;
  /** In the order of `ChunkInfo.folder`. */
  readonly folders: readonly FolderIndex[];
}

/** The texts of the files of a view. Keeps one file in memory, so ask file by file. */
export function fileByFile(view: () => Pick<View, 'folders'>): (file: Pick<ChunkInfo, 'folder' | 'path'>) => Texts {
  let last: { readonly file: string; readonly folders: View['folders']; readonly texts: Texts } | undefined;
  return ({ folder, path }) => {
    const file = `${folder} ${path}`;
    const { folders } = view();
    if (last?.file !== file || last.folders !== folders) last = { file, folders, texts: new Texts(folders) };
    return last.texts;
  };
}

/** The texts of all chunks of a view, with everything that looks like a secret blanked. Ask file by file. */
export function textsByFile(view: () => View): TextSource {
  const textsOf = fileByFile(view);
  return { chunkText: (info) => withoutSecrets(textsOf(info)).chunkText(info) };
}

/** Where vectors of texts by an embedder are kept: next to the index of the first folder. */
export async function vectorsByText({ folders: [first] }: View, { name }: Embedder): Promise<ModelRecords<Float32Array>> {
  await first?.contents.readReplies('embeddings', () => yieldToEventLoop());
  return (first?.contents.replies ?? new ModelReplies()).embeddings.records(name);
}
