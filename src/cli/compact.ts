/** `--compact`: a command prints what an agent's tool returns, so that agents read the same in a terminal as through the protocol. */

import type { RetrieverOptions } from '../service/types/options.ts';
import { InputError } from '../tools/inputSchema.ts';
import { CliError } from './cliError.ts';
import type { CommandContext } from './command.ts';
import type { OpenFolder } from './openFolder.ts';

/** `--cursor` continues a result. */
export const compactOptions = { compact: { type: 'boolean' }, cursor: { type: 'string' } } as const;

/** Prints the result of a tool, whatever the format of other output. Throws `CliError` for an input that the tool refuses. */
export async function printCompact(
  tool: string,
  input: object,
  { service, folders }: Pick<OpenFolder, 'service' | 'folders'>,
  { output, signal }: Pick<CommandContext, 'output' | 'signal'>,
  retriever?: RetrieverOptions,
): Promise<number> {
  const { runTool } = await import('../service/tools/runTool.ts');
  try {
    output.line((await runTool(tool, input, { service, folders, retriever }, { signal })).text);
    return 0;
  } catch (error) {
    throw error instanceof InputError ? new CliError(error.message) : error;
  }
}
