/** `meshrag mcp`: serves the tools to agents by the Model Context Protocol, until the client closes the pipe. */

import v8 from 'node:v8';
import { realPath } from '../../../workspace/openFile.ts';
import { systemPaths } from '../../../workspace/systemPaths.ts';
import { CliError } from '../../cliError.ts';
import type { RunCommand } from '../../command.ts';
import { realFolder, workingRepository } from '../../openFolder.ts';
import { chosenRetriever, foldersOptions, readArguments, retrieverOptions, sharedOptions, withDirectory } from '../../options.ts';
import { clean } from '../../output.ts';

/** `--read-only` is for an index that another program writes. */
const mcpOptions = { ...retrieverOptions, 'read-only': { type: 'boolean' } } as const;

export const runMcp: RunCommand = async (args, context) => {
  const { values, positionals } = readArguments(args, { ...foldersOptions, ...sharedOptions, ...mcpOptions });
  const retriever = await chosenRetriever(values);
  // Keeps the young generation small, as of the language server: it would grow to 128 MB, nearly all of it garbage. The old one is collected
  // when it has grown by half, instead of up to four times.
  v8.setFlagsFromString('--semi-space-growth-factor=1');
  v8.setFlagsFromString('--heap-growing-percent=50');
  const { serveFolder } = await import('../../mcp/serveFolder.ts');
  try {
    const named = withDirectory('mcp', values, positionals);
    const hasClientFolders = named.dir === undefined && named.shared === undefined && isInPlugin(process.env);
    const dir = named.dir ?? (named.shared === undefined && !hasClientFolders ? workingRepository() : undefined);
    const options = { retriever, isReader: values['read-only'], hasClientFolders };
    return await serveFolder({ ...named, ...(dir !== undefined && { dir }) }, options, context);
  } catch (error) {
    if (!(error instanceof CliError)) throw error;
    // Standard output belongs to the protocol, so nothing else is printed there.
    context.output.note(`meshrag: ${clean(error.message)}`);
    return error.exitCode;
  }
};

/** Whether an agent has started this as a part of a plugin (Agent Plugins 1.0, section 7.2.1): in the plugin's folder, which is no project. */
function isInPlugin({ PLUGIN_ROOT: plugin }: NodeJS.ProcessEnv): boolean {
  const root = plugin && realPath(plugin);
  return root !== undefined && root !== '' && systemPaths.isInside(root, realFolder('.'));
}
