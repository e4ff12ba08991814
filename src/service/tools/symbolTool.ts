/** What is known of a name as a tool result: definitions with their first lines, users by kind with lines, sentences of documents. */

import { MessageError } from '../../messages/messages.ts';
import type { symbolTool } from '../../tools/definitions.ts';
import { InputError, type InputOf } from '../../tools/inputSchema.ts';
import type { ToolItem, ToolResult } from '../../tools/toolResult.ts';
import type { SymbolAnswer, SymbolUse } from '../types/results.ts';
import { oneLine, placeText, SecretMask } from './passages.ts';
import { allowedScope, type ToolContext, visiblePath } from './toolContext.ts';

/** Lines of one file that are listed. */
const maxLines = 20;

/** Runs `mesh_symbol`. Throws `InputError` for a rejected path. */
export async function describeSymbol(
  { name, paths }: InputOf<typeof symbolTool.inputSchema>,
  context: ToolContext,
  signal?: AbortSignal,
): Promise<ToolResult> {
  const answer = await context.service.symbol(name, { scope: allowedScope(paths, context), signal }).catch((error) => {
    throw error instanceof MessageError ? new InputError(error.message) : error;
  });
  const mask = new SecretMask(answer.masked);
  const { line } = mask;
  const definitions = answer.definitions.map((definition): ToolItem => {
    const { kind, scope, container, text } = definition;
    const owner = container === undefined ? '' : ` of ${container}`;
    const lines = [line(`${placeText(definition, context)} defines it: ${scope === 'local' ? 'local ' : ''}${kind}${owner}`)];
    return text === '' ? { lines } : { lines, text };
  });
  const uses = answer.uses.map((use): ToolItem => ({ lines: [line(useLine(use, context))] }));
  const sentences = answer.sentences.map((one): ToolItem => ({ lines: [line(`${placeText(one, context)} says: ${one.text}`)] }));
  return { intro: introduction(answer).map(line), items: [...definitions, ...uses, ...sentences], masked: mask.count };
}

/** The lines of a file that use a name, and how. */
export function useLine(use: SymbolUse, context: ToolContext): string {
  const { lines } = use;
  const more = lines.length > maxLines ? `, … (${lines.length} lines)` : '';
  return `${visiblePath(use, context)}:${lines.slice(0, maxLines).join(',')}${more} ${useVerb(use)}`;
}

function useVerb({ kind, where }: SymbolUse): string {
  if (kind === 'links') return 'links to its file';
  return where === 'code' ? `${kind} it` : `${kind} it in ${where === 'doc' ? 'prose' : 'a comment'}`;
}

function introduction({ name, definitions, uses, sentences, otherNames, nearest, unread }: SymbolAnswer): string[] {
  const quoted = JSON.stringify(oneLine(name));
  if (definitions.length + uses.length + sentences.length === 0)
    return [`Nothing is known about ${quoted}.`, ...(nearest.length === 0 ? [] : [`The nearest names are ${nearest.join(', ')}.`])];
  const counts = [
    counted(definitions.length, 'definition'),
    counted(new Set(uses.map(({ folder, path }) => `${folder}/${path}`)).size, 'file'),
  ];
  return [
    `${quoted}: ${counts[0]}, used or mentioned in ${counts[1]}.`,
    ...(otherNames.length === 0 ? [] : [`Also written: ${otherNames.join(', ')}.`]),
    ...(unread === 0 ? [] : [`${counted(unread, 'file')} with the name could not be read, so some users may be missing.`]),
  ];
}

function counted(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`;
}
