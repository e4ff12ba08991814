/** `meshrag export`: writes the index of a folder to a directory that other machines can start from. */

import nodePath from 'node:path';
import { UsageError } from '../../cliError.ts';
import type { RunCommand } from '../../command.ts';
import { withFolder } from '../../openFolder.ts';
import { folderOptions, readArguments } from '../../options.ts';
import { clean, counted, formatBytes } from '../../output.ts';
import { reportReplies } from './reportReplies.ts';

export const runExport: RunCommand = async (args, context) => {
  const { values, positionals } = readArguments(args, { ...folderOptions, 'with-replies': { type: 'boolean' } } as const);
  const [name] = positionals;
  if (name === undefined || positionals.length > 1) throw new UsageError(`export takes one directory, got ${positionals.length}`);
  return withFolder(values, context, async ({ service, folder }) => {
    const { signal } = context;
    const exported = await service.exportIndex(folder, nodePath.resolve(name), { withReplies: values['with-replies'], signal });
    const { directory, commit, files, chunks, bytes, writtenBytes } = exported;
    if (context.output.isJson) context.output.json({ folder, ...exported });
    else {
      const at = commit === undefined ? '' : ` of commit ${commit.slice(0, 12)}`;
      context.output.line(`Wrote ${clean(directory)}: ${counted(files, 'file')}${at}, ${counted(chunks, 'chunk')}.`);
      const share = bytes === 0 ? '' : `, ${Math.round((writtenBytes / bytes) * 100)} % of the files`;
      context.output.line(`${formatBytes(writtenBytes)}${share}. It contains their words, names and paths, but no text.`);
      reportReplies(context.output, exported);
    }
    return 0;
  });
};
