/** `meshrag related`: what shares names with a line of a file. */

import { systemPaths } from '../../workspace/systemPaths.ts';
import { UsageError } from '../cliError.ts';
import type { RunCommand } from '../command.ts';
import { fileAt, withFolder } from '../openFolder.ts';
import { folderOptions, joinedText, rankOptions, readArguments, readInteger, sharedOptions } from '../options.ts';
import { clean } from '../output.ts';
import { printResults, resultJson } from '../results.ts';

export const runRelated: RunCommand = async (args, context) => {
  const { values, positionals } = readArguments(args, { ...folderOptions, ...sharedOptions, k: rankOptions.k });
  const place = joinedText('PATH:LINE', positionals);
  if (!/:[1-9]\d*$/.test(place)) throw new UsageError(`${JSON.stringify(place)} is not a place, expected PATH:LINE with lines from 1`);
  const limit = readInteger('-k', values.k, 1, 100, 10);
  return withFolder(values, context, async (open) => {
    const { path, line, folder } = fileAt(place, open);
    const started = performance.now();
    const options = { limit, signal: context.signal };
    const { results } = await open.service.related(systemPaths.toAbsolute(folder, path), line ?? 1, options);
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
