/** How two names, files or places are connected, and what shares rare names with one, for agents. */

import { MessageError, textOf } from '../../messages/messages.ts';
import { InputError } from '../../tools/inputSchema.ts';
import type { ToolEntry, ToolResult } from '../../tools/toolResult.ts';
import { NoSuchLineError } from '../ask/relatedChunks.ts';
import type { ConnectedPath } from '../types/relations.ts';
import { placeText, safeLine } from './passages.ts';
import { absoluteOf, indexedFile, type ToolContext } from './toolContext.ts';

export async function connectEnds(from: string, to: string, context: ToolContext, signal?: AbortSignal): Promise<ToolResult> {
  const { service, retriever, within: scope } = context;
  const { paths, notes } = await service.connect(from, to, { ...retriever, scope, signal }).catch((error) => {
    throw error instanceof MessageError ? new InputError(error.message) : error;
  });
  const [best, ...others] = paths;
  const count = best?.passages.length ?? 0;
  const lead =
    count === 1 ? 'One passage holds both.' : `Connected by ${count} passages, in order; each shares a name with the one before.`;
  const further = others.map((path): ToolEntry => ({ text: safeLine(`another path: ${oneLinePath(path, context)}`) }));
  return {
    intro: [...(best === undefined ? [] : [lead]), ...notes.map((note) => safeLine(textOf([note])))],
    entries: [...(best === undefined ? [] : pathEntries(best, context)), ...further],
  };
}

function pathEntries({ passages, links }: ConnectedPath, context: ToolContext): ToolEntry[] {
  return passages.map((passage, i) => {
    const link = links[i - 1];
    const by = link === undefined ? [] : [`  by ${link.name}, which ${link.holders} passages hold`];
    const names = passage.names.map(
      ({ name, use, text, line }) => `  ${use} ${name}${line === undefined ? '' : ` (line ${line})`}: ${text}`,
    );
    return { text: [`${placeText(passage, context)} ${passage.title}`.trimEnd(), ...by, ...names].map(safeLine).join('\n'), file: passage };
  });
}

function oneLinePath({ passages, links }: ConnectedPath, context: ToolContext): string {
  return passages.map((passage, i) => `${i === 0 ? '' : ` by ${links[i - 1]?.name} to `}${placeText(passage, context)}`).join('');
}

/** Passages that share rare names with a line (`PATH:LINE`), or with the first definition of a name. Throws `InputError` if there is none. */
export async function findNeighbours(of: string, context: ToolContext, signal?: AbortSignal): Promise<ToolResult> {
  const { file, line } = lineNamed(of, context) ?? (await firstDefinition(of, context, signal));
  const text = await context.unsavedText?.(file);
  const { results } = await context.service.related(file, line, { limit: 20, text, scope: context.within, signal }).catch((error) => {
    throw error instanceof NoSuchLineError ? new InputError(error.message) : error;
  });
  const entries = results.map((result): ToolEntry => {
    const names = result.evidence.filter(({ kind }) => kind !== 'term').flatMap(({ keys }) => keys);
    const relation = result.relation === 'shares' ? `shares ${names.slice(0, 4).join(', ')}` : `${result.relation} ${result.subject ?? ''}`;
    return { text: safeLine(`${placeText(result, context)} ${result.title}: ${relation}`), file: result };
  });
  return {
    intro: [
      entries.length === 0
        ? 'Nothing shares a rare name with that line.'
        : `Passages that share rare names with it, the closest first: ${entries.length}.`,
    ],
    entries,
  };
}

/** The file and line of `PATH:LINE`; undefined for a name. */
function lineNamed(of: string, context: ToolContext): { file: string; line: number } | undefined {
  const end = of.lastIndexOf(':');
  const line = Number(of.slice(end + 1));
  return end > 0 && Number.isInteger(line) && line > 0 ? { file: indexedFile(of.slice(0, end), context), line } : undefined;
}

async function firstDefinition(name: string, context: ToolContext, signal?: AbortSignal): Promise<{ file: string; line: number }> {
  const { definitions, nearest } = await context.service.symbol(name, { scope: context.within, signal }).catch((error) => {
    throw error instanceof MessageError ? new InputError(error.message) : error;
  });
  const [first] = definitions;
  if (first !== undefined) return { file: absoluteOf(first), line: first.startLine };
  const near = nearest.length === 0 ? '' : `; the nearest names are ${nearest.join(', ')}`;
  throw new InputError(`${JSON.stringify(safeLine(name))} is not defined here${near}`);
}
