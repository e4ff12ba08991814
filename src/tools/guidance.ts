/**
 * When agents are to call which tool, and when to stop: what instruction files, the skill, the subagent, the plugin and the server say of the tools
 * together (`npm run plugin` writes the files). What to ask each is in `definitions.ts`, the rules are in `rules.ts`.
 */

import { grepTool, impactTool, overviewTool, searchTool, symbolTool, type ToolDefinition } from './definitions.ts';
import { rules } from './rules.ts';

const { cite, stopWhenFound, stopWhenMissing, exactTexts, reasons } = rules;
const withName = ({ asked, name }: ToolDefinition): string => `${asked}: \`${name}\``;
const [search, symbol, impact, grep, overview] = [searchTool, symbolTool, impactTool, grepTool, overviewTool].map(withName);
const commandLine =
  'Without the tools, in a shell: `npx -y meshrag ask "QUESTION"`, `symbol NAME`, `why NAME`, `impact NAME`, `grep PATTERN`.';

/** What the server says of itself to each client. */
export const serverInstructions = [
  `Search over the code and docs of a project, to be called before grep and before opening files one by one. ${search}; ${symbol}; ${impact}; ${grep}; ${overview}.`,
  `${cite} ${reasons} ${rules.quoted}`,
].join(' ');

/** What an instruction file says. */
export const instructionLines: readonly string[] = [
  'To find something in this project, call these before grep and before opening files one by one:',
  `- ${search};`,
  `- ${symbol};`,
  `- ${impact};`,
  `- ${grep}.`,
  `${cite} ${reasons} ${stopWhenFound} ${stopWhenMissing}`,
];

const skillDescription =
  'Finds where something is defined, used, configured, documented or tested in this project, why it is so, and what a change would reach. ' +
  'Use it for any question about the code or the docs, before grep and before opening files one by one, and before renaming or removing anything. ' +
  `Stop rules: ${stopWhenFound.toLowerCase()} ${stopWhenMissing}`;

/** The skill, as `SKILL.md`. */
export const skillText = `---
name: meshrag
description: ${JSON.stringify(skillDescription)}
---

# Find things in this project

One call for each question, the narrowest that fits:

- ${search};
- ${symbol};
- ${impact};
- ${grep}.

Give a question first. If the project may have other words for it, add them ("words", "names" or \`--words\`, \`--names\`) to the same call.
${commandLine}

## Read the result

- ${cite}
- A result is ranked: the first passage is the best. The others are for what the first leaves open.
- ${exactTexts}
- ${reasons}

## Stop

- ${stopWhenFound}
- ${stopWhenMissing}
- Three calls without a new file: answer from what is there, and say what is open.
`;

const explorerDescription =
  'Finds where something is in this project and returns places as path:line, without the text of files. ' +
  'Use it to explore before a change, so that the searching stays out of the main conversation.';

/** A subagent that explores and returns places. */
export const explorerText = `---
name: meshrag-explorer
description: ${JSON.stringify(explorerDescription)}
---

You find places in this project. You read, and change nothing.

1. Call one tool for the question: ${search}; ${symbol}; ${impact}.
2. ${cite} Open only the lines that you need to be sure.
3. ${stopWhenFound} ${stopWhenMissing} At most six calls.

${commandLine}

Return only this, best place first, at most ten lines:

\`path:line\` or \`path:first-last\`, the name of what is there, and in a few words why it matters.

Then one line: what is certain, and what was not found. No text of files, no plan, no code.
`;

const instructionsDescription = 'Where to look first in a project that is indexed by MeshRAG';

/** The instructions that the extension contributes to VS Code. */
export const instructionsText = `---
description: ${JSON.stringify(instructionsDescription)}
applyTo: "**"
---

${instructionLines.join('\n')}
`;
