/** The definitions of a name as blocks of an answer: with the comment above, whole where they are short. */

import type { Block } from '../../../engine/answer/brief/block.ts';
import type { RelationSource } from '../../../engine/relations/candidates.ts';
import type { NameDefinition } from '../../../engine/relations/relations.ts';
import { isCommentLine } from '../../../engine/text/commentLines.ts';
import { lineAt, linesOf } from '../../../engine/text/lines.ts';
import { message, phrase } from '../../../messages/messages.ts';
import { systemPaths } from '../../../workspace/systemPaths.ts';
import type { FoundBlocks } from '../../ask/foundBlocks.ts';
import { chunkAt } from '../../ask/relatedChunks.ts';
import type { Texts } from '../../folder/chunkTexts.ts';
import type { View } from '../../folder/view.ts';
import { createBlocks, type Listing } from './listings.ts';
import type { MeantName } from './subjects.ts';

/** Definitions that are shown with their bodies, the others by their first line. */
const maxWhole = 3;
/** Lines of the only definition; of each of several. */
const maxLines = 25;
const maxLinesOfSeveral = 12;

export async function definitionBlocks(
  { name, definitions }: MeantName,
  shownName: string,
  sources: readonly RelationSource[],
  view: View,
  texts: Texts,
): Promise<FoundBlocks | undefined> {
  const all = definitions.flatMap((found, position) => found.map((definition) => ({ definition, position })));
  const whole = all.length <= maxWhole ? all : [];
  const chunks: number[] = [];
  const blocks: Block[] = [];
  for (const { definition, position } of whole) {
    const [source, folder] = [sources[position], view.folders[position]];
    const text = source?.textOf(definition.path);
    if (source === undefined || folder === undefined || text === undefined) continue;
    const { path, startLine, endLine, container } = definition;
    const first = findStart(definition, text, source);
    const last = Math.min(endLine, first + (all.length === 1 ? maxLines : maxLinesOfSeveral) - 1);
    const chunk = await chunkAt({ file: systemPaths.toAbsolute(folder.folder, path), startLine, endLine }, view);
    const piece = chunk && (await texts.quotedLines(chunk, first, last));
    if (chunk === undefined || piece === undefined) continue;
    if (!chunks.includes(chunk.id)) chunks.push(chunk.id);
    const subject = container === undefined ? name : `${container}.${name}`;
    const { kind, language } = chunk;
    const range = last < endLine ? { wholeEndLine: endLine } : {};
    blocks.push({ n: chunks.indexOf(chunk.id) + 1, subject, kind, language, startLine: first, endLine: last, ...range, pieces: [piece] });
  }
  const [only] = all;
  if (only === undefined) return undefined;
  const { path, startLine } = only.definition;
  const place = `${path}:${startLine}`;
  const lead = all.length === 1 ? message('definedAt', shownName, place) : message('definedIn', shownName, all.length);
  if (whole.length > 0) return blocks.length === 0 ? undefined : { chunks, blocks, lead: [lead] };
  const listed = await createBlocks(byFile(all), sources, view, texts);
  return listed.blocks.length === 0 ? undefined : { ...listed, lead: [lead] };
}

function byFile(all: readonly { readonly definition: NameDefinition; readonly position: number }[]): readonly Listing[] {
  const listings = new Map<string, { position: number; path: string; lines: number[] }>();
  for (const { definition, position } of all) {
    const key = `${position} ${definition.path}`;
    const known = listings.get(key) ?? { position, path: definition.path, lines: [] };
    known.lines.push(definition.startLine);
    listings.set(key, known);
  }
  return [...listings.values()].map((one) => ({ ...one, lines: one.lines.sort((a, b) => a - b), heading: phrase('Definitions') }));
}

/** The first line of a definition with the comment and the attributes right above it. */
function findStart({ path, startLine }: NameDefinition, text: string, { languageOf }: RelationSource): number {
  const lines = linesOf(text);
  const { comments } = languageOf(path);
  let first = startLine;
  while (first > 1 && startLine - first < maxLinesOfSeveral) {
    const above = lineAt(lines, first - 2);
    const isAttribute = /^\s*(?:@\w|#\[)/.test(above);
    if (!isAttribute && !isCommentLine(above, comments)) break;
    first--;
  }
  return first;
}
