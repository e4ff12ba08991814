/**
 * What a change reaches: of a name, a file, a line, or of all uncommitted changes. Files that use what changes come from relations, with lines;
 * tests and files that only share rare names with it follow, ranked. Each folder is asked by itself, since relations end at its border.
 */

import { statSync } from 'node:fs';
import nodePath from 'node:path';
import {
  allDefinitionsIn,
  changedNames,
  collectEvidence,
  definitionsOf,
  type LineRange,
  type Message,
  maxChangedPassages,
  type NamedDefinition,
  namesOf,
  nearestNames,
  type RankedFile,
  type Reach,
  type ReachedFile,
  type ReachedLine,
  type ReachKind,
  type RelationSource,
  rankFiles,
  reachKinds,
  reachOf,
  type WantedName,
} from '../../engine/index.ts';
import { MessageError, message } from '../../messages/messages.ts';
import { candidates, placeIn } from '../ask/related.ts';
import { insideTest } from '../folder/scope.ts';
import type { View } from '../folder/view.ts';
import type { FileChange, UncommittedFinder } from './uncommitted.ts';

export interface ImpactOptions {
  /** How many levels of users are followed, 1 to 3; 2 by default. */
  readonly maxDepth?: number;
  /** Only files at or below these absolute paths are reached. */
  readonly scope?: readonly string[];
  readonly signal?: AbortSignal;
}

/** A file that changes. */
export interface ImpactSource {
  readonly folder: string;
  readonly path: string;
  /** Absent if a name or the file itself was asked about. */
  readonly status?: FileChange['status'];
  readonly from?: string;
}

/** A name that changes. */
export interface ImpactName {
  readonly name: string;
  readonly folder: string;
  readonly path: string;
  /** 1-based; of the committed file if it was removed. */
  readonly line: number;
  readonly isRemoved: boolean;
}

/** A file that is reached in one way. */
export interface ImpactRow {
  readonly folder: string;
  readonly path: string;
  readonly kind: ReachKind;
  /** 1 for what uses a changed name itself, 2 for what uses that, and so on; 0 for what is only related. */
  readonly depth: number;
  readonly lines: readonly ReachedLine[];
  /** Of a file that is only related: rare names that it shares with the changed places, rarest first; none if its name alone is alike. */
  readonly shared: readonly string[];
}

export interface ImpactAnswer {
  /** What was asked about; absent for the uncommitted changes. */
  readonly asked?: string;
  readonly sources: readonly ImpactSource[];
  readonly names: readonly ImpactName[];
  /** By depth, related ones last; then by kind in the order of `reachKinds`; then best first. */
  readonly rows: readonly ImpactRow[];
  /** What was left out, or is not as it seems. */
  readonly notes: readonly Message[];
  readonly ms: number;
}

export interface ImpactContext {
  readonly view: View;
  readonly sources: readonly RelationSource[];
  readonly uncommitted: UncommittedFinder;
}

const defaultDepth = 2;
const maxDepthAllowed = 3;
/** Names whose users are looked up, of each folder. */
const maxNames = 300;
/** Files that are listed without using anything, of tests and of others. */
const maxRelated = 10;
const maxNearest = 3;
/** Names listed in a note. */
const maxListed = 5;
const manyPassages = 100_000;

/** What changes in one folder. */
interface FolderChange {
  readonly position: number;
  readonly names: readonly WantedName[];
  /** Files whose imports count. */
  readonly files: ReadonlySet<string>;
  readonly sources: readonly Omit<ImpactSource, 'folder'>[];
  /** Changed lines of the files that do not change as a whole. */
  readonly ranges: ReadonlyMap<string, readonly LineRange[]>;
  readonly shown: readonly Omit<ImpactName, 'folder'>[];
}

/**
 * Answers for a name, a file, `PATH:LINE`, or for the uncommitted changes if nothing is asked. Throws `MessageError` for what is not known, and
 * where there is no git.
 */
export async function impactOf(asked: string | undefined, options: ImpactOptions, context: ImpactContext): Promise<ImpactAnswer> {
  const started = performance.now();
  const { view } = context;
  const isInside = options.scope === undefined ? undefined : insideTest(options.scope, view.folders);
  const sources = context.sources.map(
    (source): RelationSource => ({ ...source, ...(isInside && { isVisible: (path) => isInside({ folder: source.folder, path }) }) }),
  );
  const notes: Message[] = [];
  const changes =
    asked === undefined
      ? await uncommittedChanges(sources, context, notes, options.signal)
      : await askedChanges(asked.trim(), sources, context, notes);
  const maxDepth = Math.min(maxDepthAllowed, Math.max(1, options.maxDepth ?? defaultDepth));
  const rows: ImpactRow[] = [];
  for (const change of changes) {
    const source = sources[change.position] as RelationSource;
    const folder = view.folders[change.position]?.folder as string;
    rows.push(...(await rowsOf(change, source, maxDepth, notes)).map((row) => ({ folder, ...row })));
  }
  const inFolder = <T extends object>({ position }: FolderChange, all: readonly T[]): (T & { folder: string })[] =>
    all.map((one) => ({ folder: view.folders[position]?.folder as string, ...one }));
  return {
    ...(asked === undefined ? {} : { asked }),
    sources: changes.flatMap((change) => inFolder(change, change.sources)),
    names: changes.flatMap((change) => inFolder(change, change.shown)),
    rows,
    notes,
    ms: performance.now() - started,
  };
}

async function rowsOf(
  change: FolderChange,
  source: RelationSource,
  maxDepth: number,
  notes: Message[],
): Promise<readonly Omit<ImpactRow, 'folder'>[]> {
  const names = change.names.slice(0, maxNames);
  if (names.length < change.names.length) notes.push(message('impactNames', names.length, change.names.length));
  const reach = await reachOf({ names, files: change.files }, source, maxDepth);
  if (reach.unread > 0) notes.push(message('impactUnread', reach.unread));
  if (reach.unfollowed.length > 0)
    notes.push(message('impactUnfollowed', reach.unfollowed.length, reach.unfollowed.slice(0, maxListed).join(', ')));
  const paths = new Set(change.sources.filter(({ status }) => status !== 'deleted').map(({ path }) => path));
  const evidence = await collectEvidence({ paths, ranges: change.ranges, uses: reach.strengths }, source);
  if (source.reader.liveCount > manyPassages) notes.push(message('impactPassages', source.reader.liveCount, maxChangedPassages));
  return inOrder(reach, rankFiles(evidence), paths);
}

/** What was reached, the best ranked first within a depth and kind; then the best ranked of the rest. */
function inOrder({ reached }: Reach, ranked: readonly RankedFile[], own: ReadonlySet<string>): readonly Omit<ImpactRow, 'folder'>[] {
  const scores = new Map(ranked.map(({ path, score }) => [path, score]));
  const scoreOf = ({ path }: ReachedFile): number => (own.has(path) ? Number.MAX_VALUE : (scores.get(path) ?? 0));
  const used = reached.map((file) => ({ ...file, shared: [] }));
  used.sort(
    (a, b) =>
      a.depth - b.depth || reachKinds.indexOf(a.kind) - reachKinds.indexOf(b.kind) || scoreOf(b) - scoreOf(a) || (a.path < b.path ? -1 : 1),
  );
  const seen = new Set(reached.map(({ path }) => path));
  // Size and language move a file, and are no reason to name it.
  const rest = ranked.filter(({ path, shared, isNamedAlike }) => !seen.has(path) && (shared.length > 0 || isNamedAlike));
  const like = (isTest: boolean) =>
    rest
      .filter((file) => file.isTest === isTest)
      .slice(0, maxRelated)
      .map(({ path, shared }) => ({ path, kind: isTest ? ('tests' as const) : ('related' as const), depth: 0, lines: [], shared }));
  return [...used, ...like(true), ...like(false)];
}

/** What a name, a file or a line stands for, in each folder that has it. */
async function askedChanges(
  asked: string,
  sources: readonly RelationSource[],
  { view }: ImpactContext,
  notes: Message[],
): Promise<readonly FolderChange[]> {
  const place = placeAsked(asked, sources, view);
  if (place !== undefined) return [place];
  const bare = asked.replace(/^[`'"]+|[`'"]+$|\(\)[`'"]*$/g, '');
  const name = bare.includes(' ') ? bare : (bare.split(/[.#]|::|->/).at(-1) ?? bare);
  const found: FolderChange[] = [];
  const undefinedIn: FolderChange[] = [];
  for (const [position, source] of sources.entries()) {
    const definitions = (await definitionsOf(name, source)).map((one): NamedDefinition => ({ ...one, name }));
    if (definitions.length > 0) found.push(changeOf(position, definitions));
    else undefinedIn.push({ ...changeOf(position, []), names: [{ name, definitions: [] }] });
  }
  const count = found.reduce((sum, { shown }) => sum + shown.length, 0);
  if (count > 1) notes.push(message('impactSeveral', JSON.stringify(name), count));
  if (found.length > 0) return found;
  const used: FolderChange[] = [];
  for (const change of undefinedIn) {
    const { reached } = await reachOf(change, sources[change.position] as RelationSource, 1);
    if (reached.length > 0) used.push(change);
  }
  if (used.length === 0) throw await unknown(asked, name, sources, view);
  notes.push(message('impactUndefined', JSON.stringify(name)));
  return used;
}

async function unknown(asked: string, name: string, sources: readonly RelationSource[], { folders }: View): Promise<MessageError> {
  const isFile = folders.some(({ folder }) => statSync(nodePath.resolve(folder, asked), { throwIfNoEntry: false })?.isFile());
  if (isFile) return new MessageError(message('notIndexed', JSON.stringify(asked)));
  const nearest = (await Promise.all(sources.map((source) => nearestNames(name, source, maxNearest)))).flat().slice(0, maxNearest);
  return new MessageError(
    nearest.length === 0
      ? message('unknownEnd', JSON.stringify(asked))
      : message('unknownEndNear', JSON.stringify(asked), nearest.join(', ')),
  );
}

/** A file, or a line of one, by an absolute path or one relative to a folder. */
function placeAsked(asked: string, sources: readonly RelationSource[], { folders }: View): FolderChange | undefined {
  const [, file = '', digits = ''] = /^(.+):(\d+)$/.exec(asked) ?? [];
  for (const [path, line] of [[asked] as const, [file, Number(digits)] as const]) {
    for (const candidate of candidates(path, folders)) {
      const place = placeIn(candidate, folders);
      const source = sources[place.position];
      if (source?.isVisible?.(place.path) === false || folders[place.position]?.hashOf(place.path) === undefined) continue;
      const text = source?.textOf(place.path);
      if (text !== undefined) return placeChange(place.position, place.path, text, line);
    }
  }
  return undefined;
}

function placeChange(position: number, path: string, text: string, line: number | undefined): FolderChange {
  const all = allDefinitionsIn(path, text).filter(({ scope }) => scope !== 'local');
  const around = all.filter(({ startLine, endLine }) => line !== undefined && startLine <= line && line <= endLine).slice(-1);
  if (around.length > 0) return changeOf(position, around);
  const whole = { ...changeOf(position, line === undefined ? all : []), files: new Set([path]), sources: [{ path }] };
  return { ...whole, ranges: line === undefined ? new Map() : new Map([[path, [{ startLine: line, endLine: line }]]]) };
}

/** What these definitions change: their lines alone. */
function changeOf(position: number, definitions: readonly NamedDefinition[]): FolderChange {
  const ranges = new Map<string, LineRange[]>();
  for (const { path, startLine, endLine } of definitions) ranges.set(path, [...(ranges.get(path) ?? []), { startLine, endLine }]);
  return {
    position,
    names: namesOf(definitions),
    files: new Set(),
    sources: [...ranges.keys()].map((path) => ({ path })),
    ranges,
    shown: definitions.map(({ name, path, startLine }) => ({ name, path, line: startLine, isRemoved: false })),
  };
}

/** The uncommitted changes of each folder. Throws if none can be compared. */
async function uncommittedChanges(
  sources: readonly RelationSource[],
  { view, uncommitted }: ImpactContext,
  notes: Message[],
  signal: AbortSignal | undefined,
): Promise<readonly FolderChange[]> {
  const changes: FolderChange[] = [];
  const failures: MessageError[] = [];
  for (const [position, source] of sources.entries()) {
    const folder = view.folders[position] as View['folders'][number];
    const name = JSON.stringify(folder.folder);
    try {
      const { files, missing, hasCommit } = await uncommitted(folder, source.textOf, signal);
      const visible = files.filter(({ path }) => source.isVisible?.(path) !== false);
      if (!hasCommit) notes.push(message('impactNoCommit', name));
      if (missing.length > 0) notes.push(message('impactMissing', missing.length));
      if (visible.length === 0) notes.push(message('impactNoChanges', name));
      else changes.push(await changeOfFiles(position, visible, source, notes));
    } catch (error) {
      if (!(error instanceof MessageError)) throw error;
      failures.push(error);
    }
  }
  if (failures.length === sources.length && failures[0] !== undefined) throw failures[0];
  notes.push(...failures.flatMap(({ messages }) => messages));
  return changes;
}

async function changeOfFiles(
  position: number,
  changes: readonly FileChange[],
  source: RelationSource,
  notes: Message[],
): Promise<FolderChange> {
  const definitions: NamedDefinition[] = [];
  const removed: NamedDefinition[] = [];
  const files = new Set<string>();
  for (const { path, status, from, before, after } of changes) {
    await source.pause();
    if (status === 'renamed') notes.push(message('impactRenamed', JSON.stringify(from ?? ''), JSON.stringify(path)));
    if (status === 'deleted') notes.push(message('impactDeleted', JSON.stringify(path)));
    const names = changedNames(path, before, after);
    definitions.push(...names.changed);
    removed.push(...names.removed);
    if (status !== 'deleted' && (names.isOutside || status !== 'changed')) files.add(path);
  }
  const change = changeOf(position, definitions);
  const gone = await removedNames(removed, change.names, source);
  return {
    ...change,
    names: [...change.names, ...gone],
    files,
    sources: changes.map(({ path, status, from }) => ({ path, status, ...(from === undefined ? {} : { from }) })),
    shown: [...change.shown, ...removed.map(({ name, path, startLine }) => ({ name, path, line: startLine, isRemoved: true }))],
    // Of a file that changes outside of definitions too, all is taken.
    ranges: new Map([...change.ranges].filter(([path]) => !files.has(path))),
  };
}

/** Shorter names that are gone are too ambiguous to be looked for everywhere; as in `engine/drift`. */
const minRemovedLength = 4;

/** Removed names with what declares them elsewhere now, as a definition may have moved; a member is looked for as a member. */
async function removedNames(
  removed: readonly NamedDefinition[],
  known: readonly WantedName[],
  source: RelationSource,
): Promise<readonly WantedName[]> {
  const names: WantedName[] = [];
  for (const { name, definitions } of namesOf(removed)) {
    if (known.some((one) => one.name === name)) continue;
    const elsewhere = await definitionsOf(name, source);
    const members = definitions.filter(({ scope }) => scope === 'member');
    if (elsewhere.length > 0) names.push({ name, definitions: elsewhere });
    else if (members.length > 0) names.push({ name, definitions: members });
    else if (name.length >= minRemovedLength) names.push({ name, definitions: [] });
  }
  return names;
}
