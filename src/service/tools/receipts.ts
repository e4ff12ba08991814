/**
 * What agents were given of a folder: calls, characters, and the bytes of the files that the results named. Counts alone, no question and no path, in a
 * file beside the index. Each call is a line, so that several programs can add theirs; a long file is summed up.
 */

import fs from 'node:fs';
import { sideFile } from '../../storage/segments/indexDirectory.ts';
import type { ToolPage } from '../../tools/toolResult.ts';
import { absoluteOf, type ToolContext } from './toolContext.ts';

/** The calls of one tool. */
export interface Receipt {
  readonly tool: string;
  readonly calls: number;
  /** Characters of the results. */
  readonly given: number;
  /** Bytes of the files that the results named, counted in each call that named them. */
  readonly whole: number;
}

/** A longer file is summed up to one line a tool. Bytes. */
const maxBytes = 16_384;

/** Adds a call. Nothing is kept of an index that is in memory, nor where the file cannot be written. */
export function keepReceipt(tool: string, { text, files }: ToolPage, context: ToolContext): void {
  const folder = files[0]?.folder ?? [...context.folders.keys()][0];
  const indexDirectory = context.service.report().find((report) => report.folder === folder)?.indexDirectory;
  if (indexDirectory === undefined) return;
  const whole = files.reduce((sum, file) => sum + (fs.statSync(absoluteOf(file), { throwIfNoEntry: false })?.size ?? 0), 0);
  const file = sideFile(indexDirectory, 'receipts');
  try {
    fs.appendFileSync(file, lineText({ tool, calls: 1, given: text.length, whole }), { mode: 0o600 });
    if (fs.statSync(file).size <= maxBytes) return;
    fs.writeFileSync(`${file}.new`, readReceipts(indexDirectory).map(lineText).join(''), { mode: 0o600 });
    fs.renameSync(`${file}.new`, file);
  } catch {
    // Receipts are no reason to fail a call.
  }
}

/** The calls by tool; empty if there were none. */
export function readReceipts(indexDirectory: string): readonly Receipt[] {
  let text = '';
  try {
    text = fs.readFileSync(sideFile(indexDirectory, 'receipts'), 'utf8');
  } catch {
    return [];
  }
  const sums = new Map<string, Receipt>();
  for (const line of text.split('\n')) {
    const [tool, ...numbers] = line.split(' ');
    const [calls, given, whole] = numbers.map(Number);
    if (!tool || ![calls, given, whole].every(Number.isSafeInteger)) continue;
    sums.set(tool, add(sums.get(tool), { tool, calls, given, whole } as Receipt));
  }
  return [...sums.values()].sort((a, b) => b.calls - a.calls);
}

/** All tools together. */
export function sumReceipts(receipts: readonly Receipt[]): Receipt {
  return receipts.reduce((sum, one) => ({ ...add(sum, one), tool: sum.tool }), { tool: 'all', calls: 0, given: 0, whole: 0 });
}

function add(a: Receipt | undefined, b: Receipt): Receipt {
  return a === undefined ? b : { tool: b.tool, calls: a.calls + b.calls, given: a.given + b.given, whole: a.whole + b.whole };
}

function lineText({ tool, calls, given, whole }: Receipt): string {
  return `${tool} ${calls} ${given} ${whole}\n`;
}
