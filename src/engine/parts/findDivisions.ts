/** The parts of a folder as groups of its files: folders, and groups of the files of the largest where there are too few folders. */

import type { IndexReader } from '../index/reader.ts';
import { directoryOf } from '../util/paths.ts';
import { type Division, divide, maxParts, minPartsOf } from './division.ts';
import { flatGroups } from './flatGroups.ts';
import { type SourceFile, sourceFiles } from './sourceFiles.ts';

/** A part: positions in the shown files. */
export interface PartDivision extends Division {
  /** The file that leads a group of files of one folder. */
  readonly leader?: number;
}

/** A part with more than this share of the files, and as many files, is divided although there are enough parts. */
const maxShare = 0.4;
const minDivided = 30;
/** Groups of such a part, at least. */
const minGroups = 4;
/** A file by its chunks, up to this; of data one counts as much as a short source. */
const maxWeight = 8;

/** The files of each part, by path; parts in the order of `findParts`. */
export async function partFiles(reader: IndexReader): Promise<readonly (readonly SourceFile[])[]> {
  const shown = shownFiles(await sourceFiles(reader));
  const divisions = await findDivisions(reader, shown);
  return divisions.map(({ files }) => [...files].sort((a, b) => a - b).map((at) => shown[at] as SourceFile));
}

/** Those that are in parts. Where there is nothing else, tests or translations are what the folder is about. */
export function shownFiles(files: readonly SourceFile[]): readonly SourceFile[] {
  const inParts = files.filter(({ corner }) => corner === undefined);
  return inParts.length > 0 ? inParts : files;
}

export async function findDivisions(reader: IndexReader, shown: readonly SourceFile[]): Promise<readonly PartDivision[]> {
  let found: readonly PartDivision[] = divide(
    shown.map(({ path }) => path),
    shown.map(fileWeight),
  );
  const tried = new Set<string>();
  const wanted = minPartsOf(shown.length);
  for (;;) {
    const largest = [...found]
      .filter(({ path, leader }) => leader === undefined && !tried.has(path))
      .sort((a, b) => b.files.length - a.files.length)[0];
    if (largest === undefined || largest.files.length < wanted * 2) break;
    const beside = largest.files.filter((at) => directoryOf((shown[at] as SourceFile).path) === largest.path).length;
    const isTooLarge = beside >= Math.max(minDivided, shown.length * maxShare);
    if (found.length >= wanted && (!isTooLarge || found.length + 2 >= maxParts)) break;
    tried.add(largest.path);
    const own = largest.files.map((at) => shown[at] as SourceFile);
    const groups = await flatGroups(reader, own, Math.max(minGroups, wanted - found.length + 2), maxParts - found.length);
    if (groups.length < 2) continue;
    const split = groups.map(
      (group): PartDivision => ({
        path: largest.path,
        files: group.map((at) => largest.files[at] as number),
        leader: largest.files[group[0] as number] as number,
      }),
    );
    found = found.flatMap((one) => (one === largest ? split : [one]));
  }
  return found;
}

function fileWeight({ kind, firstChunk, chunksEnd }: SourceFile): number {
  return kind === 'data' ? 1 : Math.min(chunksEnd - firstChunk, maxWeight) + 1;
}
