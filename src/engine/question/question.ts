/**
 * What a question says to a retriever: weighted terms, and the names, symbols, files and literals that it may name.
 *
 * The text goes through the same words, folding and stems as the documents do. Cost: linear in the question, which is cut at
 * `longestQuestion` code units.
 */

import { Space } from '../document.ts';
import { isSymbol, stemOf } from '../text/names/entities.ts';
import { nameOf } from '../text/names/names.ts';
import { formsOf } from '../text/words/forms.ts';
import type { StemmedLanguage } from '../text/words/stems.ts';
import { stopWords } from '../text/words/stopWords.ts';
import { fold, termsOf } from '../text/words/terms.ts';
import { Shape, tokenize } from '../text/words/tokens.ts';
import { thingAskedFor, withoutFrame } from './definitionQuestions.ts';
import { asksForCommand, asksHow } from './howToQuestions.ts';
import { stemmedLanguageOf } from './stemmedLanguage.ts';

/** A term with what it counts: the root of how often it stands in the question, more for a title line. */
export interface QuestionTerm {
  readonly term: string;
  readonly weight: number;
  /** Terms of the same word in texts of other languages. */
  readonly stems: readonly string[];
  /** Terms of other forms of the word, in a short question that asks in a sentence; some are in no text. */
  readonly forms: readonly string[];
}

/** A question as retrievers read it. */
export interface Question {
  readonly terms: readonly QuestionTerm[];
  /** Whether it asks something in a short sentence. */
  readonly asks: boolean;
  /** Name keys of every run of words that begins with a capital or digit, longest first, without repeats. */
  readonly names: readonly string[];
  /** Symbol keys, as written. */
  readonly symbols: readonly string[];
  /** Path keys of every word, and of every file name. */
  readonly paths: readonly string[];
  /** Plain words that may be another form of a file's name; none where a symbol is named, which is meant as it is written. */
  readonly plainWords: readonly string[];
  /** Path keys of neighbouring words written as one (`fileserver`, `no-unused-vars`), with the path keys of these words. */
  readonly joinedPaths: ReadonlyMap<string, readonly string[]>;
  /** Name key of a thing, where the question asks what that is and nothing else. */
  readonly thing: string | undefined;
  /** Symbol keys that such a thing may have in code: a context may be `Context`, a field validator `field_validator`. */
  readonly thingSymbols: readonly string[];
  /** Whether the question is about tests, so that tests are not demoted. */
  readonly aboutTests: boolean;
  /** Whether it asks how something is done. */
  readonly asksHow: boolean;
  /** Whether it is about what was changed, so that lists of changes are not demoted. */
  readonly aboutChanges: boolean;
}

/** Longer questions are cut: a pasted log says what it has to say in its first pages. */
export const longestQuestion = 20_000;
const longestName = 8;
const longestRun = 4;
/** Longer words are no paths. */
const longestPath = 300;
/** What a term in the first of several lines, the title of a longer text, weighs more. */
const titleLineBonus = 0.5;
/** What is asked in a sentence is in other words than what is told of it; a commit's message or a log has the words of the code. */
const asking = /^\s*(?:how|what|where|which|why|when|who|whose|can|could|is|are|do|does|should)\b|\?\s*$/i;
const longestAsked = 300;
/** Identifiers have no other forms. */
const plainWord = /^[A-Za-z]?[a-z]+$/;

/** A name that ends with `_test` is a test only where it is a file: frameworks have functions that register tests of another kind. */
const testWords = /\b(?:tests?|tested|testing|fixtures?|specs?|examples?|mocks?|benchmarks?)\b|\btest_|_test\.[a-z]|\bTest[A-Z]/;

/** Rather too often than not: where it is so, lists of changes count as everything else. "Python 3.15" is a version of something else. */
const changeWords =
  /\b(?:change ?logs?|release notes|(?:what|which|who|when|since) .{0,80}(?:changed?s?|new|added|removed|introduced|released|deprecated|fixed)|versions?|releases?|breaking|deprecat\w+|migrat\w+|upgrad\w+)\b|\bv\d+\.\d|\b\d+\.\d+\.\d|\b(?:in|since|before|after|until|from|to) \d+\.\d/i;

function weighTerms(text: string, asks: boolean, languages: ReadonlySet<StemmedLanguage>): readonly QuestionTerm[] {
  const counts = new Map<string, number>();
  const stems = new Map<string, ReadonlySet<string>>();
  const forms = new Map<string, readonly string[]>();
  const firstLine = new Set<string>();
  const lineEnd = text.trim().includes('\n') ? text.indexOf('\n', text.search(/\S/)) : -1;
  const { count, starts, ends, shapes } = tokenize(text);
  for (let i = 0; i < count; i++) {
    const word = text.slice(starts[i], ends[i]);
    const shape = shapes[i] as number;
    for (const [at, term] of termsOf(word, shape).entries()) {
      if (!counts.has(term)) stems.set(term, stemsOf(word, shape, at, languages));
      if (asks && !counts.has(term) && plainWord.test(word) && text[ends[i] as number] !== '`')
        forms.set(term, formsOf(word.toLowerCase()));
      counts.set(term, (counts.get(term) ?? 0) + 1);
      if ((starts[i] as number) < lineEnd) firstLine.add(term);
    }
  }
  return [...counts].map(([term, times]) => ({
    term,
    weight: Math.sqrt(times) + (firstLine.has(term) ? titleLineBonus : 0),
    stems: [...(stems.get(term) ?? [])].filter((stem) => stem !== term),
    forms: forms.get(term) ?? [],
  }));
}

/** What the term at `at` of a word is in texts of each language. */
function stemsOf(word: string, shape: number, at: number, languages: ReadonlySet<StemmedLanguage>): ReadonlySet<string> {
  return new Set([...languages].flatMap((language) => termsOf(word, shape, language)[at] ?? []));
}

/** The terms of a text that is looked for in an index of documents in these languages. */
export function termsIn(text: string, languages: Iterable<StemmedLanguage> = []): readonly QuestionTerm[] {
  return weighTerms(text, false, new Set(languages));
}

interface Word {
  readonly text: string;
  readonly folded: string;
  readonly shape: number;
  readonly start: number;
  readonly end: number;
}

function wordsOf(text: string): readonly Word[] {
  const { count, starts, ends, shapes } = tokenize(text);
  const words: Word[] = [];
  for (let i = 0; i < count; i++) {
    const start = starts[i] as number;
    const end = ends[i] as number;
    const word = text.slice(start, end);
    words.push({ text: word, folded: fold(word), shape: shapes[i] as number, start, end });
  }
  return words;
}

/** Runs of up to eight words that begin like a name and might be a title, the longest first. */
function spans(words: readonly Word[]): readonly string[] {
  const found = new Set<string>();
  for (let from = 0; from < words.length; from++) {
    const first = words[from] as Word;
    if (!(first.shape & (Shape.Capital | Shape.Digit))) continue;
    // "What is the place of birth" names nothing: what is left of it without its small words does not begin like a name.
    const lead = words.slice(from, from + longestName).find(({ folded }) => !stopWords.has(folded));
    if (lead !== undefined && !(lead.shape & (Shape.Capital | Shape.Digit))) continue;
    let content = 0;
    for (let to = from + 1; to <= Math.min(words.length, from + longestName); to++) {
      if (!stopWords.has((words[to - 1] as Word).folded)) content++;
      if (content === 0 && to - from < 2) continue;
      const name = nameOf(words.slice(from, to).map((word) => word.folded));
      if (name !== undefined) found.add(`${Space.Name}:${name}`);
    }
  }
  return [...found].sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
}

/** How words are joined to one name of code. */
function spellingsOf(words: readonly string[]): readonly string[] {
  const capitals = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  const [first = '', ...rest] = capitals;
  return [...new Set([capitals.join(''), words.join('_'), [first.toLowerCase(), ...rest].join('')])];
}

/** What is two to four words in a question is often one in the name of a file or folder: "the file server" is in `fileserver`. */
function joinedPathsOf(words: readonly Word[], text: string): ReadonlyMap<string, readonly string[]> {
  const joined = new Map<string, readonly string[]>();
  for (let from = 0; from < words.length; from++) {
    const run: string[] = [(words[from] as Word).folded];
    for (let i = from + 1; i < words.length && run.length < longestRun; i++) {
      if (!/^[ -]$/.test(text.slice((words[i - 1] as Word).end, (words[i] as Word).start))) break;
      run.push((words[i] as Word).folded);
      if (run.every((word) => stopWords.has(word))) continue;
      const single = run.map((word) => `${Space.Path}:${word}`);
      for (const joint of ['', '-', '_']) joined.set(`${Space.Path}:${run.join(joint)}`, single);
    }
  }
  return joined;
}

/** Reads a question to an index of documents in these languages. */
export function readQuestion(question: string, languages: readonly StemmedLanguage[] = []): Question {
  const text = question.slice(0, longestQuestion);
  const own = stemmedLanguageOf(text);
  const words = wordsOf(text);
  const thing = thingAskedFor(question);
  const asks = text.length <= longestAsked && asking.test(text);
  const symbols = new Set<string>();
  const paths = new Set<string>();
  const plain = new Set<string>();
  for (const { text: word, shape, folded } of words) {
    if (isSymbol(word, shape, false)) symbols.add(`${Space.Symbol}:${word}`);
    if (folded.length >= 2 && !stopWords.has(folded)) {
      paths.add(`${Space.Path}:${folded}`);
      if (word === folded && plainWord.test(folded)) plain.add(folded);
    }
  }
  // Split at blanks first: a pattern over the whole text would look at every end of a long word from each of its beginnings.
  for (const word of text.split(/[\s("'`,;]+/)) {
    if (word.length <= longestPath && /[\w-][./][\w-]/.test(word))
      paths.add(`${Space.Path}:${stemOf(word.replace(/[)\]"'`.,:;?!]+$/, ''))}`);
  }
  for (const match of text.matchAll(/`([^`\s]{4,80})`/g)) symbols.add(`${Space.Symbol}:${(match[1] as string).replace(/\(.*$/, '')}`);
  const firstLine = text.split('\n', 1)[0] as string;
  return {
    terms: weighTerms(withoutFrame(text), asks, new Set(own === undefined ? languages : [...languages, own])),
    asks,
    names: spans(words),
    symbols: [...symbols],
    paths: [...paths],
    plainWords: !asks || symbols.size > 0 ? [] : [...plain],
    joinedPaths: joinedPathsOf(words, text),
    thing: thing && `${Space.Name}:${thing}`,
    thingSymbols: thing === undefined ? [] : spellingsOf(thing.split(' ')).map((name) => `${Space.Symbol}:${name}`),
    // Who asks how tests are run wants a command, and no test.
    aboutTests: testWords.test(firstLine) && !asksForCommand(text),
    asksHow: asksHow(text),
    aboutChanges: changeWords.test(firstLine),
  };
}
