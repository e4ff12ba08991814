/** Whether what an answer shows contains the evidence of a known answer. */

import type { AskAnswer, SearchResult } from '../../src/service/types/results.ts';

/** A file, or a pattern of paths, with a pattern for the text that must be shown. */
export interface Evidence {
  readonly file?: string;
  readonly files?: string;
  readonly pattern: string;
}

export interface Shown {
  readonly file: string;
  readonly text: string;
}

/** The blocks of an answer. */
export function shownBy({ blocks, sources }: AskAnswer): readonly Shown[] {
  return blocks.map(({ n, pieces }) => ({
    file: (sources[n - 1] as SearchResult).path,
    text: pieces.map(({ text }) => text).join('\n'),
  }));
}

/** Whether the texts show one piece of evidence. */
export function isIn(shown: readonly Shown[], all: readonly Evidence[]): boolean {
  return all.some(({ file, files, pattern }) => {
    const isWanted = (path: string): boolean => (file === undefined ? new RegExp(files ?? '').test(path) : path === file);
    const text = shown.filter((one) => isWanted(one.file)).map((one) => one.text);
    return text.length > 0 && new RegExp(pattern, 'su').test(text.join('\n'));
  });
}
