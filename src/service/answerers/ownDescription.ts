/**
 * How folders describe themselves, to answer a question about the workspace as a whole, or what something is that has the name of a folder's README.
 * Cost: a pass over all paths, and one README per folder with the manifests beside it.
 */

import nodePath from 'node:path';
import { entryQueryOf, findEntry, manifestRank } from '../../engine/answer/manifestEntries.ts';
import { chunkIdsOf, type DocumentInfo } from '../../engine/index/reader.ts';
import { firstSentence } from '../../engine/parts/authorWords.ts';
import { definesSubject } from '../../engine/parts/quotes/proseSentence.ts';
import { sentenceOf } from '../../engine/parts/quotes/sentence.ts';
import { depthOf, isReadme } from '../../engine/parts/sourcePaths.ts';
import { askedWords, heldWeight, termSet } from '../../engine/question/askedWords.ts';
import { ownNames } from '../../engine/question/workspaceQuestions.ts';
import { languageNamed } from '../../engine/text/languages.ts';
import { languageOfQuestion, naturalLanguageOf } from '../../engine/text/stemming/naturalLanguage.ts';
import { countTerms } from '../../engine/text/words/countTerms.ts';
import { fileNameOf } from '../../engine/util/paths.ts';
import { en } from '../../engine/vocabulary/en.ts';
import { entryLine } from '../../engine/vocabulary/manifestSyntax.ts';
import type { FoundBlocks } from '../ask/foundBlocks.ts';
import type { Texts } from '../folder/chunkTexts.ts';
import type { View } from '../folder/view.ts';
import { blockAt, interleaved, linesAt } from './orientation/shownLines.ts';

const descriptionQuery = entryQueryOf('What is the description?');
/**
 * Min share of the words of a manifest's description that the paragraph of a README has, unless that says "Kettle is a …". Chosen on 53 repositories: six
 * paragraphs have less, and five of these are notices, appeals or praise.
 */
const minShared = 0.3;

/** The paragraphs in which READMEs describe their folders. */
export interface OwnDescription extends FoundBlocks {
  /** The first sentence of each. */
  readonly text: string;
}

/**
 * The description in the README nearest to the root of each folder, or of those that it gives `name`; of translations, the one in the language of the question.
 * Undefined if there is none.
 */
export async function ownDescription(
  view: View,
  texts: Texts,
  { question, name }: { readonly question: string; readonly name?: string },
): Promise<OwnDescription | undefined> {
  const asked = languageOfQuestion(question);
  const sentences: string[] = [];
  const paragraphs: FoundBlocks[] = [];
  for (const readmes of await findReadmes(view)) {
    const [nearest] = readmes;
    if (nearest === undefined || (name !== undefined && !(await namesOf(nearest, view)).includes(name))) continue;
    const isAsked = (one: DocumentInfo): boolean => naturalLanguageOf(texts.wholeText(one) ?? '') === asked;
    const document = (asked === en ? undefined : readmes.find(isAsked)) ?? nearest;
    const sentence = firstSentence(document.path, texts.wholeText(document) ?? '', languageNamed(document.language));
    const found = sentence && (await linesAt([sentence], [document], view, texts));
    if (sentence === undefined || found === undefined) continue;
    const paragraph = found.blocks.flatMap(({ pieces }) => pieces.map(({ text }) => text)).join('\n');
    const described = definesSubject(sentence.text) ? undefined : await manifestDescription(nearest, paragraph, view, texts);
    sentences.push(described?.text ?? sentence.text);
    paragraphs.push(described ?? found);
  }
  const found = interleaved(paragraphs);
  return found && { ...found, text: sentences.join(' ') };
}

/** The description in a manifest beside a README whose paragraph has hardly a word of it; undefined if there is none. */
async function manifestDescription(
  { folder, path: readme }: DocumentInfo,
  paragraph: string,
  view: View,
  texts: Texts,
): Promise<OwnDescription | undefined> {
  const place = readme.slice(0, -fileNameOf(readme).length);
  const shown = termSet(countTerms(paragraph).keys());
  let found: OwnDescription | undefined;
  for (const document of await view.reader.documents()) {
    const { path } = document;
    const name = fileNameOf(path);
    if (document.folder !== folder || path !== place + name || manifestRank(name) !== 1 || descriptionQuery === undefined) continue;
    const lines = (texts.wholeText(document) ?? '').split('\n');
    const entry = findEntry(name, lines.join('\n'), descriptionQuery);
    const [first = '', ...others] = entry === undefined ? [] : lines.slice(entry.startLine - 1, entry.endLine);
    const value = [entryLine.exec(first)?.[2] ?? '', ...others].join('\n');
    const text = value.includes('](') ? undefined : sentenceOf(value);
    if (entry === undefined || text === undefined) continue;
    const words = askedWords(text, () => 1, en);
    if (heldWeight(words, shown) >= minShared) return undefined;
    const block = await blockAt(document, entry, 1, view, texts);
    found ??= block && { chunks: [block.chunk], blocks: [block.block], text };
  }
  return found;
}

/** The names of the folders: those of their directories, and those that their READMEs give them. */
export async function namesOfFolders(view: View): Promise<readonly string[]> {
  const names = view.folders.map(({ folder }) => nodePath.basename(folder));
  for (const [nearest] of await findReadmes(view)) if (nearest !== undefined) names.push(...(await namesOf(nearest, view)));
  return names;
}

/** The whole texts of the READMEs of the folders. */
export async function readmeTexts(view: View, texts: Texts): Promise<string> {
  return (await findReadmes(view)).flatMap(([nearest]) => (nearest && texts.wholeText(nearest)) ?? []).join('\n');
}

/** The READMEs nearest to the root of each folder, the original before its translations. */
async function findReadmes({ reader }: View): Promise<readonly (readonly DocumentInfo[])[]> {
  const all = (await reader.documents()).filter(({ path }) => isReadme(path)).sort(byNearness);
  const nearest = new Map<number, DocumentInfo[]>();
  for (const document of all) {
    const known = nearest.get(document.folder);
    if (known === undefined) nearest.set(document.folder, [document]);
    else if (depthOf(document.path) === depthOf(known[0]?.path ?? '')) known.push(document);
  }
  return [...nearest.values()];
}

async function namesOf(readme: DocumentInfo, { reader }: View): Promise<readonly string[]> {
  const [first] = await reader.chunkInfo(chunkIdsOf(readme).slice(0, 1));
  return ownNames(first?.title.split(' › ', 1)[0] ?? '');
}

/** A translation (`README.de.md`) has a longer name than its original. */
function byNearness({ path: a }: DocumentInfo, { path: b }: DocumentInfo): number {
  return depthOf(a) - depthOf(b) || a.length - b.length || (a < b ? -1 : 1);
}
