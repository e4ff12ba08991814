/** `meshrag mcp`: serves the tools to agents by the Model Context Protocol, until the client closes the pipe. */

import { CliError } from '../cliError.ts';
import type { Command } from '../command.ts';
import { folderOptions, rankOptions, readArguments, synonymsIn, systemOf, withDirectory } from '../options.ts';
import { clean } from '../output.ts';

/** `--read-only` is for an index that another program writes. */
const mcpOptions = { system: rankOptions.system, synonyms: rankOptions.synonyms, 'read-only': { type: 'boolean' } } as const;

export const mcpCommand: Command = {
  usage: '[--dir DIR] [--index FILE [--read-only]] [--system NAME]',
  summary: 'serve search to agents over stdio (Model Context Protocol)',
  options: `  --read-only      the index file is another program's: read it, never write
  --system NAME    how places are found: mesh (the default), bm25, tfidf, …
  --synonyms FILE  synonyms, a group per line, separated by commas`,
  async run(args, context) {
    const { values, positionals } = readArguments(args, { ...folderOptions, ...mcpOptions });
    const system = systemOf(values.system);
    const synonyms = synonymsIn(values.synonyms);
    const { serveFolder } = await import('../mcp/serveFolder.ts');
    try {
      return await serveFolder(withDirectory('mcp', values, positionals), { system, synonyms, isReader: values['read-only'] }, context);
    } catch (error) {
      if (!(error instanceof CliError)) throw error;
      // Standard output belongs to the protocol, so nothing else is printed there.
      context.output.note(`meshrag: ${clean(error.message)}`);
      return error.exitCode;
    }
  },
};
