/** `meshrag outline`: what a file defines, or the files of a folder. */

import nodePath from 'node:path';
import { fileSummary } from '../../service/tools/overviewTool.ts';
import { systemPaths } from '../../workspace/systemPaths.ts';
import { CliError } from '../cliError.ts';
import type { RunCommand } from '../command.ts';
import { fileAt, type OpenFolder, withFolder } from '../openFolder.ts';
import { folderOptions, joinedText, readArguments } from '../options.ts';
import { clean, counted, type Output } from '../output.ts';

/** Files listed of a folder. */
const maxFiles = 100;

export const runOutline: RunCommand = async (args, context) => {
  const { values, positionals } = readArguments(args, folderOptions);
  const given = joinedText('PATH', positionals);
  return withFolder(values, context, async (open) => {
    const path = relativePath(given, open);
    const outline = await open.service.outline(open.folder, path, context.signal);
    if (outline === undefined) return printFolder(path, given, open, context);
    const { says, entries } = outline;
    if (context.output.isJson) context.output.json({ path, says, entries });
    else {
      if (says !== undefined) context.output.line(clean(says.text));
      for (const { line, name, depth, says: words } of entries)
        context.output.line(
          `${'  '.repeat(depth)}${context.output.style.accent(clean(name))}  ${context.output.style.dim(`${line}`)}${words === undefined ? '' : `  ${clean(words)}`}`,
        );
      if (entries.length === 0) context.output.line(`${clean(path)} has neither headings nor definitions.`);
    }
    return 0;
  });
};

async function printFolder(
  path: string,
  given: string,
  { service, folder }: OpenFolder,
  { output, signal }: { readonly output: Output; readonly signal: AbortSignal },
) {
  const files = await service.filesBelow(folder, path, signal);
  if (files.length === 0) throw new CliError(`${JSON.stringify(given)} is neither an indexed file nor a folder with one`);
  const shown = files.slice(0, maxFiles);
  const paths = shown.map((file) => file.path);
  const words = await service.wordsOfFiles(folder, paths, signal);
  if (output.isJson) {
    output.json({ path, files: shown.map((file, i) => ({ ...file, says: words[i] })), left: files.length - shown.length });
    return 0;
  }
  for (const [i, file] of shown.entries()) output.line(`${output.style.accent(clean(file.path))}${clean(fileSummary(file, words[i]))}`);
  if (files.length > shown.length) output.line(output.style.dim(`${counted(files.length - shown.length, 'more file')}`));
  return 0;
}

/** Relative to the folder, with `/`: a folder with indexed files, or a file. */
function relativePath(given: string, open: OpenFolder): string {
  const { folder, service } = open;
  for (const base of [folder, process.cwd()]) {
    const path = systemPaths.toRelative(folder, nodePath.resolve(base, given));
    if (path !== undefined && service.holdsIndexed(folder, path)) return path;
  }
  return fileAt(given, open).path;
}
