/** `meshrag related`: what shares names with a line of a file. */

import nodePath from 'node:path';
import { systemPaths } from '../../workspace/paths.ts';
import { CliError, UsageError } from '../cliError.ts';
import type { RunCommand } from '../command.ts';
import { type OpenFolder, withFolder } from '../openFolder.ts';
import { folderOptions, integerOf, rankOptions, readArguments, sharedOptions, textOf } from '../options.ts';
import { clean } from '../output.ts';
import { printResults, resultJson } from '../results.ts';

export const runRelated: RunCommand = async (args, context) => {
  const { values, positionals } = readArguments(args, { ...folderOptions, ...sharedOptions, k: rankOptions.k });
  const { file, line } = readPlace(textOf('PATH:LINE', positionals));
  const limit = integerOf('-k', values.k, 1, 100, 10);
  return withFolder(values, context, async (open) => {
    const path = indexedPath(file, open);
    const started = performance.now();
    const options = { limit, signal: context.signal };
    const { results } = await open.service.related(systemPaths.toAbsolute(open.folder, path), line, options);
    const ms = performance.now() - started;
    if (context.output.isJson)
      context.output.json({ path, line, results: results.map((result) => resultJson(result, open.folders)), ms, openMs: open.openMs });
    else {
      printResults(results, { output: context.output, folders: open.folders, isExplained: true });
      if (results.length === 0) context.output.line(`Nothing shares a name with ${clean(path)}:${line}.`);
    }
    return 0;
  });
};

/** `PATH:LINE` or `PATH:LINE:COLUMN`, as compilers print it. */
function readPlace(text: string): { readonly file: string; readonly line: number } {
  const match = /^(?<file>.+?):(?<line>\d+)(?::\d+)?$/s.exec(text);
  const line = Number(match?.groups?.line);
  if (match?.groups?.file === undefined || line < 1)
    throw new UsageError(`${JSON.stringify(text)} is not a place, expected PATH:LINE with lines from 1`);
  return { file: match.groups.file, line };
}

/** The path relative to the folder; otherwise it is tried relative to the working directory. Throws if it is not indexed. */
function indexedPath(file: string, { folder, report, service }: OpenFolder): string {
  const candidates = [nodePath.resolve(folder, file), nodePath.resolve(file)].map((path) => systemPaths.toRelative(folder, path));
  const paths = candidates.filter((path) => path !== undefined);
  const path = paths.find((candidate) => service.isIndexed(folder, candidate));
  if (path !== undefined) return path;
  const skipped = report().skipped.find((one) =>
    paths.some((known) => known === one.path || (one.path.endsWith('/') && known.startsWith(one.path))),
  );
  if (skipped !== undefined)
    throw new CliError(`${JSON.stringify(file)} is not indexed: ${skipped.reason}${skipped.detail ? ` (${skipped.detail})` : ''}`);
  throw new CliError(`${JSON.stringify(file)} is not among the indexed files of ${JSON.stringify(folder)}`);
}
