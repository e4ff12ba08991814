/** Lines of files as blocks of an answer: each block lists lines of one file, each line with the definition that it is in. */

import type { Block, Piece } from '../../../engine/answer/brief/block.ts';
import type { Message } from '../../../engine/message.ts';
import type { RelationSource } from '../../../engine/relations/candidates.ts';
import { allDefinitionsIn } from '../../../engine/relations/relations.ts';
import { systemPaths } from '../../../workspace/systemPaths.ts';
import { chunkAt } from '../../ask/relatedChunks.ts';
import type { Texts } from '../../folder/chunkTexts.ts';
import type { View } from '../../folder/view.ts';
import { innermost, qualifiedName } from './enclosing.ts';

/** Lines of one file that have something in common. */
export interface Listing {
  /** What they have in common: "Calls". */
  readonly heading: Message;
  /** The position of the folder. */
  readonly position: number;
  readonly path: string;
  /** 1-based, ascending. */
  readonly lines: readonly number[];
}

/** What the lines are read from. */
export type ListedSource = Pick<RelationSource, 'textOf' | 'languageOf'> & Partial<Pick<RelationSource, 'yieldThread'>>;

/** Lines that are quoted; where there are more, at most `maxOfFile` of each file. The others are given by their numbers. */
const maxQuoted = 40;
const maxOfFile = 3;
/** Files that are listed. */
const maxFiles = 200;
/** A longer line is cut. UTF-16 units. */
const maxLineLength = 240;

/** A block for each listing, in order, and the chunks that they begin in; files that have changed since they were indexed are left out. */
export async function createBlocks(
  listings: readonly Listing[],
  sources: readonly ListedSource[],
  view: View,
  texts: Texts,
): Promise<{ readonly chunks: readonly number[]; readonly blocks: readonly Block[] }> {
  const chunks: number[] = [];
  const blocks: Block[] = [];
  const total = listings.reduce((sum, { lines }) => sum + lines.length, 0);
  let room = maxQuoted;
  for (const { heading, position, path, lines } of listings.slice(0, maxFiles)) {
    const [source, folder] = [sources[position], view.folders[position]];
    const [first] = lines;
    if (source === undefined || folder === undefined || first === undefined) continue;
    const chunk = await chunkAt({ file: systemPaths.toAbsolute(folder.folder, path), startLine: first, endLine: first }, view);
    const text = source.textOf(path);
    if (chunk === undefined || text === undefined) continue;
    await source.yieldThread?.();
    const language = source.languageOf(path);
    const definitions = language.kind === 'code' ? allDefinitionsIn(path, text, language) : [];
    const pieces: Piece[] = [];
    // A file that is listed is quoted at least once.
    const quoted = Math.max(1, Math.min(room, total > maxQuoted ? maxOfFile : maxQuoted));
    for (const line of lines.slice(0, quoted)) {
      const piece = await texts.quotedLines(chunk, line, line);
      if (piece === undefined) continue;
      const around = innermost(line, definitions);
      const own = piece.text.trim();
      const shown = own.length > maxLineLength ? { text: own.slice(0, maxLineLength), isCut: true } : { text: own };
      // A definition's own first line says what it is.
      pieces.push({ ...piece, ...shown, ...(around === undefined || around.startLine === line ? {} : { within: qualifiedName(around) }) });
    }
    const [begin, last] = [pieces[0], pieces.at(-1)];
    if (begin === undefined || last === undefined) continue;
    const more = lines.slice(quoted);
    room -= pieces.length;
    if (!chunks.includes(chunk.id)) chunks.push(chunk.id);
    const place = { startLine: begin.startLine, endLine: last.startLine };
    blocks.push({
      n: chunks.indexOf(chunk.id) + 1,
      subject: '',
      kind: 'code',
      language: chunk.language,
      ...place,
      pieces,
      heading,
      ...(more.length === 0 ? {} : { moreLines: more }),
    });
  }
  return { chunks, blocks };
}
