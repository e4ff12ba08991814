/**
 * How two names, places or files are connected: a path of passages, each sharing a name with the one before, with the lines that show it. First
 * among the passages that the question finds for both, then anywhere.
 */

import { type Connection, type ConnectionLink, type End, maxConnectionLinks } from '../../engine/connect/connect.ts';
import { endOfName } from '../../engine/connect/nameEnd.ts';
import { pathsBetween } from '../../engine/connect/pathsBetween.ts';
import { bearingRoles, Role } from '../../engine/document.ts';
import type { ChunkInfo, IndexReader } from '../../engine/index/reader.ts';
import { usesIn } from '../../engine/relations/occurrences.ts';
import { definitionsIn } from '../../engine/relations/relations.ts';
import { kindOfKey } from '../../engine/retrieval/keyEvidence.ts';
import { lineOf, locate } from '../../engine/retrieval/locate.ts';
import { languageNamed } from '../../engine/text/languages.ts';
import { maskSecrets } from '../../engine/text/secrets/secrets.ts';
import { message } from '../../messages/messages.ts';
import { systemPaths } from '../../workspace/systemPaths.ts';
import { placeOf } from '../ask/describe.ts';
import { chunkAt, chunksInFile } from '../ask/relatedChunks.ts';
import { insideTest } from '../folder/scope.ts';
import type { View } from '../folder/view.ts';
import type { ConnectAnswer, ConnectedPassage, ConnectedPath, NameUse, ShownEnd, ShownName } from '../types/relations.ts';
import { type AskedFile, askedFile } from './askedFile.ts';
import { chainIn } from './chain.ts';
import type { ConnectContext, KnownEnd } from './connections.ts';
import { unknownEnd } from './unknownEnd.ts';

/** Paths that are shown. */
const maxPaths = 4;

/** Finds how two ends are connected. Throws `MessageError` for an end that the index does not know. */
export async function findConnections(asked: readonly [string, string], context: ConnectContext): Promise<ConnectAnswer> {
  const started = performance.now();
  const { view, accept, retriever, signal } = context;
  const { reader } = view;
  const ends = [await findEnd(asked[0], context), await findEnd(asked[1], context)] as const;
  const shown = [ends[0].shown, ends[1].shown] as const;
  const [a, b] = [JSON.stringify(shown[0].asked), JSON.stringify(shown[1].asked)];
  const isSame = [...ends[0].keys].some((key) => ends[1].keys.has(key)) || sameChunks(ends[0], ends[1]);
  if (isSame) return { ends: shown, paths: [], notes: [message('connectSame', a, b)], ms: performance.now() - started };
  const found = await pathsBetween(reader, ends, asked.join(' '), retriever, { accept, signal });
  const chain = await chainIn(ends, context);
  const paths: ConnectedPath[] = chain === undefined ? [] : [chain];
  for (const path of found.paths.slice(0, maxPaths - paths.length)) paths.push(await describePath(path, ends, context));
  const several = shown.filter(({ definitions }) => definitions > 1);
  const notes = [
    ...(paths.length === 0 ? [message('connectNone', a, b, maxConnectionLinks)] : []),
    ...several.map((end) => message('connectSeveral', JSON.stringify(end.asked), end.definitions)),
    ...((await shareFolder(ends, view)) ? [] : [message('connectFolders', a, b)]),
    ...found.common.map(({ key, holders }) => message('connectCommon', key.slice(2), holders, reader.liveCount)),
    ...(found.leftOut > 0 ? [message('connectPartial', found.leftOut, reader.liveCount)] : []),
  ];
  return { ends: shown, paths, notes, ms: performance.now() - started };
}

/** Whether a folder holds both ends. */
async function shareFolder([a, b]: readonly [KnownEnd, KnownEnd], { reader, folders }: View): Promise<boolean> {
  if (folders.length < 2) return true;
  const foldersOf = async ({ chunks }: KnownEnd) => (await reader.chunkInfo([...chunks.keys()])).map(({ folder }) => folder);
  const ofB = new Set(await foldersOf(b));
  return (await foldersOf(a)).some((folder) => ofB.has(folder));
}

function sameChunks(a: End, b: End): boolean {
  return (
    a.keys.size === 0 && b.keys.size === 0 && a.chunks.size === b.chunks.size && [...a.chunks.keys()].every((chunk) => b.chunks.has(chunk))
  );
}

/** An end: `PATH:LINE`, a file, or a name. Throws `MessageError` for what is not known. */
async function findEnd(asked: string, context: ConnectContext): Promise<KnownEnd> {
  const text = asked.trim();
  const { view, scope } = context;
  const isInside = scope === undefined ? () => true : insideTest(scope, view.folders);
  const file = askedFile(text, view.folders, ({ position, path }) => isInside({ folder: position, path }));
  const known = file === undefined ? await nameEnd(text, context) : await fileEnd(text, file, context);
  if (known !== undefined) return known;
  const parts = view.folders.map((_, folder) => ({
    reader: view.reader,
    folder,
    ...(scope !== undefined && { isVisible: (path: string) => isInside({ folder, path }) }),
  }));
  throw await unknownEnd(text, text, parts, view);
}

async function fileEnd(asked: string, file: AskedFile, { view, accept = () => true }: ConnectContext): Promise<KnownEnd | undefined> {
  const { path, position, line } = file;
  const shown = { path, folder: view.folders[position]?.folder as string };
  if (line !== undefined) {
    const chunk = await chunkAt({ file: systemPaths.toAbsolute(shown.folder, path), startLine: line, endLine: line }, view);
    return chunk === undefined || !accept(chunk.id) ? undefined : end(asked, 'place', new Map([[chunk.id, 1]]), [], shown);
  }
  const chunks = (await chunksInFile(path, position, view)).filter(({ id }) => accept(id));
  if (chunks.length === 0) return undefined;
  return { ...end(asked, 'file', new Map(chunks.map(({ id }) => [id, 1])), [], shown), file: { path, folder: position } };
}

async function nameEnd(asked: string, { view: { reader }, accept }: ConnectContext): Promise<KnownEnd | undefined> {
  const found = await endOfName(reader, asked, accept);
  return found && end(asked, 'name', found.chunks, [...found.keys]);
}

function end(
  asked: string,
  kind: ShownEnd['kind'],
  chunks: ReadonlyMap<number, number>,
  keys: readonly string[],
  file?: ShownEnd['file'],
): KnownEnd {
  const definitions = kind === 'name' ? [...chunks.values()].filter((share) => share === 1).length : 0;
  return { chunks, keys: new Set(keys), shown: { asked, kind, passages: chunks.size, definitions, ...(file && { file }) } };
}

async function describePath(
  { chunks, links }: Connection,
  ends: readonly [KnownEnd, KnownEnd],
  context: ConnectContext,
): Promise<ConnectedPath> {
  const { view, texts } = context;
  const { reader, folders } = view;
  const infos = await reader.chunkInfo(chunks);
  const passages: ConnectedPassage[] = [];
  for (const [i, info] of infos.entries()) {
    const text = await texts.chunkText(info);
    const show = ({ key }: ConnectionLink, roles: number): ShownName => shownName(key, roles, info, text);
    const names: ShownName[] = [];
    if (i === 0) names.push(...(await endName(ends[0], chunks[i] as number, info, text, reader)));
    const [before, after] = [links[i - 1], links[i]];
    if (before !== undefined) names.push(show(before, before.roles[1]));
    if (after !== undefined && after.key !== before?.key) names.push(show(after, after.roles[0]));
    if (i === infos.length - 1) names.push(...(await endName(ends[1], chunks[i] as number, info, text, reader)));
    passages.push({ ...placeOf(info, folders), title: info.title, kind: info.kind, names });
  }
  return { passages, links: links.map(({ key, holders }) => ({ name: key.slice(2), holders })) };
}

/** The name of an end in its passage; nothing for a file or a place, which is the passage itself. */
async function endName(
  { keys, shown }: KnownEnd,
  chunk: number,
  info: ChunkInfo,
  text: string | undefined,
  reader: IndexReader,
): Promise<readonly ShownName[]> {
  if (keys.size === 0) return [];
  const [own = []] = await reader.chunkKeys([chunk]);
  const held = own.filter((key) => keys.has(key.text)).sort((a, b) => (b.roles & bearingRoles) - (a.roles & bearingRoles))[0];
  return held === undefined ? [] : [{ ...shownName(held.text, held.roles, info, text), name: shown.asked }];
}

function shownName(key: string, roles: number, info: ChunkInfo, text: string | undefined): ShownName {
  const name = key.slice(2);
  const use = nameUse(roles);
  const line = text === undefined || info.kind !== 'code' ? undefined : lineOfUse(name, use, info, text);
  if (text !== undefined && line !== undefined) {
    const held = text.split(/\r\n|\n|\r/)[line - 1]?.trim() ?? '';
    return { name, use, text: maskSecrets(held).text, line: info.startLine + line - 1 };
  }
  const span = text === undefined ? undefined : locate(text, kindOfKey(key, roles), name);
  if (text === undefined || span === undefined) return { name, use, text: info.title };
  const from = text.lastIndexOf('\n', Math.max(0, span.from - 1)) + 1;
  const to = text.indexOf('\n', span.to);
  const held = text.slice(span.from === 0 ? 0 : from, to < 0 ? text.length : to);
  return { name, use, text: maskSecrets(held.replace(/\s+/g, ' ').trim()).text, line: info.startLine + lineOf(text, span.from) };
}

/** The first line (1-based) of code that uses a name so; its first occurrence may be another use. */
function lineOfUse(name: string, use: NameUse, info: ChunkInfo, text: string): number | undefined {
  const language = languageNamed(info.language);
  if (use === 'defines') return definitionsIn(name, info.path, text, language)[0]?.startLine;
  return usesIn(text, language).find((one) => one.name === name && one.kind === use)?.line;
}

function nameUse(roles: number): NameUse {
  if (roles & bearingRoles) return 'defines';
  if (roles & Role.Extends) return 'extends';
  if (roles & Role.Throws) return 'throws';
  if (roles & Role.Calls) return 'calls';
  return roles & Role.Imports ? 'imports' : 'mentions';
}
