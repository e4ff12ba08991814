/** Why a name, a file or a line (`PATH:LINE`) is as it is, or where a name went. */

import { isTestPath } from '../../engine/text/names/pathNames.ts';
import type { FolderIndex } from '../folder/folderIndex.ts';
import type { View } from '../folder/view.ts';
import { askedFile } from '../relations/askedFile.ts';
import type { WhyOptions } from '../types/options.ts';
import type { WhyAnswer } from '../types/past.ts';
import type { SymbolAnswer, SymbolDefinition } from '../types/results.ts';
import type { WhySubject } from './commitsBehind.ts';
import { isEmpty, subjectAt, whereDidItGo, whyIsIt } from './why.ts';

/** What is known of a name. */
export interface KnownNames {
  symbol(name: string): Promise<SymbolAnswer>;
  /** Its definitions alone. */
  definitions(name: string): Promise<readonly DefinedAt[]>;
}

type DefinedAt = Pick<SymbolDefinition, 'folder' | 'path' | 'startLine' | 'endLine' | 'scope' | 'container'>;

/** Throws a `MessageError` for a path of no file. */
export async function askWhy(asked: string, options: WhyOptions, view: View, names: KnownNames): Promise<WhyAnswer> {
  const { at, isBrief, signal } = options;
  const { folders } = view;
  const subject = subjectOfPath(asked, folders);
  if (subject !== undefined) return explained(subject, view, names, signal);
  const here = at === undefined ? undefined : subjectOfPath(`${at.file}:${at.line}`, folders);
  const named = here?.name === asked && here.lines?.[0] === at?.line ? here : undefined;
  if (isBrief) return briefly(asked, named, view, names, signal);
  if (named !== undefined) return explained(named, view, names, signal);
  const { name, definitions, uses } = await names.symbol(asked);
  const defined = subjectOfDefinition(definedOutside(definitions)[0] ?? definitions[0], name, folders);
  if (defined !== undefined) return whyIsIt(defined, uses, view, signal);
  return here === undefined ? whereDidItGo(asked.trim(), options, view) : explained(here, view, names, signal);
}

async function briefly(
  asked: string,
  named: WhySubject | undefined,
  view: View,
  names: KnownNames,
  signal: AbortSignal | undefined,
): Promise<WhyAnswer> {
  const [only, ...others] = named === undefined ? definedOutside(await names.definitions(asked)) : [];
  const subject = named ?? (others.length === 0 ? subjectOfDefinition(only, asked, view.folders) : undefined);
  if (subject === undefined) return { about: asked, reasons: [], notes: [] };
  const answer = await whyIsIt(subject, [], view, signal);
  return { ...answer, reasons: answer.reasons.slice(0, 1).filter((reason) => !isEmpty(reason)) };
}

async function explained(subject: WhySubject, view: View, names: KnownNames, signal: AbortSignal | undefined): Promise<WhyAnswer> {
  const uses = subject.name === undefined ? [] : (await names.symbol(subject.name)).uses;
  return whyIsIt(subject, uses, view, signal);
}

function subjectOfPath(asked: string, folders: View['folders']): WhySubject | undefined {
  const file = askedFile(asked, folders);
  if (file === undefined) return undefined;
  const folder = folders[file.position] as FolderIndex;
  return file.line === undefined ? { folder, path: file.path } : subjectAt(folder, file.path, file.line);
}

function subjectOfDefinition(definition: DefinedAt | undefined, name: string, folders: View['folders']): WhySubject | undefined {
  const folder = folders.find((one) => one.folder === definition?.folder);
  if (definition === undefined || folder === undefined) return undefined;
  const { path, startLine, endLine, container } = definition;
  return { folder, path, lines: [startLine, endLine], name, container };
}

/** The definitions that are no tests, and not of a function's own. */
function definedOutside<Definition extends DefinedAt>(definitions: readonly Definition[]): readonly Definition[] {
  return definitions.filter(({ path, scope }) => !isTestPath(path) && scope !== 'local');
}
