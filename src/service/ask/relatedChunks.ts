/** Chunks related to a place in a file, or in a text outside of any file. */

import { type ChunkKey, Role, Space } from '../../engine/document.ts';
import type { ChunkInfo } from '../../engine/index/reader.ts';
import { isUbiquitous } from '../../engine/naming/ubiquitousKeys.ts';
import { keysAt, keysOfName, nameAt } from '../../engine/question/focus.ts';
import type { Ranking } from '../../engine/retrieval/ranking.ts';
import { relatedTo } from '../../engine/retrieval/systems/related.ts';
import { analyzeText } from '../../engine/text/analyze.ts';
import { keywords, languageOf } from '../../engine/text/languages.ts';
import { type Lines, lineAt, linesOf } from '../../engine/text/lines.ts';
import { pathNames } from '../../engine/text/names/pathNames.ts';
import { MessageError, message } from '../../messages/messages.ts';
import { systemPaths } from '../../workspace/systemPaths.ts';
import type { Texts } from '../folder/chunkTexts.ts';
import type { FolderIndex } from '../folder/folderIndex.ts';
import type { View } from '../folder/view.ts';
import type { RelatedOptions } from '../types/options.ts';
import type { FileRange, RelatedResult, SearchResult } from '../types/results.ts';

/** Maximum number of chunks near a file, not counting its own. */
const maxNear = 200;

interface PlaceInFolder {
  /** Relative to its folder; the given name if it lies in none. */
  readonly path: string;
  /** Index among the folders of the view; -1 for none. */
  readonly position: number;
}

/** A line beyond the end of a file. */
export class NoSuchLineError extends MessageError {}

/**
 * Ranks chunks related to line `line` (1-based) of a file; empty if the file is not indexed and no text is given, and for a hover on a
 * keyword of code. Throws `NoSuchLineError` for a line past the end.
 */
export async function findRelated(
  file: string,
  line: number,
  options: RelatedOptions & { readonly limit: number; readonly accept?: (chunk: number) => boolean },
  view: View,
  texts: Texts,
): Promise<{ path: string; defines: readonly string[]; name?: string; ranking: Ranking }> {
  const { path, position } = placeIn(file, view.folders);
  const own = await chunksInFile(path, position, view);
  const language = view.folders[position]?.languageOf(path) ?? languageOf(path);
  const text = options.text ?? (own[0] && texts.wholeText(own[0]));
  const lines = text === undefined ? undefined : linesOf(text);
  const { limit, signal, accept, brief, column } = options;
  // An editor shows an extra empty line after a final line break.
  if (lines !== undefined) refusePastEnd(path, line, lines.count, column === undefined ? 0 : 1);
  const at = around(own, line);
  const keys =
    options.text === undefined
      ? await readKeys(at, view)
      : distinctKeys(around(analyzeText(options.text, language).chunks, line).flatMap((chunk) => chunk.keys));
  const word = column === undefined || lines === undefined ? undefined : nameAt(lineText(lines, line), column);
  const isKeyword = word !== undefined && keywords.has(word) && language.kind === 'code';
  if (isKeyword && brief) return { path, defines: [], ranking: { results: [], unknownTerms: [] } };
  const focus = column === undefined || lines === undefined ? [] : namesAtColumn(lineText(lines, line), column, keys, brief || isKeyword);
  // A passage has no key of a plain word, such as a variable that it imports.
  if (brief && word !== undefined && language.kind === 'code' && !isUbiquitous(`${Space.Symbol}:${word}`, true))
    focus.push(`${Space.Symbol}:${word}`);
  // If the editor's text differs from the indexed one, line numbers do not identify the chunk of the place.
  const itself =
    options.text === undefined
      ? own.filter((chunk) => at.some((one) => one.startLine <= chunk.endLine && chunk.startLine <= one.endLine))
      : own;
  const exclude = new Set(itself.map(({ id }) => id));
  const ranking = await relatedTo(view.reader, { keys, focus, exclude }, { limit, signal, accept, brief });
  const defines = keys.filter(({ key, roles }) => key.startsWith(`${Space.Symbol}:`) && (roles & Role.Defines) !== 0);
  return { path, defines: defines.map(({ key }) => key.slice(2)), name: word, ranking };
}

/**
 * What is near a file: its own chunks with 1, and the chunks that are related to it, by their share of the best one's score. Empty if the
 * file is not indexed.
 */
export async function nearTo(file: string, view: View, signal?: AbortSignal): Promise<ReadonlyMap<number, number>> {
  const { path, position } = placeIn(file, view.folders);
  const own = await chunksInFile(path, position, view);
  const exclude = new Set(own.map(({ id }) => id));
  const { results } = await relatedTo(view.reader, { keys: await readKeys(own, view), exclude }, { limit: maxNear, signal });
  const best = results[0]?.score ?? 1;
  return new Map([
    ...own.map(({ id }): [number, number] => [id, 1]),
    ...results.map(({ chunk, score }): [number, number] => [chunk, score / best]),
  ]);
}

/** The open folder that contains a file. */
export function placeIn(file: string, folders: readonly FolderIndex[]): PlaceInFolder {
  const roots = folders.map(({ folder }) => folder);
  return systemPaths.deepest(roots, file) ?? { path: file, position: -1 };
}

const holds = (line: number) => (chunk: { readonly startLine: number; readonly endLine: number }) =>
  chunk.startLine <= line && line <= chunk.endLine;

/** The chunks at the line; a line between chunks belongs to the previous one. */
function around<T extends { readonly startLine: number; readonly endLine: number }>(chunks: readonly T[], line: number): readonly T[] {
  const at = chunks.filter(holds(line));
  return at.length > 0 ? at : chunks.filter(({ endLine }) => endLine < line).slice(-1);
}

/** Distinct keys, each as first given. */
function distinctKeys(all: Iterable<ChunkKey>): readonly ChunkKey[] {
  const keys = new Map<string, ChunkKey>();
  for (const key of all) if (!keys.has(key.key)) keys.set(key.key, key);
  return [...keys.values()];
}

/** A chunk of a file with its id. */
export interface OwnChunk extends ChunkInfo {
  readonly id: number;
}

/** The chunk at a place, or the one that holds its first line; undefined if its file is not indexed. */
export async function chunkAt(place: FileRange, view: View): Promise<OwnChunk | undefined> {
  const { path, position } = placeIn(place.file, view.folders);
  const own = await chunksInFile(path, position, view);
  const column = place.startColumn ?? 0;
  const same = own.find(({ startLine, startColumn }) => startLine === place.startLine && startColumn === column);
  return same ?? around(own, place.startLine).at(-1);
}

/** The chunks of an indexed file, in order. Found through the file's own name, which is a key of each. */
export async function chunksInFile(path: string, position: number, { reader, folders }: View): Promise<readonly OwnChunk[]> {
  const folder = folders[position];
  if (folder === undefined) return [];
  const named = await reader.findKeys(pathNames(path, folder.languageOf(path)).keys.slice(0, 1));
  const chunks = [...new Set(named.flatMap(({ postings }) => [...postings.chunks]))];
  const infos = await reader.chunkInfo(chunks);
  const all = chunks.map((id, i): OwnChunk => ({ ...(infos[i] as ChunkInfo), id }));
  return all.filter((info) => info.path === path && info.folder === position);
}

/** The keys of chunks, possibly including those of the path, which are not links. */
export async function readKeys(chunks: readonly OwnChunk[], { reader }: View): Promise<readonly ChunkKey[]> {
  const keys = (await reader.chunkKeys(chunks.map(({ id }) => id))).flat();
  return distinctKeys(keys.map(({ text, roles, places }) => ({ key: text, roles, places })));
}

function refusePastEnd(path: string, line: number, count: number, more: number): void {
  if (line <= Math.max(1, count + more)) return;
  const name = JSON.stringify(path);
  throw new NoSuchLineError(count === 1 ? message('noLineOfOne', name, line) : message('noLine', name, count, line));
}

function lineText(lines: Lines, line: number): string {
  return line < 1 || line > lines.count ? '' : lineAt(lines, line - 1);
}

/** The keys under the cursor: those of the place, and unless `ofPlaceOnly` is set every key of that name. */
function namesAtColumn(line: string, column: number, keys: readonly ChunkKey[], ofPlaceOnly = false): string[] {
  const texts = keys.map(({ key }) => key);
  const name = nameAt(line, column);
  return [...new Set([...keysAt(line, column, texts), ...(ofPlaceOnly || name === undefined ? [] : keysOfName(name))])];
}

/**
 * A result with its relation to a place that defines these symbols: it defines what the place mentions or defines too, uses or documents what
 * the place defines, or only shares names with it.
 */
export function withRelation(
  result: SearchResult,
  defined: readonly string[],
  { defines, name = '' }: { readonly defines: readonly string[]; readonly name?: string },
): RelatedResult {
  const symbols = result.evidence.filter(({ kind }) => kind === 'symbol').flatMap(({ keys }) => keys);
  const own = symbols.find((symbol) => defines.includes(symbol));
  const [first] = defined;
  const subject = defined.includes(name) ? name : own === undefined || defined.includes(own) ? (own ?? first) : undefined;
  if (subject !== undefined) return { ...result, relation: 'defines', subject };
  if (own !== undefined) return { ...result, relation: result.kind === 'doc' ? 'documents' : 'uses', subject: own };
  return { ...result, relation: 'shares' };
}
