/**
 * Maps lines of a file to the editor's unsaved text.
 *
 * Computes a line diff: common lines at both ends, then lines that occur once on both sides as anchors (patience diff, Bram Cohen), each
 * gap between anchors again by its ends. Lines without a counterpart map to their neighbours. O(n log n) time, O(n) memory.
 */

/** Lines are 1-based and inclusive, as in the service's places. */
export interface LineRange {
  readonly startLine: number;
  readonly endLine: number;
}

/** Maps line ranges of one text to another. */
export interface RangeMapping {
  /** The range in the new text; if all its lines are gone, the line where they were. */
  map(range: LineRange): LineRange;
}

/** The mapping from the text on disk to the editor's text. Line endings are ignored. */
export function mapRanges(onDisk: string, inEditor: string): RangeMapping {
  const before = onDisk.split(/\r\n|\r|\n/);
  const after = inEditor.split(/\r\n|\r|\n/);
  const partners = new Int32Array(before.length).fill(-1);
  match(before, after, { from: 0, to: before.length, otherFrom: 0, otherTo: after.length }, partners);
  const clamp = (line: number) => Math.min(Math.max(line, 0), after.length - 1);

  return {
    map({ startLine, endLine }) {
      const first = Math.min(Math.max(startLine - 1, 0), before.length - 1);
      const last = Math.min(Math.max(endLine - 1, first), before.length - 1);
      const start = partners[first]! >= 0 ? partners[first]! : previousPartner(partners, first) + 1;
      const end = partners[last]! >= 0 ? partners[last]! : nextPartner(partners, last, after.length) - 1;
      return { startLine: clamp(start) + 1, endLine: clamp(Math.max(start, end)) + 1 };
    },
  };
}

function previousPartner(partners: Int32Array, line: number): number {
  for (let i = line - 1; i >= 0; i--) if (partners[i]! >= 0) return partners[i]!;
  return -1;
}

function nextPartner(partners: Int32Array, line: number, end: number): number {
  for (let i = line + 1; i < partners.length; i++) if (partners[i]! >= 0) return partners[i]!;
  return end;
}

/** A range of both texts still to be matched; ends are exclusive. */
interface Region {
  readonly from: number;
  readonly to: number;
  readonly otherFrom: number;
  readonly otherTo: number;
}

function match(before: readonly string[], after: readonly string[], whole: Region, partners: Int32Array): void {
  // A worklist instead of recursion: a text with many anchors must not exhaust the stack.
  const waiting: Region[] = [whole];
  for (let region = waiting.pop(); region; region = waiting.pop()) {
    const rest = matchEnds(before, after, region, partners);
    if (rest.from >= rest.to || rest.otherFrom >= rest.otherTo) continue;
    let from = rest.from;
    let otherFrom = rest.otherFrom;
    const anchors = uniqueAnchors(before, after, rest);
    for (const [line, other] of anchors) {
      partners[line] = other;
      waiting.push({ from, to: line, otherFrom, otherTo: other });
      from = line + 1;
      otherFrom = other + 1;
    }
    if (anchors.length > 0) waiting.push({ from, to: rest.to, otherFrom, otherTo: rest.otherTo });
  }
}

function matchEnds(before: readonly string[], after: readonly string[], region: Region, partners: Int32Array): Region {
  let { from, to, otherFrom, otherTo } = region;
  while (from < to && otherFrom < otherTo && before[from] === after[otherFrom]) partners[from++] = otherFrom++;
  while (from < to && otherFrom < otherTo && before[to - 1] === after[otherTo - 1]) partners[--to] = --otherTo;
  return { from, to, otherFrom, otherTo };
}

/** Pairs of lines that occur once on both sides: the longest common subsequence. */
function uniqueAnchors(before: readonly string[], after: readonly string[], region: Region): [number, number][] {
  const once = new Map<string, number>();
  for (let i = region.from; i < region.to; i++) once.set(before[i]!, once.has(before[i]!) ? -1 : i);
  const others = new Map<string, number>();
  for (let j = region.otherFrom; j < region.otherTo; j++) others.set(after[j]!, others.has(after[j]!) ? -1 : j);
  const pairs: [number, number][] = [];
  for (const [text, line] of once) {
    const other = others.get(text);
    if (line >= 0 && other !== undefined && other >= 0) pairs.push([line, other]);
  }
  return increasingSubsequence(pairs);
}

function increasingSubsequence(pairs: readonly [number, number][]): [number, number][] {
  // tails[k] is the index of the pair with the smallest second component that ends an increasing run of length k + 1.
  const tails: number[] = [];
  const earlier = new Int32Array(pairs.length).fill(-1);
  for (let i = 0; i < pairs.length; i++) {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >> 1;
      if (pairs[tails[middle]!]![1] < pairs[i]![1]) low = middle + 1;
      else high = middle;
    }
    if (low > 0) earlier[i] = tails[low - 1]!;
    tails[low] = i;
  }
  const run: [number, number][] = [];
  for (let i = tails.at(-1) ?? -1; i >= 0; i = earlier[i]!) run.push(pairs[i]!);
  return run.reverse();
}
