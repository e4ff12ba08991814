/** How a task is done: the entry of a manifest that does it, and the sections of documents that say how. */

import type { Block } from '../../engine/answer/brief/block.ts';
import { type TaskSection, taskSectionOf } from '../../engine/answer/taskSections.ts';
import { type DocumentInfo, Trait } from '../../engine/index/reader.ts';
import { depthOf } from '../../engine/parts/sourcePaths.ts';
import { type TaskQuestion, taskAskedFor } from '../../engine/question/newcomers/taskQuestions.ts';
import { languageNamed } from '../../engine/text/languages.ts';
import { isCommunityPath, isLegalPath } from '../../engine/text/names/legal.ts';
import { languageOfQuestion } from '../../engine/text/stemming/naturalLanguage.ts';
import { en } from '../../engine/vocabulary/en.ts';
import type { FoundBlocks } from '../ask/foundBlocks.ts';
import { termSizes } from '../ask/nothingFound.ts';
import type { Texts } from '../folder/chunkTexts.ts';
import type { View } from '../folder/view.ts';
import { type Answerer, type Asked, answeredBy } from './answerer.ts';
import { manifestAnswer } from './manifestEntry.ts';
import { blockAt, joined } from './orientation/shownLines.ts';

/** Passages whose documents are read beside those of the root, and sections that are shown. */
const maxSearched = 30;
const maxSections = 2;
/** What a level of folders costs a section, and a section must be worth at least this share of the best. */
const levelCost = 0.5;
const minShare = 0.75;

export const task: Answerer<TaskQuestion> = {
  name: 'a task',
  isOfWorkspace: true,
  async reads({ question, view }) {
    const sizes = await termSizes(view.reader, question);
    return taskAskedFor(question, (term) => (sizes.get(term) ?? 0) > 0);
  },
  async answer(asked, { question, view, texts, rank }) {
    const entry = await manifestAnswer(asked.restated, view, texts);
    const sections = await sectionsFor(asked, await documentsFor(asked, view, rank), view, texts);
    const found = entry?.areSteps ? joined(sections, entry) : joined(entry, sections);
    const passages = sections === undefined ? { passages: 'after' as const, query: asked.restated } : {};
    if (found !== undefined) return { ...answeredBy(found), ...passages };
    // The words of documents are English.
    return languageOfQuestion(question) === en ? undefined : { results: [], blocks: [], ...passages };
  },
};

/** Documents at the root, and those of the best passages. */
async function documentsFor({ restated }: TaskQuestion, { reader }: View, rank: Asked['rank']): Promise<readonly DocumentInfo[]> {
  const { results } = await rank(`${restated} kind:doc`, { limit: maxSearched });
  const found = new Set(results.map(({ chunk }) => chunk));
  return (await reader.documents()).filter(({ path, firstChunk, chunksEnd, language }) => {
    const isRecord = ((reader.traits[firstChunk] ?? 0) & Trait.ChangeLog) !== 0;
    if (languageNamed(language).kind !== 'doc' || isRecord || isLegalPath(path) || isCommunityPath(path)) return false;
    if (depthOf(path) === 1) return true;
    for (let chunk = firstChunk; chunk < chunksEnd; chunk++) if (found.has(chunk)) return true;
    return false;
  });
}

async function sectionsFor(
  asked: TaskQuestion,
  documents: readonly DocumentInfo[],
  view: View,
  texts: Texts,
): Promise<FoundBlocks | undefined> {
  const found: { readonly document: DocumentInfo; readonly section: TaskSection; readonly value: number }[] = [];
  for (const document of documents) {
    const text = texts.wholeText(document);
    if (text === undefined) continue;
    const [first] = await view.reader.chunkInfo([document.firstChunk]);
    if (first === undefined) continue;
    const whole = { ...first, n: 1, text, secrets: texts.secretsOf(first), isDemoted: false };
    const section = taskSectionOf(whole, asked);
    if (section !== undefined) found.push({ document, section, value: section.worth - levelCost * (depthOf(document.path) - 1) });
  }
  found.sort(
    (a, b) => b.value - a.value || a.document.path.length - b.document.path.length || (a.document.path < b.document.path ? -1 : 1),
  );
  const best = found[0]?.value ?? 0;
  const chunks: number[] = [];
  const blocks: Block[] = [];
  for (const { document, section, value } of found.slice(0, maxSections)) {
    const shown = value < minShare * best ? undefined : await blockAt(document, section, blocks.length + 1, view, texts);
    if (shown === undefined) continue;
    chunks.push(shown.chunk);
    blocks.push(shown.block);
  }
  return blocks.length === 0 ? undefined : { chunks, blocks };
}
