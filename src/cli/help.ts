/** The help texts. */

import type { Command } from './command.ts';

const mainOptions = '  --dir DIR  the folder to ask (the working one)   --json, --text  how to print';
const folderOptions = `  --dir DIR        the folder to ask; the working directory by default
  --index FILE     where the index lies; the user's cache directory by default
  --no-update      ask the index as it is stored
  --memory MB      what the index may take (1024); the rest is read from disk
  --include GLOB   only files that match (repeatable); --exclude GLOB leaves out`;
const outputOptions = '  --json, --text   how to print; text on a terminal, JSON otherwise';

const examples = `  meshrag ask "How does a session survive a reload?" --dir ~/src/app
  meshrag search readTideTable -k 5 --explain
  meshrag related src/tides.ts:42`;

/** The overview: at most 24 lines of 80 columns. */
export function overview(commands: Readonly<Record<string, Command>>): string {
  const width = Math.max(...Object.keys(commands).map((name) => name.length));
  const lines = Object.entries(commands).map(([name, { summary }]) => `  ${name.padEnd(width)}  ${summary}`);
  return [
    'meshrag COMMAND: asks the code and docs of a folder; COMMAND --help: options',
    '',
    ...lines,
    '',
    mainOptions,
    'Examples:',
    examples,
  ].join('\n');
}

/** The help of one command. */
export function commandHelp(name: string, { usage, summary, options, notes, isFolderless }: Command): string {
  const sections = [options, isFolderless ? undefined : folderOptions, outputOptions].filter((part) => part !== undefined);
  return [`meshrag ${name} ${usage}`, `  ${summary}`, sections.join('\n'), ...(notes === undefined ? [] : [notes])].join('\n\n');
}
