/** `meshrag communities`: the parts of a folder, and in each the groups of chunks that share names. */

import type { Part } from '../../engine/parts/overview.ts';
import { noCommunities } from '../../service/explore/communities.ts';
import { communitiesWithin } from '../../service/explore/communityFiles.ts';
import type { CommunitiesAnswer, Community } from '../../service/types/results.ts';
import { UsageError } from '../cliError.ts';
import type { RunCommand } from '../command.ts';
import { withFolder } from '../openFolder.ts';
import { folderOptions, readArguments, sharedOptions, withDirectory } from '../options.ts';
import { clean, counted, type Output } from '../output.ts';

export const runCommunities: RunCommand = async (args, context) => {
  const { values, positionals } = readArguments(args, { ...folderOptions, ...sharedOptions });
  return withFolder(withDirectory('communities', values, positionals), context, async ({ service, folder, folders, openMs }) => {
    if (folders.size > 1) throw new UsageError(`communities takes one --name, and there are ${folders.size}`);
    const started = performance.now();
    const [answer = noCommunities(folder)] = await service.communities(folder, context.signal);
    const [overview] = await service.overview(folder, context.signal);
    const ms = performance.now() - started;
    const parts = (overview?.parts ?? []).map((part) => ({ part, communities: communitiesWithin(answer, part.files) }));
    if (context.output.isJson) context.output.json({ ...communitiesJson(answer, parts), ms, openMs });
    else print(answer, parts, context.output);
    return 0;
  });
};

interface PartOfAnswer {
  readonly part: Part;
  readonly communities: readonly Community[];
}

function communitiesJson({ folder, communities, coverage }: CommunitiesAnswer, parts: readonly PartOfAnswer[]): object {
  return {
    folder,
    parts: parts.map(({ part: { name, path, files }, communities: own }) => ({
      ...{ name, path, files: files.length },
      communities: own.map(({ id }) => id),
    })),
    communities: communities.map(({ id, name, size, entities, chunks }) => ({
      ...{ id, name, size, entities },
      chunks: chunks.map(({ path, startLine, endLine }) => ({ path, startLine, endLine })),
    })),
    coverage,
  };
}

function print({ communities, coverage }: CommunitiesAnswer, parts: readonly PartOfAnswer[], output: Output): void {
  if (communities.length === 0) {
    output.line('No communities: no places in this folder share rare names.');
    return;
  }
  const { style } = output;
  const divided = parts.filter((one) => one.communities.length > 0);
  for (const { part, communities: own } of divided) {
    output.line(`${style.strong(clean(part.name || '.'))}  ${style.dim(counted(part.files.length, 'file'))}`);
    for (const { name, size, files } of own)
      output.line(`    ${style.accent(clean(name))}  ${style.dim(`${counted(size, 'chunk')} in ${counted(files, 'file')}`)}`);
  }
  const summary = `${counted(communities.length, 'community', 'communities')} in ${counted(divided.length, 'part')}`;
  output.line(style.dim(`${summary}, with ${Math.round(coverage * 100)} % of the chunks`));
}
