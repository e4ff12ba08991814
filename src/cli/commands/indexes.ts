/** `meshrag indexes`: lists the indexes on this machine, and removes those that are named. */

import nodePath from 'node:path';
import { removeIndex, type StoredIndex, storedIndexes } from '../../service/storedIndexes.ts';
import { cacheFolder } from '../cacheFolder.ts';
import { CliError, UsageError } from '../cliError.ts';
import type { RunCommand } from '../command.ts';
import { folderListDirectory } from '../openFolder.ts';
import { readArguments } from '../options.ts';
import { clean, counted, formatBytes, type Output } from '../output.ts';

export const runIndexes: RunCommand = async (args, { output }) => {
  const { values, positionals } = readArguments(args, { remove: { type: 'string', multiple: true } });
  if (positionals.length > 0)
    throw new UsageError(`indexes takes no arguments, got ${JSON.stringify(positionals.join(' '))}; --remove names an index`);
  const list = folderListDirectory();
  const all = storedIndexes(list, cacheFolder());
  // All names are resolved before anything is removed.
  const chosen = [...new Set((values.remove ?? []).flatMap((what) => chosenBy(what, all, output)))];
  const removed = chosen.filter((index) => removeIndex(list, index));
  const busy = chosen.filter((index) => !removed.includes(index));
  const left = all.filter((index) => !removed.includes(index));
  if (output.isJson) output.json({ indexes: left.map(toJson), ...(values.remove && { removed: removed.map(toJson) }) });
  else if (values.remove === undefined) print(all, output);
  else for (const index of removed) output.line(`Removed ${indexName(index)}: ${formatBytes(index.bytes)}`);
  for (const index of busy)
    output.note(`${indexName(index)} was kept: another process uses it, or its files cannot be removed. End that process and try again.`);
  return busy.length > 0 ? 1 : 0;
};

/** What a word of `--remove` names. Throws `CliError` if that is nothing. */
function chosenBy(what: string, all: readonly StoredIndex[], output: Output): readonly StoredIndex[] {
  if (what === 'vanished') {
    const vanished = all.filter(({ isVanished }) => isVanished);
    for (const index of vanished.filter(isPaid))
      output.note(`${indexName(index)} was kept, with what a model was paid for: --remove ${index.id} removes that as well`);
    return vanished.filter((index) => !isPaid(index));
  }
  const found = all.filter(({ id, folder }) => id === what || folder === nodePath.resolve(what));
  if (found.length === 0) throw new CliError(`There is no index of ${JSON.stringify(what)}; meshrag indexes lists folders and IDs`);
  return found;
}

function print(all: readonly StoredIndex[], output: Output): void {
  for (const index of all) {
    const { passages, gates, vectorBytes } = index.added;
    const notes = [
      `used ${new Date(index.usedMs).toISOString().slice(0, 10)}`,
      ...(index.isVanished ? ['folder no longer exists'] : []),
      ...(passages > 0 ? [`${counted(passages, 'reply', 'replies')} of a model on passages`] : []),
      ...(gates > 0 ? [`${counted(gates, 'verdict')} of a model`] : []),
      ...(vectorBytes > 0 ? [`${formatBytes(vectorBytes)} of vectors`] : []),
    ];
    output.line(`${index.id}  ${formatBytes(index.bytes).padStart(8)}  ${indexName(index)}  ${output.style.dim(notes.join(', '))}`);
  }
  const bytes = all.reduce((sum, index) => sum + index.bytes, 0);
  output.line(output.style.dim(`${counted(all.length, 'index', 'indexes')}, ${formatBytes(bytes)}`));
}

function indexName({ folder, indexDirectory }: StoredIndex): string {
  return clean(folder ?? `${indexDirectory} (of an unknown folder, or of a shared index)`);
}

function isPaid({ added }: StoredIndex): boolean {
  return added.passages + added.gates + added.vectorBytes > 0;
}

function toJson({ usedMs, ...index }: StoredIndex): object {
  return { ...index, lastUsed: new Date(usedMs).toISOString() };
}
