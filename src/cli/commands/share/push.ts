/** `meshrag push`: publishes the index of a folder on a server, for others to ask. */

import type { Pushed } from '../../../storage/published.ts';
import { UsageError } from '../../cliError.ts';
import type { RunCommand } from '../../command.ts';
import { withFolder } from '../../openFolder.ts';
import { folderOptions, readArguments } from '../../options.ts';
import { clean, counted } from '../../output.ts';
import { reportReplies } from './reportReplies.ts';

export const runPush: RunCommand = async (args, context) => {
  const { values, positionals } = readArguments(args, {
    ...{ ...folderOptions, to: { type: 'string' }, name: { type: 'string' } },
    'with-replies': { type: 'boolean' },
  } as const);
  const { to: address, name } = values;
  if (address === undefined || name === undefined) throw new UsageError('push needs --to postgres://… and --name NAME');
  if (positionals.length > 0) throw new UsageError('push takes its folder from --dir');
  const { publish } = await import('../../../storage/postgres/openPublished.ts');
  // The name is not that of an index to ask.
  return withFolder({ ...values, name: undefined }, context, async ({ service, folder }) => {
    const { output, signal } = context;
    const onVisible = ({ files, chunks, added, removed }: Pushed, revision: string | undefined): void => {
      if (output.isJson) return;
      const at = revision === undefined ? '' : ` of commit ${revision.slice(0, 12)}`;
      output.line(`Published ${clean(name)}: ${counted(files, 'file')}${at}, ${counted(chunks, 'chunk')}.`);
      output.line(
        added + removed === 0 ? 'It was there already.' : `${counted(added, 'file')} new or changed, ${removed} removed or replaced.`,
      );
    };
    const write: Parameters<typeof service.publishIndex>[1] = (source, yieldThread) =>
      publish({ address, name }, source, process.env, yieldThread, { onVisible: (pushed) => onVisible(pushed, source.revision) });
    const pushed = await service.publishIndex(folder, write, { withReplies: values['with-replies'], signal });
    if (output.isJson) output.json({ folder, name, ...pushed });
    else reportReplies(output, pushed);
    return 0;
  });
};
