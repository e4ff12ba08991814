/** What is known of a name as a tool result: definitions with signature and range, users by role with their functions, sentences of documents. */

import { MessageError } from '../../messages/messages.ts';
import type { symbolTool } from '../../tools/definitions.ts';
import { InputError, type InputOf } from '../../tools/inputSchema.ts';
import type { ToolEntry, ToolResult } from '../../tools/toolResult.ts';
import type { SymbolAnswer, SymbolDefinition, SymbolUse } from '../types/results.ts';
import { linesWithHolders } from './holders.ts';
import { oneLine, placeText, safeLine } from './passages.ts';
import { allowedScope, type ToolContext, visiblePath } from './toolContext.ts';

/** Characters of the beginning of a definition that are shown; of more than `maxWithBody` definitions, only their first lines. */
const maxSignature = 400;
const maxWithBody = 3;
/** Rows of a page whose lines are given with their functions. */
const maxNamed = 60;

/** @param from the entry that the page begins with. Throws `InputError` for a rejected path. */
export async function describeSymbol(
  { name, paths }: InputOf<typeof symbolTool.inputSchema>,
  context: ToolContext,
  from: number,
  signal?: AbortSignal,
): Promise<ToolResult> {
  const answer = await context.service.symbol(name, { scope: allowedScope(paths, context), signal }).catch((error) => {
    throw error instanceof MessageError ? new InputError(error.message) : error;
  });
  const hasBodies = answer.definitions.length <= maxWithBody;
  const definitions = answer.definitions.map((one): ToolEntry => ({ text: definitionText(one, hasBodies, context), file: one }));
  let role = '';
  const uses = inOrder(answer.uses).map((use, i): ToolEntry => {
    const own = roleName(use);
    const begin = own === role ? '' : `${own}:\n`;
    role = own;
    const at = definitions.length + i;
    const lines = linesWithHolders(use, use.lines, context, at >= from && at < from + maxNamed);
    return { text: `${begin}${safeLine(visiblePath(use, context))}:${lines}`, file: use };
  });
  const sentences = answer.sentences.map((one, i): ToolEntry => {
    return { text: `${i === 0 ? 'documents say:\n' : ''}${safeLine(`${placeText(one, context)} ${one.text}`)}`, file: one };
  });
  return { intro: introduction(answer), entries: [...definitions, ...uses, ...sentences] };
}

/** The beginning of a definition under its whole range. */
function definitionText(definition: SymbolDefinition, hasBody: boolean, context: ToolContext): string {
  const { kind, scope, container, text } = definition;
  const owner = container === undefined ? '' : ` of ${container}`;
  const head = safeLine(`${placeText(definition, context)} ${scope === 'local' ? 'local ' : ''}${kind}${owner}`);
  if (!hasBody) return `${head}: ${safeLine(text.split('\n', 1)[0] ?? '')}`;
  const end = text.length > maxSignature ? Math.max(text.lastIndexOf('\n', maxSignature), text.indexOf('\n')) : text.length;
  const shown = end < 0 ? text.slice(0, maxSignature) : text.slice(0, end);
  return text === '' ? head : `${head}\n${shown}${shown.length < text.length ? '\n…' : ''}\n`;
}

/** Callers first; what imports, and what is said in comments and documents, last. */
export function inOrder(uses: readonly SymbolUse[]): readonly SymbolUse[] {
  const order = ({ kind, where }: SymbolUse): number => (where === 'code' ? kinds.indexOf(kind) : kinds.length);
  return [...uses].sort((a, b) => order(a) - order(b));
}

const kinds: readonly SymbolUse['kind'][] = ['calls', 'extends', 'throws', 'mentions', 'imports', 'links'];

/** The lines of a file that use a name, and how. */
export function useLine(use: SymbolUse, context: ToolContext): string {
  return `${visiblePath(use, context)}:${linesWithHolders(use, use.lines, context, false)} ${useVerb(use)}`;
}

function useVerb({ kind, where }: SymbolUse): string {
  if (kind === 'links') return 'links to its file';
  return where === 'code' ? `${kind} it` : `${kind} it in ${where === 'doc' ? 'prose' : 'a comment'}`;
}

function roleName({ kind, where }: SymbolUse): string {
  return where === 'code' ? kind : `${kind} in ${where === 'doc' ? 'documents' : 'comments'}`;
}

function introduction({ name, definitions, uses, sentences, otherNames, nearest, unread }: SymbolAnswer): string[] {
  const quoted = JSON.stringify(oneLine(name));
  if (definitions.length + uses.length + sentences.length === 0)
    return [`Nothing is known about ${quoted}.`, ...(nearest.length === 0 ? [] : [`The nearest names are ${nearest.join(', ')}.`])];
  const roles = [...Map.groupBy(inOrder(uses), roleName)].map(([role, own]) => `${role} in ${counted(own.length, 'file')}`);
  return [
    `${quoted}: ${counted(definitions.length, 'definition')}${roles.length === 0 ? ', no users' : `; ${roles.join(', ')}`}.`,
    ...(otherNames.length === 0 ? [] : [`Also written: ${otherNames.slice(0, 5).join(', ')}.`]),
    ...(unread === 0 ? [] : [`${counted(unread, 'file')} with the name could not be read, so some users may be missing.`]),
  ];
}

function counted(count: number, one: string): string {
  return `${count} ${one}${count === 1 ? '' : 's'}`;
}
