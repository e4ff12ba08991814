/** Entries of manifests that answer a question by their name: "How do I run the tests?", "Which licence?". */

import type { Block } from '../../engine/answer/brief/block.ts';
import { asksForLicence, entryQueryOf, findEntry, licenceLines, manifestRank } from '../../engine/answer/manifestEntries.ts';
import { chunkIdsOf, type IndexReader } from '../../engine/index/reader.ts';
import { isLegalPath } from '../../engine/text/names/legal.ts';
import { termSizes } from '../ask/nothingFound.ts';
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
  /** Whether they are the whole answer: nothing adds to a licence. */
  readonly isComplete: boolean;
}

export const manifestEntry: Answerer<string> = {
  name: 'an entry of a manifest',
  isOfWorkspace: true,
  reads: ({ question }) => question,
  async answer(question, { view, texts }) {
    const found = await manifestAnswer(question, view, texts);
    if (found === undefined) return undefined;
    const { areSteps, isComplete, ...blocks } = found;
    return { ...answeredBy(blocks), ...(isComplete ? {} : { passages: areSteps ? ('before' as const) : ('after' as const) }) };
  },
};

/** Undefined if no entry answers. Cost: for a short question, a pass over all paths, and over the lines of the manifests. */
export async function manifestAnswer(question: string, { reader }: View, texts: Texts): Promise<ManifestAnswer | undefined> {
  const query = entryQueryOf(question);
  const licence = await licenceAskedFor(question, reader);
  if (query === undefined && licence === undefined) return undefined;
  const rankOf = (path: string): number => (path === licence ? 1 : query === undefined ? 0 : manifestRank(path));
  const manifests = (await reader.documents()).filter(({ path }) => rankOf(path) > 0);
  // A line of a manifest is shorter than a licence.
  const isLater = (path: string): number => Number(path === licence);
  manifests.sort((a, b) => rankOf(a.path) - rankOf(b.path) || isLater(a.path) - isLater(b.path) || (a.path < b.path ? -1 : 1));
  const chunks: number[] = [];
  const blocks: Block[] = [];
  let rank = 0;
  for (const manifest of manifests) {
    const { path } = manifest;
    if (blocks.length === maxEntries || (blocks.length > 0 && rankOf(path) > rank)) break;
    const ids = chunkIdsOf(manifest);
    const infos = await reader.chunkInfo(ids);
    const [first] = infos;
    const text = first && texts.wholeText(first);
    const entry = text && (path === licence ? licenceLines(text) : query && findEntry(path, text, query));
    if (first === undefined || !entry) continue;
    const piece = await texts.quotedLines(first, entry.startLine, entry.endLine);
    const at = infos.findIndex(({ startLine, endLine }) => startLine <= entry.startLine && entry.startLine <= endLine);
    if (piece === undefined || at < 0) continue;
    rank = rankOf(path);
    chunks.push(ids[at] as number);
    blocks.push({ n: chunks.length, subject: '', kind: first.kind, language: first.language, ...entry, pieces: [piece] });
  }
  return blocks.length === 0 ? undefined : { chunks, blocks, areSteps: rank === 2, isComplete: licence !== undefined };
}

/** The licence at the root, if the question asks for nothing else. */
async function licenceAskedFor(question: string, reader: IndexReader): Promise<string | undefined> {
  if (!asksForLicence(question, () => false)) return undefined;
  const sizes = await termSizes(reader, question);
  if (!asksForLicence(question, (term) => (sizes.get(term) ?? 0) > 0)) return undefined;
  const paths = (await reader.documents()).map(({ path }) => path);
  return paths.filter((path) => !path.includes('/') && isLegalPath(path)).sort()[0];
}
