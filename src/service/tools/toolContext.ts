/** What a tool may see: the open folders, or parts of them, and how places are named to the caller. */

import nodePath from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Place } from '../../engine/place.ts';
import { MessageError, textOf } from '../../messages/messages.ts';
import { InputError } from '../../tools/inputSchema.ts';
import { realPath } from '../../workspace/openFile.ts';
import { systemPaths } from '../../workspace/systemPaths.ts';
import type { RetrieverOptions } from '../types/options.ts';
import type { FolderReport } from '../types/results.ts';
import type { Service } from '../types/service.ts';

export interface ToolContext {
  readonly service: Service;
  /** The open folders, absolute, with their names. */
  readonly folders: ReadonlyMap<string, string>;
  /** Absolute paths in those folders; nothing else is revealed. Absent: everything. */
  readonly within?: readonly string[];
  readonly retriever?: RetrieverOptions;
  /** The editor's text of a file (absolute path), if it differs from the file on disk. */
  readonly unsavedText?: (file: string) => Promise<string | undefined>;
}

/** A place in an open folder; the path is relative to it, with `/`, and empty for the folder itself. */
export type Spot = Pick<Place, 'folder' | 'path'>;

/** A path as shown to the caller: relative, prefixed with the folder's name if there are several. */
export function visiblePath({ folder, path }: Spot, { folders }: Pick<ToolContext, 'folders'>): string {
  return folders.size > 1 ? `${folders.get(folder) ?? nodePath.basename(folder)}/${path}` : path;
}

/** The messages of a folder's report with the folder's path replaced by its name, since results may leave the machine. */
export function visibleMessage({ folder, messages }: Pick<FolderReport, 'folder' | 'messages'>, { folders }: ToolContext): string {
  const name = folders.get(folder) ?? nodePath.basename(folder);
  // Messages quote paths as JSON, which doubles backslashes.
  return textOf(messages).replaceAll(JSON.stringify(folder).slice(1, -1), name).replaceAll(folder, name);
}

/** Whether the caller may see a place. */
export function isVisible(spot: Spot, { within }: ToolContext): boolean {
  return within === undefined || within.some((root) => systemPaths.isInside(root, absoluteOf(spot)));
}

/** The visible scope of a request; absent if everything is visible. Throws `InputError` for a rejected path. */
export function allowedScope(paths: readonly string[] | undefined, context: ToolContext): readonly string[] | undefined {
  if (paths === undefined || paths.length === 0) return context.within;
  return paths.flatMap((given) => {
    const spot = allowedSpot(given, context);
    const absolute = absoluteOf(spot);
    // A folder above the roots means all roots in it.
    return isVisible(spot, context) ? [absolute] : (context.within ?? []).filter((root) => systemPaths.isInside(absolute, root));
  });
}

/** The absolute path of an indexed file named by the caller. Throws `InputError` with the reason for a rejected path. */
export function indexedFile(given: string, context: ToolContext): string {
  return absoluteOf(indexedSpot(given, context));
}

/** The same as a place. */
export function indexedSpot(given: string, context: ToolContext): Spot {
  const spot = allowedSpot(given, context);
  if (!context.service.isIndexed(spot.folder, spot.path)) throw new InputError(`${quoted(given)} is a folder, expected a file`);
  return spot;
}

/**
 * A file or folder with indexed files. Links are resolved first. Throws `InputError` if the target is outside of what the caller may see,
 * does not exist, or is left out of the index (ignored, a secret, …).
 */
export function allowedSpot(given: string, context: ToolContext): Spot {
  const named = candidates(given, context);
  const spot = named.map((path) => findSpot(realPath(path) ?? publishedPath(path, context), context)).find((one) => one !== undefined);
  if (spot === undefined) {
    const ended = named.every((path) => realPath(path) === undefined) ? endOfPath(given, context) : undefined;
    if (ended !== undefined) return ended;
    // Outside of the roots, not even existence is revealed.
    const isMissing = named.some((path) => realPath(path) === undefined && isNamedInside(path, context));
    throw new InputError(`${quoted(given)} ${isMissing ? 'does not exist in the workspace' : 'lies outside of the workspace'}`);
  }
  const absolute = absoluteOf(spot);
  if (!isVisible(spot, context) && !context.within?.some((root) => systemPaths.isInside(absolute, root)))
    throw new InputError(`${quoted(given)} lies outside of the client's roots`);
  refuseLeftOut(given, spot, context);
  return spot;
}

/** The visible file whose path ends so. Throws `InputError` if it is the end of none, with the nearest, or of several. */
function endOfPath(given: string, { service, within }: ToolContext): Spot | undefined {
  if (nodePath.isAbsolute(given) || /^file:|(?:^|\/)\.\.(?:\/|$)/i.test(given)) return undefined;
  try {
    return service.fileAt(given, { scope: within });
  } catch (error) {
    throw error instanceof MessageError ? new InputError(error.message) : error;
  }
}

/** The possible locations of a path: absolute, in the folder whose name prefixes it, and in each folder. */
function candidates(given: string, { folders }: ToolContext): string[] {
  if (given.includes('\0')) return [];
  if (/^file:/i.test(given)) return fileOf(given);
  if (nodePath.isAbsolute(given)) return [given];
  const path = given.replaceAll(nodePath.sep, '/');
  const led = [...folders].filter(([, name]) => folders.size > 1 && (path === name || path.startsWith(`${name}/`)));
  return [
    ...led.map(([folder, name]) => nodePath.join(folder, path.slice(name.length))),
    ...[...folders.keys()].map((folder) => nodePath.join(folder, path)),
  ];
}

function fileOf(uri: string): string[] {
  try {
    return [fileURLToPath(uri)];
  } catch {
    return [];
  }
}

/** Whether a folder is on this machine, and not only published. */
export function isHere(folder: string): boolean {
  return realPath(folder) !== undefined;
}

/** A path in a folder that was published and is not on this machine: there are no links to resolve. */
function publishedPath(path: string, { folders }: ToolContext): string | undefined {
  return [...folders.keys()].some((folder) => !isHere(folder) && systemPaths.isInside(folder, path)) ? path : undefined;
}

/** A real path as a place in the innermost open folder. A folder may itself have been opened through a link. */
function findSpot(real: string | undefined, { folders }: ToolContext): Spot | undefined {
  const all = [...folders.keys()];
  const roots = all.map((folder) => realPath(folder) ?? folder);
  const found = real === undefined ? undefined : systemPaths.deepest(roots, real);
  return found && { folder: all[found.position] as string, path: found.path };
}

function isNamedInside(path: string, { folders }: ToolContext): boolean {
  return [...folders.keys()].some((folder) => systemPaths.isInside(folder, path));
}

function refuseLeftOut(given: string, { folder, path }: Spot, { service }: ToolContext): void {
  if (path === '' || service.isIndexed(folder, path)) return;
  const report = service.report().find((one) => systemPaths.equal(one.folder, folder));
  const skipped = report?.skipped.find((one) => covers(one.path, path));
  if (skipped !== undefined) throw new InputError(`${quoted(given)} is not indexed: ${skipped.reason}`);
  if (!service.holdsIndexed(folder, path)) throw new InputError(`${quoted(given)} is not among the indexed files`);
}

/** A skipped directory ends with `/` and covers everything below it. */
function covers(skipped: string, path: string): boolean {
  return skipped === path || (skipped.endsWith('/') && `${path}/`.startsWith(skipped));
}

export const absoluteOf = ({ folder, path }: Spot): string => nodePath.join(folder, path);
const quoted = (given: string): string => JSON.stringify(given.slice(0, 300));

/** Sentences name folders by their paths, which callers do not need. */
export function withoutFolders(text: string, { folders }: ToolContext): string {
  let rest = text;
  for (const [folder, name] of folders) rest = rest.replaceAll(JSON.stringify(folder).slice(1, -1), name).replaceAll(folder, name);
  return rest;
}

/** What is asked about: the path of a file where it is one, which several folders may have, and its line if one was given. */
export function askedOf(of: string, context: ToolContext): string {
  const [line = ''] = /:\d+$/.exec(of.trim()) ?? [];
  try {
    const file = indexedFile(of, context);
    return file.endsWith(line) ? file : `${file}${line}`;
  } catch (error) {
    if (error instanceof InputError) return of;
    throw error;
  }
}
