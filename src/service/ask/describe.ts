/** Turns rankings, which hold ids, into results that people and programs can read. */

import type { ChunkInfo } from '../../engine/index/reader.ts';
import type { Place } from '../../engine/place.ts';
import type { Explanation } from '../../engine/retrieval/explanation.ts';
import { lineOf, locate } from '../../engine/retrieval/locate.ts';
import type { Evidence, Ranking } from '../../engine/retrieval/ranking.ts';
import type { Texts } from '../folder/chunkTexts.ts';
import type { View } from '../folder/view.ts';
import type { SearchResult, ShownEvidence, ShownExplanation } from '../types/results.ts';

/** A ranked chunk with its description. */
export interface DescribedResult {
  readonly result: SearchResult;
  readonly info: ChunkInfo;
  /** As in `Ranked`. */
  readonly isLater?: boolean;
  /** A model's one-sentence summary of it. */
  readonly summary?: string;
  /** Symbols of the evidence that it defines. */
  readonly defines?: readonly string[];
}

/** Results with the lines of their evidence, each with its chunk. */
export async function describeRanking(ranking: Ranking, { reader, folders }: View, texts: Texts): Promise<DescribedResult[]> {
  const infos = await reader.chunkInfo(ranking.results.map(({ chunk }) => chunk));
  const vias = [...new Set(ranking.results.flatMap(({ evidence }) => evidence.flatMap(({ via }) => (via === undefined ? [] : [via]))))];
  const viaInfos = await reader.chunkInfo(vias);
  const placeOfVia = new Map(vias.map((via, i) => [via, placeOf(viaInfos[i] as ChunkInfo, folders)]));
  const described: DescribedResult[] = [];
  for (const [i, { score, evidence, summary, defines = [], isLater }] of ranking.results.entries()) {
    const info = infos[i] as ChunkInfo;
    const text = await texts.chunkText(info);
    const shown = evidence.map((one) => showEvidence(one, info, text, placeOfVia));
    const { title, kind } = info;
    const fileHash = texts.hashOf(info);
    const result = { rank: i + 1, ...placeOf(info, folders), title, kind, fileHash, score, evidence: shown };
    described.push({ result, info, defines, ...(isLater ? { isLater } : {}), ...(summary === undefined ? {} : { summary }) });
  }
  return described;
}

/** The explanation with places; what has no name of its own has that of its first place. */
export async function describeExplanation(
  { sections, drawing }: Explanation,
  { reader, folders }: Pick<View, 'reader' | 'folders'>,
): Promise<ShownExplanation> {
  const ofRows = sections.flatMap(({ rows }) => rows.flatMap(({ chunks }) => chunks));
  const chunks = [...new Set([...ofRows, ...(drawing?.nodes ?? []).flatMap(({ chunk }) => chunk ?? [])])];
  const places = (await reader.chunkInfo(chunks)).map((info) => ({ ...placeOf(info, folders), title: info.title }));
  const position = new Map(chunks.map((chunk, at) => [chunk, at]));
  const labelled = (label: string, chunk: number | undefined): string => {
    const place = label === '' ? places[position.get(chunk ?? -1) ?? -1] : undefined;
    return place === undefined ? label : place.title || place.path;
  };
  const shown = sections.map(({ rows, ...section }) => ({
    ...section,
    rows: rows.map(({ label, detail, chunks: own }) => {
      return { label: labelled(label, own[0]), detail, places: own.map((chunk) => position.get(chunk) as number) };
    }),
  }));
  if (drawing === undefined) return { sections: shown, places };
  const nodes = drawing.nodes.map(({ id, label, chunk, isDropped = false }) => {
    return { id, label: labelled(label, chunk), isDropped, ...(chunk === undefined ? {} : { place: position.get(chunk) as number }) };
  });
  return { sections: shown, drawing: { ...drawing, nodes }, places };
}

/**
 * The place of a chunk; columns only if a long line was split.
 *
 * @param folders with their absolute paths, in the order of `ChunkInfo.folder`.
 */
export function placeOf(info: ChunkInfo, folders: readonly { readonly folder: string }[]): Place {
  const { path, startLine, endLine, startColumn, endColumn } = info;
  const place = { path, folder: folders[info.folder]?.folder as string, startLine, endLine };
  return endColumn > 0 ? { ...place, startColumn, endColumn } : place;
}

function showEvidence(
  evidence: Evidence,
  info: ChunkInfo,
  text: string | undefined,
  placeOfVia: ReadonlyMap<number, Place>,
): ShownEvidence {
  const { kind, label, keys, via } = evidence;
  const [first] = keys;
  const span = text === undefined || first === undefined || kind === 'commit' ? undefined : locate(text, kind, first);
  return {
    kind,
    ...(label === undefined ? {} : { label }),
    keys,
    ...(via === undefined ? {} : { via: placeOfVia.get(via) }),
    ...(span === undefined ? {} : { line: info.startLine + lineOf(text as string, span.from) }),
  };
}
