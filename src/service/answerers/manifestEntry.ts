/** Entries of manifests that answer a question by their name: "How do I run the tests?". */

import type { Block } from '../../engine/answer/brief/block.ts';
import { entryQueryOf, findEntry, manifestRank } from '../../engine/answer/manifestEntries.ts';
import { chunkIdsOf } from '../../engine/index/reader.ts';
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
  // A path asks for what is there.
  reads: ({ question }) => (question.includes('/') ? undefined : question),
  async answer(question, { view, texts }) {
    const found = await manifestAnswer(question, view, texts);
    if (found === undefined) return undefined;
    const { areSteps, ...blocks } = found;
    return { ...answeredBy(blocks), passages: areSteps ? 'before' : 'after' };
  },
};

/** Undefined if no entry answers. Cost: for a short question, a pass over all paths, and over the lines of the manifests. */
async function manifestAnswer(question: string, { reader }: View, texts: Texts): Promise<ManifestAnswer | undefined> {
  const query = entryQueryOf(question);
  if (query === undefined) return undefined;
  const manifests = (await reader.documents()).filter(({ path }) => manifestRank(path) > 0);
  manifests.sort((a, b) => manifestRank(a.path) - manifestRank(b.path) || (a.path < b.path ? -1 : 1));
  const chunks: number[] = [];
  const blocks: Block[] = [];
  let rank = 0;
  for (const manifest of manifests) {
    const { path } = manifest;
    if (blocks.length === maxEntries || (blocks.length > 0 && manifestRank(path) > rank)) break;
    const ids = chunkIdsOf(manifest);
    const infos = await reader.chunkInfo(ids);
    const [first] = infos;
    const text = first && texts.wholeText(first);
    const entry = text && findEntry(path, text, query);
    if (first === undefined || !entry) continue;
    const piece = await texts.quotedLines(first, entry.startLine, entry.endLine);
    const at = infos.findIndex(({ startLine, endLine }) => startLine <= entry.startLine && entry.startLine <= endLine);
    if (piece === undefined || at < 0 || blocks.some(({ pieces }) => pieces[0]?.text.trim() === piece.text.trim())) continue;
    rank = manifestRank(path);
    chunks.push(ids[at] as number);
    blocks.push({ n: chunks.length, subject: '', kind: first.kind, language: first.language, ...entry, pieces: [piece] });
  }
  return blocks.length === 0 ? undefined : { chunks, blocks, areSteps: rank === 2 };
}
