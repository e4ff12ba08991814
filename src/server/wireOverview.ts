/** The overviews of the folders, and outlines of files, as wire types. */

import type { Quote } from '../engine/parts/authorWords.ts';
import type { PartFile } from '../engine/parts/overview.ts';
import { visible } from '../engine/text/visible.ts';
import type {
  LinkTargetParams,
  LinkTargetResult,
  OutlineResult,
  OverviewResult,
  PartResult,
  TopicsResult,
  WireOverview,
  WireQuote,
} from '../protocol/explorer.ts';
import type { WirePlace } from '../protocol/places.ts';
import { fileSummary } from '../service/tools/overviewTool.ts';
import type { OverviewAnswer } from '../service/types/results.ts';
import type { Service } from '../service/types/service.ts';
import { type Conversion, toWirePlace } from './answers/convert.ts';
import type { Session } from './session.ts';

/** Files listed of one part or corner. */
const maxFiles = 300;
/** Files named along with a part. */
const maxFirst = 4;
const maxEntries = 500;
/** Names and passages of a topic. */
const maxNames = 12;
const maxPassages = 100;

export function toOverview(answers: readonly OverviewAnswer[], conversion: Conversion): OverviewResult {
  return { folders: answers.map((answer) => toWire(answer, conversion)) };
}

function toWire(answer: OverviewAnswer, conversion: Conversion): WireOverview {
  const { folder, files, says, entryPoints, startWith, parts, corners } = answer;
  const at = (path: string, line = 1): WirePlace => toWirePlace({ folder, path, startLine: line, endLine: line }, conversion);
  const quote = (one: Quote | undefined): { says?: WireQuote } =>
    one === undefined ? {} : { says: { text: visible(one.text), place: at(one.path, one.line) } };
  return {
    folder: visible(conversion.folderNames.get(folder) ?? conversion.uris.baseName(folder)),
    files,
    ...quote(says),
    entryPoints: entryPoints.map(({ name, kind, path, line }) => ({ name: visible(name), kind, place: at(path, line) })),
    startWith: startWith.map((path) => at(path)),
    parts: parts.map((part) => ({
      id: `${folder}\npart\n${part.name}`,
      name: visible(part.name),
      path: visible(part.path),
      files: part.files.length,
      ...quote(part.says),
      holds: part.holds.map(visible),
      first: part.files.slice(0, maxFirst).map(({ path }) => at(path)),
    })),
    corners: corners.map(({ corner, paths }) => ({ id: `${folder}\ncorner\n${corner}`, corner, files: paths.length })),
  };
}

/** The files of a part or corner by its id; none if it no longer exists. */
export async function filesOfPart(service: Service, id: string, conversion: Conversion, signal: AbortSignal): Promise<PartResult> {
  const { folder, files: all } = await findFiles(service, id, signal);
  const files = all.slice(0, maxFiles);
  const paths = files.map(({ path }) => path);
  const words = await service.wordsOfFiles(folder, paths, signal);
  return {
    files: files.map((file, i) => ({
      place: toWirePlace({ folder, path: file.path, startLine: words[i]?.line ?? 1, endLine: words[i]?.line ?? 1 }, conversion),
      says: visible(fileSummary(file, words[i]).replace(': ', '').trim()),
    })),
  };
}

async function findFiles(service: Service, id: string, signal: AbortSignal): Promise<{ folder: string; files: readonly PartFile[] }> {
  const [folder = '', kind, ...rest] = id.split('\n');
  if (!service.report().some((report) => report.folder === folder)) return { folder, files: [] };
  const name = rest.join('\n');
  const [answer] = await service.overview(folder, signal);
  const found =
    kind === 'part'
      ? answer?.parts.find((part) => part.name === name)?.files
      : answer?.corners.find(({ corner }) => corner === name)?.paths.map((path) => ({ path, users: 0, defines: [], heading: undefined }));
  return { folder, files: found ?? [] };
}

/** The topics of a part by its id; none if it no longer exists. */
export async function topicsOfPart(service: Service, id: string, conversion: Conversion, signal: AbortSignal): Promise<TopicsResult> {
  const { folder, files } = await findFiles(service, id, signal);
  const paths = files.map(({ path }) => path);
  const topics = paths.length === 0 ? [] : await service.topics(folder, paths, signal);
  return {
    topics: topics.map((topic) => ({
      id: `${id}\n${topic.id}\n${topic.language ?? ''}`,
      name: visible(topic.name),
      language: topic.language ?? '',
      size: topic.chunks.length,
      files: topic.files,
      entities: topic.entities.slice(0, maxNames).map(visible),
      chunks: topic.chunks
        .slice(0, maxPassages)
        .map((chunk) => ({ ...toWirePlace(chunk, conversion), title: visible(chunk.title), entities: [], alsoIn: [] })),
    })),
  };
}

/** The outline of a file; empty if it is not indexed. */
export async function outlineOfUri(
  { service, uris, folders }: Session,
  uri: string,
  conversion: Conversion,
  signal: AbortSignal,
): Promise<OutlineResult> {
  const { folder, path } = fileOfUri({ uris, folders }, uri) ?? {};
  const outline = folder === undefined || path === undefined ? undefined : await service.outline(folder, path, signal);
  if (outline === undefined || folder === undefined || path === undefined) return { entries: [] };
  return {
    entries: outline.entries.slice(0, maxEntries).map(({ name, line, depth, says }) => ({
      name: visible(name),
      depth,
      says: visible(says ?? ''),
      place: toWirePlace({ folder, path, startLine: line, endLine: line }, conversion),
    })),
  };
}

/** The place that a link in a document leads to; none if it leads out of the workspace. */
export async function linkTargetOf(
  { service, uris, folders }: Session,
  { uri, target }: LinkTargetParams,
  conversion: Conversion,
  signal: AbortSignal,
): Promise<LinkTargetResult> {
  const from = fileOfUri({ uris, folders }, uri);
  const found = from && (await service.linkTarget(from.folder, from.path, target, signal));
  if (from === undefined || found === undefined) return {};
  return { place: toWirePlace({ folder: from.folder, path: found.path, startLine: found.line, endLine: found.line }, conversion) };
}

/** The workspace folder that a URI is in, and the path in it. */
function fileOfUri(
  { uris, folders }: Pick<Session, 'uris' | 'folders'>,
  uri: string,
): { readonly folder: string; readonly path: string } | undefined {
  const file = uris.toPath(uri);
  const known = [...folders.names.keys()];
  const inside = file === undefined ? undefined : uris.deepest(known, file);
  const folder = known[inside?.position ?? -1];
  return folder === undefined || inside === undefined ? undefined : { folder, path: inside.path };
}
