/**
 * Checks the citations of an answer that has gone through an `AnswerFilter`: what each mark covers, which sentences cite nothing, and whether
 * the model says that the sources do not answer. Linear in the text.
 */

import { codeSpans } from '../../text/codeSpans.ts';
import type { Span } from '../../text/spans.ts';
import { tokenize } from '../../text/words/tokens.ts';
import { cutAt, endsWithAny, hasAny } from '../../util/strings.ts';
import { coverBefore, type Part, partsOf } from './answerParts.ts';
import { isDenial } from './denial.ts';

/** A sentence of an answer. */
export interface CheckedSentence extends Span {
  /** The sources that it cites, in order, without duplicates. */
  readonly cites: readonly number[];
}

/** A number in brackets and its span. */
export interface CitedNumber extends Span {
  readonly n: number;
}

/** A number with the sentences and code that it covers, in their order. */
export interface CheckedMark extends CitedNumber {
  readonly covers: readonly Span[];
}

/** The result of checking a whole answer. */
export interface CheckedAnswer {
  /** False if the model says that the sources do not answer, or cites none. */
  readonly found: boolean;
  /** Every cited source, in order of first citation. */
  readonly cited: readonly number[];
  /** Every mark, in order. */
  readonly marks: readonly CheckedMark[];
  readonly sentences: readonly CheckedSentence[];
  /** Sentences that state something and cite nothing. */
  readonly unsupported: readonly Span[];
}

/** A number in brackets. */
export const citation = /\[(\d{1,4})\]/g;
/** Replaces a number that refers to no source. */
export const unknownMark = '[?]';

/** Checks an answer that has gone through an `AnswerFilter`; `isKnown` is whether a number refers to a source. */
export function checkAnswer(answer: string, isKnown: (n: number) => boolean): CheckedAnswer {
  const { sentences, marks } = covered(answer, isKnown);
  const cited = [...new Set(marks.map(({ n }) => n))];
  const textOf = ({ from, to }: Span): string => answer.slice(from, to);
  const unsupported = sentences.filter((one) => one.cites.length === 0 && makesClaim(textOf(one)));
  const first = sentences.find(({ cites }) => cites.length > 0);
  const isDenied = sentences.some((one) => one.from < (first?.from ?? answer.length) && isDenial(textOf(one)));
  // Its first clause may deny, and cite nothing: "The sources do not say so; they name the pilot [1]."
  const clause = first === undefined ? '' : cutAt(textOf(first), clauseEnd);
  const isDeniedFirst = first !== undefined && clause.length < first.to - first.from && !hasAny(clause, '[') && isDenial(clause);
  const found = !isDenied && !isDeniedFirst && (cited.length > 0 || answer.includes(unknownMark));
  return { found, cited, marks, sentences, unsupported: unsupported.map(({ from, to }) => ({ from, to })) };
}

const clauseEnd = ';';

/** Whether a sentence makes a claim that needs a source. */
function makesClaim(sentence: string): boolean {
  const text = sentence.trim();
  return !endsWithAny(text, ':?') && !text.startsWith('#') && tokenize(text).count >= 3 && !isDenial(text);
}

/**
 * The sentences outside fenced code, and what each mark covers: its sentence. A mark after the last stop of a paragraph covers all of it, one on a
 * line of its own the paragraph, list or code before, each with the line that introduces it; both only what cites nothing itself.
 */
function covered(answer: string, isKnown: (n: number) => boolean): Pick<CheckedAnswer, 'sentences' | 'marks'> {
  const parts = partsOf(answer);
  const cites = new Map<Span, number[]>();
  const marks: CheckedMark[] = [];
  for (const [at, part] of parts.entries()) {
    const numbers = numbersInLine(answer.slice(part.from, part.to)).map(({ n, from, to }) => ({
      n,
      from: part.from + from,
      to: part.from + to,
    }));
    const known = part.kind === 'code' ? [] : numbers.filter(({ n }) => isKnown(n));
    let next = 0;
    for (const sentence of part.sentences) {
      const own: CitedNumber[] = [];
      while ((known[next]?.from ?? sentence.to) < sentence.to) own.push(known[next++] as CitedNumber);
      cites.set(
        sentence,
        own.map(({ n }) => n),
      );
      const isUncited = (one: Span): boolean => cites.get(one)?.length === 0;
      const before = own.length === 0 ? [] : coverBefore(answer, parts, at, sentence, own, isUncited);
      for (const one of before) cites.get(one)?.push(...own.map(({ n }) => n));
      const covers = part.kind === 'marks' && before.length > 0 ? before : [...before, sentence];
      for (const mark of own) marks.push({ ...mark, covers });
    }
  }
  const sentences = parts.flatMap(({ sentences: all }: Part) =>
    all.map((one) => ({ from: one.from, to: one.to, cites: [...new Set(cites.get(one))] })),
  );
  return { sentences, marks };
}

/** The numbers in brackets outside code (in code they are indices), in order. */
export function citedNumbers(text: string): readonly CitedNumber[] {
  return partsOf(text).flatMap(({ kind, from: at, to: end }) =>
    kind === 'code' ? [] : numbersInLine(text.slice(at, end)).map(({ n, from, to }) => ({ n, from: at + from, to: at + to })),
  );
}

function numbersInLine(line: string): readonly CitedNumber[] {
  const { spans } = codeSpans(line);
  let next = 0;
  const found: CitedNumber[] = [];
  for (const { 0: whole, 1: digits, index } of line.matchAll(citation)) {
    while ((spans[next]?.to ?? line.length) <= index) next++;
    if (index < (spans[next]?.from ?? line.length)) found.push({ n: Number(digits), from: index, to: index + whole.length });
  }
  return found;
}
