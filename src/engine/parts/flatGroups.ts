/**
 * Groups the files of one folder that has too many: by the beginning of their names where most share one (`ch04-01-…`, `cmd_…`), otherwise around
 * files that share the most rare names with others.
 *
 * The second is maximum coverage, greedily (`algorithms/elections.ts`): each name that a few files hold is a voter for them; the elected
 * files lead, and every other file joins the leader with which it shares the most names, weighted by rarity. Files that share none form
 * a group of their own. Cost: the keys of the files once.
 */

import { type Ballot, elect } from '../algorithms/elections.ts';
import { Role } from '../document.ts';
import { chunkIdsOf, type IndexReader } from '../index/reader.ts';
import { fileNameOf } from '../util/paths.ts';
import { pushTo } from '../util/pushTo.ts';
import type { SourceFile } from './sourceFiles.ts';

/** Files per group by names, at least; the share of files that must be in one. */
const minPrefixed = 3;
const minShare = 2 / 3;
/** A name in more files than this share, or than this many, says little of one. */
const maxHolders = { share: 1 / 4, files: 200 };
/** Weights are whole numbers, so that sums are equal in any order. */
const precision = 1024;

/**
 * Positions in `files` by group. A group's first file leads it.
 * @param groups how many to make by shared names.
 * @param max groups by names of files.
 */
export async function flatGroups(
  reader: IndexReader,
  files: readonly SourceFile[],
  groups: number,
  max: number,
): Promise<readonly (readonly number[])[]> {
  return byPrefix(files, max) ?? (await bySharedNames(reader, files, groups));
}

function byPrefix(files: readonly SourceFile[], max: number): readonly (readonly number[])[] | undefined {
  const found = new Map<string, number[]>();
  for (const [at, { path }] of files.entries()) {
    const prefix = namePrefix(fileNameOf(path));
    pushTo(found, prefix, at);
  }
  const large = [...found.values()].filter((group) => group.length >= minPrefixed).slice(0, max - 1);
  const kept = new Set(large.flat());
  if (large.length < minPrefixed || kept.size < files.length * minShare) return undefined;
  const rest = files.flatMap((_, at) => (kept.has(at) ? [] : [at]));
  return rest.length === 0 ? large : [...large, rest];
}

/** A name up to its first separator: `ch04` of `ch04-01-ownership.md`. */
function namePrefix(name: string): string {
  const end = name.search(/[-_. ]/);
  return end > 0 ? name.slice(0, end).toLowerCase() : name.toLowerCase();
}

async function bySharedNames(reader: IndexReader, files: readonly SourceFile[], groups: number): Promise<readonly (readonly number[])[]> {
  const holders = new Map<number, number[]>();
  for (const [file, source] of files.entries()) {
    const { ids, roles } = await reader.chunkKeyColumns(chunkIdsOf(source));
    for (let i = 0; i < ids.length; i++) {
      if (((roles[i] as number) & (Role.Mentions | Role.Title | Role.Heading | Role.Defines)) === 0) continue;
      const known = holders.get(ids[i] as number);
      if (known === undefined) holders.set(ids[i] as number, [file]);
      else if (known.at(-1) !== file) known.push(file);
    }
  }
  const max = Math.max(2, Math.min(maxHolders.files, files.length * maxHolders.share));
  const ballots: Ballot[] = [];
  for (const approved of holders.values())
    if (approved.length >= 2 && approved.length <= max)
      ballots.push({ weight: Math.round(precision * Math.log(files.length / approved.length)), approved });
  // One that adds nothing would only take itself out of another's group.
  const leaders = elect(ballots, 'coverage', groups, (file) => -file).flatMap(({ candidate, gain }) => (gain > 0 ? [candidate] : []));
  const shared = leaders.map(() => new Float64Array(files.length));
  const groupOf = new Map(leaders.map((leader, at) => [leader, at]));
  for (const { weight, approved } of ballots)
    for (const leader of Array.from(approved)) {
      const at = groupOf.get(leader);
      if (at === undefined) continue;
      const row = shared[at] as Float64Array;
      for (const file of Array.from(approved)) row[file] = (row[file] as number) + weight;
    }
  const found: number[][] = leaders.map((leader) => [leader]);
  const apart: number[] = [];
  for (let file = 0; file < files.length; file++) {
    if (groupOf.has(file)) continue;
    let best = -1;
    for (let at = 0; at < leaders.length; at++) if ((shared[at]?.[file] ?? 0) > (best < 0 ? 0 : (shared[best]?.[file] ?? 0))) best = at;
    if (best < 0) apart.push(file);
    else (found[best] as number[]).push(file);
  }
  // A leader without followers is not a group.
  const joined = found.filter((group) => group.length > 1);
  apart.push(...found.filter((group) => group.length === 1).flat());
  return [...joined, ...(apart.length > 0 ? [apart.sort((a, b) => a - b)] : [])];
}
