/**
 * Finds the communities that hold chunks of a file or folder. Lookup tables live as long as their answer. The first call lists the files of
 * all communities; later ones those of one folder.
 */

import type { PartFile } from '../../engine/parts/overview.ts';
import type { Place } from '../../engine/place.ts';
import { directoryOf } from '../../engine/util/paths.ts';
import { pushTo } from '../../engine/util/pushTo.ts';
import type { CommunitiesAnswer, Community } from '../types/results.ts';

/** A part of a community: its chunks in [`from`, `to`) belong to one file. */
export interface CommunityPart {
  readonly community: Community;
  readonly from: number;
  readonly to: number;
}

interface Files {
  readonly byPath: ReadonlyMap<string, readonly CommunityPart[]>;
  readonly pathsOf: ReadonlyMap<string, readonly string[]>;
}

const filesOfAnswer = new WeakMap<CommunitiesAnswer, Files>();
const none: readonly never[] = [];

/** The parts of communities that lie in a file, in the order of the communities. */
export function partsIn(answer: CommunitiesAnswer, path: string): readonly CommunityPart[] {
  return filesOf(answer).byPath.get(path) ?? none;
}

/** Paths of the files in one directory that belong to communities. */
export function siblingFiles(answer: CommunitiesAnswer, directory: string): readonly string[] {
  return filesOf(answer).pathsOf.get(directory) ?? none;
}

/** The communities of a part, largest first. */
export function communitiesWithin(answer: CommunitiesAnswer | undefined, files: readonly Pick<PartFile, 'path'>[]): readonly Community[] {
  const paths = new Set(files.map(({ path }) => path));
  return (answer?.communities ?? []).filter(({ chunks }) => paths.has(chunks[0]?.path ?? ''));
}

/** The communities that hold the chunk starting at a place: at most one. */
export function communitiesHolding(answer: CommunitiesAnswer, { path, startLine, startColumn }: Place): readonly Community[] {
  const holding: Community[] = [];
  for (const { community, from, to } of partsIn(answer, path)) {
    for (let i = from; i < to; i++) {
      const chunk = community.chunks[i] as Place;
      if (chunk.startLine === startLine && chunk.startColumn === startColumn) holding.push(community);
    }
  }
  return holding;
}

function filesOf(answer: CommunitiesAnswer): Files {
  const known = filesOfAnswer.get(answer) ?? findFiles(answer);
  filesOfAnswer.set(answer, known);
  return known;
}

function findFiles({ communities }: CommunitiesAnswer): Files {
  const byPath = new Map<string, CommunityPart[]>();
  for (const community of communities) {
    const { chunks } = community;
    for (let from = 0; from < chunks.length; ) {
      const { path } = chunks[from] as Place;
      let to = from + 1;
      while (chunks[to]?.path === path) to++;
      pushTo(byPath, path, { community, from, to });
      from = to;
    }
  }
  const pathsOf = new Map<string, string[]>();
  for (const path of byPath.keys()) {
    const directory = directoryOf(path);
    pushTo(pathsOf, directory, path);
  }
  return { byPath, pathsOf };
}
