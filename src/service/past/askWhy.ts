/** Why a name, a file or a line (`PATH:LINE`) is as it is, or where a name went. */

import { isTestPath } from '../../engine/text/names/pathNames.ts';
import type { View } from '../folder/view.ts';
import { askedFile } from '../relations/askedFile.ts';
import type { SymbolOptions } from '../types/options.ts';
import type { WhyAnswer } from '../types/past.ts';
import type { SymbolAnswer, SymbolDefinition } from '../types/results.ts';
import type { WhySubject } from './commitsBehind.ts';
import { subjectAt, whereDidItGo, whyIsIt } from './why.ts';

/** @param symbol what is known of a name. Throws a `MessageError` for a path of no file. */
export async function askWhy(
  asked: string,
  options: SymbolOptions,
  view: View,
  symbol: (name: string) => Promise<SymbolAnswer>,
): Promise<WhyAnswer> {
  const { folders } = view;
  const file = askedFile(asked, folders);
  if (file !== undefined) {
    const folder = folders[file.position] as View['folders'][number];
    const subject: WhySubject = file.line === undefined ? { folder, path: file.path } : subjectAt(folder, file.path, file.line);
    const uses = subject.name === undefined ? [] : (await symbol(subject.name)).uses;
    return whyIsIt(subject, uses, view, options.signal);
  }
  const { name, definitions, uses } = await symbol(asked);
  const definition = mainDefinition(definitions);
  const folder = folders.find((one) => one.folder === definition?.folder);
  if (definition === undefined || folder === undefined) return whereDidItGo(asked.trim(), options, view);
  const { path, startLine, endLine, container } = definition;
  return whyIsIt({ folder, path, lines: [startLine, endLine], name, container }, uses, view, options.signal);
}

/** The first definition that is no test, and not of a function's own. */
function mainDefinition(definitions: readonly SymbolDefinition[]): SymbolDefinition | undefined {
  const own = definitions.filter(({ path, scope }) => !isTestPath(path) && scope !== 'local');
  return own[0] ?? definitions[0];
}
