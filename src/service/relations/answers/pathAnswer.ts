/** A path between two ends as an answer: its passages are the first sources, and the lines that show the shared names are the blocks. */

import type { Block, Piece } from '../../../engine/answer/brief/block.ts';
import type { Ranking } from '../../../engine/retrieval/ranking.ts';
import { systemPaths } from '../../../workspace/systemPaths.ts';
import { chunkAt, type OwnChunk } from '../../ask/relatedChunks.ts';
import type { Texts } from '../../folder/chunkTexts.ts';
import type { View } from '../../folder/view.ts';
import type { ConnectedPassage, ConnectedPath } from '../../types/relations.ts';

export interface PathAnswer {
  /** The chunks of the path in its order, each once, with the name that joins it to the one before. */
  readonly ranked: Ranking['results'];
  /** One for each passage; the number of its source is its position in `ranked`, from 1. */
  readonly blocks: readonly Block[];
}

/** Undefined if one of the files has changed since it was indexed. */
export async function pathAnswer({ passages, links }: ConnectedPath, view: View, texts: Texts): Promise<PathAnswer | undefined> {
  const ranked: Ranking['results'][number][] = [];
  const blocks: Block[] = [];
  for (const [i, passage] of passages.entries()) {
    const chunk = await findChunk(passage, view);
    if (chunk === undefined) return undefined;
    const pieces = await readPieces(passage, chunk, texts);
    if (pieces === undefined) return undefined;
    const link = links[i - 1];
    const keys = link === undefined ? passage.names.slice(0, 1).map(({ name }) => name) : [link.name];
    const via = ranked.at(-1)?.chunk;
    const known = ranked.findIndex((one) => one.chunk === chunk.id);
    if (known < 0) {
      const evidence = { kind: 'connection', label: 'connects by', keys, ...(link && via !== undefined && { via }) };
      ranked.push({ chunk: chunk.id, score: 0, evidence: keys.length > 0 ? [evidence] : [] });
    }
    const { title: subject, kind } = passage;
    const [first, last] = [pieces[0], pieces.at(-1)];
    if (first === undefined || last === undefined) continue;
    const n = known < 0 ? ranked.length : known + 1;
    blocks.push({ n, subject, kind, language: chunk.language, startLine: first.startLine, endLine: last.startLine, pieces });
  }
  return { ranked, blocks };
}

function findChunk({ folder, path, startLine, endLine, startColumn, names }: ConnectedPassage, view: View): Promise<OwnChunk | undefined> {
  const file = systemPaths.toAbsolute(folder, path);
  const line = names.find((name) => name.line !== undefined)?.line ?? startLine;
  return chunkAt(startColumn === undefined ? { file, startLine: line, endLine: line } : { file, startLine, endLine, startColumn }, view);
}

/** The lines that hold the names; the first line of a passage without any. */
async function readPieces({ names, startLine }: ConnectedPassage, chunk: OwnChunk, texts: Texts): Promise<readonly Piece[] | undefined> {
  const shown = names.flatMap(({ line }) => line ?? []);
  const pieces: Piece[] = [];
  for (const line of new Set((shown.length > 0 ? shown : [startLine]).sort((a, b) => a - b))) {
    const piece = await texts.quotedLines(chunk, line, line);
    if (piece === undefined) return undefined;
    pieces.push(piece);
  }
  return pieces;
}
