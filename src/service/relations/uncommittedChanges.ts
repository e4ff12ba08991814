/** What changes if nothing is named: the definitions and files of the uncommitted changes, and the names that they remove. */

import { changedNames, linesNotIn } from '../../engine/impact/changedNames.ts';
import type { Message } from '../../engine/message.ts';
import type { RelationSource } from '../../engine/relations/candidates.ts';
import { findDefinitions, type NamedDefinition, type WantedName, wantedNames } from '../../engine/relations/relations.ts';
import { MessageError, message } from '../../messages/messages.ts';
import type { View } from '../folder/view.ts';
import type { FileChange } from '../types/relations.ts';
import { createChange } from './askedChanges.ts';
import type { FolderChange, ImpactContext } from './impacts.ts';
import { uncommittedIn } from './uncommitted.ts';

/** The uncommitted changes of each folder. Throws if none can be compared. */
export async function uncommittedChanges(
  sources: readonly RelationSource[],
  { view }: ImpactContext,
  notes: Message[],
  signal: AbortSignal | undefined,
): Promise<readonly FolderChange[]> {
  const changes: FolderChange[] = [];
  const failures: MessageError[] = [];
  for (const [position, source] of sources.entries()) {
    const folder = view.folders[position] as View['folders'][number];
    const name = JSON.stringify(folder.folder);
    try {
      const { files, missing, hasCommit } = await uncommittedIn(folder, source.textOf, signal);
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
    await source.yieldThread();
    if (status === 'renamed') notes.push(message('impactRenamed', JSON.stringify(from ?? ''), JSON.stringify(path)));
    if (status === 'deleted') notes.push(message('impactDeleted', JSON.stringify(path)));
    const names = changedNames(path, before, after, source.languageOf(path));
    definitions.push(...names.changed);
    removed.push(...names.removed);
    if (status !== 'deleted' && (names.isOutside || status !== 'changed')) files.add(path);
  }
  const change = createChange(position, definitions);
  const newLines = new Map(changes.map(({ path, before, after }) => [path, linesNotIn(before, after)]));
  const gone = await removedNames(removed, change.names, source);
  return {
    ...change,
    names: [...change.names, ...gone],
    files,
    newLines,
    sources: changes.map(({ path, status, from }) => ({ path, status, ...(from === undefined ? {} : { from }) })),
    shown: [
      ...change.shown.map((one) => (newLines.get(one.path)?.has(one.line) ? { ...one, isDeclaredAnew: true as const } : one)),
      ...removed.map(({ name, path, startLine }) => ({ name, path, line: startLine, isRemoved: true })),
    ],
    // A file that also changes outside of definitions counts as a whole.
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
  for (const { name, definitions } of wantedNames(removed)) {
    if (known.some((one) => one.name === name)) continue;
    const elsewhere = await findDefinitions(name, source);
    const members = definitions.filter(({ scope }) => scope === 'member');
    if (elsewhere.length > 0) names.push({ name, definitions: elsewhere });
    else if (members.length > 0) names.push({ name, definitions: members });
    else if (name.length >= minRemovedLength) names.push({ name, definitions: [] });
  }
  return names;
}
