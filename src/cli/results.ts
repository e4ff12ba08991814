/** Search results on the command line: JSON for programs, aligned lines for people. */

import type { Message } from '../engine/message.ts';
import { textOf } from '../messages/messages.ts';
import { explainEvidence } from '../service/ask/explain.ts';
import { visiblePath } from '../service/tools/toolContext.ts';
import type { RelatedResult, SearchResult, ShownEvidence } from '../service/types/results.ts';
import { type FolderNames, fileJson } from './folderNames.ts';
import { clean, type Output } from './output.ts';

export interface PrintOptions {
  readonly output: Output;
  readonly folders: FolderNames;
  /** Whether the links to each result are printed. */
  readonly isExplained?: boolean;
  readonly query?: string;
}

/** The fields that programs may rely on. */
export function resultJson(result: SearchResult, folders: FolderNames): object {
  const { rank, startLine, endLine, startColumn, endColumn, title, score } = result;
  const columns = endColumn === undefined ? {} : { startColumn, endColumn };
  const evidence = result.evidence.map((one) => evidenceJson(one, folders));
  const relation = isRelated(result) ? { relation: result.relation, subject: result.subject } : {};
  return { rank, ...fileJson(result, folders), startLine, endLine, ...columns, title, ...relation, score, evidence };
}

/** Whether a result says how it is related to a place. */
function isRelated(result: SearchResult | RelatedResult): result is RelatedResult {
  return 'relation' in result;
}

/** `3`, or `3-9`. */
export function linesOf({ startLine, endLine }: Pick<SearchResult, 'startLine' | 'endLine'>): string {
  return startLine === endLine ? String(startLine) : `${startLine}-${endLine}`;
}

/** One aligned line each, `path:line` first so that terminals make it a link; with `isExplained`, the links to each. */
export function printResults(results: readonly SearchResult[], { output, folders, isExplained = false, query }: PrintOptions): void {
  const places = results.map((result) => `${clean(visiblePath(result, { folders }))}:${linesOf(result)}`);
  const width = Math.min(60, Math.max(0, ...places.map((place) => place.length)));
  for (const [i, result] of results.entries()) {
    const place = (places[i] as string).padEnd(width);
    const number = String(result.rank).padStart(String(results.length).length);
    output.line(`${output.style.dim(number)}  ${output.style.accent(place)}  ${output.style.strong(clean(result.title))}`.trimEnd());
    if (isExplained && isRelated(result) && result.subject !== undefined)
      output.line(`    ${output.style.dim(`${result.relation} ${clean(result.subject)}`)}`);
    if (isExplained)
      for (const evidence of result.evidence)
        output.line(
          `    ${output.style.dim(clean(explainEvidence(evidence, { query, nameOf: (place) => visiblePath(place, { folders }) })))}`,
        );
  }
}

function evidenceJson({ kind, label, keys, via, line }: ShownEvidence, folders: FolderNames): object {
  const place = via === undefined ? {} : { via: { ...fileJson(via, folders), startLine: via.startLine, endLine: via.endLine } };
  return { kind, ...(label === undefined ? {} : { label }), keys, ...place, ...(line === undefined ? {} : { line }) };
}

/** What an answer lacks, one line each. */
export function printNotes(notes: readonly Message[] | undefined, output: Output): void {
  for (const note of notes ?? []) output.line(`${clean(textOf([note]))}\n`);
}
