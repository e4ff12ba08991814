/** The interface of a command, and its context. */

import type { Lifetime } from '../service/lifetime.ts';
import type { Output } from './output.ts';

/** A command: what help says of it, and the way to it. */
export interface Command {
  /** One line after the name: `[DIR] [--verify]`. */
  readonly usage: string;
  /** What it does, in a few words. */
  readonly summary: string;
  /** Its own options, a line each, indented by two spaces; followed by those of every command that queries a folder. */
  readonly options?: string;
  /** Further help, after all options. */
  readonly notes?: string;
  /** It queries no folder and takes none of those options. */
  readonly isFolderless?: true;
  /** Help lists it without being asked for all commands. */
  readonly isEveryday?: true;
  /** Loads what it needs. */
  readonly load: () => Promise<RunCommand>;
}

/** Runs with the arguments after the command's name and returns the exit code: 0 done, 1 failed or different. Throws `CliError`. */
export type RunCommand = (args: readonly string[], context: CommandContext) => Promise<number>;

/** What a command reads, and where one that speaks a protocol answers; other results go to `Output`. */
export interface Streams {
  readonly stdin: () => NodeJS.ReadStream;
  readonly stdout: NodeJS.WriteStream;
}

export interface CommandContext extends Streams {
  readonly output: Output;
  /** Aborted when the program has to end, by Ctrl-C for example. */
  readonly signal: AbortSignal;
  readonly lifetime: Pick<Lifetime, 'onEnd' | 'endWith'>;
}
