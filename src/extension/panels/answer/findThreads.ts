/** Earlier threads by words of their questions and answers. Cost: one pass over the stored threads, which are bounded. */

import type { PanelThread, PanelTurn } from '../../../protocol/panels/panelThread.ts';

export interface FoundThread {
  readonly thread: PanelThread;
  /** The line that has most of the words, unless the first question has all. */
  readonly line?: string;
}

/** The threads that have every word that was typed, in whatever case, in the given order; without words, all. */
export function findThreads(threads: readonly PanelThread[], typed: string): readonly FoundThread[] {
  const words = [...new Set(typed.toLowerCase().split(/\s+/))].filter((word) => word !== '');
  return threads.flatMap((thread) => {
    const [first = '', ...others] = thread.turns.flatMap(turnLines);
    const isIn = (line: string): readonly string[] => words.filter((word) => line.toLowerCase().includes(word));
    if (isIn(first).length === words.length) return [{ thread }];
    const missing = new Set(words);
    let best = { line: '', words: 0 };
    for (const line of [first, ...others]) {
      const found = isIn(line);
      for (const word of found) missing.delete(word);
      if (line !== first && found.length > best.words) best = { line, words: found.length };
    }
    return missing.size === 0 ? [{ thread, line: best.line.trim() }] : [];
  });
}

/** The question, and the lines of its answer. */
function turnLines({ question, text, result }: PanelTurn): readonly string[] {
  const quoted = (result?.blocks ?? []).flatMap(({ subject, shown }) => [subject, shown]);
  return [question, ...[result?.answer ?? text, ...quoted].flatMap((one) => one.split('\n'))];
}
