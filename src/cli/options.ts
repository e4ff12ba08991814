/** Options shared by commands, and their parsing. */

import fs from 'node:fs';
import { type ParseArgsOptionsConfig, parseArgs } from 'node:util';
import { readChanges } from '../engine/retrieval/systemOptions.ts';
import { defaultSystem } from '../engine/retrieval/systemRegistry.ts';
import type { RetrieverOptions } from '../service/types/options.ts';
import { registry } from '../systems/registry.ts';
import { CliError, UsageError } from './cliError.ts';

/** Options of every command that queries a folder. */
export const folderOptions = {
  dir: { type: 'string' },
  index: { type: 'string' },
  include: { type: 'string', multiple: true },
  exclude: { type: 'string', multiple: true },
  'no-update': { type: 'boolean' },
  untrusted: { type: 'boolean' },
} as const satisfies ParseArgsOptionsConfig;

/** The same, of commands that can ask several folders at once. */
export const foldersOptions = { ...folderOptions, dir: { type: 'string', multiple: true } } as const satisfies ParseArgsOptionsConfig;

/** Options of commands that can ask what others have published. */
export const sharedOptions = {
  shared: { type: 'string' },
  name: { type: 'string', multiple: true },
} as const satisfies ParseArgsOptionsConfig;

/** Options of every command. They are read before a command is called, and ignored by it. */
const commonOptions = {
  json: { type: 'boolean' },
  text: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
} as const satisfies ParseArgsOptionsConfig;

/** Options of commands that choose a retriever. */
export const retrieverOptions = {
  system: { type: 'string' },
  set: { type: 'string', multiple: true },
  synonyms: { type: 'string' },
} as const satisfies ParseArgsOptionsConfig;

/** What is looked for beside a question. */
export const wordOptions = { words: { type: 'string' }, names: { type: 'string' } } as const satisfies ParseArgsOptionsConfig;

export const rankOptions = { ...retrieverOptions, k: { type: 'string', short: 'k' } } as const satisfies ParseArgsOptionsConfig;

/** Reads arguments; throws `UsageError` for options that are not among those named or that lack their value. */
export function readArguments<const Options extends ParseArgsOptionsConfig>(args: readonly string[], options: Options) {
  try {
    return parseArgs({ args: [...args], options: { ...options, ...commonOptions }, allowPositionals: true, strict: true });
  } catch (error) {
    throw new UsageError(refusalText(error as NodeJS.ErrnoException));
  }
}

/** Node's own message is long and mentions positional arguments. */
function refusalText({ code, message }: NodeJS.ErrnoException): string {
  const option = /'(-[^' ]*)/.exec(message)?.[1];
  if (code === 'ERR_PARSE_ARGS_UNKNOWN_OPTION' && option !== undefined)
    return `There is no option ${JSON.stringify(option)} here; text that begins with a dash must follow --`;
  return message;
}

/** An integer in [min, max]; `fallback` if the option is absent. */
export function readInteger(name: string, value: string | undefined, min: number, max: number, fallback: number): number {
  if (value === undefined) return fallback;
  const number = Number(value);
  if (!/^\d+$/.test(value) || number < min || number > max) {
    throw new UsageError(`${name} is ${JSON.stringify(value)}, expected a whole number from ${min} to ${max}`);
  }
  return number;
}

/** The words after the command as one text, so that a question needs no quotes. Throws if there are none. */
export function joinedText(what: string, positionals: readonly string[]): string {
  const text = positionals.join(' ');
  if (text.trim() === '') throw new UsageError(`${what} is missing`);
  return text;
}

interface RetrieverValues {
  readonly system?: string;
  readonly set?: readonly string[];
  readonly synonyms?: string;
}

/** The retriever that the options choose. Throws `UsageError` and `CliError` before anything is opened. */
export async function chosenRetriever(values: RetrieverValues): Promise<RetrieverOptions> {
  const system = knownSystem(values.system);
  return { system, systemOptions: await readSystemOptions(system, values.set), synonyms: synonymsIn(values.synonyms) };
}

/** Groups of synonyms from a file, one a line, separated by commas; none without a file. */
function synonymsIn(file: string | undefined): readonly string[] {
  if (file === undefined) return [];
  try {
    return fs.readFileSync(file, 'utf8').split(/\r?\n/);
  } catch (error) {
    throw new CliError(`Cannot read the synonyms ${JSON.stringify(file)}: ${(error as Error).message}`);
  }
}

/** Rejects an unknown system before anything is opened. */
export function knownSystem(name: string | undefined): string | undefined {
  try {
    return name === undefined ? undefined : registry.entryOf(name).id;
  } catch (error) {
    throw new UsageError((error as Error).message);
  }
}

/** The options of a system that `--set` changes, with their values. Throws `UsageError`. */
async function readSystemOptions(
  system: string | undefined,
  settings: readonly string[] = [],
): Promise<Readonly<Record<string, unknown>> | undefined> {
  const pairs = settings.map((setting) => {
    const at = setting.indexOf('=');
    if (at < 1) throw new UsageError(`--set is ${JSON.stringify(setting)}, expected OPTION=VALUE`);
    return [setting.slice(0, at), setting.slice(at + 1)] as const;
  });
  if (pairs.length === 0) return undefined;
  try {
    return readChanges(await registry.entryOf(system ?? defaultSystem).load(), Object.fromEntries(pairs));
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(error.message);
    throw error;
  }
}

/** The values of a command that takes its folder as an argument too. Throws where more than one is named. */
export function withDirectory<Values extends { readonly dir?: string | readonly string[] }>(
  command: string,
  values: Values,
  positionals: readonly string[],
): Values {
  if (positionals.length > 1) throw new UsageError(`${command} takes one folder, got ${positionals.length}`);
  return { ...values, dir: positionals[0] ?? values.dir };
}
