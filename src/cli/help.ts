/** The help texts. */

import type { Command } from './command.ts';

const mainOptions = '  --dir DIR  the folder (the working directory)   --json, --text  output format';
const folderOptions = `  --dir DIR        the folder; by default the working directory; for mcp, its repository
  --index DIR      the directory of the index; by default in the user's cache directory
  --no-update      use the index as it is stored
  --untrusted      run no program, not even git, and ask no model
  --include GLOB   only files that match (repeatable); --exclude GLOB: skip these`;
const outputOptions = '  --json, --text   output format; text on a terminal, JSON otherwise';

const examples = `  meshrag ask "How does a session survive a reload?" --dir ~/src/app
  meshrag search readTideTable -k 5 --explain
  meshrag related src/tides.ts:42`;

/** The everyday commands, on one screen: at most 24 lines of 80 columns. With `isWhole` all of them, in as many lines as they take. */
export function overview(commands: Readonly<Record<string, Command>>, isWhole: boolean): string {
  const shown = Object.entries(commands).filter(([, { isEveryday }]) => isWhole || isEveryday);
  const width = Math.max(...shown.map(([name]) => name.length));
  const lines = shown.map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`);
  return [
    'meshrag COMMAND: ask the code and docs of a folder; COMMAND --help: its options',
    ...lines,
    ...(isWhole ? [] : ['', 'meshrag help --all lists the other commands.']),
    '',
    mainOptions,
    'Examples:',
    examples,
  ].join('\n');
}

export function commandHelp(name: string, { usage, summary, options, notes, isFolderless }: Command): string {
  const sections = [options, isFolderless ? undefined : folderOptions, outputOptions].filter((part) => part !== undefined);
  return [`meshrag ${name} ${usage}`, `  ${summary}`, sections.join('\n'), ...(notes === undefined ? [] : [notes])].join('\n\n');
}
