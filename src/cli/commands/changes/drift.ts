/** `meshrag drift`: removed names that are still mentioned. Exits with 1 if there are any, so that a build can fail on it. */

import type { DriftAnswer, StaleMention } from '../../../service/types/results.ts';
import { CliError } from '../../cliError.ts';
import type { RunCommand } from '../../command.ts';
import { withFolder } from '../../openFolder.ts';
import { folderOptions, readArguments, withDirectory } from '../../options.ts';
import { clean, counted, type Output } from '../../output.ts';

/** No comparison was made; 1 would mean that one was. */
class DriftError extends CliError {
  override readonly exitCode = 2;
}

export const runDrift: RunCommand = async (args, context) => {
  const { values, positionals } = readArguments(args, { ...folderOptions, base: { type: 'string' } });
  return withFolder(withDirectory('drift', values, positionals), context, async ({ service, folder, openMs }) => {
    const started = performance.now();
    const [answer] = await service.drift(folder, { base: values.base ?? 'HEAD', signal: context.signal }).catch((error) => {
      throw new DriftError((error as Error).message);
    });
    if (answer === undefined) throw new DriftError(`Cannot compare ${JSON.stringify(folder)}: it has no index`);
    const ms = performance.now() - started;
    if (context.output.isJson) context.output.json({ ...driftJson(answer), ms, openMs });
    else print(answer, context.output);
    if (answer.missing.length > 0) context.output.note(`meshrag: ${clean(missingText(answer))}`);
    if (answer.mentions.length > 0) return 1;
    return answer.missing.length > 0 ? 2 : 0;
  });
};

function missingText({ since = '', missing }: DriftAnswer): string {
  const shown = missing.slice(0, 5).join(', ') + (missing.length > 5 ? ', …' : '');
  return (
    `${counted(missing.length, 'file')} of commit ${since.slice(0, 12)} could not be compared, since this repository lacks their contents: ` +
    `${shown}. In a partial clone git diff ${since.slice(0, 12)} gets them, in a damaged one git fetch --refetch.`
  );
}

function driftJson({ folder, since, retired, mentions, missing }: DriftAnswer): object {
  return {
    folder,
    base: since,
    missing,
    retired: retired.map(({ name, path, line, newName }) => ({ name, path, line, newName })),
    mentions: mentions.map(({ retired: { name, path: definedIn, newName, commit }, path, line, startColumn, endColumn, where }) => ({
      name,
      path,
      line,
      startColumn,
      endColumn,
      where,
      definedIn,
      newName,
      commit,
    })),
  };
}

function print({ retired, mentions }: DriftAnswer, output: Output): void {
  const places = mentions.map(({ path, line, startColumn }) => `${clean(path)}:${line}:${startColumn + 1}`);
  const width = Math.min(60, Math.max(0, ...places.map((place) => place.length)));
  for (const [i, mention] of mentions.entries()) {
    output.line(`${output.style.accent((places[i] as string).padEnd(width))}  ${clean(sentence(mention))}`);
  }
  const summary = `${counted(retired.length, 'name')} removed, still mentioned in ${counted(mentions.length, 'place')}`;
  output.line(output.style.dim(summary));
}

function sentence({ retired: { name, path, newName, commit } }: StaleMention): string {
  const renamed = newName === undefined ? '' : `; renamed to \`${newName}\`?`;
  const since = commit === undefined ? '' : `, until “${commit.subject}”, ${commit.day}, ${commit.id.slice(0, 8)}`;
  return `\`${name}\` no longer exists (was in ${path}${since})${renamed}`;
}
