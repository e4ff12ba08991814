/**
 * Questions about names: where something is defined, who calls, uses, imports, extends, tests or documents it, what a change of it reaches, how two
 * things are connected. Their answer follows from who uses what, and rarely contains the words of the question.
 *
 * By phrases of each language, matched against the whole question without its frame ("Can you show me …?"). The first phrase that fits wins; phrases
 * of two names come first. Cost: a pattern for each phrase that begins like the question and each reading of the frame, over a short question. The first
 * question of a process pays for their compilation; patterns that ignore case would take three times as long, so texts are made lower-case instead.
 */

import { isSymbol } from '../text/names/entities.ts';
import { wordsIn } from '../text/words/tokens.ts';
import { blanks, hasAny, skip, trimEndOf, wordsOf } from '../util/strings.ts';
import { vocabularies } from '../vocabulary/vocabularies.ts';
import { type NameRelation, nameRelations, type Vocabulary } from '../vocabulary/vocabulary.ts';

/** Longer questions ask for more than one thing. UTF-16 units. */
const maxLength = 300;
/** Quotation marks around names. */
const quotes = '`"\'“”„«»「」';

const letters = 'abcdefghijklmnopqrstuvwxyz ';
/** Of a group of alternatives in a pattern. */
const opening = '(?:';

/** The thing that such a question names. */
export interface NamedSubject {
  /** As written, without quotes, article and the word for its kind: `Router`, `src/router.ts`, `rate limiter`. */
  readonly text: string;
  /** Whether it is a single word without an article, so that it may be a name. */
  readonly isName: boolean;
  /** Whether it can only be a name: it is quoted, written like code, or called a function, a class and the like. */
  readonly isCode: boolean;
  /** Whether it refers to something said before: "it", "this function". */
  readonly isPronoun: boolean;
}

export interface NameQuestion {
  readonly asks: NameRelation;
  /** One; two for a connection. */
  readonly subjects: readonly NamedSubject[];
}

interface Shape {
  readonly asks: NameRelation;
  /** What texts begin with that it fits. */
  readonly begins: readonly string[];
  /** For text in lower case. */
  readonly pattern: RegExp;
  readonly vocabulary: Vocabulary;
}

/** What may be around a question in a language. */
interface Frame {
  readonly before: RegExp;
  readonly after: RegExp;
}

let shapes: readonly Shape[] | undefined;
let frames: ReadonlyMap<Vocabulary, Frame> | undefined;

/** What a question asks about a name; undefined for other questions. */
export function parseNameQuestion(question: string): NameQuestion | undefined {
  if (question.length > maxLength) return undefined;
  const plain = wordsOf(trimEndOf(question, `${blanks}?.!？。！`)).join(' ');
  // "If I change it, what breaks" asks what "What breaks if I change it" does.
  const [condition = '', ...asked] = plain.split(', ');
  const readings = asked.length === 1 ? [plain, `${asked[0]} ${condition}`] : [plain];
  shapes ??= nameRelations.flatMap((asks) => vocabularies.flatMap((vocabulary) => relationShapes(asks, vocabulary)));
  frames ??= new Map(vocabularies.map((vocabulary) => [vocabulary, frameIn(vocabulary)]));
  const framed = new Map([...frames].map(([vocabulary, frame]) => [vocabulary, readings.flatMap((one) => withoutFrame(one, frame))]));
  for (const { asks, begins, pattern, vocabulary } of shapes) {
    for (const text of framed.get(vocabulary) as readonly string[]) {
      const lower = lowerCased(text);
      if (!begins.some((one) => lower.startsWith(one))) continue;
      const { a, b, kind } = pattern.exec(lower)?.indices?.groups ?? {};
      if (a === undefined) continue;
      const subjects = [a, ...(b === undefined ? [] : [b])].map(([from, to]) => parseSubject(text.slice(from, to), vocabulary));
      if (kind === undefined || subjects.every(({ isCode }) => isCode)) return { asks, subjects };
    }
  }
  return undefined;
}

function relationShapes(asks: NameRelation, vocabulary: Vocabulary): readonly Shape[] {
  const { phrases = {}, words = {} } = vocabulary.names ?? {};
  return (phrases[asks] ?? []).map((phrase) => {
    const source = filled(phrase.toLowerCase(), words);
    return { asks, begins: firstWords(source), pattern: new RegExp(`^${source}$`, 'du'), vocabulary };
  });
}

/** What texts begin with that a pattern fits, if it begins with Latin words or with one of several; the empty text otherwise. */
function firstWords(pattern: string): readonly string[] {
  const from = skip(pattern, opening);
  const to = skip(pattern, `${letters}|`, from);
  // What is before a quantifier may be missing.
  const isOptional = (at: number): boolean => hasAny(pattern[at] ?? '', '?*+{');
  if (from === 0) return [pattern.slice(0, isOptional(to) ? to - 1 : to)];
  const isGroup = from === opening.length && hasAny(pattern[to] ?? '', ')') && !isOptional(to + 1);
  return isGroup ? pattern.slice(from, to).split('|') : [''];
}

/** Letters keep their places: the few that would become two stay. */
function lowerCased(text: string): string {
  const lower = (one: string): string => (one.toLowerCase().length === one.length ? one.toLowerCase() : one);
  return Array.from(text, lower).join('');
}

/** Apart from the phrases: in each of them it would be compiled again, before the first question. */
function frameIn({ names }: Vocabulary): Frame {
  const { before = '(?!)', after = '(?!)' } = names ?? {};
  const [atStart, atEnd] = [`^(?:(?:${before})\\s*)*`, `\\s*(?:${after})$`].map(ignoringCase) as [RegExp, RegExp];
  return { before: atStart, after: atEnd };
}

/** A question without its frame, and with parts of it, which may belong to a phrase: "where does it come from in here". */
function withoutFrame(plain: string, { before, after }: Frame): readonly string[] {
  const start = (before.exec(plain) as RegExpExecArray)[0].length;
  const ends = [plain.length];
  for (let end = plain.length; end > start; ends.unshift(end)) {
    const shorter = after.exec(plain.slice(0, end));
    if (shorter === null || shorter.index === end) break;
    end = shorter.index;
  }
  return [...new Set([start, 0].flatMap((from) => ends.map((to) => plain.slice(from, to))))];
}

function ignoringCase(pattern: string): RegExp {
  return new RegExp(pattern, 'iu');
}

/** A phrase in lower case with its words, which may refer to others, and a group for each name; for the things that have a relation, one for any other word. */
function filled(phrase: string, words: Readonly<Record<string, string>>): string {
  return phrase.replace(/\{(\w+)\}/g, (_, name: string) =>
    name === 'a' || name === 'b'
      ? `(?<${name}>.+?)`
      : `(?:${filled((words[name] as string).toLowerCase(), words)}${name === 'things' ? '|(?<kind>\\p{L}+)' : ''})`,
  );
}

/** The name in the text that a phrase has in its place. */
function parseSubject(text: string, { names }: Vocabulary): NamedSubject {
  const { articles = '', kinds = '', pronouns = '' } = names ?? {};
  const isPronoun = ignoringCase(`^(?:${pronouns})(?:\\s*(?:${kinds}))?$`).test(text);
  const withoutArticle = text.replace(ignoringCase(`^(?:${articles})\\s+`), '');
  const hasArticle = withoutArticle !== text;
  const withoutKind = withoutArticle.replace(ignoringCase(`^(?:${kinds})\\s+(?=\\S)|(?<=\\S)\\s+(?:${kinds})$`), '');
  const bare = trimEndOf(withoutKind.slice(skip(withoutKind, quotes)), quotes);
  const isQuoted = bare !== withoutKind;
  const isWord = wordsOf(bare).length === 1;
  const isSpelledSo = hasAny(bare, './_:#()0123456789') || wordsIn(bare).some(({ text: word, shape }) => isSymbol(word, shape, false));
  const isCode = isWord && (isQuoted || isSpelledSo || withoutKind !== withoutArticle);
  return { text: bare, isName: isCode || (isWord && !hasArticle), isCode, isPronoun };
}
