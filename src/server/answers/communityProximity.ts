/** How close each community is to a place: it holds the chunk there, chunks of the file, or of files in its directory. */

import { directoryOf } from '../../engine/util/paths.ts';
import type { ClosenessResult } from '../../protocol/treeRows.ts';
import { partsIn, siblingFiles } from '../../service/explore/communityFiles.ts';
import { communityId } from '../../service/treeRows/communityRows.ts';
import type { CommunitiesAnswer, Community } from '../../service/types/results.ts';
import type { FileUris } from '../fileUris.ts';

/** A community's chunks near a place. */
interface Near {
  /** Chunks in the file's directory, including its own. */
  siblings: number;
  inFile: number;
  holds: boolean;
}

/** Proximity by community: 2 for the chunk at the place, up to 1 for the file's chunks, up to 0.5 for the directory's. Absent means 0. */
export function communityProximity(answers: readonly CommunitiesAnswer[], file: string, line: number, uris: FileUris): ClosenessResult {
  const closeness: Record<string, number> = {};
  const here: string[] = [];
  for (const answer of answers) {
    const path = uris.below(answer.folder, file);
    if (path === undefined) continue;
    for (const [{ id, size }, { siblings, inFile, holds }] of findNear(answer, path, line)) {
      closeness[communityId(answer.folder, id)] = (holds ? 2 : 0) + inFile / size + siblings / size / 2;
      if (holds) here.push(communityId(answer.folder, id));
    }
  }
  const order = (id: string): number => closeness[id] ?? 0;
  return { closeness, here: here.sort((a, b) => order(b) - order(a) || (a < b ? -1 : 1)) };
}

function findNear(answer: CommunitiesAnswer, path: string, line: number): ReadonlyMap<Community, Near> {
  const all = new Map<Community, Near>();
  for (const file of siblingFiles(answer, directoryOf(path))) {
    for (const { community, from, to } of partsIn(answer, file)) {
      const near = all.get(community) ?? { siblings: 0, inFile: 0, holds: false };
      all.set(community, near);
      near.siblings += to - from;
      if (file !== path) continue;
      near.inFile += to - from;
      near.holds = community.chunks.slice(from, to).some((chunk) => chunk.startLine <= line && line <= chunk.endLine);
    }
  }
  return all;
}
