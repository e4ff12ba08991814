/**
 * The communities of a folder: within each part, files that share rare names, and of these the passages that hold the names.
 *
 * Two files are as similar as the cosine of their names, weighted by rarity. Average linkage (`algorithms/averageLinkage.ts`) merges them until
 * they are too different, and further while there is more than one community for ten files. A passage is in a community if it holds two of
 * its names, of words neither of which contains the other; a file if it has such a passage. What is in none stays in its part.
 *
 * A pure function of the parts, paths and names, equal whatever the ids are. Sums are of integers, so it is equal on every machine.
 * Cost: the pairs of files that share names. The limits were chosen on six repositories and tried on six others (`bench/parts`).
 */

import { averageLinkage, type SimilarPair } from '../algorithms/averageLinkage.ts';
import { hashHex } from '../hash/hash.ts';
import type { IndexReader } from '../index/reader.ts';
import { createNaming } from '../naming/communityNames.ts';
import { type Naming, nameCommunities, shownLabels } from '../naming/namer.ts';
import type { Yield } from '../util/steps.ts';
import { type CommunityInput, type InputFile, type PartDocument, readCommunityInput } from './communityInput.ts';
import { SharedNames } from './sharedNames.ts';

export interface FoundCommunity {
  /** Stable while its first file is the first. */
  readonly id: string;
  readonly name: string;
  /** Names for display, best first; `name` is made of them. */
  readonly labels: readonly string[];
  /** What its passages share, most characteristic first. */
  readonly entities: readonly string[];
  /** Ids of its passages, by place. */
  readonly chunks: readonly number[];
  readonly files: number;
}

const filesPerCommunity = 10;
/** So many may be in a folder of few files. */
const fewCommunities = 3;
/** The least similarity of two files for a community of their own, and of two communities that are too many. */
const minSimilarity = { files: 0.2, communities: 0.08 };
/** A community of more of its part's files says no more than the part, unless it has few. */
const maxFiles = { share: 1 / 2, few: 3 };
const minFiles = 2;
const minPassages = 3;
/** Names for display without which a community rests on too little. */
const minLabels = 2;
export const maxEntities = 12;

type Unnamed = Omit<FoundCommunity, 'name' | 'labels'> & { readonly naming: Naming };

/** The communities of an index, as `findCommunities` finds them. */
export async function communitiesOf(
  reader: IndexReader,
  parts: readonly (readonly PartDocument[])[],
  yieldThread: Yield = async () => undefined,
): Promise<readonly FoundCommunity[]> {
  return findCommunities(await readCommunityInput(reader, parts, yieldThread));
}

/** Largest first, then by id. No passage is in two of them. */
export function findCommunities(input: CommunityInput): readonly FoundCommunity[] {
  const names = new SharedNames(input);
  const seats = shareSeats(input.parts.map(({ length }) => length));
  const found = input.parts.flatMap((files, part) => communitiesIn(files, seats[part] as number, names));
  found.sort(bySize);
  const texts = nameCommunities(found.map(({ naming }) => naming));
  return found.map(({ naming, ...one }, i) => ({ ...one, name: texts[i] as string, labels: shownLabels(naming) }));
}

function bySize(a: Unnamed, b: Unnamed): number {
  return b.chunks.length - a.chunks.length || (a.id < b.id ? -1 : 1);
}

/** How many communities each part may have: one for ten files of all, or some in a small folder, by largest remainder (Hamilton's method). */
function shareSeats(files: readonly number[]): readonly number[] {
  const all = files.reduce((sum, count) => sum + count, 0);
  const seats = files.map((count) => Math.floor(count / filesPerCommunity));
  const given = seats.reduce((sum, count) => sum + count, 0);
  const remainder = (part: number): number => (files[part] as number) % filesPerCommunity;
  const order = [...files.keys()].sort((a, b) => remainder(b) - remainder(a));
  const more = new Set(order.slice(0, Math.max(fewCommunities, Math.floor(all / filesPerCommunity)) - given));
  return seats.map((count, part) => count + Number(more.has(part)));
}

/** @param seats how many there may be. */
function communitiesIn(files: readonly InputFile[], seats: number, names: SharedNames): readonly Unnamed[] {
  const maxSize = Math.max(maxFiles.few, files.length * maxFiles.share);
  const groups = averageLinkage(
    files.length,
    similarPairs(files, names),
    (similarity, size, groups) =>
      size <= maxSize && similarity >= (size > 2 && groups > seats ? minSimilarity.communities : minSimilarity.files),
  );
  const found = groups.flatMap((group) => describe(group.map((at) => files[at] as InputFile).sort(byPath), names) ?? []);
  return found.sort((a, b) => b.files - a.files || bySize(a, b)).slice(0, seats);
}

function byPath(a: InputFile, b: InputFile): number {
  return a.path < b.path ? -1 : 1;
}

function similarPairs(files: readonly InputFile[], names: SharedNames): readonly SimilarPair[] {
  /** Of each file, the sum of the squared weights of its names; of each pair, of those that both have. */
  const squares = new Float64Array(files.length);
  const shared = new Map<number, number>();
  for (const held of names.holdersIn(files)) {
    const weight = rarity(held.length, files.length) ** 2;
    for (const [i, a] of held.entries()) {
      squares[a] = (squares[a] as number) + weight;
      for (const b of held.slice(i + 1)) {
        const pair = a * files.length + b;
        shared.set(pair, (shared.get(pair) ?? 0) + weight);
      }
    }
  }
  return Array.from(shared, ([pair, sum]) => {
    const [a, b] = [Math.floor(pair / files.length), pair % files.length];
    return { a, b, similarity: sum / Math.sqrt((squares[a] as number) * (squares[b] as number)) };
  });
}

/** In bits, rounded up: of the files, `holders` hold it. */
function rarity(holders: number, files: number): number {
  return 32 - Math.clz32(Math.floor(files / holders));
}

/** `undefined` if too few passages of the files share names, or names that can be shown. @param group by path. */
function describe(group: readonly InputFile[], names: SharedNames): Unnamed | undefined {
  const shared = names.sharedBy(group);
  const found = group.map((file) => ({ file, passages: names.passagesWithTwo(file, shared) }));
  const holding = found.filter(({ passages }) => passages.length > 0);
  // Without a file, fewer names may be shared.
  if (holding.length < group.length && holding.length >= minFiles)
    return describe(
      holding.map(({ file }) => file),
      names,
    );
  const chunks = holding.flatMap(({ passages }) => passages);
  if (holding.length < minFiles || chunks.length < minPassages) return undefined;
  const keys = names.characteristic(chunks, shared);
  const naming = createNaming(
    keys,
    holding.flatMap(({ file, passages }) => passages.map((chunk) => names.passage(chunk, file))),
  );
  if (naming.meaningful < minLabels) return undefined;
  return {
    id: hashHex((holding[0] as (typeof holding)[number]).file.path),
    naming,
    entities: keys.slice(0, maxEntities).map(({ key }) => key.slice(2)),
    chunks: chunks.map((chunk) => names.idOf(chunk)),
    files: holding.length,
  };
}
