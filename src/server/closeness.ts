/** How close each community is to a place: it holds the chunk there, chunks of the file, or of files beside it. */

import type { ClosenessResult } from '../protocol/communities.ts';
import type { CommunitiesAnswer, CommunityMember } from '../service/results.ts';
import { wireId } from './communities.ts';
import type { FileUris } from './fileUris.ts';

/** Closeness by community: 2 for the chunk at the place, up to 1 for the file's chunks, up to 0.5 for the folder's. Absent is 0. */
export function closenessOf(answers: readonly CommunitiesAnswer[], file: string, line: number, uris: FileUris): ClosenessResult {
  const closeness: Record<string, number> = {};
  const here: string[] = [];
  for (const { folder, communities } of answers) {
    const path = uris.below(folder, file);
    if (path === undefined) continue;
    const directory = directoryOf(path);
    for (const { id, chunks } of communities) {
      const inFile = chunks.filter((chunk) => chunk.path === path);
      const holds = inFile.some((chunk) => holdsLine(chunk, line));
      const beside = chunks.filter((chunk) => directoryOf(chunk.path) === directory).length;
      const close = (holds ? 2 : 0) + inFile.length / chunks.length + beside / chunks.length / 2;
      if (close > 0) closeness[wireId(folder, id)] = close;
      if (holds) here.push(wireId(folder, id));
    }
  }
  const order = (id: string): number => closeness[id] ?? 0;
  return { closeness, here: here.sort((a, b) => order(b) - order(a) || (a < b ? -1 : 1)) };
}

function holdsLine({ startLine, endLine }: CommunityMember, line: number): boolean {
  return startLine <= line && line <= endLine;
}

function directoryOf(path: string): string {
  return path.slice(0, Math.max(0, path.lastIndexOf('/')));
}
