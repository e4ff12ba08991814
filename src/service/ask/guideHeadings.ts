/**
 * Headings of documents as subjects for a newcomer's question, best first: those that ask or say how, then those under which something is shown step
 * by step, then those of several words of which some passages share one, but few; "Basic usage" says nothing of its workspace. Cost: the titles and
 * texts of some hundred passages of documents.
 */

import { type ChunkInfo, chunkIdsOf, type IndexReader, Trait } from '../../engine/index/reader.ts';
import { depthOf, isReadme } from '../../engine/parts/sourcePaths.ts';
import { detectIntent } from '../../engine/question/intent.ts';
import { languageNamed } from '../../engine/text/languages.ts';
import { languageOfQuestion } from '../../engine/text/stemming/naturalLanguage.ts';
import { wordsOf } from '../../engine/util/strings.ts';
import type { Texts } from '../folder/chunkTexts.ts';
import type { View } from '../folder/view.ts';
import type { GuideHeading } from '../types/results.ts';
import { foreignFiles } from './askBrief.ts';
import { termSizes } from './nothingFound.ts';

/** Passages that are read, and headings that are given. */
const [maxPassages, maxHeadings] = [200, 12];
const maxWords = 8;
/** A word of more than this share of the passages is every document's. */
const maxShare = 0.05;
/** Fenced or indented code, and numbered steps. */
const steps = /^(?:```|~~~|----|\.\. code|\s*\d+[.)]\s|(?: {4}|\t)\S|.*::$)/m;

/** Each stands once in the workspace; of equal ones those nearest to the root are first. */
export async function findGuideHeadings({ reader }: View, texts: Texts): Promise<readonly GuideHeading[]> {
  const infos = await guidePassages(reader);
  const counts = new Map<string, number>();
  for (const { title } of infos) counts.set(lastHeading(title), (counts.get(lastHeading(title)) ?? 0) + 1);
  const found: (GuideHeading & { readonly rating: number })[] = [];
  for (const info of infos) {
    const text = lastHeading(info.title);
    const words = wordsOf(text).length;
    if (text === '' || counts.get(text) !== 1 || words > maxWords || isUnfinished(text)) continue;
    const isQuestion = /[?？]$/.test(text) || detectIntent(text, languageOfQuestion(text)) === 'how';
    const isShown = steps.test((await texts.chunkText(info)) ?? '');
    const rating = 4 * Number(isQuestion) + 2 * Number(isShown) + Number(words > 1 && (await isOwn(text, reader)));
    found.push({ text, isQuestion, rating });
  }
  found.sort((x, y) => y.rating - x.rating);
  return found.slice(0, maxHeadings).map(({ text, isQuestion }) => ({ text, isQuestion }));
}

/** The passages of documents for users that stand under a heading below the title. */
async function guidePassages(reader: IndexReader): Promise<readonly ChunkInfo[]> {
  const foreign = await foreignFiles(reader);
  const left = Trait.Auxiliary | Trait.ChangeLog;
  const documents = (await reader.documents()).filter(({ path, language, firstChunk }) => {
    const isGuide = !['none', 'man'].includes(languageNamed(language).headings);
    return isGuide && ((reader.traits[firstChunk] as number) & left) === 0 && !foreign.has(path);
  });
  documents.sort(
    (a, b) => depthOf(a.path) - depthOf(b.path) || Number(isReadme(b.path)) - Number(isReadme(a.path)) || (a.path < b.path ? -1 : 1),
  );
  const infos = await reader.chunkInfo(documents.flatMap(chunkIdsOf).slice(0, maxPassages));
  return infos.filter(({ title }) => title.includes('›'));
}

/** Without the colon or full stop that may end it. */
const lastHeading = (title: string): string =>
  title
    .slice(title.lastIndexOf('›') + 1)
    .replace(/[\s:.]+$/, '')
    .trim();

/** Whether a heading leaves something out, or begins in another one: "Isn't this like …?" */
const isUnfinished = (heading: string): boolean => heading.includes('…') || heading.includes('...');

/** Whether a heading has a word that some passages share, but few. */
async function isOwn(heading: string, reader: IndexReader): Promise<boolean> {
  const sizes = [...(await termSizes(reader, heading)).values()].filter((size) => size > 0);
  const rarest = Math.min(...sizes);
  return rarest > 1 && rarest <= Math.max(2, reader.liveCount * maxShare);
}
