/** The value that something has where nothing else is set: the lines that set it or say so. */

import type { Block } from '../../engine/answer/brief/block.ts';
import { type Setting, settingIn } from '../../engine/answer/settings/settings.ts';
import { type ChunkInfo, Trait } from '../../engine/index/reader.ts';
import { maxValueLength, type ValueQuestion, valueAskedFor } from '../../engine/question/newcomers/valueQuestions.ts';
import { idf } from '../../engine/retrieval/systems/bm25.ts';
import { isAbsent, termSizes } from '../ask/nothingFound.ts';
import type { Texts } from '../folder/chunkTexts.ts';
import { type Answerer, type Asked, answeredBy } from './answerer.ts';

/** Passages that are looked through, by each search, and settings that are shown, of different files. */
const [maxPassages, maxShown] = [50, 2];
/** Min share of what the best setting holds that the next one holds. */
const minShare = 0.9;
/**
 * Min share of the subject, and of the question, that a setting holds to be shown; of the question to come before passages that answer, and to be
 * an answer, where its name is asked for or not. Chosen on the questions for values of `bench/quality/newcomers.ts`.
 */
const minSubject = 0.3;
const minHeld = { shown: 0.4, first: 0.5, named: 0.6, unnamed: 0.7 };

interface Found {
  readonly chunk: number;
  readonly info: ChunkInfo;
  readonly setting: Setting;
}

export const settingValue: Answerer<ValueQuestion> = {
  async reads({ question, view: { reader } }) {
    if (question.length > maxValueLength) return undefined;
    const sizes = await termSizes(reader, question);
    const rarity = (term: string): number => idf(sizes.get(term) ?? 0, reader.liveCount);
    return valueAskedFor(question, rarity, (word) => isAbsent(word, sizes));
  },
  async answer(asked, context) {
    const { texts } = context;
    const found = await findSettings(asked, context);
    const [best] = found;
    if (best === undefined || best.setting.held < minHeld.shown || best.setting.subject < minSubject) return undefined;
    const chunks: number[] = [];
    const blocks: Block[] = [];
    const paths = new Set<string>();
    for (const { chunk, info, setting } of found) {
      const { path, kind, language, title } = info;
      if (paths.has(path) || blocks.length === maxShown || setting.held < minShare * best.setting.held) continue;
      const { startLine, endLine } = setting;
      const piece = await texts.quotedLines(info, startLine, endLine);
      if (piece === undefined || blocks.some(({ pieces }) => pieces[0]?.text === piece.text)) continue;
      paths.add(path);
      const n = chunks.push(chunk);
      blocks.push({ n, subject: kind === 'doc' ? title : '', kind, language, startLine, endLine, pieces: [piece] });
    }
    if (blocks.length === 0) return undefined;
    const { isNamed, count, held } = best.setting;
    const share = held * asked.known;
    const isSure = share >= (isNamed ? minHeld.named : minHeld.unnamed) && (isNamed || count > 1);
    return { ...answeredBy({ chunks, blocks, isUnsure: !isSure }), passages: share < minHeld.first ? 'before' : 'after' };
  },
};

/** The best setting of each passage that the question, or the words for what it measures, find; the best first. */
async function findSettings(asked: ValueQuestion, { question, view: { reader }, texts, rank }: Asked): Promise<readonly Found[]> {
  const words = [...asked.subject, ...asked.measured].map(({ text }) => text).join(' ');
  const rankings = await Promise.all([rank(question, { limit: maxPassages }), rank(words, { limit: maxPassages, system: 'bm25' })]);
  const isOwn = (chunk: number): boolean => ((reader.traits[chunk] as number) & (Trait.Auxiliary | Trait.ChangeLog)) === 0;
  const chunks = [...new Set(rankings.flatMap(({ results }) => results.map(({ chunk }) => chunk)))].filter(isOwn);
  const infos = await reader.chunkInfo(chunks);
  const linesIn = lineReader(texts);
  const found = infos.flatMap((info, i): Found | [] => {
    const setting = settingIn({ ...info, lines: linesIn(info) }, asked);
    return setting === undefined ? [] : { chunk: chunks[i] as number, info, setting };
  });
  return found.sort((a, b) => b.setting.held - a.setting.held);
}

/** Reads the lines of files, each once. */
function lineReader(texts: Texts): (info: ChunkInfo) => readonly string[] {
  const known = new Map<string, readonly string[]>();
  return (info) => {
    const file = `${info.folder} ${info.path}`;
    const lines = known.get(file) ?? texts.wholeText(info)?.split('\n') ?? [];
    known.set(file, lines);
    return lines;
  };
}
