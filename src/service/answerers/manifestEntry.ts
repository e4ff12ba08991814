/** Entries of manifests that answer a question by their name: "How do I run the tests?". */

import type { Block } from '../../engine/answer/brief/block.ts';
import { type EntryQuery, entryQueryOf, findEntry, manifestRank } from '../../engine/answer/manifestEntries.ts';
import { chunkIdsOf, type DocumentInfo } from '../../engine/index/reader.ts';
import { valueAskedFor } from '../../engine/question/newcomers/valueQuestions.ts';
import { fold } from '../../engine/text/words/terms.ts';
import { wordsIn } from '../../engine/text/words/tokens.ts';
import { fileNameOf } from '../../engine/util/paths.ts';
import type { Texts } from '../folder/chunkTexts.ts';
import type { View } from '../folder/view.ts';
import { type Answerer, answeredBy } from './answerer.ts';

/** Maximum number of entries shown, each from a different file. */
const maxEntries = 2;

interface ManifestAnswer {
  /** The chunks of the entries. */
  readonly chunks: readonly number[];
  /** One for each; the number of its source is its position in `chunks`, from 1. */
  readonly blocks: readonly Block[];
  /** Whether they are steps of workflows, which come after what documents say. */
  readonly areSteps: boolean;
}

export const manifestEntry: Answerer<string> = {
  isOfWorkspace: true,
  // A path asks for what is there, and a default is no entry of this name.
  reads: ({ question }) => (question.includes('/') || asksForValue(question) ? undefined : question),
  async answer(question, { view, texts }) {
    const found = await manifestAnswer(question, view, texts);
    if (found === undefined) return undefined;
    const { areSteps, ...blocks } = found;
    return { ...answeredBy(blocks), passages: areSteps ? 'before' : 'after' };
  },
};

/** Whether a question is for the value that something has where nothing else is set. */
function asksForValue(question: string): boolean {
  const [rarity, isAbsent] = [() => 1, () => false];
  return valueAskedFor(question, rarity, isAbsent) !== undefined;
}

/** A manifest at the root, or in a folder that the question names, whose name then says nothing about the entry. */
interface Candidate {
  readonly manifest: DocumentInfo;
  readonly query: EntryQuery;
  readonly rank: number;
}

/** The manifests that a question may be for, those of a folder that it names first. */
function manifestsFor(question: string, query: EntryQuery, documents: readonly DocumentInfo[]): readonly Candidate[] {
  const names = new Set(wordsIn(question).map(({ text }) => fold(text)));
  const found = documents.flatMap((manifest): Candidate | [] => {
    const rank = manifestRank(manifest.path);
    if (rank > 0) return { manifest, query, rank };
    const file = fileNameOf(manifest.path);
    const folder = fold(fileNameOf(manifest.path.slice(0, -file.length - 1)));
    const words = query.words.filter(({ text }) => fold(text) !== folder);
    const isNamed = names.has(folder) && manifestRank(file) === 1 && words.length > 0;
    return isNamed ? { manifest, query: { ...query, words }, rank: 0 } : [];
  });
  return found.sort((a, b) => a.rank - b.rank || (a.manifest.path < b.manifest.path ? -1 : 1));
}

/** Undefined if no entry answers. Cost: for a short question, a pass over all paths, and over the lines of the manifests. */
async function manifestAnswer(question: string, { reader }: View, texts: Texts): Promise<ManifestAnswer | undefined> {
  const asked = entryQueryOf(question);
  if (asked === undefined) return undefined;
  const chunks: number[] = [];
  const blocks: Block[] = [];
  let last = 0;
  for (const { manifest, query, rank } of manifestsFor(question, asked, await reader.documents())) {
    const { path } = manifest;
    if (blocks.length === maxEntries || (blocks.length > 0 && rank > last)) break;
    const ids = chunkIdsOf(manifest);
    const infos = await reader.chunkInfo(ids);
    const [first] = infos;
    const text = first && texts.wholeText(first);
    const entry = text && findEntry(path, text, query);
    if (first === undefined || !entry) continue;
    const piece = await texts.quotedLines(first, entry.startLine, entry.endLine);
    const at = infos.findIndex(({ startLine, endLine }) => startLine <= entry.startLine && entry.startLine <= endLine);
    if (piece === undefined || at < 0 || blocks.some(({ pieces }) => pieces[0]?.text.trim() === piece.text.trim())) continue;
    last = rank;
    chunks.push(ids[at] as number);
    blocks.push({ n: chunks.length, subject: '', kind: first.kind, language: first.language, ...entry, pieces: [piece] });
  }
  return blocks.length === 0 ? undefined : { chunks, blocks, areSteps: last === 2 };
}
