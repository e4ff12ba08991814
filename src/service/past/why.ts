/**
 * Why a definition, a file or a line is as it is: the commits that made it and last changed it in substance, then what decision records, change
 * logs and comments say. Moves, indentation and commits that change a great many files are passed over.
 *
 * git compares contents only of the commits that changed the file, and is given a few seconds; what it did not see is said.
 */

import { basename } from 'node:path';
import type { Commit, Past } from '../../engine/past/past.ts';
import { definitionsIn } from '../../engine/text/code/read.ts';
import { linesOf } from '../../engine/text/lines.ts';
import { message } from '../../messages/messages.ts';
import { lineWriters, textChangers } from '../../workspace/git/gitLines.ts';
import { systemPaths } from '../../workspace/systemPaths.ts';
import type { FolderIndex } from '../folder/folderIndex.ts';
import type { View } from '../folder/view.ts';
import type { Reason, WhyAnswer } from '../types/past.ts';
import type { FileRange, SymbolAnswer } from '../types/results.ts';
import { isoDay } from './day.ts';
import { reasonsInFiles } from './reasons.ts';

/** Commits of a file whose contents are compared. */
const maxCompared = 500;
/** A commit that changed more files formats or moves. */
const maxFiles = 50;
/** Time for each question to git, in milliseconds. */
const maxGitMs = 4000;

/** What is asked about, in one folder. */
export interface WhySubject {
  readonly folder: FolderIndex;
  readonly path: string;
  /** Lines, from 1; absent for a whole file. */
  readonly lines?: readonly [number, number];
  readonly name?: string;
}

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
  return { folder, path, lines: [inner.firstLine + 1, inner.lastLine + 1], name: inner.name };
}

/** @param uses of the name, for what documents and comments say. */
export async function whyIsIt(subject: WhySubject, uses: SymbolAnswer['uses'], view: View, signal?: AbortSignal): Promise<WhyAnswer> {
  const { folder, path, lines, name } = subject;
  const about = name ?? (lines === undefined ? path : `${path}:${lines[0]}`);
  const past = folder.past.now?.past;
  const seen = past === undefined ? { reasons: [], isSlow: false } : await commitsBehind(subject, past, signal);
  const place = { folder: folder.folder, path, startLine: lines?.[0] ?? 1, endLine: lines?.[1] ?? 1 };
  const at: FileRange = { file: systemPaths.toAbsolute(folder.folder, path), startLine: place.startLine, endLine: place.endLine };
  return {
    about,
    place,
    reasons: [...seen.reasons, ...reasonsInFiles(uses, at, view)],
    notes: notesOn(folder, seen.isSlow),
  };
}

/** What is known of a name that nothing defines: the commit after which it was gone. */
export async function whereDidItGo(name: string, view: View, signal?: AbortSignal): Promise<WhyAnswer> {
  const reasons: Reason[] = [];
  let isSlow = false;
  for (const folder of view.folders) {
    const past = folder.past.now?.past;
    if (past === undefined || name.length < 3) continue;
    const found = await limited((limit) => textChangers(folder.folder, name, {}, limit), signal);
    isSlow ||= found === undefined;
    const commit = found?.map((id) => past.find(id)).find((one) => one !== undefined);
    if (commit !== undefined) reasons.push(commitReason('removed', commit));
  }
  return { about: name, reasons, notes: view.folders.flatMap((folder) => notesOn(folder, isSlow)) };
}

async function commitsBehind(
  { folder, path, lines, name }: WhySubject,
  past: Past,
  signal: AbortSignal | undefined,
): Promise<{ readonly reasons: readonly Reason[]; readonly isSlow: boolean }> {
  const changes = past.commitsChanging(path);
  const commits = changes.map(({ at, change }) => ({ commit: past.commit(at), change }));
  const substantial = commits.filter(({ commit, change }) => change.kind !== 'moved' && commit.files.length <= maxFiles);
  if (lines === undefined) return { reasons: madeAndChanged(commits.at(-1)?.commit, substantial[0]?.commit), isSlow: false };
  const directory = folder.folder;
  const isIgnoring = folder.readNow('.git-blame-ignore-revs').kind === 'text';
  const writers = await limited((limit) => lineWriters(directory, path, lines, isIgnoring, limit), signal);
  const paths = [...new Set(commits.map(({ change }) => change.path))];
  const compared = commits.slice(-maxCompared).map(({ commit }) => commit.id);
  const changers =
    name === undefined || compared.length === 0
      ? []
      : await limited((limit) => textChangers(directory, name, { ids: compared, paths }, limit), signal);
  const known = (ids: readonly string[] = []): Commit[] => ids.flatMap((id) => past.find(id) ?? []).sort((a, b) => a.date - b.date);
  const written = known(writers);
  const made = known(changers)[0] ?? written[0];
  const oldest = written[0] !== undefined && made !== undefined && written[0].date < made.date ? written[0] : made;
  const changed = written.findLast(({ files }) => files.length <= maxFiles);
  return { reasons: madeAndChanged(oldest, changed), isSlow: writers === undefined || changers === undefined };
}

function madeAndChanged(made: Commit | undefined, changed: Commit | undefined): readonly Reason[] {
  const first = made === undefined ? [] : [commitReason('made', made)];
  return changed === undefined || changed.id === made?.id ? first : [...first, commitReason('changed', changed)];
}

/** With the first paragraph of the message's body. */
function commitReason(kind: 'made' | 'changed' | 'removed', { id, date, subject, body }: Commit): Reason {
  const text = body.split('\n\n', 1)[0]?.replaceAll('\n', ' ').slice(0, maxQuote) ?? '';
  return { kind, text, commit: { id, day: isoDay(date), subject } };
}

const maxQuote = 300;

/** Undefined if git did not finish in time, or cannot. */
async function limited<T>(ask: (signal: AbortSignal) => Promise<T>, signal: AbortSignal | undefined): Promise<T | undefined> {
  const limit = AbortSignal.timeout(maxGitMs);
  try {
    return await ask(signal === undefined ? limit : AbortSignal.any([signal, limit]));
  } catch {
    signal?.throwIfAborted();
    return undefined;
  }
}

function notesOn({ folder, past }: FolderIndex, isSlow: boolean): WhyAnswer['notes'] {
  const name = JSON.stringify(basename(folder));
  const { now, problem } = past;
  if (now === undefined) return [problem === undefined ? message('pastOff', name) : message('pastUnread', name, problem)];
  return [
    ...(now.head.isShallow ? [message('pastShallow')] : []),
    ...(now.head.isCut && !now.head.isShallow ? [message('pastCut', now.past.size)] : []),
    ...(isSlow ? [message('pastSlow', maxGitMs / 1000)] : []),
  ];
}
