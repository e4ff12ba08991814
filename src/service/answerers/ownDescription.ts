/**
 * How folders describe themselves, to answer a question about the workspace as a whole, or what something is that has the name of a folder's README.
 * Cost: a pass over all paths, and one file per folder.
 */

import { chunkIdsOf, type DocumentInfo } from '../../engine/index/reader.ts';
import { firstSentence } from '../../engine/parts/authorWords.ts';
import { depthOf, isReadme } from '../../engine/parts/sourcePaths.ts';
import { ownNames } from '../../engine/question/workspaceQuestions.ts';
import { languageNamed } from '../../engine/text/languages.ts';
import type { FoundBlocks } from '../ask/foundBlocks.ts';
import type { Texts } from '../folder/chunkTexts.ts';
import type { View } from '../folder/view.ts';
import { interleaved, linesAt } from './orientation/shownLines.ts';

/** The paragraphs in which READMEs describe their folders. */
export interface OwnDescription extends FoundBlocks {
  /** The first sentence of each. */
  readonly text: string;
}

/** The description in the README nearest to the root of each folder, or of those that it gives `name`; undefined if there is none. */
export async function ownDescription(view: View, texts: Texts, name?: string): Promise<OwnDescription | undefined> {
  const nearest = new Map<number, DocumentInfo>();
  for (const document of await view.reader.documents()) {
    if (!isReadme(document.path)) continue;
    const known = nearest.get(document.folder);
    if (known === undefined || byNearness(document, known) < 0) nearest.set(document.folder, document);
  }
  const sentences: string[] = [];
  const paragraphs: FoundBlocks[] = [];
  for (const document of nearest.values()) {
    if (name !== undefined && !(await namesOf(document, view)).includes(name)) continue;
    const sentence = firstSentence(document.path, texts.wholeText(document) ?? '', languageNamed(document.language));
    const found = sentence && (await linesAt([sentence], [document], view, texts));
    if (sentence === undefined || found === undefined) continue;
    sentences.push(sentence.text);
    paragraphs.push(found);
  }
  const found = interleaved(paragraphs);
  return found && { ...found, text: sentences.join(' ') };
}

async function namesOf(readme: DocumentInfo, { reader }: View): Promise<readonly string[]> {
  const [first] = await reader.chunkInfo(chunkIdsOf(readme).slice(0, 1));
  return ownNames(first?.title.split(' › ', 1)[0] ?? '');
}

/** A translation (`README.de.md`) has a longer name than its original. */
function byNearness({ path: a }: DocumentInfo, { path: b }: DocumentInfo): number {
  return depthOf(a) - depthOf(b) || a.length - b.length || (a < b ? -1 : 1);
}
