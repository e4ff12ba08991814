/** `mesh_impact`: what a change reaches, level by level, for agents. */

import { MessageError, textOf } from '../../messages/messages.ts';
import type { impactTool } from '../../tools/definitions.ts';
import { InputError, type InputOf } from '../../tools/inputSchema.ts';
import type { ToolEntry, ToolResult } from '../../tools/toolResult.ts';
import { togetherText } from '../relations/answers/togetherText.ts';
import type { ImpactAnswer, ImpactRow } from '../types/relations.ts';
import { linesWithHolders } from './holders.ts';
import { safeLine } from './passages.ts';
import { askedOf, type ToolContext, visiblePath, withoutFolders } from './toolContext.ts';

/** Levels that are followed. */
const maxDepth = 3;
/** Changed names that are listed, and what is used in one file. */
const maxNames = 12;
const maxUsed = 4;
/** Rows of a page whose lines are given with their functions. */
const maxNamed = 120;

/** @param from the entry that the page begins with. Throws `InputError` for what is not known. */
export async function reachedBy(
  { of }: InputOf<typeof impactTool.inputSchema>,
  context: ToolContext,
  from: number,
  signal?: AbortSignal,
): Promise<ToolResult> {
  const answer = await context.service
    .impact(of === undefined ? undefined : askedOf(of, context), { maxDepth, scope: context.within, signal })
    .catch((error) => {
      throw error instanceof MessageError ? new InputError(withoutFolders(error.message, context)) : error;
    });
  const asked = new Set(answer.names.map(({ name }) => name));
  const groups = [...Map.groupBy(inOrder(withImports(answer.rows)), groupName)];
  let at = 0;
  const entries = groups.flatMap(([group, rows]) =>
    rows.map((row, i): ToolEntry => {
      const isNamed = at >= from && at < from + maxNamed;
      at++;
      const begin = i === 0 ? `${group}, ${rows.length} ${rows.length === 1 ? 'file' : 'files'}:\n` : '';
      return { text: `${begin}${rowText(row, asked, isNamed, context)}`, file: row };
    }),
  );
  return { intro: introduction(answer, groups, context).map(safeLine), entries };
}

/** The lines by which a file imports what it uses are listed with those that use it. */
function withImports(rows: readonly ImpactRow[]): readonly ImpactRow[] {
  const fileKey = ({ folder, path, depth }: ImpactRow): string => `${depth} ${folder}\n${path}`;
  const imports = new Map(rows.filter(({ kind }) => kind === 'importers').map((row) => [fileKey(row), row.lines]));
  const users = rows.filter(({ kind, depth }) => depth > 0 && kind !== 'importers' && kind !== 'tests' && kind !== 'docs');
  const using = new Set(users.map(fileKey));
  return rows.flatMap((row) => {
    if (row.kind === 'importers') return using.has(fileKey(row)) ? [] : [row];
    const more = users.includes(row) ? imports.get(fileKey(row)) : undefined;
    return more === undefined ? [row] : [{ ...row, lines: [...row.lines, ...more].sort((a, b) => a.line - b.line) }];
  });
}

/** Each level with its tests, documents after the first, then what is only related. */
function inOrder(rows: readonly ImpactRow[]): readonly ImpactRow[] {
  const order = ({ kind, depth }: ImpactRow): number => {
    if (depth === 0) return kind === 'tests' ? 30 : kind === 'together' ? 35 : 40;
    return depth + (kind === 'tests' ? 0.3 : kind === 'docs' ? 0.6 : 0);
  };
  return [...rows].sort((a, b) => order(a) - order(b));
}

function groupName({ kind, depth }: ImpactRow): string {
  if (kind === 'together') return 'Changed with it by past commits';
  if (depth === 0) return kind === 'tests' ? 'Tests that share rare names with it' : 'Related, using nothing of it';
  return kind === 'docs' ? 'Documents' : `Level ${depth}, ${kind === 'tests' ? 'tests to run' : kind}`;
}

function introduction(
  { sources, names, rows, notes }: ImpactAnswer,
  groups: readonly [string, readonly ImpactRow[]][],
  context: ToolContext,
) {
  const unique = [...new Set(names.map(({ name }) => name))];
  const more = unique.length > maxNames ? `, … (${unique.length} names)` : '';
  const counts = groups.filter(([, own]) => own[0]?.depth !== 0).map(([group, own]) => `${group.toLowerCase()} ${own.length}`);
  const last = new Set(rows.filter(({ depth }) => depth === maxDepth).map(({ path }) => path)).size;
  return [
    ...(counts.length === 0 ? ['Nothing here uses it.'] : [`Files that are reached: ${counts.join('; ')}.`]),
    ...(sources.length === 0 ? [] : [`Changed: ${sources.map((source) => visiblePath(source, context)).join(', ')}.`]),
    ...(unique.length === 0 ? [] : [`Names: ${unique.slice(0, maxNames).join(', ')}${more}.`]),
    ...notes.map((note) => withoutFolders(textOf([note]), context)),
    ...(last === 0 ? [] : [`The graph ends here at level ${maxDepth}: what uses the files there (${last}) is not listed.`]),
  ];
}

function rowText(row: ImpactRow, asked: ReadonlySet<string>, isNamed: boolean, context: ToolContext): string {
  const { depth, lines, shared } = row;
  const path = safeLine(visiblePath(row, context));
  if (row.together !== undefined) return safeLine(`${path}: ${togetherText(row.together)}`);
  if (depth === 0) return safeLine(`${path}: ${shared.length === 0 ? 'a similar name' : shared.join(', ')}`);
  const places = linesWithHolders(row, [...new Set(lines.map(({ line }) => line))], context, isNamed);
  const used = [...new Set(lines.map(({ name }) => name))].filter((name) => asked.size > 1 || !asked.has(name)).slice(0, maxUsed);
  return `${path}:${places}${used.length === 0 ? '' : ` by ${used.map(safeLine).join(', ')}`}`;
}
