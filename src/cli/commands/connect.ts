/** `meshrag connect`: how two names, files or places are connected. */

import { textOf } from '../../messages/messages.ts';
import { visiblePath } from '../../service/tools/toolContext.ts';
import type { ConnectAnswer, ConnectedPassage, ConnectedPath, ShownName } from '../../service/types/relations.ts';
import { UsageError } from '../cliError.ts';
import type { RunCommand } from '../command.ts';
import { type FolderNames, fileJson, placeJson } from '../folderNames.ts';
import { withFolder } from '../openFolder.ts';
import { foldersOptions, knownSystem, rankOptions, readArguments } from '../options.ts';
import { clean, counted, formatDuration, type Output } from '../output.ts';

export const runConnect: RunCommand = async (args, context) => {
  const { values, positionals } = readArguments(args, { ...foldersOptions, system: rankOptions.system });
  const [a, b, ...more] = positionals;
  if (!a?.trim() || !b?.trim() || more.length > 0)
    throw new UsageError('Two names, files or PATH:LINE are expected; put a name of several words in quotes');
  const system = knownSystem(values.system);
  return withFolder(values, context, async ({ service, folders, openMs }) => {
    const { output, signal } = context;
    const answer = await service.connect(a, b, { system, signal });
    if (output.isJson) output.json(answerJson(answer, openMs, folders));
    else printAnswer(answer, folders, output);
    return 0;
  });
};

function answerJson({ ends, paths, notes, ...answer }: ConnectAnswer, openMs: number, folders: FolderNames): object {
  const passages = ({ passages: all, links }: ConnectedPath): object => ({
    passages: all.map((passage) => placeJson(passage, folders)),
    links,
  });
  const shownEnds = ends.map(({ file, ...end }) => ({ ...end, ...(file && fileJson(file, folders)) }));
  return { ends: shownEnds, paths: paths.map(passages), notes: notes.map((note) => textOf([note])), ...answer, openMs };
}

function printAnswer(answer: ConnectAnswer, folders: FolderNames, output: Output): void {
  const { paths, notes, ms } = answer;
  for (const note of notes) output.line(output.style.dim(clean(textOf([note]))));
  const [best, ...others] = paths;
  if (best !== undefined) printPath(best, folders, output);
  if (others.length > 0) output.line(output.style.strong('Other paths'));
  for (const path of others) output.line(`  ${oneLine(path, folders)}`);
  output.line(output.style.dim(formatDuration(ms)));
}

function printPath({ passages, links }: ConnectedPath, folders: FolderNames, output: Output): void {
  passages.forEach((passage, i) => {
    const link = links[i - 1];
    if (link !== undefined) output.line(output.style.dim(`   by ${clean(link.name)}, in ${counted(link.holders, 'passage')}`));
    output.line(`${i + 1}  ${output.style.strong(placeText(passage, folders))} ${clean(passage.title)}`);
    for (const name of passage.names) output.line(`   ${nameLine(name)}`);
  });
}

function nameLine({ name, use, text, line }: ShownName): string {
  return `${use} ${clean(name)}: ${line === undefined ? '' : `${line} `}${clean(text)}`;
}

function placeText(passage: ConnectedPassage, folders: FolderNames): string {
  return `${clean(visiblePath(passage, { folders }))}:${passage.names.find(({ line }) => line !== undefined)?.line ?? passage.startLine}`;
}

function oneLine({ passages, links }: ConnectedPath, folders: FolderNames): string {
  return passages
    .map((passage, i) => `${i === 0 ? '' : ` – ${clean(links[i - 1]?.name ?? '')} – `}${placeText(passage, folders)}`)
    .join('');
}
