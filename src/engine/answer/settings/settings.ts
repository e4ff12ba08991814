/**
 * The lines of a passage that give a value to what a question asks about, by the words that they share with it: in the line, in what describes it,
 * in its heading or definition. The weights were chosen on the questions for values of `bench/quality/newcomers.ts`.
 * Cost: a pass over the lines of the passage.
 */

import type { ChunkKind } from '../../document.ts';
import { type AskedWord, heldShare, termSet } from '../../question/askedWords.ts';
import type { ValueQuestion } from '../../question/newcomers/valueQuestions.ts';
import { languageNamed } from '../../text/languages.ts';
import { linesOf } from '../../text/lines.ts';
import { countTerms } from '../../text/words/countTerms.ts';
import { Shape, wordsIn } from '../../text/words/tokens.ts';
import { startsWithAny } from '../../util/strings.ts';
import { docUnits } from '../brief/units/docUnits.ts';
import type { Unit } from '../brief/units/unit.ts';
import { type Binding, bindingIn, isDefaultWord } from './binding.ts';
import { type Description, descriptionAt } from './description.ts';

/** A passage with the lines of its file. */
export interface SettingSource {
  readonly title: string;
  readonly kind: ChunkKind;
  readonly language: string;
  /** From 1, inclusive. */
  readonly startLine: number;
  readonly endLine: number;
  readonly lines: readonly string[];
}

/** Lines that give a value, from 1, inclusive, and how much of the question they hold, 0 to 1. */
export interface Setting {
  readonly startLine: number;
  readonly endLine: number;
  readonly held: number;
  /** How much of the subject alone, and the number of its words that the lines hold. */
  readonly subject: number;
  readonly count: number;
  /** Whether most of the name that is given the value is asked for. */
  readonly isNamed: boolean;
}

const weights = {
  /** How much a word counts in what describes a line, and in the heading or definition. */
  description: 0.75,
  title: 0.5,
  /** Share of a name without a word of the question. */
  unnamed: 0.85,
  /** Share of what code in a document sets without calling it a default: an example sets what is none. */
  example: 0.8,
};

/** The setting of a passage that holds most of a question; undefined if no line gives a value. */
export function settingIn(source: SettingSource, question: ValueQuestion): Setting | undefined {
  const { lines, title } = source;
  const words = [...question.subject, ...question.measured];
  const total = words.reduce((sum, { weight }) => sum + weight, 0);
  const known = new Map<number, readonly number[]>();
  const heldAt = (at: number): readonly number[] => {
    const held = known.get(at) ?? heldBy(lines[at] ?? '', words);
    known.set(at, held);
    return held;
  };
  const inTitle = heldBy(title, words);
  const examples = codeIn(source);
  let best: Setting | undefined;
  for (let at = source.startLine - 1; at < Math.min(source.endLine, lines.length); at++) {
    const line = lines[at] as string;
    const binding = bindingIn(line, lines[at + 1] ?? '', source.kind, question.isNumber);
    if (binding === undefined) continue;
    const around = descriptionAt(lines, at, source, binding.isText);
    const described = positionsOf(around).map(heldAt);
    const own = heldAt(at);
    const shares = words.map((_, w) => {
      const description = Math.max(...described.map((held) => held[w] as number));
      return Math.max(own[w] as number, weights.description * description, weights.title * (inTitle[w] as number));
    });
    const named = namedShare(nameOf(lines, at, around, binding), words);
    const subjects = question.subject.length;
    const factor = weights.unnamed + (1 - weights.unnamed) * named;
    const weighed = shares.map((share, w) => share * (words[w] as AskedWord).weight);
    const subject = sum(weighed.slice(0, subjects));
    const isExample = shares.at(-1) === 0 && examples.some(({ first, last }) => first <= at && at <= last);
    const held = (factor * (isExample ? weights.example : 1) * sum(weighed)) / total;
    if (best !== undefined && held <= best.held + 1e-9) continue;
    const count = shares.slice(0, subjects).filter((share) => share > weights.title).length;
    const last = Math.max(around.last, at + Number(binding.isNext));
    best = { startLine: around.first + 1, endLine: last + 1, held, subject, count, isNamed: named >= 0.5 };
  }
  return best;
}

/** The code that a document with headings quotes; settings files have no headings. */
function codeIn({ language: name, lines, startLine, endLine }: SettingSource): readonly Unit[] {
  const language = languageNamed(name);
  if (language.headings === 'none') return [];
  return docUnits(linesOf(lines.join('\n')), language, startLine - 1, endLine).filter((unit) => unit.kind === 'code');
}

function sum(numbers: readonly number[]): number {
  return numbers.reduce((all, one) => all + one, 0);
}

function positionsOf({ first, last, header }: Description): readonly number[] {
  const all = Array.from({ length: last - first + 1 }, (_, i) => first + i);
  return header === undefined ? all : [...all, header];
}

/** The name that a line gives a value: the last before the mark in code, the first of the entry in a text. */
function nameOf(lines: readonly string[], at: number, { first }: Description, { nameEnd }: Binding): string {
  const before = nameEnd === 0 ? undefined : namesIn((lines[at] as string).slice(0, nameEnd)).at(-1);
  return before === undefined || isDefaultWord(before) ? entryName(lines[first] as string) : before;
}

/** The first name of an entry; in a comment, the name behind a tag such as `@param {number}` or `:param`. */
function entryName(line: string): string {
  const [first = ''] = namesIn(line);
  const at = line.indexOf(first);
  if (first === '' || !startsWithAny(line.charAt(at - 1), '@:\\')) return first;
  const behind = line.slice(at + first.length);
  return namesIn(behind.slice(behind.indexOf('}') + 1))[0] ?? first;
}

/** The names of a text, with their hyphens. */
function namesIn(text: string): readonly string[] {
  const names: string[] = [];
  let end = -1;
  for (const { text: word, shape, from, to } of wordsIn(text)) {
    if ((shape & Shape.Digit) !== 0) continue;
    if (end === from - 1 && startsWithAny(text.slice(end), '-')) names.push(`${names.pop()}_${word}`);
    else names.push(word);
    end = to;
  }
  return names;
}

/** The share of the parts of a name that the words hold. */
function namedShare(name: string, words: readonly AskedWord[]): number {
  const terms = [...countTerms(name).keys()];
  const parts = terms.length > 1 ? terms.slice(1) : terms;
  const isHeld = (part: string): boolean => words.some((word) => heldShare(word, termSet([part])) > 0);
  return parts.length === 0 ? 0 : parts.filter(isHeld).length / parts.length;
}

function heldBy(text: string, words: readonly AskedWord[]): readonly number[] {
  const terms = termSet(countTerms(text).keys());
  return words.map((word) => heldShare(word, terms));
}
