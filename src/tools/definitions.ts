/**
 * The tools that agents may call: their names, when models call them, what that costs and what comes next, and input schemas. VS Code (through
 * `package.json`, which a test compares with this) and MCP clients get the same ones. All of it is in the context of every request of an agent,
 * so it is short.
 */

import type { InputSchema } from './inputSchema.ts';

export interface ToolDefinition {
  readonly name: string;
  /** For people. */
  readonly title: string;
  /** For models: when instead of a text search, what it costs, what comes next. */
  readonly description: string;
  readonly inputSchema: InputSchema;
}

/** Characters of a page of a result: as a rule; where nothing is here; of what a change reaches; of an overview; further ones; with whole passages. */
export const pageCharacters = { usual: 1500, notHere: 600, impact: 4000, overview: 3000, further: 2500, full: 10_000 } as const;

const cursor = { type: 'string', description: 'From the end of a result' } as const;
const paths = { type: 'array', items: { type: 'string' }, maxItems: 50, description: 'Only in these' } as const;

export const searchTool = {
  name: 'mesh_search',
  title: 'Search the workspace',
  description:
    'Answers questions about this project: how, where, why, who calls X, which tests cover X. Call it first; grep only for an exact text. Costs 1,500 ' +
    'characters a question: verdict (answer, closest, not here), best passage, pointers. Next: on "answer" cite path:line, on "closest" give words and names.',
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
  description:
    'Definitions of a name (signature, whole range), users by role, each line with its function, and what docs say. Call it instead of grep for a name; ' +
    'others of that name are left out. Costs 1,500 characters. Next: read the range; mesh_impact before a change.',
  inputSchema: {
    type: 'object',
    properties: {
      name: { type: 'string', description: 'As written, or path:line' },
      to: { type: 'string', description: 'How it is connected to this name, file or path:line' },
      neighbours: { type: 'boolean', description: 'What shares rare names with it' },
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
  description:
    'All dependents by level with counts, tests to run, documents, and where the graph ends. Call it before you change or remove something and after your edits, ' +
    'instead of grepping for callers of callers. Costs up to 4,000 characters, nearest first. Next: check the lines, run the tests.',
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

export const overviewTool = {
  name: 'mesh_overview',
  title: 'Describe a project, folder or file',
  description:
    'Purpose, entry points, parts and what to read first; the files of a folder, the definitions or headings of a file. Call it instead of listing folders or ' +
    'opening a long file. Costs up to 3,000 characters. Next: mesh_search.',
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
export const toolDefinitions: readonly ToolDefinition[] = [searchTool, symbolTool, impactTool, overviewTool];

/** What is said of each to clients of the protocol. */
export const toolAnnotations = { readOnlyHint: true, openWorldHint: false } as const;
