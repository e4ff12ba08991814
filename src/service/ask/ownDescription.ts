/** How folders describe themselves, to answer a question about the workspace as a whole. Cost: a pass over all paths, and one file per folder. */

import { chunkIdsOf, type DocumentInfo, depthOf, firstSentence, isReadme } from '../../engine/index.ts';
import type { Texts } from '../folder/chunkTexts.ts';
import type { View } from '../folder/view.ts';

export interface OwnDescription {
  /** The first sentence of each README. */
  readonly text: string;
  /** The chunks with these sentences. */
  readonly chunks: readonly number[];
}

/** The beginning of the README nearest to the root of each folder; undefined if there is none. */
export async function ownDescription({ reader }: View, texts: Texts): Promise<OwnDescription | undefined> {
  const nearest = new Map<number, DocumentInfo>();
  for (const document of await reader.documents()) {
    if (!isReadme(document.path)) continue;
    const known = nearest.get(document.folder);
    if (known === undefined || byNearness(document, known) < 0) nearest.set(document.folder, document);
  }
  const sentences: string[] = [];
  const chunks: number[] = [];
  for (const document of nearest.values()) {
    const ids = chunkIdsOf(document);
    const infos = await reader.chunkInfo(ids);
    const [first] = infos;
    const sentence = first && firstSentence(first.path, texts.wholeText(first) ?? '');
    if (sentence === undefined) continue;
    const at = infos.findIndex(({ startLine, endLine }) => startLine <= sentence.line && sentence.line <= endLine);
    sentences.push(sentence.text);
    if (at >= 0) chunks.push(ids[at] as number);
  }
  return sentences.length === 0 ? undefined : { text: sentences.join(' '), chunks };
}

/** A translation (`README.de.md`) has a longer name than its original. */
function byNearness({ path: a }: DocumentInfo, { path: b }: DocumentInfo): number {
  return depthOf(a) - depthOf(b) || a.length - b.length || (a < b ? -1 : 1);
}
