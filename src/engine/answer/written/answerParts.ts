/** The lines of an answer, by which a mark is known to cover more than its sentence. Linear in the text. */

import { type Fence, fenceAfter } from '../../text/fences.ts';
import { sentencesOf } from '../../text/sentences.ts';
import type { Span } from '../../text/spans.ts';
import { cutAt, endsWithAny, isOnly, skip, trimEndOf } from '../../util/strings.ts';
import { sourceNouns } from '../../vocabulary/replies/replyWords.ts';

/** A line, or a block of fenced code. */
export interface Part extends Span {
  /** `marks`: numbers in brackets alone. */
  readonly kind: 'prose' | 'item' | 'code' | 'marks' | 'blank';
  /** Of code the whole block. */
  readonly sentences: readonly Span[];
}

export function partsOf(answer: string): readonly Part[] {
  const parts: Part[] = [];
  let fence: Fence | undefined;
  let from = 0;
  for (const line of answer.split('\n')) {
    const to = from + line.length;
    const before = fence;
    fence = fenceAfter(before, line);
    const last = parts.at(-1);
    if (before !== undefined && last !== undefined) parts[parts.length - 1] = { ...last, to, sentences: [] };
    else if (fence !== undefined) parts.push({ kind: 'code', from, to, sentences: [] });
    else parts.push({ kind: kindOf(line), from, to, sentences: sentencesIn(line, from) });
    from = to + 1;
  }
  return parts;
}

function sentencesIn(line: string, offset: number): readonly Span[] {
  return sentencesOf(line).map(({ from, to }) => ({ from: offset + from, to: offset + to }));
}

function kindOf(line: string): Part['kind'] {
  const text = line.trim();
  if (text === '') return 'blank';
  if (isOnly(text, numbers) || isOnly(afterNoun(text) ?? text, numbers)) return 'marks';
  const bullet = cutAt(text, ' ');
  const isNumber = isOnly(bullet, '0123456789.)') && endsWithAny(bullet, '.)');
  return bullet !== text && (isNumber || isOnly(bullet, '-*+•')) ? 'item' : 'prose';
}

const numbers = '[]0123456789 ?,';

/** What follows a word for sources and a colon, with which a line begins: "**Sources:** [1], [4]". */
function afterNoun(line: string): string | undefined {
  const start = line.slice(skip(line, emphasis));
  const noun = cutAt(start, colon);
  if (noun === start || !sourceNouns.has(trimEndOf(noun, emphasis).toLowerCase())) return undefined;
  const rest = start.slice(noun.length + colon.length);
  return rest.slice(skip(rest, emphasis));
}
const emphasis = ' *_';

/** Whether a line may yet become one. */
function mayBeList(line: string): boolean {
  const start = line.slice(skip(line, emphasis)).toLowerCase();
  return start !== '' && [...sourceNouns].some((noun) => noun.startsWith(start) || start.startsWith(noun));
}

/** What the marks of a sentence cover before it: sentences that cite nothing, or code. */
export function coverBefore(
  answer: string,
  parts: readonly Part[],
  at: number,
  sentence: Span,
  marks: readonly Span[],
  isUncited: (sentence: Span) => boolean,
): readonly Span[] {
  const part = parts[at] as Part;
  if (part.kind === 'marks') return blockBefore(answer, parts, at, isUncited);
  if (sentence !== part.sentences.at(-1) || !isAfterStop(answer.slice(sentence.from, sentence.to), sentence.from, marks)) return [];
  return uncitedTail(part.sentences.slice(0, -1), isUncited);
}

/** Up to where no mark that may still follow can cover anything. */
export function settledEnd(answer: string): number {
  const parts = partsOf(answer);
  const starts = parts.flatMap((part, i) => (part.kind !== 'blank' && (parts[i - 1]?.kind ?? 'blank') === 'blank' ? [i] : []));
  const last = parts[starts.at(-1) ?? 0];
  if (last === undefined || starts.length === 0) return 0;
  const mayBeMarks =
    parts.at(-1)?.kind === 'blank' ||
    answer.startsWith(bracket, last.from) ||
    last.kind === 'marks' ||
    mayBeList(answer.slice(last.from, last.to));
  let at = starts.length - (mayBeMarks && parts.at(-1)?.kind !== 'blank' ? 2 : 1);
  const before = parts[(starts[at] ?? 0) - 2];
  if (before !== undefined && trimEndOf(answer.slice(before.from, before.to), ' *_').endsWith(colon)) at--;
  return parts[starts[Math.max(0, at)] as number]?.from ?? 0;
}
const bracket = '[';
const colon = ':';

/** Whether the last marks of a sentence follow its stop. */
function isAfterStop(text: string, offset: number, marks: readonly Span[]): boolean {
  let end = text.length;
  for (const { from, to } of [...marks].reverse()) if (trimEndOf(text.slice(to - offset, end), ' *_') === '') end = from - offset;
  return end < text.length && endsWithAny(trimEndOf(text.slice(0, end), ' *_'), '.!?。！？');
}

/** The last sentences, back to one that cites. */
function uncitedTail(sentences: readonly Span[], isUncited: (sentence: Span) => boolean): readonly Span[] {
  return sentences.slice(sentences.findLastIndex((one) => !isUncited(one)) + 1);
}

/** The paragraph, list or code before a line, with the line that introduces it. */
function blockBefore(answer: string, parts: readonly Part[], at: number, isUncited: (sentence: Span) => boolean): readonly Span[] {
  let i = at - 1;
  const skipBlanks = (): void => {
    while (parts[i]?.kind === 'blank') i--;
  };
  skipBlanks();
  const kind = parts[i]?.kind;
  if (kind === undefined || kind === 'marks') return [];
  const block: Span[] = [];
  for (; parts[i]?.kind === kind; i--) {
    const part = parts[i] as Part;
    block.unshift(...(kind === 'code' ? [{ from: part.from, to: part.to }] : part.sentences.filter(isUncited)));
    if (kind === 'code') {
      i--;
      break;
    }
  }
  if (kind === 'prose') return uncitedTail(block, isUncited);
  skipBlanks();
  const intro = parts[i];
  const isIntroduced = intro?.kind === 'prose' && trimEndOf(answer.slice(intro.from, intro.to), ' *_').endsWith(colon);
  return isIntroduced ? [...uncitedTail(intro.sentences, isUncited), ...block] : block;
}
