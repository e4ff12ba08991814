/** Chooses the lines to show for places in a workspace. */

import type { Block } from '../../../engine/answer/brief/block.ts';
import { briefLimits, composeBrief } from '../../../engine/answer/brief/brief.ts';
import { type ChunkInfo, chunkIdsOf, type DocumentInfo } from '../../../engine/index/reader.ts';
import type { Quote } from '../../../engine/parts/authorWords.ts';
import type { FoundBlocks } from '../../ask/foundBlocks.ts';
import type { Texts } from '../../folder/chunkTexts.ts';
import type { View } from '../../folder/view.ts';
import type { StartingPoint } from './startingPoints.ts';

/** Maximum lines of an answer, apart from its last block. */
const maxLines = 24;
/** Maximum lines of a paragraph. */
const maxParagraph = 8;
/** Markers of line comments. */
const commentMarks = ['//', '#', '--', ';', '*'];

/** The lines around some places, in their order, while there is room; undefined if none is found. */
export async function linesAt(
  points: readonly StartingPoint[],
  documents: readonly DocumentInfo[],
  { reader }: View,
  texts: Texts,
): Promise<FoundBlocks | undefined> {
  const chunks: number[] = [];
  const blocks: Block[] = [];
  let room = maxLines;
  for (const point of points) {
    const document = documents.find(({ path }) => path === point.path);
    if (document === undefined || room <= 0 || blocks.length === briefLimits.maxBlocks) continue;
    const ids = chunkIdsOf(document);
    const infos = await reader.chunkInfo(ids);
    const titles = infos.map(({ title }) => new Set(title.split(/[^\p{L}\p{N}_$]+/u)));
    const { line = 1, names = [], words } = 'text' in point ? { line: point.line } : point;
    const name = names.find((one) => titles.some((title) => title.has(one)));
    const at =
      name === undefined
        ? infos.findLastIndex(({ startLine, endLine }) => startLine <= line && line <= endLine)
        : titles.findIndex((title) => title.has(name));
    const [info, chunk] = [infos[at], ids[at]];
    const text = info && texts.wholeText(info);
    if (info === undefined || chunk === undefined || text === undefined || chunks.includes(chunk)) continue;
    const n = chunks.length + 1;
    const source = { ...info, n, text, secrets: texts.secretsOf(info), isDemoted: false };
    const block =
      'text' in point ? await sentenceBlock(point, n, info, texts) : composeBrief(words ?? name ?? '', [source], () => 1).blocks[0];
    if (block === undefined) continue;
    chunks.push(chunk);
    blocks.push(block);
    room -= block.endLine - block.startLine + 1;
  }
  return blocks.length === 0 ? undefined : { chunks, blocks };
}

/** Merges the answers of several folders: the first block of each, then the second, while there is room; undefined if there are none. */
export function interleaved(answers: readonly FoundBlocks[]): FoundBlocks | undefined {
  if (answers.length < 2) return answers[0];
  const chunks: number[] = [];
  const blocks: Block[] = [];
  let room = maxLines;
  for (let i = 0; i < briefLimits.maxBlocks; i++) {
    for (const answer of answers) {
      const [chunk, block] = [answer.chunks[i], answer.blocks[i]];
      if (chunk === undefined || block === undefined || room <= 0 || blocks.length === briefLimits.maxBlocks) continue;
      blocks.push({ ...block, n: chunks.push(chunk) });
      room -= block.endLine - block.startLine + 1;
    }
  }
  return { chunks, blocks, isUnsure: answers.every(({ isUnsure }) => isUnsure) };
}

/** One answer after the other, the lead of the second. */
export function joined(a: FoundBlocks | undefined, b: FoundBlocks | undefined): FoundBlocks | undefined {
  if (a === undefined || b === undefined) return a ?? b;
  const chunks = [...new Set([...a.chunks, ...b.chunks])];
  const renumbered = ({ chunks: own, blocks }: FoundBlocks) =>
    blocks.map((one) => ({ ...one, n: chunks.indexOf(own[one.n - 1] as number) + 1 }));
  return { ...b, chunks, blocks: [...renumbered(a), ...renumbered(b)] };
}

/** Lines of a document as a block, with the chunk that they begin in; undefined if it has changed since it was indexed. */
export async function blockAt(
  document: DocumentInfo,
  { startLine, endLine, subject = '' }: { readonly startLine: number; readonly endLine: number; readonly subject?: string },
  n: number,
  { reader }: View,
  texts: Texts,
): Promise<{ readonly chunk: number; readonly block: Block } | undefined> {
  const ids = chunkIdsOf(document);
  const infos = await reader.chunkInfo(ids);
  const at = Math.max(
    0,
    infos.findLastIndex((one) => one.startLine <= startLine),
  );
  const [info, chunk] = [infos[at], ids[at]];
  const piece = info && (await texts.quotedLines(info, startLine, endLine));
  if (info === undefined || chunk === undefined || piece === undefined) return undefined;
  return { chunk, block: { n, subject, kind: info.kind, language: info.language, startLine, endLine, pieces: [piece] } };
}

/** The lines of a sentence; in a document or in line comments, those of its paragraph. */
async function sentenceBlock({ line, text }: Quote, n: number, info: ChunkInfo, texts: Texts): Promise<Block | undefined> {
  const lines = (
    texts
      .wholeText(info)
      ?.split('\n')
      .slice(line - 1) ?? []
  ).map((one) => one.trim());
  const mark = commentMarks.find((one) => info.kind === 'code' && lines[0]?.startsWith(one)) ?? '';
  const isWhole = info.kind === 'doc' || mark !== '';
  let height = 1;
  for (let length = lines[0]?.length ?? 0; height < maxParagraph && (isWhole || length < text.length); height++) {
    const next = lines[height] ?? '';
    if (!next.startsWith(mark) || next.length === mark.length || next.startsWith('</')) break;
    length += next.length + 1;
  }
  const endLine = line + height - 1;
  const piece = await texts.quotedLines(info, line, endLine);
  const { title: subject, kind, language } = info;
  return piece && { n, subject, kind, language, startLine: line, endLine, pieces: [piece] };
}
