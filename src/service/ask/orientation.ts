/**
 * Answers for somebody who finds their way in a workspace, from how it is made (`engine/parts`): where execution begins, the passages of documents
 * that name most of its parts, what its authors say of a folder, what is used most in it, and the newest changes.
 */

import nodePath from 'node:path';
import {
  type Block,
  briefLimits,
  type ChunkInfo,
  composeBrief,
  type DocumentInfo,
  directoryOf,
  firstSentence,
  isReadme,
  languageOf,
  maskSpans,
  orientationAskedFor,
  type Part,
  type Quote,
  type Ranking,
} from '../../engine/index.ts';
import type { Texts } from '../folder/chunkTexts.ts';
import type { FolderIndex } from '../folder/folderIndex.ts';
import type { View } from '../folder/view.ts';
import type { OverviewAnswer } from '../results.ts';
import { type FoundBlocks, newestChanges } from './newestChanges.ts';

/** Max lines of an answer, but for its last block, and max places of a kind in it. */
const maxLines = 24;
const maxPlaces = 2;
/** A passage about the parts names at least so many of them, and this share of what the best one names. */
const minNamed = 3;
const minShare = 0.5;
/** Of comments that mark each line. */
const commentMarks = ['//', '#', '--', ';', '*'];
/** Max lines of a paragraph. */
const maxParagraph = 8;

const addresses = /https?:\/\/\S+/g;

/** What the answer is made with: the overview of a folder, and a search for words in the view. */
export interface OrientationTools {
  overviewOf(folder: FolderIndex): Promise<OverviewAnswer | undefined>;
  search(words: string): Promise<Ranking>;
}

/** A sentence that answers, or a passage, by the first of some names that its title has or by a line, of which the lines are shown that hold most of some words. */
type Point = Quote | { readonly path: string; readonly line?: number; readonly names?: readonly string[]; readonly words?: string };

/** Undefined if a question does not ask for it, or several folders are open. Cost: if a short question may name a folder a pass over all paths; if it asks, the overview. */
export async function orientationAnswer(
  question: string,
  view: View,
  texts: Texts,
  { overviewOf, search }: OrientationTools,
): Promise<FoundBlocks | undefined> {
  const [folder, another] = view.folders;
  if (folder === undefined || another !== undefined || folder.isShared) return undefined;
  const { reader } = view;
  const folders = async (): Promise<ReadonlySet<string>> => foldersOf((await reader.documents()).map(({ path }) => path));
  const asked = await orientationAskedFor(question, [nodePath.basename(folder.folder)], folders);
  if (asked?.asks === 'changes') return newestChanges(view, texts);
  const overview = asked && (await overviewOf(folder));
  if (asked === undefined || overview === undefined) return undefined;
  const documents = await reader.documents();
  const { parts, entryPoints, startWith } = overview;
  const files = new Map(parts.flatMap((part) => part.files).map((file) => [file.path, file]));

  /** The passages of documents that name most of some folders or files, best first. Manual pages are for users. */
  async function passagesOn(names: readonly string[], min: number): Promise<readonly Point[]> {
    const words = names.join(' ');
    const { results } = await search(`${words} kind:doc`);
    const points: { readonly path: string; readonly line: number; readonly words: string; readonly count: number }[] = [];
    for (const info of await reader.chunkInfo(results.map(({ chunk }) => chunk))) {
      const isGuide = !['none', 'man'].includes(languageOf(info.path).headings);
      const written = pathsIn(isGuide ? ((await texts.chunkText(info)) ?? '') : '');
      const found = names.map((name) => written.get(name) ?? written.get(name.slice(name.lastIndexOf('/') + 1)));
      const count = found.filter((isPath) => isPath !== undefined).length;
      // Names of code are not those of folders, unless they are most of them.
      if (count >= min && (found.includes(true) || count >= names.length / 2))
        points.push({ path: info.path, line: info.endLine, words, count });
    }
    const max = Math.max(...points.map(({ count }) => count));
    return points.filter(({ count }) => count >= max * minShare);
  }

  /** What the author of a file says of it, or else what is used most in it. */
  function beginningOf(path: string): Point {
    const text = texts.wholeText({ path, folder: 0, startLine: 1, endLine: 1, startColumn: 0, endColumn: 0, title: '', kind: 'doc' });
    const names = files.get(path)?.defines ?? [];
    const quote = text === undefined ? undefined : firstSentence(path, text);
    if (quote?.of === 'file') return quote;
    const words = [quote?.text, ...names].join(' ').trim() || nodePath.basename(path);
    return quote === undefined ? { path, names, words } : { path, line: quote.line, words };
  }

  function beginnings(): readonly Point[] {
    const programs = entryPoints.filter(({ kind }) => kind === 'command' || kind === 'main');
    const all = programs.length > 0 ? programs : entryPoints;
    return all.slice(0, maxPlaces).map(({ path, line, kind }) => {
      if (kind === 'main') return { path, line, words: 'main' };
      return { path, line, names: ['main', ...(files.get(path)?.defines ?? [])] };
    });
  }

  /** What documents say of a folder, and its files: a README, then those that are used most. */
  async function placesIn(path: string): Promise<readonly Point[]> {
    const inside = documents.map((one) => one.path).filter((one) => one.startsWith(`${path}/`));
    const users = (one: string): number => (isReadme(one) && directoryOf(one) === path ? Number.MAX_VALUE : (files.get(one)?.users ?? -1));
    const inParts = inside.filter((one) => users(one) >= 0);
    const read = (inParts.length > 0 ? inParts : inside).sort((a, b) => users(b) - users(a)).slice(0, maxPlaces);
    return [...(await passagesOn([path], 1)).slice(0, 1), ...read.map(beginningOf)];
  }

  /** The passages of documents that name most parts, or else what authors say of the parts that are used most. */
  async function placesOfParts(): Promise<readonly Point[] | undefined> {
    const outermost = [...(await folders())].filter((path) => !path.includes('/'));
    const names = new Set([...parts.map(({ path, name }) => path || name), ...outermost].filter((name) => name !== ''));
    const passages = await passagesOn([...names], minNamed);
    if (passages.length > 0) return passages.slice(0, maxPlaces);
    const users = (part: Part): number => part.files.reduce((sum, file) => sum + file.users, 0);
    const quotes = [...parts].sort((a, b) => users(b) - users(a)).flatMap((part) => (users(part) > 0 ? (part.says ?? []) : []));
    return quotes.length > 1 ? quotes : undefined;
  }

  if (asked.asks === 'folder') return blocksAt(await placesIn(asked.folder), documents, view, texts);
  const ofParts = await placesOfParts();
  const [first, ...others] = asked.asks === 'start' ? beginnings() : [];
  const code = startWith.filter((path) => (files.get(path)?.defines ?? []).length > 0);
  const used = (code.length > 0 ? code : startWith).slice(0, briefLimits.maxBlocks);
  const known = ofParts ?? used.map(beginningOf);
  const found = await blocksAt(first === undefined ? known : [first, ...known.slice(0, 1), ...others], documents, view, texts);
  return found && { ...found, isUnsure: first === undefined && ofParts === undefined };
}

/** The lines around some places, in their order, while there is room. */
async function blocksAt(
  points: readonly Point[],
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
    const ids = Array.from({ length: document.chunksEnd - document.firstChunk }, (_, i) => document.firstChunk + i);
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

/** The lines of a sentence: in a document and in comments that mark each line those of its paragraph. */
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
  const place = { startLine: line, endLine: line + height - 1 };
  const shown = { ...info, ...place, startColumn: 0, endColumn: 0 };
  const quoted = await texts.chunkText(shown);
  if (quoted === undefined) return undefined;
  const pieces = [{ startLine: line, text: maskSpans(quoted, texts.secretsIn(shown)).text.trimEnd() }];
  return { n, subject: info.title, kind: info.kind, ...place, pieces };
}

/** What a text writes as a path or as code, folders without `/` at the end, and whether it does as a path. */
function pathsIn(text: string): ReadonlyMap<string, boolean> {
  const found = new Map<string, boolean>();
  for (const word of text.replace(addresses, '').split(/[\s()[\]|,:;]+/)) {
    const isPath = word.includes('/');
    if (!isPath && !word.includes('`') && !word.includes('**')) continue;
    const name = word.replace(/^[`*'"]*(?:\.\/)?|\/?[`*'".]*$/g, '');
    found.set(name, isPath || found.get(name) === true);
  }
  return found;
}

/** The folders of paths, relative, without `/` at the end. */
function foldersOf(paths: readonly string[]): ReadonlySet<string> {
  const folders = new Set<string>();
  for (const path of paths)
    for (let end = path.lastIndexOf('/'); end > 0 && !folders.has(path.slice(0, end)); end = path.lastIndexOf('/', end - 1))
      folders.add(path.slice(0, end));
  return folders;
}
