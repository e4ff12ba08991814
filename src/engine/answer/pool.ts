/**
 * The sources in a model's prompt: ranked chunks, best first, adjacent and overlapping ones of a file merged, secrets masked, cut to a budget
 * of tokens. Cost: linear in the text of the chunks, one token count per source.
 */

import type { ChunkKind } from '../document.ts';
import type { Place } from '../place.ts';
import { maskSpans } from '../text/secrets/secrets.ts';
import type { Span } from '../text/spans.ts';
import { endsWithAny, lineStarts } from '../util/strings.ts';
import { mergedTitle } from './mergedTitle.ts';

/** A ranked chunk with its text. */
export interface PoolChunk extends Place {
  readonly title: string;
  readonly kind: ChunkKind;
  readonly text: string;
  /** Spans of the text that look like secrets. */
  readonly secrets: readonly Span[];
  /** A model's one-sentence summary of it. */
  readonly summary?: string;
  /** Lines of its file, if known. */
  readonly fileLines?: number;
  /** Whether lines that were asked for are left out after it. */
  readonly isCut?: boolean;
}

/** A source as it is sent to the model. */
export interface PoolSource extends PoolChunk {
  /** Its number, from 1. */
  readonly n: number;
  /** The text as it is sent: secrets masked, cut if it would not fit. */
  readonly sent: string;
  /** Number of secrets masked in it. */
  readonly masked: number;
}

/** A source that does not fit is cut if at least this share of it is left, else skipped. */
const minShare = 1 / 3;

/** Merges chunks that are adjacent or overlap; a merged chunk has the rank of its best one. */
export function mergeChunks(ranked: readonly PoolChunk[]): readonly PoolChunk[] {
  const groups: { rank: number; chunk: PoolChunk; titles: string[] }[] = [];
  const byPlace = ranked
    .map((chunk, rank) => ({ rank, chunk }))
    .sort(
      (a, b) => compare(a.chunk.folder, b.chunk.folder) || compare(a.chunk.path, b.chunk.path) || a.chunk.startLine - b.chunk.startLine,
    );
  for (const { rank, chunk } of byPlace) {
    const last = groups.at(-1);
    if (last !== undefined && canJoin(last.chunk, chunk)) {
      if (chunk.endLine > last.chunk.endLine) last.titles.push(chunk.title);
      last.chunk = join(last.chunk, chunk);
      last.rank = Math.min(last.rank, rank);
    } else groups.push({ rank, chunk, titles: [chunk.title] });
  }
  return groups.sort((a, b) => a.rank - b.rank).map(({ chunk, titles }) => ({ ...chunk, title: mergedTitle(chunk.kind, titles) }));
}

/**
 * The sources that fit into `budget` tokens, numbered on from `before`. `count` counts the tokens of a text, `wrap` renders a source for the prompt.
 */
export async function fillPool(
  chunks: readonly PoolChunk[],
  budget: number,
  count: (text: string) => Promise<number>,
  wrap: (source: PoolSource) => string,
  before = 0,
): Promise<readonly PoolSource[]> {
  const sources: PoolSource[] = [];
  let left = budget;
  for (const chunk of chunks) {
    const { text: sent, count: masked } = maskSpans(chunk.text, chunk.secrets);
    const whole: PoolSource = { ...chunk, n: before + sources.length + 1, sent, masked };
    const tokens = await count(wrap(whole));
    if (tokens <= left) {
      sources.push(whole);
      left -= tokens;
      continue;
    }
    const share = left / tokens;
    if (share < minShare) continue;
    const cut = cutAtLine(whole, share * 0.9);
    const cutTokens = cut === undefined ? Number.POSITIVE_INFINITY : await count(wrap(cut));
    if (cut === undefined || cutTokens > left) continue;
    sources.push(cut);
    left -= cutTokens;
  }
  return sources;
}

const compare = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);

/** Parts of one long line are never joined: their line numbers do not say where they meet. */
function canJoin(a: PoolChunk, b: PoolChunk): boolean {
  const isWhole = a.endColumn === undefined && b.endColumn === undefined;
  return isWhole && a.folder === b.folder && a.path === b.path && b.startLine <= a.endLine + 1;
}

/** Joins two chunks; `a` must not begin after `b`. */
function join(a: PoolChunk, b: PoolChunk): PoolChunk {
  if (b.endLine <= a.endLine) return a;
  const skipped = startOfLine(b.text, a.endLine + 1 - b.startLine);
  const added = b.text.slice(skipped);
  const gap = a.text === '' || endsWithAny(a.text, '\r\n') ? '' : '\n';
  const shift = a.text.length + gap.length - skipped;
  const later = b.secrets
    .filter(({ to }) => to > skipped)
    .map(({ from, to }) => ({ from: Math.max(from, skipped) + shift, to: to + shift }));
  const summary = [a.summary, b.summary].filter((one) => one !== undefined).join(' ');
  const { isCut = false } = b;
  const joined = { ...a, endLine: b.endLine, text: a.text + gap + added, secrets: [...a.secrets, ...later], isCut };
  return summary === '' ? joined : { ...joined, summary };
}

/** Offset where line `line` (from 0) of a text begins. */
function startOfLine(text: string, line: number): number {
  let i = 0;
  for (const start of lineStarts(text)) if (i++ === line) return start;
  return text.length;
}

/** The first lines of a source, about the given share of it, with its line range adjusted. */
function cutAtLine(source: PoolSource, share: number): PoolSource | undefined {
  const end = source.sent.lastIndexOf('\n', source.sent.length * share) + 1;
  if (end === 0) return undefined;
  const sent = source.sent.slice(0, end);
  // A masked secret may have spanned several lines, so the range is left as it is.
  if (source.masked > 0) return { ...source, sent, isCut: true };
  const lines = sent.split('\n').length - 1;
  return { ...source, sent, text: sent, endLine: Math.min(source.endLine, source.startLine + lines - 1), isCut: true };
}
