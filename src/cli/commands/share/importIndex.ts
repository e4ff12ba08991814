/** `meshrag import`: starts the index of a folder from an exported one. */

import nodePath from 'node:path';
import { UsageError } from '../../cliError.ts';
import type { RunCommand } from '../../command.ts';
import { sumProgress, withFolder } from '../../openFolder.ts';
import { folderOptions, readArguments } from '../../options.ts';
import { counted, formatDuration } from '../../output.ts';

export const runImport: RunCommand = async (args, context) => {
  const { values, positionals } = readArguments(args, folderOptions);
  const [name] = positionals;
  if (name === undefined || positionals.length > 1) throw new UsageError(`import takes one directory, got ${positionals.length}`);
  const { output } = context;
  return withFolder({ ...values, 'no-update': true }, context, async ({ service, folder, openMs }) => {
    const started = performance.now();
    const stopListening = service.onReport((reports) => {
      const { filesDone, filesTotal } = sumProgress(reports);
      if (filesTotal > 0) output.progress('Importing', filesDone, filesTotal);
    });
    const imported = await service.importIndex(folder, nodePath.resolve(name)).finally(stopListening);
    output.progress();
    const ms = openMs + performance.now() - started;
    const { user, system } = process.cpuUsage();
    if (output.isJson) output.json({ folder, ...imported, ms, cpuMs: (user + system) / 1000 });
    else {
      const { commit, same, analysed, replies } = imported;
      const of = commit === undefined ? '' : ` of commit ${commit.slice(0, 12)}`;
      output.line(`Imported ${counted(same, 'file')}${of} in ${formatDuration(ms)}; ${counted(analysed, 'other')} analysed.`);
      if (replies > 0) output.line(`Added replies of models about passages: ${counted(replies, 'reply', 'replies')}.`);
    }
    return 0;
  });
};
