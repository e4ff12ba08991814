/** `meshrag install` and `meshrag uninstall`: the way into the files of agents, and out of them. */

import os from 'node:os';
import nodePath from 'node:path';
import { createInterface } from 'node:readline/promises';
import { maskSecrets } from '../../../engine/text/secrets/secrets.ts';
import { realPath } from '../../../workspace/openFile.ts';
import { CliError, UsageError } from '../../cliError.ts';
import type { CommandContext, RunCommand } from '../../command.ts';
import type { Change, Left, Plan, Scope } from '../../install/plan.ts';
import { realFolder, workingRepository } from '../../openFolder.ts';
import { readArguments } from '../../options.ts';
import { clean, counted, type Output } from '../../output.ts';

const options = {
  agent: { type: 'string', multiple: true },
  user: { type: 'boolean' },
  yes: { type: 'boolean', short: 'y' },
  dir: { type: 'string' },
} as const;

export const runInstall: RunCommand = async (args, context) => {
  const { values, positionals } = readArguments(args, { ...options, print: { type: 'boolean' } });
  refuseWords('install', positionals);
  const [{ planInstall }, { agentsThere }] = await Promise.all([import('../../install/plan.ts'), import('../../install/places.ts')]);
  const scope = chosenScope(values);
  const named = await namedAgents(values.agent);
  if (values.print) return print(named ?? (await allAgents()), scope, context.output);
  const chosen = named ?? agentsThere(scope.folder, scope.system);
  if (chosen.length === 0) throw new CliError(`No agent was found. Name one: --agent ${(await allAgents()).join(', --agent ')}`);
  return carryOut(planInstall(chosen, scope), { isYes: values.yes === true, isAdded: true, isNamed: named !== undefined }, context);
};

export const runUninstall: RunCommand = async (args, context) => {
  const { values, positionals } = readArguments(args, options);
  refuseWords('uninstall', positionals);
  const { planUninstall } = await import('../../install/plan.ts');
  const plan = planUninstall((await namedAgents(values.agent)) ?? (await allAgents()), chosenScope(values));
  return carryOut(plan, { isYes: values.yes === true, isAdded: false, isNamed: true }, context);
};

function refuseWords(command: string, words: readonly string[]): void {
  if (words.length > 0)
    throw new UsageError(`${command} takes no arguments, got ${JSON.stringify(words.join(' '))}; --agent names an agent`);
}

async function allAgents(): Promise<string[]> {
  return Object.keys((await import('../../install/agents.ts')).agents);
}

async function namedAgents(names: readonly string[] | undefined): Promise<string[] | undefined> {
  if (names === undefined) return undefined;
  const all = await allAgents();
  const unknown = names.find((name) => !all.includes(name));
  if (unknown !== undefined) throw new UsageError(`There is no agent ${JSON.stringify(unknown)}; there are ${all.join(', ')}`);
  return [...new Set(names)];
}

function chosenScope({ user = false, dir }: { readonly user?: boolean; readonly dir?: string }): Scope {
  const home = homeDirectory();
  if (user && home === undefined) throw new CliError('There is no home directory for --user: set HOME to one, or leave --user out');
  const folder = dir === undefined ? workingProject(user) : realFolder(dir);
  return { ...(folder !== undefined && { folder }), isUser: user, system: { platform: process.platform, env: process.env, home } };
}

/** The repository of the working directory; `undefined` if that is no project and need not be one. */
function workingProject(isOptional: boolean): string | undefined {
  try {
    return workingRepository();
  } catch (error) {
    if (isOptional && error instanceof CliError) return undefined;
    throw error;
  }
}

/** The home directory (real path); `undefined` if there is none. */
function homeDirectory(): string | undefined {
  try {
    const home = os.homedir();
    return nodePath.isAbsolute(home) ? realPath(home) : undefined;
  } catch {
    return undefined;
  }
}

interface How {
  readonly isYes: boolean;
  readonly isAdded: boolean;
  /** Whether agents were named: then what is left for one of them is a failure. */
  readonly isNamed: boolean;
}

/** Shows a plan, asks if it can, and carries it out; returns the exit code. */
async function carryOut(plan: Plan, { isYes, isAdded, isNamed }: How, context: CommandContext): Promise<number> {
  const { output } = context;
  const { changes } = plan;
  const rows = await Promise.all(changes.map(async (change) => ({ change, difference: await shownDifference(change) })));
  if (!output.isJson) showPlan(rows, output);
  const isAgreed = changes.length > 0 && (isYes || (await isConfirmed(counted(changes.length, 'file'), isAdded, context)));
  const left = [...plan.left, ...(isAgreed ? await write(changes) : [])];
  const written = isAgreed ? changes.filter(({ place }) => !left.some(({ file }) => file === place.shown)) : [];
  if (output.isJson)
    output.json({
      files: rows.map(({ change, difference }) => ({
        ...{ file: change.place.shown, part: change.part, agents: change.agents },
        ...{ isWritten: written.includes(change), difference },
      })),
      left,
    });
  for (const one of left) output.note(clean(`meshrag: ${leftText(one)}`));
  if (changes.length === 0 && left.length === 0) output.note(isAdded ? 'Everything is already in place.' : 'There is nothing to remove.');
  else if (changes.length > 0 && !isAgreed) output.note('Nothing was changed; --yes changes the files without asking.');
  else if (!output.isJson && isAgreed)
    output.line(`${isAdded ? 'Written' : 'Removed'}: ${counted(written.length, 'file')}. ${afterwards(isAdded)}`);
  const isFailed = left.some(({ part }) => isNamed || part !== 'server' || plan.changes.length === 0);
  return (changes.length > 0 && !isAgreed) || isFailed ? 1 : 0;
}

function afterwards(isAdded: boolean): string {
  return isAdded ? 'Restart the agents; meshrag uninstall removes it all.' : 'Restart the agents.';
}

function leftText({ file, state, advice }: Left): string {
  return `${file} ${state}, so it is left as it is. ${advice}.`;
}

async function shownDifference({ read, text }: Change): Promise<string[]> {
  const { changedLines } = await import('../../install/difference.ts');
  return changedLines(read.text, text).map((line) => maskSecrets(line).text);
}

function showPlan(rows: readonly { change: Change; difference: readonly string[] }[], output: Output): void {
  for (const { change, difference } of rows) {
    const what = change.read.text === undefined ? 'new' : change.text === undefined ? 'removed' : 'changed';
    output.line(`${output.style.strong(clean(change.place.shown))}  ${output.style.dim(`${what}, for ${change.agents.join(', ')}`)}`);
    for (const line of difference) output.line(`  ${clean(line)}`);
    output.line();
  }
}

async function write(changes: readonly Change[]): Promise<Left[]> {
  const [{ writeSafely }, { EditError }] = await Promise.all([import('../../install/safeFile.ts'), import('../../install/editError.ts')]);
  return changes.flatMap(({ agents, part, place, read, text }): Left[] => {
    try {
      writeSafely(place.root, place.relative, read, text);
      return [];
    } catch (error) {
      if (!(error instanceof EditError)) throw error;
      return [{ agents, part, file: place.shown, state: error.message, advice: error.advice }];
    }
  });
}

/** Asks on a terminal; false without one. */
async function isConfirmed(what: string, isAdded: boolean, { stdin, output, signal }: CommandContext): Promise<boolean> {
  if (output.isJson || !stdin().isTTY || !process.stderr.isTTY) return false;
  const terminal = createInterface({ input: stdin(), output: process.stderr });
  try {
    return /^y(?:es)?$/i.test((await terminal.question(`${isAdded ? 'Write' : 'Change back'} ${what}? [y/N] `, { signal })).trim());
  } finally {
    terminal.close();
  }
}

/** Prints what would be written for each agent, wherever it goes. */
async function print(names: readonly string[], scope: Scope, output: Output): Promise<number> {
  const { printed } = await import('../../install/printed.ts');
  const rows = names.map((name) => printed(name, scope));
  if (output.isJson) output.json({ agents: rows });
  else
    for (const { title, files, entry, instructions, skill } of rows) {
      output.line(output.style.strong(title));
      for (const file of files) output.line(`  ${clean(file)}`);
      output.line(clean(entry, { lines: true }));
      output.line(output.style.dim(`Instructions: ${instructions}; skill: ${skill}`));
      output.line();
    }
  return 0;
}
