/** Whether what an answer shows contains the evidence of a known answer. */

import type { AskAnswer, SearchResult } from '../../src/service/types/results.ts';

/** A file, or a pattern of paths, with a pattern for the text that must be shown. */
export interface PatternEvidence {
  readonly file?: string;
  readonly files?: string;
  readonly pattern: string;
}

/** A file with its lines of which one must be shown, as judged questions have it. */
type LineEvidence = readonly [file: string, from: number, to: number];

export type Evidence = PatternEvidence | LineEvidence;

/** The lines of a text that is shown. */
interface ShownLines {
  readonly startLine: number;
  readonly endLine: number;
}

export interface Shown {
  readonly file: string;
  readonly text: string;
  /** Unknown of the output of other programs, which shows no evidence by lines. */
  readonly lines?: readonly ShownLines[];
}

/** The blocks of an answer. */
export function shownBy({ blocks, sources }: AskAnswer): readonly Shown[] {
  return blocks.map(({ n, pieces }) => ({
    file: (sources[n - 1] as SearchResult).path,
    text: pieces.map(({ text }) => text).join('\n'),
    lines: pieces.map(({ startLine, text }) => ({ startLine, endLine: startLine + text.split('\n').length - 1 })),
  }));
}

/** Whether a file has evidence. */
export function hasEvidence(path: string, one: Evidence): boolean {
  if (isByLines(one)) return path === one[0];
  return one.file === undefined ? new RegExp(one.files ?? '').test(path) : path === one.file;
}

function isByLines(one: Evidence): one is LineEvidence {
  return Array.isArray(one);
}

/** Whether the texts show one piece of evidence. */
export function isIn(shown: readonly Shown[], all: readonly Evidence[]): boolean {
  return all.some((one) => {
    const wanted = shown.filter(({ file }) => hasEvidence(file, one));
    if (isByLines(one)) return wanted.some(({ lines = [] }) => lines.some((at) => at.startLine <= one[2] && one[1] <= at.endLine));
    return wanted.length > 0 && new RegExp(one.pattern, 'su').test(wanted.map(({ text }) => text).join('\n'));
  });
}
