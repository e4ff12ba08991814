/**
 * The tools that agents may call: their names, what they are asked, what they give and cost and what comes next, and input schemas. VS Code (through
 * `package.json`, which a test compares with this) and MCP clients get the same ones. All of it is in the context of every request of an agent,
 * so it is short.
 */

import type { InputSchema } from './inputSchema.ts';
import { rules } from './rules.ts';

export interface ToolDefinition {
  readonly name: string;
  /** For people. */
  readonly title: string;
  /** What to ask it, as a phrase; `guidance.ts` has it as well. */
  readonly asked: string;
  /** For models. */
  readonly description: string;
  readonly inputSchema: InputSchema;
}

/** Characters of a page of a result: as a rule; where nothing is here; of what a change reaches; of an overview; further ones; with whole passages. */
export const pageCharacters = { usual: 1500, notHere: 600, impact: 4000, overview: 3000, further: 2500, full: 10_000 } as const;

const characters = (count: number): string => `${count.toLocaleString('en')} characters`;
const asked = {
  search: 'a question in plain words, with the names you know',
  symbol: 'a name you know, for its definition and its users',
  impact: 'what depends on something, before you change, rename or remove it',
  grep: 'every line with an exact text or a regular expression',
  overview: 'what a project, folder or file is for and what is in it',
} as const;

const cursor = { type: 'string', description: 'From the end of a result' } as const;
const paths = { type: 'array', items: { type: 'string' }, maxItems: 50, description: 'Only in these' } as const;

export const searchTool = {
  name: 'mesh_search',
  title: 'Search the workspace',
  asked: asked.search,
  description:
    `Ask ${asked.search}: how, where, why, which tests cover X. Gives verdict (answer, closest, not here), best passage and pointers. Costs ` +
    `${characters(pageCharacters.usual)} a question. On "closest", add words and names. ${rules.stopWhenFound} ${rules.stopWhenMissing} ${rules.exactTexts}`,
  inputSchema: {
    type: 'object',
    properties: {
      question: { type: 'string', maxLength: 20_000, description: 'Plain words and known names; path:src, lang:ts, kind:code restrict it' },
      words: { type: 'string', description: 'What its authors may call it: "persistence, serializer"' },
      names: { type: 'string', description: 'What may be in code: "saveState Store"' },
      also: { type: 'array', items: { type: 'string' }, maxItems: 4, description: 'Further questions' },
      paths,
      cursor,
    },
    required: ['question'],
    additionalProperties: false,
  },
} as const satisfies ToolDefinition;

export const symbolTool = {
  name: 'mesh_symbol',
  title: 'Find who defines and who uses a name',
  asked: asked.symbol,
  description:
    `Ask ${asked.symbol}. Gives signature and range, users by role, each line with its function, what docs say. ` +
    `Costs ${characters(pageCharacters.usual)}. ${rules.cite}`,
  inputSchema: {
    type: 'object',
    properties: {
      name: { type: 'string', description: 'As written, or path:line' },
      to: { type: 'string', description: 'Its connection to this name, file or path:line' },
      neighbours: { type: 'boolean', description: 'What shares rare names with it' },
      why: { type: 'boolean', description: 'Since when, and why' },
      paths,
      cursor,
    },
    required: ['name'],
    additionalProperties: false,
  },
} as const satisfies ToolDefinition;

export const impactTool = {
  name: 'mesh_impact',
  title: 'Find what a change reaches',
  asked: asked.impact,
  description:
    `Ask ${asked.impact}, and after your edits. Gives all dependents by level, nearest first, tests to run, documents, what changed with it, where the graph ends. ` +
    `Costs up to ${characters(pageCharacters.impact)}.`,
  inputSchema: {
    type: 'object',
    properties: {
      of: { type: 'string', description: 'A name, file or path:line; else the uncommitted changes' },
      cursor,
    },
    required: [],
    additionalProperties: false,
  },
} as const satisfies ToolDefinition;

export const grepTool = {
  name: 'mesh_grep',
  title: 'List every line that matches',
  asked: asked.grep,
  description:
    `Ask ${asked.grep}. Gives all, counted, as files are now, each with its function: definitions, code, docs, tests. ` +
    `Costs ${characters(pageCharacters.usual)}.`,
  inputSchema: {
    type: 'object',
    properties: {
      pattern: { type: 'string' },
      options: { type: 'string', description: 'i: any case, w: words, F: a text; lang:ts kind:code' },
      paths,
      cursor,
    },
    required: ['pattern'],
    additionalProperties: false,
  },
} as const satisfies ToolDefinition;

export const overviewTool = {
  name: 'mesh_overview',
  title: 'Describe a project, folder or file',
  asked: asked.overview,
  description:
    `Ask ${asked.overview}, instead of listing folders or opening a long file. Gives purpose, entry points, parts, what to read first; files; ` +
    `definitions or headings. Costs up to ${characters(pageCharacters.overview)}.`,
  inputSchema: {
    type: 'object',
    properties: {
      path: { type: 'string', description: 'A folder or file; else the project' },
      cursor,
    },
    required: [],
    additionalProperties: false,
  },
} as const satisfies ToolDefinition;

/** In display order. */
export const toolDefinitions: readonly ToolDefinition[] = [searchTool, symbolTool, impactTool, grepTool, overviewTool];

/** What is said of each to clients of the protocol. */
export const toolAnnotations = { readOnlyHint: true, openWorldHint: false } as const;
