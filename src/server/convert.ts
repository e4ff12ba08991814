/** From the service's plain data to what goes over the wire: places become URIs, evidence becomes words. */

import type {
  AskResult,
  CommunitiesResult,
  FolderDetails,
  FolderStatus,
  SearchResult as SearchWire,
  SkippedGroup,
  Source,
  WayStep,
  WirePlace,
} from '../protocol/places.ts';
import type { ServerWords } from '../protocol/words.ts';
import type { AskAnswer, CommunitiesAnswer, FolderReport, Place, SearchAnswer, SearchResult } from '../service/results.ts';
import type { FileUris } from './fileUris.ts';
import { reasonOf, wayOf } from './why.ts';

/** What conversions need to know of the server. */
export interface Conversion {
  readonly uris: FileUris;
  readonly words: ServerWords;
  /** Names of the open folders by their absolute path. */
  readonly folderNames: ReadonlyMap<string, string>;
}

/** A place as the other side sees it; the folder's name leads the path where there are several folders. */
export function toWirePlace(place: Place, { uris, folderNames }: Conversion): WirePlace {
  const name = folderNames.size > 1 ? (folderNames.get(place.folder) ?? uris.baseName(place.folder)) : undefined;
  return {
    uri: uris.toUri(uris.join(place.folder, place.path)),
    path: name === undefined ? place.path : `${name}/${place.path}`,
    startLine: place.startLine,
    endLine: place.endLine,
    ...(place.endColumn ? { startColumn: place.startColumn ?? 0, endColumn: place.endColumn } : {}),
  };
}

/** Ranked results with their reasons; a reason refers to another source by its number where it is in the list. */
export function toSources(results: readonly SearchResult[], question: string, conversion: Conversion): Source[] {
  const nameOf = (place: Place) => toWirePlace(place, conversion).path;
  return results.map((result) => ({
    ...toWirePlace(result, conversion),
    rank: result.rank,
    title: result.title,
    kind: result.kind,
    why: reasonOf(result, conversion.words, question, nameOf),
    way: toWay(result, question, conversion),
  }));
}

function toWay(result: SearchResult, question: string, conversion: Conversion): WayStep[] {
  const followed = wayOf(result, question);
  const direct = followed.filter((step) => !step.via);
  const viaSteps = followed.filter((step) => step.via);
  const steps: WayStep[] = [];
  if (direct.length > 0) steps.push(names(direct.flatMap((step) => step.names)));
  const via = viaSteps[0]?.via;
  if (via) {
    const place = toWirePlace(via, conversion);
    const shared = viaSteps.filter((step) => step.via && samePlace(step.via, via)).flatMap((step) => step.names);
    return [...steps, { kind: 'place', label: place.path, place }, names(shared)];
  }
  return steps;
}

function names(list: readonly string[]): WayStep {
  return { kind: 'names', label: [...new Set(list)].slice(0, 6).join(', ') };
}

function samePlace(a: Place, b: Place): boolean {
  return a.path === b.path && a.startLine === b.startLine && a.folder === b.folder && a.startColumn === b.startColumn;
}

export function toAskResult(answer: AskAnswer, files: number, conversion: Conversion): AskResult {
  return {
    question: answer.question,
    found: answer.found,
    answer: answer.answer,
    citations: answer.citations.map((citation) => ({
      ...toWirePlace(citation, conversion),
      n: citation.n,
      quote: citation.quote,
      title: citation.title,
    })),
    sources: toSources(answer.sources, answer.question, conversion),
    system: answer.system,
    model: answer.model,
    ms: answer.ms,
    files,
    ...(answer.partial ? { partial: answer.partial } : {}),
  };
}

export function toSearchResult(answer: SearchAnswer, conversion: Conversion): SearchWire {
  return {
    query: answer.query,
    system: answer.system,
    ms: answer.ms,
    sources: toSources(answer.results, answer.query, conversion),
    ...(answer.partial ? { partial: answer.partial } : {}),
  };
}

/** The communities of all folders, with what each chunk shares and where else it belongs. */
export function toCommunities(answers: readonly CommunitiesAnswer[], conversion: Conversion): CommunitiesResult {
  const all = answers.flatMap((answer) => answer.communities);
  const key = (place: Place) => `${place.folder}\n${place.path}\n${place.startLine}\n${place.startColumn ?? 0}`;
  const namesOf = new Map<string, string[]>();
  for (const community of all) {
    for (const chunk of community.chunks) {
      const list = namesOf.get(key(chunk));
      if (list) list.push(community.name);
      else namesOf.set(key(chunk), [community.name]);
    }
  }
  return {
    communities: all.map((community) => ({
      id: community.id,
      name: community.name,
      entities: community.entities,
      chunks: community.chunks.map((chunk) => ({
        ...toWirePlace(chunk, conversion),
        title: chunk.title,
        entities: chunk.entities ?? [],
        alsoIn: (namesOf.get(key(chunk)) ?? []).filter((name) => name !== community.name),
      })),
    })),
  };
}

export function toFolderStatus(report: FolderReport, { uris, folderNames }: Conversion): FolderStatus {
  const skipped: Record<string, number> = {};
  for (const file of report.skipped) skipped[file.reason] = (skipped[file.reason] ?? 0) + 1;
  return {
    uri: uris.toUri(report.folder),
    name: folderNames.get(report.folder) ?? uris.baseName(report.folder),
    state: report.state,
    message: report.message,
    progress: report.progress,
    files: report.files,
    chunks: report.chunks,
    entities: report.entities,
    bytes: report.bytes,
    indexBytes: report.indexBytes,
    lastUpdateMs: report.lastUpdateMs,
    lastUpdateAt: report.lastUpdateAt,
    filesRead: report.filesRead,
    filesUnchanged: report.filesUnchanged,
    skipped,
  };
}

export function toFolderDetails(report: FolderReport, conversion: Conversion): FolderDetails {
  return {
    ...toFolderStatus(report, conversion),
    indexFile: report.indexFile,
    skippedFiles: groupSkipped(report.skipped),
    versions: report.versions,
  };
}

function groupSkipped(skipped: FolderReport['skipped']): SkippedGroup[] {
  const groups = new Map<string, { path: string; detail?: string }[]>();
  for (const { path, reason, detail } of skipped) {
    const group = groups.get(reason);
    if (group) group.push({ path, detail });
    else groups.set(reason, [{ path, detail }]);
  }
  return [...groups].map(([reason, files]) => ({ reason, files })).sort((a, b) => b.files.length - a.files.length);
}
