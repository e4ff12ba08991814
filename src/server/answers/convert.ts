/** From the service's plain data to what goes over the wire: places become URIs, evidence becomes words. */

import type { Block } from '../../engine/answer/brief/block.ts';
import type { Place } from '../../engine/place.ts';
import { visible } from '../../engine/text/visible.ts';
import type { EvidenceResult, EvidenceSide, Excerpt } from '../../protocol/evidence.ts';
import type {
  AskResult,
  FolderDetails,
  FolderStatus,
  Relation,
  SearchResult as SearchWire,
  SkippedGroup,
  Source,
  WayNames,
  WayStep,
  WireBlock,
  WireCitation,
  WirePlace,
} from '../../protocol/places.ts';
import type { RelatedResult } from '../../protocol/server.ts';
import type { ServerWords } from '../../protocol/text/words.ts';
import { longestContext } from '../../service/options.ts';
import type {
  AskAnswer,
  Citation,
  EvidenceAnswer,
  EvidenceChunk,
  FolderReport,
  MarkedText,
  RelatedAnswer,
  SearchAnswer,
  SearchResult,
} from '../../service/results.ts';
import type { FileUris } from '../fileUris.ts';
import { distinct, reasonOf, sharedNames, shownName, wayOf } from './evidenceText.ts';

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
    path: visible(name === undefined ? place.path : `${name}/${place.path}`),
    startLine: place.startLine,
    endLine: place.endLine,
    ...(place.endColumn ? { startColumn: place.startColumn ?? 0, endColumn: place.endColumn } : {}),
  };
}

/** Ranked results with their reasons; a reason refers to another source by its number where it is in the list. */
export function toSources(results: readonly SearchResult[], question: string, conversion: Conversion): Source[] {
  return results.map((result) => ({
    ...toWirePlace(result, conversion),
    rank: result.rank,
    title: visible(result.title),
    kind: result.kind,
    why: visible(reasonOf(result, conversion.words, question, (place) => passedName(place, result, conversion))),
    way: toWay(result, question, conversion),
  }));
}

/** How many shared names a related place is listed with. */
const mostNames = 3;

/** Related places with what each is to the place that was asked for. */
export function toRelated({ results, defines }: RelatedAnswer, conversion: Conversion): RelatedResult {
  const own = new Set(defines);
  const relationOf = ({ kind, evidence }: SearchResult): Relation => {
    const speaksOf = evidence.some((one) => one.kind === 'symbol' && one.keys.some((key) => own.has(key)));
    return speaksOf ? (kind === 'doc' ? 'documents' : 'uses') : 'shares';
  };
  const sources = toSources(results, '', conversion);
  return {
    sources: sources.map((source, i) => {
      const result = results[i] as SearchResult;
      return { ...source, names: sharedNames(result).slice(0, mostNames).map(visible), relation: relationOf(result) };
    }),
  };
}

/** What a place that was passed is called: its path, with lines where the result is another part of the same file. */
function passedName(place: Place, result: SearchResult, conversion: Conversion): string {
  const { path, startLine, endLine } = toWirePlace(place, conversion);
  const isSameFile = place.path === result.path && place.folder === result.folder;
  return isSameFile ? `${path} ${startLine}–${endLine}` : path;
}

function toWay(result: SearchResult, question: string, conversion: Conversion): WayStep[] {
  const followed = wayOf(result, question);
  const direct = followed.filter((step) => !step.via);
  const viaSteps = followed.filter((step) => step.via);
  const steps: WayStep[] = [];
  if (direct.length > 0) steps.push(names(direct));
  const via = viaSteps[0]?.via;
  if (via) {
    const place = toWirePlace(via, conversion);
    const shared = viaSteps.filter((step) => step.via && samePlace(step.via, via));
    return [...steps, { kind: 'place', label: passedName(via, result, conversion), place }, names(shared)];
  }
  return steps;
}

/** How many names a step tells. */
const namesInStep = 6;

function names(steps: ReturnType<typeof wayOf>): WayStep {
  const told: string[] = [];
  const groups: WayNames[] = [];
  for (const { kind, names: all } of steps) {
    const list = distinct(all)
      .map(visible)
      .filter((name) => told.length < namesInStep && !isTold(kind, name, told) && told.push(name));
    if (list.length > 0) groups.push({ kind, list });
  }
  return { kind: 'names', label: told.join(', '), names: groups };
}

/** A word of the question that is a part of a name says nothing beside the name. */
function isTold(kind: WayNames['kind'], name: string, told: readonly string[]): boolean {
  const folded = name.toLowerCase();
  return told.some((other) => (kind === 'term' ? other.toLowerCase().includes(folded) : other.toLowerCase() === folded));
}

function samePlace(a: Place, b: Place): boolean {
  return a.path === b.path && a.startLine === b.startLine && a.folder === b.folder && a.startColumn === b.startColumn;
}

/** So many earlier questions may have left their words. */
const wordsFrom = 5;

/** An answer; the questions before it (`earlier`) and the selection lend their words to the reasons: a stem is shown as it was written. */
export function toAskResult(
  answer: AskAnswer,
  files: number,
  conversion: Conversion,
  { earlier = [], context = '' }: { readonly earlier?: readonly string[]; readonly context?: string } = {},
): AskResult {
  const said = [answer.question, ...earlier.slice(-wordsFrom).reverse(), context.slice(0, longestContext)].join('\n');
  return {
    question: answer.question,
    found: answer.found,
    state: answer.state,
    answer: answer.answer,
    blocks: answer.blocks.map((block) => toWireBlock(block, answer.sources, conversion)),
    seeAlso: answer.seeAlso,
    lookedFor: answer.lookedFor.map(visible),
    missing: answer.missing.map(visible),
    citations: answer.citations.map((citation) => toWireCitation(citation, conversion)),
    sources: toSources(answer.sources, said, conversion),
    system: answer.system,
    model: answer.model,
    ms: answer.ms,
    files,
    ...(answer.partial ? { partial: answer.partial } : {}),
  };
}

/** A cited place with its quote. */
export function toWireCitation(citation: Citation, conversion: Conversion): WireCitation {
  const { n, quote, title, fileHash } = citation;
  return { ...toWirePlace(citation, conversion), n, quote, title: visible(title), fileHash };
}

function toWireBlock(block: Block, sources: readonly SearchResult[], conversion: Conversion): WireBlock {
  const { n, subject, kind, startLine, endLine, pieces } = block;
  const { path, folder } = sources[n - 1] as SearchResult;
  return { ...toWirePlace({ path, folder, startLine, endLine }, conversion), n, subject: visible(subject), kind, pieces };
}

/** A ranking, with the reasons of each result in words. */
export function toSearchResult(answer: SearchAnswer, conversion: Conversion): SearchWire {
  return {
    query: answer.query,
    system: answer.system,
    ms: answer.ms,
    sources: toSources(answer.results, answer.query, conversion),
    ...(answer.partial ? { partial: answer.partial } : {}),
  };
}

/** A text with what is marked in it, and why. */
export function toExcerpt({ startLine, text, marks, isCutAbove, isCut }: MarkedText): Excerpt {
  const drawn = marks.map(({ from, to, name }) =>
    name === undefined ? { from, to, kind: 'term' as const } : { from, to, kind: 'entity' as const, name },
  );
  return { startLine, text, marks: drawn, isCutAbove, isCut };
}

/** What two places share; words of the question as it writes them. */
export function toEvidence(
  { from, to, shared, chunks, lost }: EvidenceAnswer,
  question: string | undefined,
  conversion: Conversion,
): EvidenceResult {
  return {
    from: from && toSide(from, conversion),
    question,
    to: toSide(to, conversion),
    shared: shared.map(({ kind, name, chunks: held, isCommon }) => ({
      kind,
      name: visible(shownName(kind, name, question ?? '')),
      chunks: held,
      isCommon,
    })),
    chunks,
    lost,
  };
}

function toSide(chunk: EvidenceChunk, conversion: Conversion): EvidenceSide {
  return {
    place: toWirePlace(chunk, conversion),
    title: visible(chunk.title),
    kind: chunk.kind,
    excerpt: toExcerpt(chunk.excerpt),
    communities: chunk.communities.map(visible),
  };
}

/** How a folder stands, with what is left out counted by reason. */
export function toFolderStatus(report: FolderReport, { uris, folderNames }: Conversion): FolderStatus {
  const skipped: Record<string, number> = {};
  for (const file of report.skipped) skipped[file.reason] = (skipped[file.reason] ?? 0) + 1;
  return {
    uri: uris.toUri(report.folder),
    name: folderNames.get(report.folder) ?? uris.baseName(report.folder),
    state: report.state,
    message: report.message,
    isGone: report.isGone,
    progress: report.progress,
    revision: report.revision,
    files: report.files,
    chunks: report.chunks,
    entities: report.entities,
    bytes: report.bytes,
    indexBytes: report.indexBytes,
    lastUpdateMs: report.lastUpdateMs,
    lastUpdateAt: report.lastUpdateAt,
    filesRead: report.filesRead,
    filesUnchanged: report.filesUnchanged,
    git: report.git,
    skipped,
  };
}

/** The same for the report, with every file that is left out. */
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
    const file = { path: visible(path), detail };
    if (group) group.push(file);
    else groups.set(reason, [file]);
  }
  return [...groups].map(([reason, files]) => ({ reason, files })).sort((a, b) => b.files.length - a.files.length);
}
