/**
 * The tools that agents may call: their names, instructions for models when to call them, and input schemas. VS Code (through
 * `package.json`, which a test compares with this) and MCP clients get the same ones.
 */

import type { InputSchema } from './inputSchema.ts';

export interface ToolDefinition {
  readonly name: string;
  /** For people. */
  readonly title: string;
  /** For models: what it does, when to call it, when not to. */
  readonly description: string;
  readonly inputSchema: InputSchema;
}

/** Token budget of a result unless the caller sets one. */
const defaultResultTokens = 4000;

const maxTokens = {
  type: 'integer',
  minimum: 200,
  maximum: 50_000,
  description: `How long the result may be, in tokens; ${defaultResultTokens} where absent.`,
} as const;

const limit = (byDefault: number, of: string) =>
  ({ type: 'integer', minimum: 1, maximum: 50, description: `How many ${of} to return; ${byDefault} where absent.` }) as const;

export const searchTool = {
  name: 'mesh_search',
  title: 'Search the workspace',
  description:
    'Finds the passages of this workspace (code and docs) that answer a question, with path, line range, text and the reason why each was ' +
    'found. Call it first for any question about this project: how something works, where it is defined, configured, documented, tested ' +
    'or used, and before you grep or open files one by one. It follows names that passages share, so one call also finds what is several ' +
    'hops away (the docs of a function, the configuration that a module reads, its callers). Ask in plain words, with the names you know: ' +
    '"where is the session cookie set and who reads it". Give the question first, then in "words" what its authors may have called it and in ' +
    '"names" what may stand in the code: what is missed most often is written in other words. "Who calls X?", "Which tests cover X?" and "What breaks if I change X?" list every ' +
    'line. Inside the query, path:src/server, lang:ts, kind:doc or kind:code restrict the ' +
    'results, and -word leaves out what holds the word. Not for listing every occurrence of a text: use text search for that.',
  inputSchema: {
    type: 'object',
    properties: {
      query: { type: 'string', minLength: 1, maxLength: 20_000, description: 'A question in plain words, or the names to look for.' },
      words: {
        type: 'string',
        minLength: 1,
        maxLength: 2000,
        description:
          'Technical words for it that the authors may have used, separated by commas: "persistence, serializer, workspace state".',
      },
      names: {
        type: 'string',
        minLength: 1,
        maxLength: 2000,
        description: 'Identifiers, options or file names that may stand in the code, separated by blanks: "saveState WorkspaceStore".',
      },
      paths: {
        type: 'array',
        items: { type: 'string', minLength: 1, maxLength: 4096 },
        maxItems: 50,
        description: 'Only results in these files or folders, as paths relative to the workspace folder.',
      },
      limit: limit(10, 'passages'),
      maxTokens,
    },
    required: ['query'],
    additionalProperties: false,
  },
} as const satisfies ToolDefinition;

export const symbolTool = {
  name: 'mesh_symbol',
  title: 'Find who defines and who uses a name',
  description:
    'Says what is known of a name of this workspace (a function, type, method, constant, or a name in docs): where it is defined, with the ' +
    'first lines, and which files import, call, extend, throw, link to or mention it, with line numbers; the sentences of docs about it; ' +
    'its other spellings. Imports are followed through re-exports and path aliases, so files that import another thing of the same name ' +
    'are left out. Call it in place of grep when you know the name: before you rename, change or remove it, to find its definition, or to ' +
    'find its callers. A name that is nowhere gives the nearest names.',
  inputSchema: {
    type: 'object',
    properties: {
      name: { type: 'string', minLength: 1, maxLength: 1000, description: 'The name, as written in code or docs.' },
      paths: {
        type: 'array',
        items: { type: 'string', minLength: 1, maxLength: 4096 },
        maxItems: 50,
        description: 'Only definitions and users in these files or folders, as paths relative to the workspace folder.',
      },
      maxTokens,
    },
    required: ['name'],
    additionalProperties: false,
  },
} as const satisfies ToolDefinition;

export const relatedTool = {
  name: 'mesh_related',
  title: 'Find what is related to a place',
  description:
    'Lists the passages of this workspace that share rare names with a line of a file: what uses it, documents it, tests it, configures it ' +
    'or does the same elsewhere, each with path, line range, text and the shared names. Call it before you change a function, type, ' +
    'setting or document, to see what else depends on it and must change with it, and after reading a file, to find its context.',
  inputSchema: {
    type: 'object',
    properties: {
      path: { type: 'string', minLength: 1, maxLength: 4096, description: 'The file, as a path relative to the workspace folder.' },
      line: { type: 'integer', minimum: 1, maximum: 10_000_000, description: 'The line, counted from 1.' },
      limit: limit(10, 'passages'),
      maxTokens,
    },
    required: ['path', 'line'],
    additionalProperties: false,
  },
} as const satisfies ToolDefinition;

export const connectTool = {
  name: 'mesh_connect',
  title: 'Find how two things are connected',
  description:
    'Shows how two things of this workspace are connected: the shortest path of passages from one that holds the first to one that' +
    ' holds the second, each sharing a rare name with the one before, with the lines. Call it when a question asks how two functio' +
    'ns, modules, settings, files or subjects have to do with each other, or how data gets from one to the other. Give names as th' +
    'ey are written, paths relative to the workspace folder, or path:line.',
  inputSchema: {
    type: 'object',
    properties: {
      from: { type: 'string', minLength: 1, maxLength: 4096, description: 'A name, a file, or path:line.' },
      to: { type: 'string', minLength: 1, maxLength: 4096, description: 'Another one.' },
      maxTokens,
    },
    required: ['from', 'to'],
    additionalProperties: false,
  },
} as const satisfies ToolDefinition;

export const impactTool = {
  name: 'mesh_impact',
  title: 'Find what a change reaches',
  description:
    'Lists what a change of this workspace reaches: users, subclasses, catchers, importers, tests and docs of a name, of a file, of the ' +
    'definition at path:line, or of all uncommitted changes if nothing is named; each with path, lines and depth (1 uses it directly, 2 uses ' +
    'what uses it), then the tests and files that share rare names with it, best first. Call it before you change, rename or remove ' +
    'something, and after your edits, to see which files and tests to check. It reads git and runs nothing of the workspace.',
  inputSchema: {
    type: 'object',
    properties: {
      of: {
        type: 'string',
        minLength: 1,
        maxLength: 4096,
        description: 'A name, a file, or path:line; the uncommitted changes where absent.',
      },
      maxTokens,
    },
    required: [],
    additionalProperties: false,
  },
} as const satisfies ToolDefinition;

/** Token budget of an overview, and the most that it may take. */
const overviewTokens = 1500;

export const overviewTool = {
  name: 'mesh_overview',
  title: 'Describe the workspace',
  description:
    'Explains how this workspace is made, in at most 1,500 tokens: what its authors say of it, its entry points (commands, main functions, ' +
    'libraries), the files to read first, and its parts (folders or packages) with what each is for and the files that others use most. ' +
    'Call it once at the start of work on an unfamiliar project, before listing folders or opening files.',
  inputSchema: {
    type: 'object',
    properties: {
      maxTokens: {
        type: 'integer',
        minimum: 200,
        maximum: overviewTokens,
        description: `How long the result may be, in tokens; ${overviewTokens} where absent.`,
      },
    },
    required: [],
    additionalProperties: false,
  },
} as const satisfies ToolDefinition;

export const outlineTool = {
  name: 'mesh_outline',
  title: 'Outline a file or folder',
  description:
    'Lists what a file of this workspace defines, or its headings, with lines and the first sentence of their comments; or the files of a ' +
    'folder, those that others use most first, each with what its author says of it. Call it before you open a long file, and to learn ' +
    'what is where in a folder.',
  inputSchema: {
    type: 'object',
    properties: {
      path: {
        type: 'string',
        minLength: 1,
        maxLength: 4096,
        description: 'The file or folder, as a path relative to the workspace folder.',
      },
      maxTokens,
    },
    required: ['path'],
    additionalProperties: false,
  },
} as const satisfies ToolDefinition;

/** How many tokens the result of a tool may take, given its unchecked input. */
export function resultTokens(name: string, input: unknown): number {
  const requested = typeof input === 'object' && input !== null ? (input as { readonly maxTokens?: unknown }).maxTokens : undefined;
  const byDefault = name === overviewTool.name ? overviewTokens : defaultResultTokens;
  if (typeof requested !== 'number') return byDefault;
  return name === overviewTool.name ? Math.min(requested, overviewTokens) : requested;
}

/** In display order. */
export const toolDefinitions: readonly ToolDefinition[] = [
  searchTool,
  symbolTool,
  relatedTool,
  connectTool,
  impactTool,
  overviewTool,
  outlineTool,
];
