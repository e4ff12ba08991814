/** The overview of the open folders and the outline of a file or folder, as tool results. */

import nodePath from 'node:path';
import type { Quote } from '../../engine/parts/authorWords.ts';
import type { Part, PartFile } from '../../engine/parts/overview.ts';
import type { Corner } from '../../engine/parts/sourceFiles.ts';
import { InputError } from '../../tools/inputSchema.ts';
import type { ToolItem, ToolResult } from '../../tools/toolResult.ts';
import type { OverviewAnswer } from '../types/results.ts';
import { maskedResult } from './passages.ts';
import { allowedSpot, isVisible, type Spot, type ToolContext, visiblePath } from './toolContext.ts';

const maxEntries = 10;
const maxStart = 10;
const maxFiles = 4;
const maxListed = 60;

/** English names of corners. */
export const cornerNames: Readonly<Record<Corner, string>> = {
  tests: 'tests and examples',
  translations: 'translations',
  changeLogs: 'change logs',
  licences: 'licences',
  vendored: 'code of others',
  compiled: 'compiled files',
  settings: 'settings of tools',
};

/** Runs `mesh_overview`. */
export async function describeOverview(context: ToolContext, signal?: AbortSignal): Promise<ToolResult> {
  const answers = await context.service.overview(undefined, signal);
  const visible = answers.map((answer) => visiblePart(answer, context)).filter(({ parts }) => parts.length > 0);
  if (visible.length === 0) return maskedResult(['No file is indexed that could be described.'], []);
  const intro = visible.flatMap((answer) => introduction(answer, context));
  return maskedResult(
    [...intro, 'Parts, with the files that others use most first; mesh_outline lists more of a folder or file.'],
    visible.flatMap((answer) => answer.parts.map((part) => partItem(answer, part, context))),
  );
}

/** Runs `mesh_outline`. Throws `InputError` for a path that is not indexed. */
export async function outlineAt(given: string, context: ToolContext, signal?: AbortSignal): Promise<ToolResult> {
  const spot = allowedSpot(given, context);
  const outline = await context.service.outline(spot.folder, spot.path, signal);
  if (outline === undefined) return folderOutline(spot, context, signal);
  const { says, entries } = outline;
  const summary = `${visiblePath(spot, context)}: ${entries.length} ${entries.length === 1 ? 'entry' : 'entries'}, with their lines.`;
  return maskedResult(
    [summary, ...(says === undefined ? [] : [sentence(says, spot.folder, context)])],
    entries.map(({ line, name, depth, says: words }) => ({
      lines: [`${'  '.repeat(depth)}${name} line ${line}${words === undefined ? '' : `: ${words}`}`],
    })),
  );
}

async function folderOutline(spot: Spot, context: ToolContext, signal?: AbortSignal): Promise<ToolResult> {
  const [answer] = await context.service.overview(spot.folder, signal);
  const files = answer === undefined ? [] : filesBelow(visiblePart(answer, context), spot.path);
  if (files.length === 0) throw new InputError(`${JSON.stringify(given(spot, context))} has no indexed files that could be listed`);
  const shown = files.slice(0, maxListed);
  const words = await context.service.wordsOfFiles(
    spot.folder,
    shown.map(({ path }) => path),
    signal,
  );
  const items = shown.map((file, i) => ({
    lines: [`${visiblePath({ folder: spot.folder, path: file.path }, context)}${fileSummary(file, words[i])}`],
  }));
  return maskedResult([`${given(spot, context)}: ${shown.length} of ${files.length} files, those that others use most first.`], items);
}

function given(spot: Spot, context: ToolContext): string {
  return visiblePath(spot, context) || '.';
}

/** The files at or below a folder, the most used first; those of corners last. */
export function filesBelow({ parts, corners }: OverviewAnswer, path: string): readonly PartFile[] {
  const isBelow = (file: string): boolean => path === '' || file.startsWith(`${path}/`);
  const used = parts.flatMap(({ files }) => files.filter((file) => isBelow(file.path)));
  const others = corners
    .flatMap(({ paths }) => paths.filter(isBelow))
    .map((one) => ({ path: one, users: 0, defines: [], heading: undefined }));
  return [...used.sort((a, b) => b.users - a.users || (a.path < b.path ? -1 : 1)), ...others];
}

/** What a file is about: its author's words, else its heading or what it defines. */
export function fileSummary({ heading, defines }: PartFile, says: Quote | undefined): string {
  if (says !== undefined) return `: ${says.text}`;
  if (heading !== undefined) return `: ${heading}`;
  return defines.length > 0 ? ` defines ${defines.join(', ')}` : '';
}

/** The overview restricted to what the caller may see. Names and quotes may come from files outside of the roots. */
function visiblePart(answer: OverviewAnswer, context: ToolContext): OverviewAnswer {
  if (context.within === undefined) return answer;
  const { folder } = answer;
  const sees = (path: string): boolean => isVisible({ folder, path }, context);
  const quoted = (says: Quote | undefined): Quote | undefined => (says !== undefined && sees(says.path) ? says : undefined);
  const parts = answer.parts.flatMap((part): Part[] => {
    const files = part.files.filter(({ path }) => sees(path));
    if (files.length === 0) return [];
    if (files.length === part.files.length) return [{ ...part, says: quoted(part.says) }];
    return [{ ...part, name: part.path, says: quoted(part.says), holds: [], files }];
  });
  const corners = answer.corners
    .map(({ corner, paths }) => ({ corner, paths: paths.filter(sees) }))
    .filter(({ paths }) => paths.length > 0);
  return {
    ...answer,
    says: quoted(answer.says),
    files: parts.reduce((sum, { files }) => sum + files.length, 0) + corners.reduce((sum, { paths }) => sum + paths.length, 0),
    entryPoints: answer.entryPoints.filter(({ path }) => sees(path)),
    parts,
    corners,
    startWith: answer.startWith.filter(sees),
  };
}

function introduction(answer: OverviewAnswer, context: ToolContext): string[] {
  const { folder, files, entryPoints, startWith, corners, says } = answer;
  const name = context.folders.get(folder) ?? nodePath.basename(folder);
  const place = (path: string): string => visiblePath({ folder, path }, context);
  const lines = [
    `Folder ${JSON.stringify(name)}: ${files} ${files === 1 ? 'file' : 'files'}.${says === undefined ? '' : ` ${sentence(says, folder, context)}`}`,
  ];
  const entries = entryPoints.slice(0, maxEntries).map(({ name: entry, kind, path }) => `${entry} (${kind}) ${place(path)}`);
  if (entries.length > 0) lines.push(`Entry points: ${entries.join('; ')}.`);
  if (startWith.length > 0) lines.push(`Start with: ${startWith.slice(0, maxStart).map(place).join(', ')}.`);
  if (corners.length > 0)
    lines.push(
      `Apart: ${corners.map(({ corner, paths }) => `${cornerNames[corner]} (${paths.length}, such as ${place(paths[0] as string)})`).join('; ')}.`,
    );
  return lines;
}

function partItem({ folder }: OverviewAnswer, { path, name, says, holds, files }: Part, context: ToolContext): ToolItem {
  const place = visiblePath({ folder, path }, context);
  const title = name === path || path.endsWith(name) ? place || '.' : `${JSON.stringify(name)} in ${place || '.'}`;
  const words = says === undefined ? (holds.length > 0 ? `: ${holds.join(', ')}` : '') : `: ${says.text}`;
  const inside = files.slice(0, maxFiles).map((file) => (path === '' ? file.path : file.path.slice(path.length + 1)));
  return { lines: [`${title}, ${files.length} ${files.length === 1 ? 'file' : 'files'}${words}`, `files: ${inside.join(', ')}`] };
}

function sentence(says: Quote, folder: string, context: ToolContext): string {
  return `${JSON.stringify(says.text)} (${visiblePath({ folder, path: says.path }, context)}:${says.line})`;
}
