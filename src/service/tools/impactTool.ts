/** `mesh_impact`: what a change reaches, for agents. */

import { MessageError, textOf } from '../../messages/messages.ts';
import type { impactTool } from '../../tools/definitions.ts';
import { InputError, type InputOf } from '../../tools/inputSchema.ts';
import type { ToolItem, ToolResult } from '../../tools/toolResult.ts';
import type { ImpactAnswer, ImpactRow } from '../types/relations.ts';
import { SecretMask } from './passages.ts';
import { indexedFile, type ToolContext, visiblePath } from './toolContext.ts';

/** Lines of one file that are listed. */
const maxLines = 12;
/** Changed names that are listed. */
const maxNames = 20;

/** Runs `mesh_impact`. Throws `InputError` for what is not known. */
export async function reachedBy(
  { of }: InputOf<typeof impactTool.inputSchema>,
  context: ToolContext,
  signal?: AbortSignal,
): Promise<ToolResult> {
  const answer = await context.service.impact(askedOf(of, context), { scope: context.within, signal }).catch((error) => {
    throw error instanceof MessageError ? new InputError(withoutFolders(error.message, context)) : error;
  });
  const mask = new SecretMask();
  const { line } = mask;
  const items = answer.rows.map((row): ToolItem => ({ lines: [line(rowLine(row, context))] }));
  return { intro: introduction(answer, context).map(line), items, masked: mask.count };
}

/** Sentences name folders by their paths, which callers do not need. */
function withoutFolders(text: string, { folders }: ToolContext): string {
  let rest = text;
  for (const [folder, name] of folders) rest = rest.replaceAll(JSON.stringify(folder).slice(1, -1), name).replaceAll(folder, name);
  return rest;
}

/** What is asked about: the path of a file where it is one, which several folders may have. */
function askedOf(of: string | undefined, context: ToolContext): string | undefined {
  try {
    return of === undefined ? undefined : indexedFile(of, context);
  } catch (error) {
    if (error instanceof InputError) return of;
    throw error;
  }
}

function introduction({ sources, names, rows, notes }: ImpactAnswer, context: ToolContext): string[] {
  const unique = [...new Set(names.map(({ name }) => name))];
  const more = unique.length > maxNames ? `, … (${unique.length} names)` : '';
  const files = new Set(rows.filter(({ depth }) => depth > 0).map(({ folder, path }) => `${folder}/${path}`)).size;
  return [
    ...(sources.length === 0 ? [] : [`Changed: ${sources.map((source) => visiblePath(source, context)).join(', ')}.`]),
    ...(unique.length === 0 ? [] : [`Names: ${unique.slice(0, maxNames).join(', ')}${more}.`]),
    ...notes.map((note) => withoutFolders(textOf([note]), context)),
    ...(rows.length === 0
      ? []
      : [`${files} ${files === 1 ? 'file uses' : 'files use'} it; those of depth 0 do not use it, but are related.`]),
  ];
}

function rowLine(row: ImpactRow, context: ToolContext): string {
  const { kind, depth, lines, shared } = row;
  const path = visiblePath(row, context);
  if (depth === 0)
    return `${path} ${kind === 'tests' ? 'may test it' : 'is related'} (depth 0): ${shared.length === 0 ? 'a similar name' : `shares ${shared.join(', ')}`}`;
  const names = [...new Set(lines.map(({ name }) => name))].slice(0, maxLines).join(', ');
  const places = [...new Set(lines.map((one) => one.line))];
  const more = places.length > maxLines ? `, … (${places.length} lines)` : '';
  return `${path}:${places.slice(0, maxLines).join(',')}${more} ${kind} (depth ${depth}) of ${names}`;
}
