/**
 * Which of the reached paths support the answer: by a model where there is one, else by their gains.
 *
 * Source: HugRAG section 4.3 and appendix B.3. The model is given the passages and the edges between them under short ids; what it names is kept in
 * its order, an edge for the passage that it leads to, and the rest is dropped. Without a model, or where its reply holds no id that was given,
 * a path scores the geometric mean of the gains of its passages, and paths below a share of the best are dropped.
 * Deviations: modules are not among the items, since no text of the answer comes from them; no draft of the answer is asked for.
 */

import type { GraphItem, Judge, Selection } from '../../engine/retrieval/modelSources/enrichment.ts';
import { chunkBefore, type Expansion, type Reached } from './expand.ts';
import { isBorne } from './structure.ts';

export interface PathOptions {
  readonly selection: boolean;
  readonly minShare: number;
  readonly spurious: boolean;
}

/** Max items that a model selects. */
const maxSupport = 10;

/** A path that ends at a chunk. */
export interface Path {
  readonly end: Reached;
  readonly score: number;
  /** Why it was dropped. */
  readonly reason?: DropReason;
}

/** `spurious` and `unselected` are a model's words; a `shared name` alone is what the paper calls a coincidental co-occurrence. */
export type DropReason = 'weak' | 'shared name' | 'budget' | 'spurious' | 'unselected';

export interface SelectedPaths {
  readonly kept: readonly Path[];
  readonly dropped: readonly Path[];
  /** Entries of a model's reply that were left out. */
  readonly refused?: number;
}

/** The model and inputs of a selection. */
export interface PathJudge {
  readonly select: NonNullable<Judge['select']>;
  readonly question: string;
  /** The text of a path's end. */
  textOf(end: Reached): Promise<string>;
  /** The description of its last edge. */
  edgeOf(end: Reached): string;
  readonly signal?: AbortSignal;
}

/** The paths that are kept, and those that are dropped as spurious or were not followed. */
export async function selectPaths(expansion: Expansion, options: PathOptions, judge?: PathJudge): Promise<SelectedPaths> {
  const byScore = selectByScore(expansion, options);
  if (!options.selection || judge === undefined) return byScore;
  const ends = expansion.reached.filter(({ item }) => item !== undefined);
  const chosen = ends.length === 0 ? undefined : await selectByModel(ends, options, judge);
  return chosen === undefined ? byScore : { ...chosen, dropped: [...chosen.dropped, ...unread(expansion)] };
}

function selectByScore(expansion: Expansion, { selection, minShare }: PathOptions): SelectedPaths {
  const paths = expansion.reached
    .filter(({ item }) => item !== undefined)
    .map((end): Path => ({ end, score: selection ? pathScore(end) : end.gain }));
  const best = paths.reduce((max, { score }) => Math.max(max, score), 0);
  const isKept = ({ score }: Path): boolean => !selection || score >= minShare * best;
  const spurious = paths.filter((path) => !isKept(path)).map((path): Path => ({ ...path, reason: dropReason(path.end) }));
  return { kept: paths.filter(isKept), dropped: [...spurious, ...unread(expansion)] };
}

/** The nodes that the budget did not reach. */
function unread({ beyond }: Expansion): readonly Path[] {
  return beyond.filter(({ item }) => item !== undefined).map((end): Path => ({ end, score: 0, reason: 'budget' }));
}

function dropReason({ link }: Reached): DropReason {
  return link !== undefined && !isBorne(link) ? 'shared name' : 'weak';
}

/** The geometric mean of the gains of its chunks. */
function pathScore(end: Reached): number {
  let [product, length] = [1, 0];
  for (let at: Reached | undefined = end; at !== undefined; at = at.from) {
    if (at.item === undefined) continue;
    product *= at.gain;
    length++;
  }
  return product ** (1 / length);
}

/** `undefined` where nothing of the reply can be used. */
async function selectByModel(
  ends: readonly Reached[],
  { spurious: namesSpurious }: PathOptions,
  { select, question, textOf, edgeOf, signal }: PathJudge,
): Promise<SelectedPaths | undefined> {
  const idOf = new Map(ends.map((end, i) => [end.item, `N${i + 1}`]));
  const items: GraphItem[] = [];
  for (const [i, end] of ends.entries()) {
    items.push({ id: `N${i + 1}`, text: await textOf(end) });
    const from = chunkBefore(end);
    if (from !== undefined) items.push({ id: `E${i + 1}`, text: `${idOf.get(from.item)} to N${i + 1}: ${edgeOf(end)}` });
  }
  const selection = await select(question, items, { max: maxSupport, namesSpurious }, signal);
  return selection && bySelection(ends, selection);
}

/** Both a passage and the edge to it are its end. */
function bySelection(ends: readonly Reached[], { support, spurious, given, dropped: refused }: Selection): SelectedPaths {
  const endOf = (id: string): Reached => ends[Number(id.slice(1)) - 1] as Reached;
  const order = [...new Set(support.map(endOf))];
  const isSpurious = new Set(spurious.map(endOf));
  const kept = order.map((end, rank): Path => ({ end, score: 1 - rank / order.length }));
  const dropped = ends.flatMap((end, i): Path[] => {
    if (order.includes(end)) return [];
    const reason = isSpurious.has(end) ? 'spurious' : given.has(`N${i + 1}`) ? 'unselected' : 'budget';
    return [{ end, score: 0, reason }];
  });
  return { kept, dropped, refused };
}
