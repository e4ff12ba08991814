/** `meshrag overview`: how a folder is made. */

import type { Quote } from '../../engine/parts/authorWords.ts';
import type { OverviewAnswer } from '../../service/results.ts';
import { cornerNames } from '../../service/tools/overview.ts';
import { CliError } from '../cliError.ts';
import type { RunCommand } from '../command.ts';
import { withFolder } from '../openFolder.ts';
import { folderOptions, readArguments, withDirectory } from '../options.ts';
import { clean, counted, type Output } from '../output.ts';

/** Files shown of a part, and entry points; `--json` has all. */
const maxFiles = 5;
const maxEntries = 12;

export const runOverview: RunCommand = async (args, context) => {
  const { values, positionals } = readArguments(args, folderOptions);
  return withFolder(withDirectory('overview', values, positionals), context, async ({ service, folder, openMs }) => {
    const started = performance.now();
    const [answer] = await service.overview(folder, context.signal);
    if (answer === undefined) throw new CliError(`Cannot describe ${JSON.stringify(folder)}: it has no index`);
    const ms = performance.now() - started;
    if (context.output.isJson) context.output.json({ ...answer, ms, openMs });
    else print(answer, context.output);
    return 0;
  });
};

function print({ says, files, entryPoints, parts, corners, startWith }: OverviewAnswer, output: Output): void {
  if (parts.length === 0) {
    output.line('No file of this folder is indexed, so there is nothing to describe.');
    return;
  }
  const { strong, accent, dim } = output.style;
  if (says !== undefined) output.line(quoted(says, output));
  if (entryPoints.length > 0) output.line(strong('Entry points'));
  for (const { name, kind, path, line } of entryPoints.slice(0, maxEntries))
    output.line(`    ${accent(clean(`${path}:${line}`))}  ${clean(name)} ${dim(kind)}`);
  output.line(strong('Start with'));
  for (const path of startWith.slice(0, maxFiles)) output.line(`    ${accent(clean(path))}`);
  for (const { path, name, says: words, holds, files: own } of parts) {
    output.line(
      `${strong(clean(name || '.'))}  ${dim(`${counted(own.length, 'file')}${name === path || path === '' ? '' : ` in ${clean(path)}`}`)}`,
    );
    if (words !== undefined) output.line(`    ${quoted(words, output)}`);
    else if (holds.length > 0) output.line(`    ${clean(holds.join(', '))}`);
    for (const file of own.slice(0, maxFiles)) output.line(`    ${accent(clean(file.path))}`);
    if (own.length > maxFiles) output.line(dim(`    ${own.length - maxFiles} more`));
  }
  for (const { corner, paths } of corners) output.line(dim(`Other: ${cornerNames[corner]}, ${counted(paths.length, 'file')}`));
  output.line(dim(`${counted(parts.length, 'part')}, ${counted(files, 'file')}`));
}

function quoted({ text, path, line }: Quote, { style }: Output): string {
  return `${clean(text)}  ${style.dim(clean(`${path}:${line}`))}`;
}
