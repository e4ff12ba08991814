/**
 * Questions about names: where something is defined, who calls, uses, imports, extends, tests or documents it, what a change of it reaches, how two
 * things are connected. Their answer follows from who uses what, and rarely contains the words of the question.
 *
 * By phrases of each language, matched against the whole question without its frame ("Can you show me …?"). The first phrase that fits wins; phrases
 * of two names come first. Cost: a pattern for each phrase and each reading of the frame, over a short question.
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
  for (const { asks, pattern, vocabulary } of shapes) {
    for (const text of framed.get(vocabulary) as readonly string[]) {
      const { a, b, kind } = pattern.exec(text)?.groups ?? {};
      if (a === undefined) continue;
      const subjects = [a, ...(b === undefined ? [] : [b])].map((name) => parseSubject(name, vocabulary));
      if (kind === undefined || subjects.every(({ isCode }) => isCode)) return { asks, subjects };
    }
  }
  return undefined;
}

function relationShapes(asks: NameRelation, vocabulary: Vocabulary): readonly Shape[] {
  const { phrases = {}, words = {} } = vocabulary.names ?? {};
  return (phrases[asks] ?? []).map((phrase) => ({ asks, pattern: ignoringCase(`^${filled(phrase, words)}$`), vocabulary }));
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

/** A phrase with its words, which may refer to others, and a group for each name; for the things that have a relation, one for any other word. */
function filled(phrase: string, words: Readonly<Record<string, string>>): string {
  return phrase.replace(/\{(\w+)\}/g, (_, name: string) =>
    name === 'a' || name === 'b'
      ? `(?<${name}>.+?)`
      : `(?:${filled(words[name] as string, words)}${name === 'things' ? '|(?<kind>\\p{L}+)' : ''})`,
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
