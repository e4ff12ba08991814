/** `meshrag communities`: groups of chunks that share names. */

import { message, textOf } from '../../messages/messages.ts';
import { noCommunities, topicsOf } from '../../service/explore/communitiesKeeper.ts';
import type { CommunitiesAnswer, Community } from '../../service/types/results.ts';
import { UsageError } from '../cliError.ts';
import type { RunCommand } from '../command.ts';
import { withFolder } from '../openFolder.ts';
import { folderOptions, readArguments, sharedOptions, withDirectory } from '../options.ts';
import { clean, counted, formatCount, type Output } from '../output.ts';

export const runCommunities: RunCommand = async (args, context) => {
  const { values, positionals } = readArguments(args, { ...folderOptions, ...sharedOptions });
  return withFolder(withDirectory('communities', values, positionals), context, async ({ service, folder, folders, openMs }) => {
    if (folders.size > 1) throw new UsageError(`communities takes one --name, and there are ${folders.size}`);
    const started = performance.now();
    const [answer = noCommunities(folder)] = await service.communities(folder, context.signal);
    const ms = performance.now() - started;
    if (context.output.isJson) context.output.json({ ...communitiesJson(answer), ms, openMs });
    else print(answer, context.output);
    return 0;
  });
};

function communitiesJson(answer: CommunitiesAnswer): object {
  const { folder, communities, coverage, isOfCommit } = answer;
  const listed = communities.map(({ id, name, size, entities, chunks }) => ({
    id,
    name,
    size,
    entities,
    chunks: chunks.map(({ path, startLine, endLine }) => ({ path, startLine, endLine })),
  }));
  return { folder, communities: listed, coverage, ...topicsOf(answer), isOfCommit };
}

/** Communities shown per topic; `--json` has all. */
const shownOfTopic = 8;

function print(answer: CommunitiesAnswer, output: Output): void {
  const { communities, coverage, isOfCommit } = answer;
  if (communities.length === 0) {
    output.line('No communities: no rare names are shared by several places of this folder.');
    return;
  }
  const { topics, apart } = topicsOf(answer);
  const byId = new Map(communities.map((community) => [community.id, community]));
  const of = (ids: readonly string[]): Community[] => ids.map((id) => byId.get(id) as Community);
  for (const { name, communities: ids, files } of topics) {
    output.line(
      `${output.style.strong(clean(name))}  ${output.style.dim(`${counted(ids.length, 'community', 'communities')} in ${counted(files, 'file')}`)}`,
    );
    printSome(of(ids), output);
  }
  if (apart.length > 0) {
    output.line(
      `${output.style.strong('Other')}  ${output.style.dim(`${counted(apart.length, 'small community', 'small communities')} of no topic`)}`,
    );
    printSome(of(apart), output);
  }
  const held = `${Math.round(coverage * 100)} % of the chunks`;
  const summary = `${counted(communities.length, 'community', 'communities')} in ${counted(topics.length, 'topic')}`;
  output.line(output.style.dim(`${summary}, with ${held}`));
  if (isOfCommit) output.line(textOf([message('sharedCommunities')]));
}

function printSome(communities: readonly Community[], output: Output): void {
  for (const { name, size, chunks } of communities.slice(0, shownOfTopic)) {
    const files = new Set(chunks.map(({ path }) => path)).size;
    output.line(`    ${output.style.accent(clean(name))}  ${output.style.dim(`${counted(size, 'chunk')} in ${counted(files, 'file')}`)}`);
  }
  const more = communities.length - shownOfTopic;
  if (more > 0) output.line(output.style.dim(`    ${formatCount(more)} more`));
}
