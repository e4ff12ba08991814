/** What changes if the impact of a name, a file or a line is asked for: its definitions, in each folder that has it. */

import { Space } from '../../engine/document.ts';
import type { LineRange } from '../../engine/impact/ranking.ts';
import type { Message } from '../../engine/message.ts';
import { type FolderPart, filesDefining, type RelationSource } from '../../engine/relations/candidates.ts';
import { allDefinitionsIn, findDefinitions, type NamedDefinition, wantedNames } from '../../engine/relations/relations.ts';
import { MessageError, message } from '../../messages/messages.ts';
import { systemPaths } from '../../workspace/systemPaths.ts';
import { chunkAt, readKeys } from '../ask/relatedChunks.ts';
import type { View } from '../folder/view.ts';
import { askedFile } from './askedFile.ts';
import type { FolderChange, ImpactContext } from './impacts.ts';

/** What a file, a line or a name changes. A name that no folder defines changes whatever has that name, in each folder. */
export async function askedChanges(
  asked: string,
  sources: readonly RelationSource[],
  { view }: ImpactContext,
  notes: Message[],
): Promise<readonly FolderChange[]> {
  const place = placeAsked(asked, sources, view);
  if (place !== undefined) return [place];
  const name = await findNameIn(asked, sources);
  const changes: FolderChange[] = [];
  const found: (NamedDefinition & { readonly position: number })[] = [];
  for (const [position, source] of sources.entries())
    for (const one of await findDefinitions(name, source)) found.push({ ...one, name, position });
  const owned = ownedBy(found, ownerIn(asked));
  for (const position of sources.keys()) {
    const definitions = owned.flatMap(({ position: own, ...one }): readonly NamedDefinition[] => (own === position ? [one] : []));
    changes.push({ ...createChange(position, definitions), names: [{ name, definitions }] });
  }
  const defined = changes.filter(({ shown }) => shown.length > 0);
  const count = defined.reduce((sum, { shown }) => sum + shown.length, 0);
  if (count > 1) notes.push(message('impactSeveral', JSON.stringify(name), count));
  return defined.length > 0 ? defined : changes;
}

/** The requested name: the whole if something is defined by it, as a template `a.b` may be. */
export async function findNameIn(asked: string, parts: readonly FolderPart[]): Promise<string> {
  const [bare, name] = [bareName(asked), nameIn(asked)];
  if (bare === name) return name;
  for (const part of parts) if ((await filesDefining(bare, part)).length > 0) return bare;
  return name;
}

/** Whether the passage at a place (`PATH:LINE`) holds a name as a symbol, and something defines it. */
export async function isSymbolAt(
  asked: string,
  name: string | undefined,
  sources: readonly RelationSource[],
  view: View,
): Promise<boolean> {
  if (name === undefined) return false;
  const file = askedFile(asked, view.folders);
  const folder = file && view.folders[file.position]?.folder;
  if (file?.line === undefined || folder === undefined) return false;
  const chunk = await chunkAt({ file: systemPaths.toAbsolute(folder, file.path), startLine: file.line, endLine: file.line }, view);
  const keys = chunk === undefined ? [] : await readKeys([chunk], view);
  if (!keys.some(({ key }) => key === `${Space.Symbol}:${name}`)) return false;
  for (const source of sources) if ((await filesDefining(name, source)).length > 0) return true;
  return false;
}

function bareName(asked: string): string {
  return asked.trim().replace(/^[`'"]+|[`'"]+$|\(\)[`'"]*$/g, '');
}

/** The requested name without quotes, backticks, call brackets and qualifiers: `` `a.b()` `` means `b`. */
export function nameIn(asked: string): string {
  return pathIn(asked).at(-1) as string;
}

function pathIn(asked: string): readonly string[] {
  const bare = bareName(asked);
  return bare.includes(' ') ? [bare] : bare.split(/[.#]|::|->/);
}

/** The type or module that a name is asked for with: `b` in `a.b.c()`. */
export function ownerIn(asked: string): string | undefined {
  return pathIn(asked).at(-2);
}

/** Those of the definitions that this type or module has; all if it has none. */
export function ownedBy<T extends { readonly container?: string }>(all: readonly T[], owner: string | undefined): readonly T[] {
  const own = all.filter(({ container }) => container !== undefined && container === owner);
  return own.length > 0 ? own : all;
}

/** A file, or a line of one. Throws `MessageError` for a path of no indexed file. */
function placeAsked(asked: string, sources: readonly RelationSource[], { folders }: View): FolderChange | undefined {
  const file = askedFile(asked, folders, ({ position, path }) => sources[position]?.isVisible?.(path) !== false);
  if (file === undefined) return undefined;
  const source = sources[file.position];
  const text = source?.textOf(file.path);
  if (source === undefined || text === undefined) throw new MessageError(message('notIndexed', JSON.stringify(asked)));
  const definitions = allDefinitionsIn(file.path, text, source.languageOf(file.path));
  return placeChange(file.position, definitions, file.path, file.line && lineOfDefinition(definitions, text.split('\n'), file.line));
}

/** The line itself, or that of the definition below it without an empty line between: its comment and its decorators are part of it. */
function lineOfDefinition(definitions: readonly NamedDefinition[], lines: readonly string[], line: number): number {
  if (definitions.some(({ startLine, endLine }) => startLine <= line && line <= endLine)) return line;
  const next = Math.min(...definitions.map(({ startLine }) => startLine).filter((startLine) => startLine > line));
  return lines.slice(line - 1, next - 1).every((one) => one.trim() !== '') && Number.isFinite(next) ? next : line;
}

function placeChange(position: number, definitions: readonly NamedDefinition[], path: string, line: number | undefined): FolderChange {
  const all = definitions.filter(({ scope }) => scope !== 'local');
  const around = all.filter(({ startLine, endLine }) => line !== undefined && startLine <= line && line <= endLine).slice(-1);
  if (around.length > 0) return createChange(position, around);
  const whole = { ...createChange(position, line === undefined ? all : []), files: new Set([path]), sources: [{ path }] };
  return { ...whole, ranges: line === undefined ? new Map() : new Map([[path, [{ startLine: line, endLine: line }]]]) };
}

/** What these definitions change: their lines alone. */
export function createChange(position: number, definitions: readonly NamedDefinition[]): FolderChange {
  const ranges = new Map<string, LineRange[]>();
  for (const { path, startLine, endLine } of definitions) ranges.set(path, [...(ranges.get(path) ?? []), { startLine, endLine }]);
  return {
    position,
    names: wantedNames(definitions),
    files: new Set(),
    sources: [...ranges.keys()].map((path) => ({ path })),
    ranges,
    shown: definitions.map(({ name, path, startLine }) => ({ name, path, line: startLine, isRemoved: false })),
  };
}
