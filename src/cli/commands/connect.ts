/** `meshrag connect`: how two names, files or places are connected. */

import { MessageError } from '../../messages/messages.ts';
import type { ConnectAnswer, ConnectedPassage, ConnectedPath, ShownName } from '../../service/relations/connections.ts';
import { visiblePath } from '../../service/tools/toolContext.ts';
import { CliError, UsageError } from '../cliError.ts';
import type { RunCommand } from '../command.ts';
import { type FolderNames, fileJson } from '../folderNames.ts';
import { withFolder } from '../openFolder.ts';
import { foldersOptions, rankOptions, readArguments, systemOf } from '../options.ts';
import { clean, counted, formatDuration, type Output } from '../output.ts';

export const runConnect: RunCommand = async (args, context) => {
  const { values, positionals } = readArguments(args, { ...foldersOptions, system: rankOptions.system });
  const [a, b, ...more] = positionals;
  if (!a?.trim() || !b?.trim() || more.length > 0)
    throw new UsageError('Two names, files or PATH:LINE are expected; put a name of several words in quotes');
  const system = systemOf(values.system);
  return withFolder(values, context, async ({ service, folders, openMs }) => {
    const { output, signal } = context;
    const answer = await service.connect(a, b, { system, signal }).catch((error) => {
      throw error instanceof MessageError ? new CliError(error.message) : error;
    });
    if (output.isJson) output.json(answerJson(answer, openMs, folders));
    else printAnswer(answer, folders, output);
    return 0;
  });
};

function answerJson({ paths, ...answer }: ConnectAnswer, openMs: number, folders: FolderNames): object {
  const passages = ({ passages: all, links }: ConnectedPath): object => ({
    passages: all.map(({ path, folder, ...passage }) => ({ ...fileJson({ path, folder }, folders), ...passage })),
    links,
  });
  return { ...answer, paths: paths.map(passages), openMs };
}

function printAnswer(answer: ConnectAnswer, folders: FolderNames, output: Output): void {
  const { ends, paths, maxLinks, common, isSame, isPartial, passages, ms } = answer;
  for (const { asked, definitions } of ends)
    if (definitions > 1)
      output.line(output.style.dim(`${clean(asked)} has ${definitions} definitions; any of them may begin or end a path.`));
  const [a, b] = ends.map(({ asked }) => clean(asked)) as [string, string];
  const [best, ...others] = paths;
  if (isSame) output.line(`${a} and ${b} are the same.`);
  else if (best === undefined) output.line(`${a} and ${b} are not connected within ${counted(maxLinks, 'step')}.`);
  else printPath(best, folders, output);
  if (others.length > 0) output.line(output.style.strong('Other paths'));
  for (const path of others) output.line(`  ${oneLine(path, folders)}`);
  for (const { name, holders } of common)
    output.line(output.style.dim(`${clean(name)} links nothing: ${holders} of ${passages} passages hold it.`));
  if (best === undefined && isPartial) output.line(output.style.dim('Not all passages in between were looked at.'));
  output.line(output.style.dim(formatDuration(ms)));
}

function printPath({ passages, links }: ConnectedPath, folders: FolderNames, output: Output): void {
  passages.forEach((passage, i) => {
    const link = links[i - 1];
    if (link !== undefined) output.line(output.style.dim(`   by ${clean(link.name)}, in ${counted(link.holders, 'passage')}`));
    output.line(`${i + 1}  ${output.style.strong(placeOf(passage, folders))} ${clean(passage.title)}`);
    for (const name of passage.names) output.line(`   ${nameLine(name)}`);
  });
}

function nameLine({ name, use, text, line }: ShownName): string {
  return `${use} ${clean(name)}: ${line === undefined ? '' : `${line} `}${clean(text)}`;
}

function placeOf(passage: ConnectedPassage, folders: FolderNames): string {
  return `${clean(visiblePath(passage, { folders }))}:${passage.names.find(({ line }) => line !== undefined)?.line ?? passage.startLine}`;
}

function oneLine({ passages, links }: ConnectedPath, folders: FolderNames): string {
  return passages.map((passage, i) => `${i === 0 ? '' : ` – ${clean(links[i - 1]?.name ?? '')} – `}${placeOf(passage, folders)}`).join('');
}
