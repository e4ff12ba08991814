/**
 * Why a definition, a file or a line is as it is: the commits that made it and last changed it in substance, then what decision records, change
 * logs and comments say, then commits whose message says nothing.
 */

import { basename } from 'node:path';
import type { Message } from '../../engine/message.ts';
import type { Commit } from '../../engine/past/past.ts';
import { definitionsIn } from '../../engine/text/code/read.ts';
import { linesOf } from '../../engine/text/lines.ts';
import { message } from '../../messages/messages.ts';
import { systemPaths } from '../../workspace/systemPaths.ts';
import type { FolderIndex } from '../folder/folderIndex.ts';
import { shownCommit } from '../folder/past/shownCommit.ts';
import type { View } from '../folder/view.ts';
import type { SymbolOptions } from '../types/options.ts';
import type { CommitReason, Reason, WhyAnswer } from '../types/past.ts';
import type { FileRange, SymbolAnswer } from '../types/results.ts';
import { type Behind, commitsBehind, type WhySubject } from './commitsBehind.ts';
import { saysNothing } from './emptyMessages.ts';
import { reasonsInFiles } from './reasons.ts';
import { findRemoval } from './removals.ts';

/** What a line of a file belongs to: the smallest definition around it, or the line itself. */
export function subjectAt(folder: FolderIndex, path: string, line: number): WhySubject {
  const { syntax, ...language } = folder.languageOf(path);
  const text = syntax === undefined ? undefined : folder.fileText(path)?.whole();
  const around =
    syntax === undefined || text === undefined
      ? []
      : definitionsIn(linesOf(text), { ...language, syntax }).filter(({ firstLine, lastLine }) => firstLine < line && line <= lastLine + 1);
  const inner = around.filter(({ scope }) => scope !== 'local').at(-1);
  if (inner === undefined) return { folder, path, lines: [line, line] };
  return { folder, path, lines: [inner.firstLine + 1, inner.lastLine + 1], name: inner.name, container: inner.container };
}

/** @param uses of the name, for what documents and comments say. */
export async function whyIsIt(subject: WhySubject, uses: SymbolAnswer['uses'], view: View, signal?: AbortSignal): Promise<WhyAnswer> {
  const { folder, path, lines, name } = subject;
  const about = name ?? (lines === undefined ? path : `${path}:${lines[0]}`);
  const past = folder.past.now?.past;
  const { made, changed, unseen }: Behind = past === undefined ? {} : await commitsBehind(subject, past, signal);
  const commits = [
    ...(made === undefined ? [] : [{ kind: 'made', commit: made } as const]),
    ...(changed === undefined ? [] : [{ kind: 'changed', commit: changed } as const]),
  ];
  const [empty, telling] = [true, false].map((isEmpty) =>
    commits.filter(({ commit }) => saysNothing(commit) === isEmpty).map(({ kind, commit }) => ({ ...commitReason(kind, commit), isEmpty })),
  ) as [CommitReason[], CommitReason[]];
  const place = { folder: folder.folder, path, startLine: lines?.[0] ?? 1, endLine: lines?.[1] ?? 1 };
  const at: FileRange = { file: systemPaths.toAbsolute(folder.folder, path), startLine: place.startLine, endLine: place.endLine };
  return {
    about,
    place,
    reasons: [...telling, ...reasonsInFiles(uses, at, view, name), ...empty],
    notes: notesOn(folder, unseen),
  };
}

/** What is known of a name that nothing defines: the commit after which it was gone. */
export async function whereDidItGo(name: string, { scope, signal }: SymbolOptions, view: View): Promise<WhyAnswer> {
  const removals = await Promise.all(view.folders.map((folder) => findRemoval(folder, name, { scope }, signal)));
  const reasons = removals.flatMap(({ commit, newName }) => (commit === undefined ? [] : [removalReason(commit, newName)]));
  const notes = view.folders.flatMap((folder, i) => notesOn(folder, removals[i]?.unseen));
  return { about: name, reasons, notes };
}

/** Whether a reason is only that something was done, and when. */
export function isEmpty(reason: Reason): boolean {
  return 'commit' in reason && reason.isEmpty === true;
}

export function removalReason(commit: Commit, newName: string | undefined): CommitReason {
  return { ...commitReason('removed', commit), ...(newName === undefined ? {} : { newName }) };
}

/** With the first paragraph of the message's body. */
function commitReason(kind: CommitReason['kind'], commit: Commit): CommitReason {
  const text = commit.body.split('\n\n', 1)[0]?.replaceAll('\n', ' ').slice(0, maxQuote) ?? '';
  return { kind, text, commit: shownCommit(commit) };
}

const maxQuote = 300;

function notesOn({ folder, past }: FolderIndex, unseen: Message | undefined): WhyAnswer['notes'] {
  const name = JSON.stringify(basename(folder));
  const { now, problem } = past;
  if (now === undefined) return [problem === undefined ? message('pastOff', name) : message('pastUnread', name, problem)];
  return [
    ...(now.head.isShallow ? [message('pastShallow')] : []),
    ...(now.head.isCut && !now.head.isShallow ? [message('pastCut', now.past.size)] : []),
    ...(unseen === undefined ? [] : [unseen]),
  ];
}
