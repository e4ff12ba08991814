/**
 * What a change reaches: of a name, a file, a line, or of all uncommitted changes. Files that use what changes come from relations, with lines;
 * tests and files that only share rare names with it follow, ranked. Each folder is asked by itself, since relations end at its border.
 */

import { collectEvidence, maxChangedPassages, type RankedFile, rankFiles } from '../../engine/impact/ranking.ts';
import { findReach, type Reach, type ReachedFile, reachKinds } from '../../engine/impact/reach.ts';
import type { Message } from '../../engine/message.ts';
import { changedTogether } from '../../engine/past/together.ts';
import type { RelationSource } from '../../engine/relations/candidates.ts';
import { message } from '../../messages/messages.ts';
import type { FolderIndex } from '../folder/folderIndex.ts';
import { shownCommit } from '../folder/past/shownCommit.ts';
import type { ImpactOptions } from '../types/options.ts';
import type { ImpactAnswer, ImpactRow } from '../types/relations.ts';
import { askedChanges, isSymbolAt, nameIn } from './askedChanges.ts';
import type { FolderChange, ImpactContext } from './impacts.ts';
import { within } from './relationSources.ts';
import { uncommittedChanges } from './uncommittedChanges.ts';
import { unknownEnd } from './unknownEnd.ts';

const defaultDepth = 2;
const maxDepthAllowed = 3;
/** Names whose users are looked up, of each folder. */
const maxNames = 300;
/** Files that are listed without using anything, of tests and of others. */
const maxRelated = 10;
/** Names listed in a note. */
const maxListed = 5;

/**
 * Answers for a name, a file, `PATH:LINE`, or for the uncommitted changes if nothing is asked. Throws `MessageError` for what is not known, and
 * where there is no git.
 */
export async function answerImpact(given: string | undefined, options: ImpactOptions, context: ImpactContext): Promise<ImpactAnswer> {
  const started = performance.now();
  const { view } = context;
  const sources = within(options.scope, context.sources, view);
  const asked = given !== undefined && (await isSymbolAt(given, options.name, sources, view)) ? options.name : given;
  const sourceOf = ({ position }: FolderChange): RelationSource => sources[position] as RelationSource;
  const notes: Message[] = [];
  const changes =
    asked === undefined
      ? await uncommittedChanges(sources, context, notes, options.signal)
      : await askedChanges(asked.trim(), sources, context, notes);
  const maxDepth = Math.min(maxDepthAllowed, Math.max(1, options.maxDepth ?? defaultDepth));
  const found: { readonly change: FolderChange; readonly reach: Reach }[] = [];
  for (const change of changes) {
    const names = change.names.slice(0, maxNames);
    if (names.length < change.names.length) notes.push(message('impactNames', names.length, change.names.length));
    const reach = await findReach({ names, files: change.files }, sourceOf(change), maxDepth);
    // A name that nothing defines may still be used.
    if (change.sources.length > 0 || reach.reached.length > 0) found.push({ change, reach });
  }
  if (asked !== undefined && found.length === 0) throw await unknownEnd(asked.trim(), nameIn(asked), sources, view);
  if (asked !== undefined && found.every(({ change }) => change.sources.length === 0))
    notes.push(message('impactUndefined', JSON.stringify(asked.trim())));
  const inFolder = <T extends object>({ position }: FolderChange, all: readonly T[]): (T & { folder: string })[] =>
    all.map((one) => ({ folder: view.folders[position]?.folder as string, ...one }));
  const rows: ImpactRow[] = [];
  for (const { change, reach } of found) {
    const folder = view.folders[change.position] as FolderIndex;
    rows.push(...inFolder(change, await createRows(change, reach, sourceOf(change), folder, notes)));
  }
  return {
    ...(asked === undefined ? {} : { asked }),
    sources: found.flatMap(({ change }) => inFolder(change, change.sources)),
    names: found.flatMap(({ change }) => inFolder(change, change.shown)),
    rows,
    notes,
    ms: performance.now() - started,
  };
}

async function createRows(
  change: FolderChange,
  reach: Reach,
  source: RelationSource,
  folder: FolderIndex,
  notes: Message[],
): Promise<readonly Row[]> {
  if (reach.unread > 0) notes.push(message('impactUnread', reach.unread));
  if (reach.unfollowed.length > 0)
    notes.push(message('impactUnfollowed', reach.unfollowed.length, reach.unfollowed.slice(0, maxListed).join(', ')));
  const paths = new Set(change.sources.filter(({ status }) => status !== 'deleted').map(({ path }) => path));
  const evidence = await collectEvidence({ paths, ranges: change.ranges, uses: reach.strengths }, source);
  if (evidence.passages > maxChangedPassages) notes.push(message('impactPassages', maxChangedPassages, evidence.passages));
  const reached = new Set(reach.reached.map(({ path }) => path));
  const together = rowsTogether(folder, paths, source).filter(({ path }) => !reached.has(path));
  const rows = inOrder(reach, rankFiles(evidence), paths, together);
  return rows.map((row) => {
    const isNew = change.newLines?.get(row.path);
    if (isNew === undefined) return row;
    return { ...row, lines: row.lines.map((line) => (isNew.has(line.line) ? { ...line, isChanged: true as const } : line)) };
  });
}

type Row = Omit<ImpactRow, 'folder'>;

/** What past commits changed together with these files, and uses nothing of them as far as is known. */
function rowsTogether(folder: FolderIndex, paths: ReadonlySet<string>, { isVisible }: RelationSource): readonly Row[] {
  const past = folder.past.now?.past;
  if (past === undefined) return [];
  const exists = (path: string): boolean => isVisible?.(path) !== false && folder.hashOf(path) !== undefined;
  return changedTogether(past, paths, exists).map(({ path, common, asked, newest }) => {
    const together = { common, asked, newest: shownCommit(past.commit(newest)) };
    return { path, kind: 'together', depth: 0, lines: [], shared: [], together };
  });
}

/** What was reached, the best ranked first within a depth and kind; then the best ranked of the rest. */
function inOrder({ reached }: Reach, ranked: readonly RankedFile[], own: ReadonlySet<string>, together: readonly Row[]): readonly Row[] {
  const scores = new Map(ranked.map(({ path, score }) => [path, score]));
  const scoreOf = ({ path }: ReachedFile): number => (own.has(path) ? Number.MAX_VALUE : (scores.get(path) ?? 0));
  const used = reached.map((file) => ({ ...file, shared: [] }));
  used.sort(
    (a, b) =>
      a.depth - b.depth || reachKinds.indexOf(a.kind) - reachKinds.indexOf(b.kind) || scoreOf(b) - scoreOf(a) || (a.path < b.path ? -1 : 1),
  );
  const listed = together.slice(0, maxRelated);
  const seen = new Set([...reached, ...listed].map(({ path }) => path));
  // Size and language affect the order of files, but do not suffice to list one.
  const rest = ranked.filter(({ path, shared, isNamedAlike }) => !seen.has(path) && (shared.length > 0 || isNamedAlike));
  const like = (isTest: boolean) =>
    rest
      .filter((file) => file.isTest === isTest)
      .slice(0, maxRelated)
      .map(({ path, shared }) => ({ path, kind: isTest ? ('tests' as const) : ('related' as const), depth: 0, lines: [], shared }));
  return [...used, ...like(true), ...listed, ...like(false)];
}
