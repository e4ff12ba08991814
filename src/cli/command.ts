/** What a command of the command line is, and what it gets. */

import type { Output } from './output.ts';

/** A command: what help says of it, and the way to it. */
export interface Command {
  /** One line after the name: `[DIR] [--verify]`. */
  readonly usage: string;
  /** What it does, in a few words. */
  readonly summary: string;
  /** Its own options, a line each, indented by two spaces; those of every command that asks a folder are told after them. */
  readonly options?: string;
  /** What else there is to say, after all options. */
  readonly notes?: string;
  /** It asks no folder and takes none of the options that do. */
  readonly isFolderless?: true;
  /** Loads what it needs. */
  readonly load: () => Promise<RunCommand>;
}

/** Runs with the arguments after the command's name and returns the exit code: 0 done, 1 failed or different. Throws `CliError`. */
export type RunCommand = (args: readonly string[], context: CommandContext) => Promise<number>;

export interface CommandContext {
  readonly output: Output;
  /** Fires at Ctrl-C. */
  readonly signal: AbortSignal;
}
