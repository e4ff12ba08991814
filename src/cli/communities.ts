/** `meshrag communities`: groups of chunks that share names. */

import type { CommunitiesAnswer } from '../service/results.ts';
import { UsageError } from './cliError.ts';
import type { Command } from './command.ts';
import { withFolder } from './openFolder.ts';
import { folderOptions, readArguments } from './options.ts';
import { clean, formatCount, type Output } from './output.ts';

export const communitiesCommand: Command = {
  usage: '[--dir DIR]',
  summary: 'groups of chunks that share names',
  async run(args, context) {
    const { values, positionals } = readArguments(args, folderOptions);
    if (positionals.length > 1) throw new UsageError(`communities takes one folder, got ${positionals.length}`);
    return withFolder({ ...values, dir: positionals[0] ?? values.dir }, context, async ({ service, folder, openMs }) => {
      const started = performance.now();
      const [answer = { folder, communities: [], coverage: 0 }] = await service.communities(folder, context.signal);
      const ms = performance.now() - started;
      if (context.output.isJson) context.output.json({ ...communitiesJson(answer), ms, openMs });
      else print(answer, context.output);
      return 0;
    });
  },
};

function communitiesJson({ folder, communities, coverage }: CommunitiesAnswer): object {
  const told = communities.map(({ id, name, size, entities, chunks }) => ({
    id,
    name,
    size,
    entities,
    chunks: chunks.map(({ path, startLine, endLine }) => ({ path, startLine, endLine })),
  }));
  return { folder, communities: told, coverage };
}

function print({ communities, coverage }: CommunitiesAnswer, output: Output): void {
  for (const { name, size, chunks } of communities) {
    const files = [...new Set(chunks.map(({ path }) => path))];
    output.line(
      `${output.style.strong(clean(name))}  ${output.style.dim(`${formatCount(size)} chunks in ${formatCount(files.length)} files`)}`,
    );
    for (const path of files.slice(0, 3)) output.line(`    ${output.style.accent(clean(path))}`);
    if (files.length > 3) output.line(output.style.dim(`    ${formatCount(files.length - 3)} more`));
  }
  output.line(output.style.dim(`${formatCount(communities.length)} communities hold ${Math.round(coverage * 100)} % of the chunks`));
}
