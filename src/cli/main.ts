/** The command line: reads the command, runs it, turns what it throws into one line and an exit code. */

import { errorMessage } from '../messages/messages.ts';
import { type Lifetime, startLifetime } from '../service/lifetime.ts';
import { CliError, UsageError } from './cliError.ts';
import type { Command, Streams } from './command.ts';
import { commands, nearestCommand } from './commands.ts';
import { commandHelp, overview } from './help.ts';
import { clean, createOutput, type Output, type OutputOptions } from './output.ts';
import { programVersion } from './version.ts';

/** Where a command line reads and prints, and what ends it. */
export interface Surroundings extends Streams, Pick<OutputOptions, 'stderr'> {
  readonly lifetime: Pick<Lifetime, 'signal' | 'exitCode' | 'onEnd' | 'endWith'>;
}

/** The program: runs the command line of this process, and ends it. */
export async function runProgram(): Promise<void> {
  const { stdout, stderr } = process;
  const lifetime = startLifetime();
  // A reader that has seen enough closes the pipe; that is no failure.
  for (const stream of [stdout, stderr]) {
    stream.on('error', (error: NodeJS.ErrnoException) => {
      if (error.code !== 'EPIPE') throw error;
      lifetime.end(0);
    });
  }
  // Node makes the stream of standard input when it is first asked for, and few commands do.
  const stdin = () => process.stdin;
  const running = runCommandLine(process.argv.slice(2), { stdin, stdout, stderr, lifetime });
  lifetime.onEnd(() => running);
  await lifetime.finish(await running);
}

/** Returns the exit code. */
export async function runCommandLine(words: readonly string[], { stdin, stdout, stderr, lifetime }: Surroundings): Promise<number> {
  const output = createOutput({ stdout, stderr, env: process.env, format: formatOf(words) });
  const at = words.findIndex((word) => !word.startsWith('-'));
  const name = words[at];
  let known: string | undefined;
  try {
    if (name === undefined || name === 'help')
      return await printHelp(name === undefined ? undefined : words.slice(at + 1).find((word) => !word.startsWith('-')), words, output);
    const command = await commandOf(name);
    known = name;
    const rest = words.filter((_, i) => i !== at);
    if (isAsked(rest, '--help', '-h')) output.line(commandHelp(name, command));
    else return await (await command.load())(rest, { stdin, stdout, output, signal: lifetime.signal, lifetime });
    return 0;
  } catch (error) {
    return fail(error, known, lifetime.exitCode, output);
  }
}

async function printHelp(name: string | undefined, words: readonly string[], output: Output): Promise<number> {
  if (isAsked(words, '--version', '-v')) output.line(programVersion());
  else if (name !== undefined) output.line(commandHelp(name, await commandOf(name)));
  else {
    const text = overview(commands, isAsked(words, '--all'));
    if (words.length > 0) output.line(text);
    else {
      output.note(text);
      return 2;
    }
  }
  return 0;
}

async function commandOf(name: string): Promise<Command> {
  if (Object.hasOwn(commands, name)) return commands[name] as Command;
  const nearest = await nearestCommand(name);
  const hint = nearest === undefined ? `there are ${Object.keys(commands).join(', ')}` : `did you mean ${nearest}?`;
  throw new UsageError(`There is no command ${JSON.stringify(name)}; ${hint}`);
}

/**
 * @param command the one whose help is recommended.
 * @param exitCode of a process that is ending, for whatever reason.
 */
function fail(error: unknown, command: string | undefined, exitCode: number | undefined, output: Output): number {
  if (exitCode !== undefined) {
    if (exitCode > 0) output.note('Interrupted.');
    return exitCode;
  }
  const message = clean(errorMessage(error));
  output.note(`meshrag: ${message}`);
  if (error instanceof UsageError) output.note(`meshrag ${command === undefined ? '' : `${command} `}--help explains it.`);
  if (output.isJson) output.json({ error: message });
  return error instanceof CliError ? error.exitCode : 1;
}

/** Everything after `--` is text. */
function isAsked(words: readonly string[], ...options: readonly string[]): boolean {
  const end = words.indexOf('--');
  return (end < 0 ? words : words.slice(0, end)).some((word) => options.includes(word));
}

function formatOf(words: readonly string[]): 'json' | 'text' | undefined {
  if (isAsked(words, '--json')) return 'json';
  return isAsked(words, '--text') ? 'text' : undefined;
}
