/**
 * The commits that made a definition and that last changed it in substance. Moves are followed, within a file and from one file to another;
 * indentation, sweeps over many files, and commits whose message says nothing are passed over where there are others.
 *
 * git compares contents only of commits that changed one of the files, and is given a few seconds; what it did not see is said.
 */

import type { Message } from '../../engine/message.ts';
import type { Commit, FileChange, Past } from '../../engine/past/past.ts';
import { isTestPath } from '../../engine/text/names/pathNames.ts';
import { filesThatLost, lineWriters, textChangers } from '../../workspace/git/gitLines.ts';
import type { FolderIndex } from '../folder/folderIndex.ts';
import { declaredText } from './declaredText.ts';
import { saysNothing } from './emptyMessages.ts';
import { limited, type Seen } from './limited.ts';

/** Commits whose contents are compared. */
const maxCompared = 500;
/** A commit that changed more files formats or moves. */
const maxFiles = 50;
/** Moves from one file to another that are followed. */
const maxMoves = 3;

/** What is asked about, in one folder. */
export interface WhySubject {
  readonly folder: FolderIndex;
  readonly path: string;
  /** Lines, from 1; absent for a whole file. */
  readonly lines?: readonly [number, number];
  readonly name?: string;
  /** The type around it. */
  readonly container?: string | undefined;
}

export interface Behind {
  readonly made?: Commit;
  readonly changed?: Commit;
  /** What git did not see. */
  readonly unseen?: Message | undefined;
}

export async function commitsBehind(subject: WhySubject, past: Past, signal: AbortSignal | undefined): Promise<Behind> {
  const { folder, path, lines, name } = subject;
  const commits = changesOf(past, path);
  if (lines === undefined) return ofFile(commits);
  const isIgnoring = folder.readNow('.git-blame-ignore-revs').kind === 'text';
  const writers = await limited((limit) => lineWriters(folder.folder, path, lines, isIgnoring, limit), signal);
  const written = inOrder(past, writers.value?.ids ?? []);
  const origins = writers.value?.paths;
  const beginning: Seen<Commit | undefined> =
    name === undefined ? {} : await limited((limit) => firstDeclared({ ...subject, name }, past, origins, limit), signal);
  const made = beginning.value ?? written[0];
  const small = written.filter(({ files }) => files.length <= maxFiles);
  const changed = small.findLast((one) => !saysNothing(one)) ?? small.at(-1);
  return { ...both(made, changed), unseen: writers.unseen ?? beginning.unseen };
}

function ofFile(commits: readonly Changing[]): Behind {
  const substantial = commits.filter(({ commit, change }) => change.kind !== 'moved' && commit.files.length <= maxFiles);
  const changed = substantial.find(({ commit }) => !saysNothing(commit)) ?? substantial[0];
  return both(commits.at(-1)?.commit, changed?.commit);
}

function both(made: Commit | undefined, changed: Commit | undefined): Behind {
  return { ...(made === undefined ? {} : { made }), ...(changed === undefined || changed.id === made?.id ? {} : { changed }) };
}

interface Changing {
  readonly commit: Commit;
  readonly change: FileChange;
}

/** Newest first. */
function changesOf(past: Past, path: string): readonly Changing[] {
  return past.commitsChanging(path).map(({ at, change }) => ({ commit: past.commit(at), change }));
}

/** The commit that first declared a name, in this file or in one from which it moved. */
async function firstDeclared(
  { folder, path, lines, name, container }: WhySubject & { readonly name: string },
  past: Past,
  origins: readonly string[] = [],
  signal: AbortSignal,
): Promise<Commit | undefined> {
  const directory = folder.folder;
  const all = folder.fileText(path)?.whole()?.split(/\r?\n/) ?? [];
  const declaration = declaredText(all[(lines?.[0] ?? 1) - 1] ?? '', name);
  const known = new Set<string>();
  const paths = new Set<string>();
  const commits = new Map<string, Commit>();
  const follow = (one: string): void => {
    known.add(one);
    for (const { commit, change } of changesOf(past, one)) {
      commits.set(commit.id, commit);
      paths.add(change.path);
      if (change.from !== undefined) paths.add(change.from);
    }
  };
  const oldest = async (pattern: string, since = 0): Promise<Commit | undefined> => {
    const ids = [...commits.values()].sort((a, b) => a.date - b.date).slice(0, maxCompared);
    const wanted = ids.map(({ id }) => id);
    const found = wanted.length === 0 ? [] : await textChangers(directory, pattern, wanted, [...paths], signal);
    return inOrder(past, found).find(({ date }) => date >= since);
  };
  for (const one of [path, ...origins]) follow(one);
  // Where several types have a member of that name, it came no earlier than its own.
  const around = container === undefined || !isRepeated(all, name) ? undefined : all.find((line) => line.includes(container));
  const since = around === undefined ? 0 : ((await oldest(declaredText(around, container as string)))?.date ?? 0);
  let made = await oldest(declaration, since);
  for (let moves = 0; moves < maxMoves && made !== undefined; moves++) {
    const lost = await filesThatLost(directory, declaration, made.id, signal);
    const further = lost.filter((one) => !known.has(one) && !isTestPath(one) && extension(one) === extension(path));
    for (const one of further) follow(one);
    const earlier = further.length === 0 ? undefined : await oldest(declaration);
    if (earlier === undefined || earlier.date >= made.date) break;
    made = earlier;
  }
  return made;
}

function isRepeated(lines: readonly string[], name: string): boolean {
  return lines.filter((line) => line.includes(name)).length > 1;
}

function extension(path: string): string {
  return path.slice(path.lastIndexOf('.') + 1);
}

/** Those that are known, oldest first. */
function inOrder(past: Past, ids: readonly string[]): readonly Commit[] {
  return ids.flatMap((id) => past.find(id) ?? []).sort((a, b) => a.date - b.date);
}
