/** Runs the tools that agents call, for the language server, the MCP server and the command line. */

import { grepTool, impactTool, overviewTool, pageCharacters, searchTool, symbolTool, toolDefinitions } from '../../tools/definitions.ts';
import { checkInput, InputError, type InputOf } from '../../tools/inputSchema.ts';
import { fitPage, type ToolPage, type ToolResult } from '../../tools/toolResult.ts';
import { findLines } from './grepTool.ts';
import { describe } from './overviewTool.ts';
import { connectEnds, findNeighbours } from './placesTool.ts';
import { keepReceipt } from './receipts.ts';
import { searchFor } from './searchTool.ts';
import { describeSymbol } from './symbolTool.ts';
import type { ToolContext } from './toolContext.ts';
import { indexingNotes } from './toolNotes.ts';

export interface RunOptions {
  /** A smaller page than usual, for a caller with less room. */
  readonly maxCharacters?: number;
  readonly signal?: AbortSignal;
}

/** Runs one tool and keeps what it gave. Throws `InputError` if the input or a path in it is rejected; stops soon after the signal is aborted. */
export async function runTool(name: string, input: unknown, context: ToolContext, options: RunOptions = {}): Promise<ToolPage> {
  // What is indexed meanwhile may be missing.
  const notes = indexingNotes(context);
  try {
    const found = await run(name, input, context, { ...options, notes });
    keepReceipt(name, found, context);
    return found;
  } catch (error) {
    throw error instanceof InputError && notes.length > 0 ? new InputError([error.message, ...notes].join(' ')) : error;
  }
}

interface Run extends RunOptions {
  /** What is to be said of the index. */
  readonly notes: readonly string[];
}

async function run(name: string, input: unknown, context: ToolContext, options: Run): Promise<ToolPage> {
  const { signal } = options;
  switch (name) {
    case searchTool.name:
      return search(checkInput(searchTool.inputSchema, input), context, options);
    case symbolTool.name: {
      const asked = checkInput(symbolTool.inputSchema, input);
      const { from } = readCursor(asked.cursor);
      const found =
        asked.to !== undefined
          ? connectEnds(asked.name, asked.to, context, signal)
          : asked.why
            ? explained(asked, context, signal)
            : asked.neighbours || /:\d+$/.test(asked.name)
              ? findNeighbours(asked.name, context, signal)
              : describeSymbol(asked, context, from, signal);
      return page(await found, asked.cursor, pageCharacters.usual, options);
    }
    case impactTool.name: {
      const asked = checkInput(impactTool.inputSchema, input);
      return page(await reached(asked, context, signal), asked.cursor, pageCharacters.impact, options);
    }
    case grepTool.name: {
      const asked = checkInput(grepTool.inputSchema, input);
      return page(await findLines(asked, context, readCursor(asked.cursor).from, signal), asked.cursor, pageCharacters.usual, options);
    }
    case overviewTool.name: {
      const asked = checkInput(overviewTool.inputSchema, input);
      return page(await describe(asked.path, context, signal), asked.cursor, pageCharacters.overview, options);
    }
    default:
      throw new InputError(`There is no tool ${JSON.stringify(name)}; there are ${toolDefinitions.map((tool) => tool.name).join(', ')}`);
  }
}

async function explained(asked: InputOf<typeof symbolTool.inputSchema>, context: ToolContext, signal?: AbortSignal): Promise<ToolResult> {
  const { explain } = await import('./whyTool.ts');
  return explain(asked, context, signal);
}

async function reached(asked: InputOf<typeof impactTool.inputSchema>, context: ToolContext, signal?: AbortSignal): Promise<ToolResult> {
  // What follows the changes of an edit is loaded when it is asked for.
  const { reachedBy } = await import('./impactTool.ts');
  return reachedBy(asked, context, readCursor(asked.cursor).from, signal);
}

/** One question, or several one after the other: each as if it had been asked alone, without what follows its first page. */
async function search(asked: InputOf<typeof searchTool.inputSchema>, context: ToolContext, options: Run): Promise<ToolPage> {
  const { also = [], cursor, ...first } = asked;
  const isWhole = readCursor(cursor).isWhole;
  const pages = [page(await searchFor(first, context, isWhole, options.signal), cursor, pageCharacters.usual, options)];
  for (const question of cursor === undefined ? also : [])
    pages.push(page(await searchFor({ ...first, question }, context, false, options.signal), undefined, pageCharacters.usual, options));
  const [only] = pages as [ToolPage];
  if (pages.length === 1) return only;
  const questions = [first.question, ...also];
  const text = pages.map((one, i) => `${i + 1}. ${JSON.stringify(questions[i])}\n${one.text}`).join('\n');
  return { text, files: pages.flatMap(({ files }) => files) };
}

function page(result: ToolResult, cursor: string | undefined, usual: number, { maxCharacters, notes }: Run): ToolPage {
  const { from, isWhole } = readCursor(cursor);
  const own = isWhole ? pageCharacters.full : from > 0 ? Math.max(usual, pageCharacters.further) : usual;
  const [first = '', ...rest] = result.intro;
  return fitPage({ ...result, intro: [first, ...notes, ...rest] }, { from, characters: Math.min(own, maxCharacters ?? own) });
}

interface Cursor {
  /** The entry that the page begins with. */
  readonly from: number;
  readonly isWhole: boolean;
}

/** What the end of a result gave. Throws `InputError` for anything else. */
function readCursor(cursor: string | undefined): Cursor {
  if (cursor === undefined) return { from: 0, isWhole: false };
  const [, kind, from] = /^(more|full) (\d{1,6})$/.exec(cursor.trim()) ?? [];
  if (kind === undefined)
    throw new InputError(`"cursor" is ${JSON.stringify(cursor.slice(0, 60))}, expected one that a result ends with, such as "more 6"`);
  return { from: Number(from), isWhole: kind === 'full' };
}
