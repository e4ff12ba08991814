/** Converts answers whose evidence becomes words, in the user's language, and reports of folders. */

import type { Place } from '../../engine/place.ts';
import { visible } from '../../engine/text/visible.ts';
import { distinct } from '../../engine/util/distinct.ts';
import type { EvidenceResult, EvidenceSide, Excerpt } from '../../protocol/evidence.ts';
import type {
  AskResult,
  FolderDetails,
  FolderStatus,
  LinkStep,
  SearchResult as SearchWire,
  SkippedGroup,
  Source,
  StepNames,
  WireBlock,
} from '../../protocol/places.ts';
import type { RelatedResult } from '../../protocol/server.ts';
import { readReceipts, sumReceipts } from '../../service/tools/receipts.ts';
import { maxContextLength } from '../../service/types/options.ts';
import type {
  AnswerBlock,
  AskAnswer,
  EvidenceAnswer,
  EvidenceChunk,
  FolderReport,
  MarkedText,
  RelatedAnswer,
  SearchAnswer,
  SearchResult,
} from '../../service/types/results.ts';
import { createLinkSteps, reasonText, relationText, sharedNames, shownName } from './evidenceText.ts';
import { codeLanguage } from './quotes/codeLanguage.ts';
import { shownBlock } from './quotes/shownBlock.ts';
import { type Conversion, folderName, toWire, toWirePlace } from './wire.ts';

/** Ranked results with their evidence in words, which refers to other sources by number if they are listed. */
export function toSources(results: readonly SearchResult[], question: string, conversion: Conversion): Source[] {
  return results.map((result) => ({
    ...toWirePlace(result, conversion),
    rank: result.rank,
    title: visible(result.title),
    kind: result.kind,
    why: visible(reasonText(result, question, (place) => passedName(place, result, conversion))),
    steps: toLinkSteps(result, question, conversion),
  }));
}

/** Maximum number of shared names of a related place. */
const maxNames = 3;

/** Related places, each with its relation to the requested place, which is also the reason given in words. */
export function toRelated({ results }: RelatedAnswer, conversion: Conversion): RelatedResult {
  const sources = toSources(results, '', conversion);
  return {
    sources: sources.map((source, i) => {
      const { relation, ...result } = results[i] as RelatedAnswer['results'][number];
      const names = sharedNames(result).slice(0, maxNames).map(visible);
      return { ...source, why: relationText(relation, names), names, relation };
    }),
  };
}

/** The name of an intermediate place: its path, with lines if the result is another part of the same file. */
function passedName(place: Place, result: SearchResult, conversion: Conversion): string {
  const { path, startLine, endLine } = toWirePlace(place, conversion);
  const isSameFile = place.path === result.path && place.folder === result.folder;
  return isSameFile ? `${path} ${startLine}–${endLine}` : path;
}

function toLinkSteps(result: SearchResult, question: string, conversion: Conversion): LinkStep[] {
  const followed = createLinkSteps(result, question);
  const direct = followed.filter((step) => !step.via);
  const viaSteps = followed.filter((step) => step.via);
  const steps: LinkStep[] = [];
  if (direct.length > 0) steps.push(names(direct));
  const via = viaSteps[0]?.via;
  if (via) {
    const place = toWirePlace(via, conversion);
    const shared = viaSteps.filter((step) => step.via && samePlace(step.via, via));
    return [...steps, { kind: 'place', label: passedName(via, result, conversion), place }, names(shared)];
  }
  return steps;
}

/** Maximum number of names in a step. */
const namesInStep = 6;

function names(steps: ReturnType<typeof createLinkSteps>): LinkStep {
  const shown: string[] = [];
  const groups: StepNames[] = [];
  for (const { kind, label, names: all } of steps) {
    const list = distinct(all)
      .map(visible)
      .filter((name) => shown.length < namesInStep && !isShown(kind, name, shown) && shown.push(name));
    if (list.length > 0) groups.push({ kind, label: label && visible(label), list });
  }
  return { kind: 'names', label: shown.join(', '), names: groups };
}

/** A word of the question that is part of a shown name adds nothing. */
function isShown(kind: StepNames['kind'], name: string, shown: readonly string[]): boolean {
  const folded = name.toLowerCase();
  return shown.some((other) => (kind === 'term' ? other.toLowerCase().includes(folded) : other.toLowerCase() === folded));
}

function samePlace(a: Place, b: Place): boolean {
  return a.path === b.path && a.startLine === b.startLine && a.folder === b.folder && a.startColumn === b.startColumn;
}

/** Number of earlier questions whose words may appear. */
const wordsFrom = 5;

/** An answer; earlier questions (`earlier`) and the selection help to show stems as they were written. */
export function toAskResult(
  answer: AskAnswer,
  files: number,
  conversion: Conversion,
  { earlier = [], context = '' }: { readonly earlier?: readonly string[]; readonly context?: string } = {},
): AskResult {
  const askedText = [answer.question, ...earlier.slice(-wordsFrom).reverse(), context.slice(0, maxContextLength)].join('\n');
  const { sources, blocks, ...rest } = answer;
  const shown = blocks.map((block) => toBlock(block, conversion));
  return { ...toWire(rest, conversion), blocks: shown, sources: toSources(sources, askedText, conversion), files };
}

function toBlock(block: AnswerBlock, conversion: Conversion): WireBlock {
  const { pieces, restLines: _, ...rest } = block;
  return { ...toWire(rest, conversion), ...shownBlock(block), ...(block.heading === undefined ? {} : { pieces }) };
}

/** A ranking, with the evidence of each result in words. */
export function toSearchResult(answer: SearchAnswer, conversion: Conversion): SearchWire {
  const { results, unknownTerms: _, notes, restated, explanation, ...facts } = answer;
  return {
    ...facts,
    ...(notes ? { notes: toWire(notes, conversion) } : {}),
    ...(restated ? { restated: toWire(restated, conversion) } : {}),
    ...(explanation ? { explanation: toWire(explanation, conversion) } : {}),
    sources: toSources(results, answer.query, conversion),
  };
}

/** A text of the file at a path, with its highlights and their reasons. */
export function toExcerpt({ startLine, text, language, marks, isCutAbove, isCut }: MarkedText, path: string): Excerpt {
  const drawn = marks.map(({ from, to, name }) =>
    name === undefined ? { from, to, kind: 'term' as const } : { from, to, kind: 'entity' as const, name },
  );
  return { startLine, text, language: codeLanguage({ path, language }), marks: drawn, isCutAbove, isCut };
}

/** What two places share; words of the question as written there. */
export function toEvidence(
  { from, to, shared, chunks, lost }: EvidenceAnswer,
  question: string | undefined,
  conversion: Conversion,
): EvidenceResult {
  return {
    from: from && toSide(from, conversion),
    question,
    to: toSide(to, conversion),
    shared: shared.map(({ kind, label, name, chunks: held, isCommon }) => ({
      label: label && visible(label),
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
    excerpt: toExcerpt(chunk.excerpt, chunk.path),
    communities: chunk.communities.map(visible),
  };
}

/** The state of a folder, with left-out files counted by reason. */
export function toFolderStatus(report: FolderReport, conversion: Conversion): FolderStatus {
  const { folder, skipped: files, indexDirectory: _, encodings: __, versions: ___, ...facts } = report;
  const skipped: Record<string, number> = {};
  for (const { reason } of files) skipped[reason] = (skipped[reason] ?? 0) + 1;
  return { ...facts, uri: conversion.uris.toUri(folder), name: folderName(folder, conversion), skipped };
}

/** The same for the report, listing every left-out file. */
export function toFolderDetails(report: FolderReport, conversion: Conversion): FolderDetails {
  return {
    ...toFolderStatus(report, conversion),
    indexDirectory: report.indexDirectory,
    skippedFiles: groupSkipped(report.skipped),
    encodings: Object.entries(report.encodings ?? {}).map(([encoding, paths]) => ({ encoding, paths: paths.map(visible) })),
    versions: report.versions,
    given: sumReceipts(report.indexDirectory === undefined ? [] : readReceipts(report.indexDirectory)),
  };
}

function groupSkipped(skipped: FolderReport['skipped']): SkippedGroup[] {
  const groups = [...Map.groupBy(skipped, ({ reason }) => reason)].map(([reason, files]) => {
    return { reason, files: files.map(({ path, detail }) => ({ path: visible(path), detail })) };
  });
  return groups.sort((a, b) => b.files.length - a.files.length);
}
