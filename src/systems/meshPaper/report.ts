/**
 * The report of appendix C as text: a chunk's nearest chunks with shared entities, and the communities with their sizes, coverage, prototype,
 * core entities and some members.
 *
 * Deviation from C.1: shared entities are the intersection of the two sets; the paper lists some that the chunk does not have. Cost: the
 * neighbours of one chunk, and the entities of the members shown.
 */

import type { ChunkInfo, IndexReader } from '../../engine/index/reader.ts';
import type { TextSource } from '../../engine/index/textSource.ts';
import { wordsOf } from '../../engine/util/strings.ts';
import { tally } from '../algorithms/graph.ts';
import type { PaperCommunity, PaperGraph } from './graph.ts';

export interface ReportOptions {
  /** Chunk whose neighbours are shown; by default the first in content order. */
  readonly chunk?: number;
  /** Neighbours shown, by default 5. */
  readonly neighbours?: number;
  /** Communities shown in detail, by default 3. */
  readonly communities?: number;
  /** Members shown of each, by default 5. */
  readonly members?: number;
  /** Source of the excerpts of chunks; without it only titles are shown. */
  readonly texts?: TextSource;
}

const shownCharacters = 120;
const coreEntities = 10;

/** The entities of most members, most frequent first. */
function coreEntitiesOf({ sets }: PaperGraph, community: PaperCommunity, max: number): readonly string[] {
  return [...tally(Array.from(community.items, (item) => sets.entities[item] as Int32Array))]
    .filter(([, count]) => count > 1)
    .sort((a, b) => b[1] - a[1] || a[0] - b[0])
    .slice(0, max)
    .map(([id]) => (sets.keys[id] as string).slice(2));
}

const percent = (share: number): string => `${(100 * share).toFixed(1)} %`;
const list = (keys: readonly string[]): string => (keys.length === 0 ? '(none)' : keys.join(', '));

async function describe(reader: IndexReader, graph: PaperGraph, item: number, texts: TextSource | undefined): Promise<string> {
  const [info] = (await reader.chunkInfo([graph.sets.chunks[item] as number])) as [ChunkInfo];
  const text = wordsOf((await texts?.chunkText(info)) ?? '').join(' ');
  const shown = text.length > shownCharacters ? `${text.slice(0, shownCharacters)}…` : text;
  return `${info.path}:${info.startLine} [${[info.title, shown].filter((part) => part !== '').join(': ')}]`;
}

function entityNames({ sets }: PaperGraph, item: number): readonly string[] {
  return [...(sets.entities[item] as Int32Array)].map((id) => (sets.keys[id] as string).slice(2));
}

async function neighbourLines(reader: IndexReader, graph: PaperGraph, options: ReportOptions): Promise<string[]> {
  const item = options.chunk === undefined ? 0 : (graph.sets.itemOf[options.chunk] ?? -1);
  if (item < 0 || item >= graph.sets.count) return ['The chunk has no entity, so it has no signature and no neighbours.'];
  const bands = graph.buckets.bands.reduce((sum, { times }) => sum + times, 0);
  const lines = [`Chunk: ${await describe(reader, graph, item, options.texts)}`, `Entities: ${list(entityNames(graph, item))}`, ''];
  const near = graph.neighboursOf(item).slice(0, options.neighbours ?? 5);
  lines.push(`Nearest ${near.length} chunks:`);
  for (const [i, { item: other, collisions }] of near.entries()) {
    const equal = graph.signatures.equalMinima(other, graph.signatures.of(item));
    lines.push(
      `${i + 1}. ${await describe(reader, graph, other, options.texts)}`,
      `   Collisions: ${collisions} of ${bands} bands; estimated Jaccard similarity: ${equal} of ${graph.signatures.of(item).minima.length}`,
      `   Shared entities: ${list(graph.sets.sharedKeys(item, other).map((key) => key.slice(2)))}`,
    );
  }
  return lines;
}

function sizeLines(reader: IndexReader, graph: PaperGraph): string[] {
  const sizes = graph.communities.map(({ items }) => items.length);
  const covered = new Set(graph.communities.flatMap(({ items }) => [...items])).size;
  const total = reader.liveCount;
  const lines = [
    `Total communities: ${sizes.length}`,
    `Total chunks: ${total}`,
    `Coverage: ${percent(covered / Math.max(1, total))} (${covered} of ${total})`,
  ];
  if (sizes.length === 0) return lines;
  const sum = sizes.reduce((a, b) => a + b, 0);
  const middle = sizes.length >> 1;
  const median = sizes.length % 2 === 1 ? (sizes[middle] as number) : ((sizes[middle - 1] as number) + (sizes[middle] as number)) / 2;
  lines.push(`Largest community: ${sizes[0]} chunks`, `Smallest community: ${sizes.at(-1)} chunks`);
  lines.push(`Average size: ${(sum / sizes.length).toFixed(1)} chunks`, `Median size: ${median} chunks`);
  return lines;
}

async function communityLines(reader: IndexReader, graph: PaperGraph, position: number, options: ReportOptions): Promise<string[]> {
  const community = graph.communities[position] as PaperCommunity;
  const lines = [
    `Community ${position + 1} (${community.items.length} chunks)`,
    `Hash prototype: ${graph.signatures.print(community.prototype)}`,
    `Core entities: ${list(coreEntitiesOf(graph, community, coreEntities))}`,
  ];
  for (const [i, item] of [...community.items.slice(0, options.members ?? 5)].entries()) {
    lines.push(`${i + 1}. ${await describe(reader, graph, item, options.texts)}`, `   Entities: ${list(entityNames(graph, item))}`);
  }
  return lines;
}

/** The text of the report. */
export async function paperReport(reader: IndexReader, graph: PaperGraph, options: ReportOptions): Promise<string> {
  const parts = [await neighbourLines(reader, graph, options), sizeLines(reader, graph)];
  const shown = Math.min(graph.communities.length, options.communities ?? 3);
  for (let i = 0; i < shown; i++) parts.push(await communityLines(reader, graph, i, options));
  return `${parts.map((lines) => lines.join('\n')).join('\n\n')}\n`;
}
