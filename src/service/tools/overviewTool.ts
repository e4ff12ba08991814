/** The overview of the open folders and the outline of a file or folder, as tool results. */

import nodePath from 'node:path';
import type { Quote } from '../../engine/parts/authorWords.ts';
import type { Part, PartFile } from '../../engine/parts/overview.ts';
import type { Corner } from '../../engine/parts/sourceFiles.ts';
import { maskSecrets } from '../../engine/text/secrets/secrets.ts';
import { visible } from '../../engine/text/visible.ts';
import { InputError } from '../../tools/inputSchema.ts';
import type { ToolEntry, ToolResult } from '../../tools/toolResult.ts';
import type { OverviewAnswer } from '../types/results.ts';
import { safeLine } from './passages.ts';
import { allowedSpot, isVisible, type Spot, type ToolContext, visiblePath } from './toolContext.ts';
import { problemNotes } from './toolNotes.ts';

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

/** Runs `mesh_overview`. Throws `InputError` for a path that is not indexed. */
export function describe(path: string | undefined, context: ToolContext, signal?: AbortSignal): Promise<ToolResult> {
  return path === undefined ? describeOverview(context, signal) : outlineAt(path, context, signal);
}

async function describeOverview(context: ToolContext, signal?: AbortSignal): Promise<ToolResult> {
  const answers = await context.service.overview(undefined, signal);
  const visible = answers.map((answer) => visiblePart(answer, context)).filter(({ parts }) => parts.length > 0);
  if (visible.length === 0) return { intro: ['No file is indexed that could be described.', ...problemNotes(context)], entries: [] };
  const intro = visible.map(
    ({ folder, files }) => `Folder ${JSON.stringify(context.folders.get(folder) ?? nodePath.basename(folder))}: ${counted(files)}.`,
  );
  const entries = visible.flatMap((answer) => [
    ...summary(answer, context),
    ...answer.parts.map((part) => partEntry(answer, part, context)),
  ]);
  return { intro, entries, ending: ['Of a part, the files that others use most are named first; "path" lists more of a folder or file.'] };
}

/** The outline of a file or folder. Throws `InputError` for a path that is not indexed. */
export async function outlineAt(given: string, context: ToolContext, signal?: AbortSignal): Promise<ToolResult> {
  const spot = allowedSpot(given, context);
  const outline = await context.service.outline(spot.folder, spot.path, signal);
  if (outline === undefined) return folderOutline(spot, context, signal);
  const { says, entries } = outline;
  const intro = `${safeLine(visiblePath(spot, context))}: ${entries.length} ${entries.length === 1 ? 'entry' : 'entries'}, with their lines.`;
  const own = says === undefined ? [] : [{ text: safeLine(sentence(says, spot.folder, context)), file: spot }];
  const listed = entries.map(({ line, name, depth, says: words }): ToolEntry => {
    return { text: `${'  '.repeat(depth)}${safeLine(`${line} ${name}${words === undefined ? '' : `: ${words}`}`)}`, file: spot };
  });
  return { intro: [intro], entries: [...own, ...listed] };
}

async function folderOutline(spot: Spot, context: ToolContext, signal?: AbortSignal): Promise<ToolResult> {
  const below = await context.service.filesBelow(spot.folder, spot.path, signal);
  const files = below.filter(({ path }) => isVisible({ folder: spot.folder, path }, context));
  if (files.length === 0) throw new InputError(`${JSON.stringify(given(spot, context))} has no indexed files that could be listed`);
  const shown = files.slice(0, maxListed);
  const words = await context.service.wordsOfFiles(
    spot.folder,
    shown.map(({ path }) => path),
    signal,
  );
  const entries = shown.map((file, i): ToolEntry => {
    const own = { folder: spot.folder, path: file.path };
    return { text: safeLine(`${visiblePath(own, context)}${fileSummary(file, words[i])}`), file: own };
  });
  return {
    intro: [`${safeLine(given(spot, context))}: ${shown.length} of ${files.length} files, those that others use most first.`],
    entries,
  };
}

function given(spot: Spot, context: ToolContext): string {
  return visiblePath(spot, context) || '.';
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

/** What its authors say of a folder, where it is entered, what to read first. */
function summary(answer: OverviewAnswer, context: ToolContext): ToolEntry[] {
  const { folder, entryPoints, startWith, corners, says } = answer;
  const place = (path: string): string => visiblePath({ folder, path }, context);
  const entries = entryPoints.slice(0, maxEntries).map(({ name, kind, path }) => `${name} (${kind}) ${place(path)}`);
  const apart = corners.map(({ corner, paths }) => `${cornerNames[corner]} (${paths.length}, such as ${place(paths[0] as string)})`);
  const lines = [
    ...(says === undefined ? [] : [sentence(says, folder, context)]),
    ...(entries.length === 0 ? [] : [`Entry points: ${entries.join('; ')}.`]),
    ...(startWith.length === 0 ? [] : [`Start with: ${startWith.slice(0, maxStart).map(place).join(', ')}.`]),
    ...(apart.length === 0 ? [] : [`Apart: ${apart.join('; ')}.`]),
  ];
  // These are longer than a line of a file.
  return lines.map((text) => ({ text: maskSecrets(visible(text.replace(/[\r\n\t]+/g, ' '))).text }));
}

function partEntry({ folder }: OverviewAnswer, { path, name, says, holds, files }: Part, context: ToolContext): ToolEntry {
  const place = visiblePath({ folder, path }, context);
  const title = name === path || path.endsWith(name) ? place || '.' : `${JSON.stringify(name)} in ${place || '.'}`;
  const words = says === undefined ? (holds.length > 0 ? `: ${holds.join(', ')}` : '') : `: ${says.text}`;
  const inside = files.slice(0, maxFiles).map((file) => (path === '' ? file.path : file.path.slice(path.length + 1)));
  return { text: `${safeLine(`${title}, ${counted(files.length)}${words}`)}\n  ${safeLine(inside.join(', '))}` };
}

function counted(files: number): string {
  return `${files} ${files === 1 ? 'file' : 'files'}`;
}

function sentence(says: Quote, folder: string, context: ToolContext): string {
  return `${JSON.stringify(says.text)} (${visiblePath({ folder, path: says.path }, context)}:${says.line})`;
}
