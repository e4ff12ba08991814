/** The overviews of the folders and the outlines of files, as the rows that views show of them. */

import type { Quote } from '../../engine/parts/authorWords.ts';
import type { PartFile } from '../../engine/parts/overview.ts';
import type { Place } from '../../engine/place.ts';
import { distinct } from '../../engine/util/distinct.ts';
import { communitiesWithin } from '../explore/communityFiles.ts';
import { fileSummary } from '../tools/overviewTool.ts';
import type { OverviewAnswer } from '../types/results.ts';
import type { Service } from '../types/service.ts';
import type { FolderSummary, OutlineRow, PartCommunity, PartFileSummary, PlacedQuote } from '../types/treeRows.ts';
import { communityId } from './communityRows.ts';

/** Files listed of one part or corner. */
const maxFiles = 300;
/** Files named along with a part. */
const maxFirst = 4;
const maxEntries = 500;
/** Names and passages of a community. */
const maxNames = 12;
const maxPassages = 100;

/** The id of a part or corner, unique among all folders. */
export function partId(folder: string, kind: 'part' | 'corner', name: string): string {
  return `${folder}\n${kind}\n${name}`;
}

/** The first line of a file, or another one. */
export function placeAt(folder: string, path: string, line = 1): Place {
  return { folder, path, startLine: line, endLine: line };
}

/** The parts of all folders, without the files of each. */
export async function folderSummaries(service: Service, signal: AbortSignal): Promise<readonly FolderSummary[]> {
  return (await service.overview(undefined, signal)).map(summary);
}

function summary({ folder, files, says, entryPoints, startWith, parts, corners }: OverviewAnswer): FolderSummary {
  const quote = (one: Quote | undefined): { says?: PlacedQuote } =>
    one === undefined ? {} : { says: { text: one.text, place: placeAt(folder, one.path, one.line) } };
  return {
    folder,
    files,
    ...quote(says),
    entryPoints: entryPoints.map(({ name, kind, path, line }) => ({ name, kind, place: placeAt(folder, path, line) })),
    startWith: startWith.map((path) => placeAt(folder, path)),
    parts: parts.map((part) => ({
      id: partId(folder, 'part', part.name),
      name: part.name,
      path: part.path,
      files: part.files.length,
      ...quote(part.says),
      holds: part.holds,
      first: part.files.slice(0, maxFirst).map(({ path }) => placeAt(folder, path)),
    })),
    corners: corners.map(({ corner, paths }) => ({ id: partId(folder, 'corner', corner), corner, files: paths.length })),
  };
}

/** The files of a part or corner by its id; none if it no longer exists. */
export async function partFiles(service: Service, id: string, signal: AbortSignal): Promise<readonly PartFileSummary[]> {
  const { folder, files: all } = await findFiles(service, id, signal);
  const files = all.slice(0, maxFiles);
  const paths = files.map(({ path }) => path);
  const words = await service.wordsOfFiles(folder, paths, signal);
  return files.map((file, i) => ({
    place: placeAt(folder, file.path, words[i]?.line),
    says: fileSummary(file, words[i]).replace(': ', '').trim(),
  }));
}

async function findFiles(service: Service, id: string, signal: AbortSignal): Promise<{ folder: string; files: readonly PartFile[] }> {
  const [folder = '', kind, ...rest] = id.split('\n');
  if (!service.report().some((report) => report.folder === folder)) return { folder, files: [] };
  const name = rest.join('\n');
  const [answer] = await service.overview(folder, signal);
  const found =
    kind === 'part'
      ? answer?.parts.find((part) => part.name === name)?.files
      : answer?.corners.find(({ corner }) => corner === name)?.paths.map((path) => ({ path, users: 0, defines: [], heading: undefined }));
  return { folder, files: found ?? [] };
}

/** The communities of a part by its id, largest first; none if it no longer exists. */
export async function partCommunities(service: Service, id: string, signal: AbortSignal): Promise<readonly PartCommunity[]> {
  const { folder, files } = await findFiles(service, id, signal);
  if (files.length === 0) return [];
  const [answer] = await service.communities(folder, signal);
  return communitiesWithin(answer, files).map((one) => ({
    ...{ id: communityId(folder, one.id), name: one.name, size: one.size, files: one.files },
    entities: distinct(one.entities).slice(0, maxNames),
    chunks: one.chunks.slice(0, maxPassages),
  }));
}

/** The outline of a file; empty if it is not indexed. */
export async function outlineRows(service: Service, folder: string, path: string, signal: AbortSignal): Promise<readonly OutlineRow[]> {
  const outline = await service.outline(folder, path, signal);
  return (outline?.entries ?? []).slice(0, maxEntries).map(({ name, line, depth, says = '' }) => {
    return { name, depth, says, place: placeAt(folder, path, line) };
  });
}
