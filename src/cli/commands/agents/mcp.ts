/** `meshrag mcp`: serves the tools to agents by the Model Context Protocol, until the client closes the pipe. */

import { realPath } from '../../../workspace/openFile.ts';
import { systemPaths } from '../../../workspace/systemPaths.ts';
import { CliError } from '../../cliError.ts';
import type { RunCommand } from '../../command.ts';
import { serveFolder } from '../../mcp/serveFolder.ts';
import { realFolder, workingRepository } from '../../openFolder.ts';
import { chosenRetriever, foldersOptions, readArguments, retrieverOptions, sharedOptions, withDirectory } from '../../options.ts';
import { clean } from '../../output.ts';

/** `--read-only` is for an index that another program writes. */
const mcpOptions = { ...retrieverOptions, 'read-only': { type: 'boolean' } } as const;

export const runMcp: RunCommand = async (args, context) => {
  const { values, positionals } = readArguments(args, { ...foldersOptions, ...sharedOptions, ...mcpOptions });
  const retriever = await chosenRetriever(values);
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
