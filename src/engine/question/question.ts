/**
 * Query analysis: weighted terms, and the names, symbols, files and literals that a question may name.
 *
 * The text is tokenized, folded and stemmed like documents. Cost: linear in the question, which is cut at
 * `maxQuestionLength` code units.
 */

import { Space } from '../document.ts';
import { isSymbol, maxKeyLength, stemOf } from '../text/names/entities.ts';
import { nameOf } from '../text/names/nameFinder.ts';
import { languageOfQuestion, stopWordsIn } from '../text/stemming/naturalLanguage.ts';
import { stemmedLanguageOf } from '../text/stemming/stemmedLanguage.ts';
import type { StemmedLanguage } from '../text/stemming/stems.ts';
import { stopWords } from '../text/stemming/stopWords.ts';
import { formsOf, respelled } from '../text/words/forms.ts';
import { fold, termsOf } from '../text/words/terms.ts';
import { Shape, type Word, wordsIn } from '../text/words/tokens.ts';
import { cutAt, trimEndOf } from '../util/strings.ts';
import { inBothNumbers, thingAskedFor, withoutFrame } from './definitionQuestions.ts';
import { detectIntent, phraseIn } from './intent.ts';

/** A term with its weight: the square root of its frequency in the question, less for a word that only asks, plus a bonus in a title line. */
export interface QuestionTerm {
  readonly term: string;
  readonly weight: number;
  /** Stems of the same word in other languages of the index, and the word as an identifier has it. */
  readonly stems: readonly string[];
  /** Stems of related forms of the word, in short questions that are sentences; some occur in no text. */
  readonly forms: readonly string[];
}

/** An analysed question without its terms, which depend on the languages of the index (`questionTerms`). */
export interface Question {
  /** Whether it is a short question in a sentence. */
  readonly asks: boolean;
  /** Whether it is long: a bug report, a log, quoted code. */
  readonly isReport: boolean;
  /** Name keys of every run of words that begins with a capital or digit, longest first, without repeats. */
  readonly names: readonly string[];
  /** Symbol keys, as written. */
  readonly symbols: readonly string[];
  /** Symbol key, if the whole question is one identifier. */
  readonly bareSymbol: string | undefined;
  /** Path keys of every word, and of every file name. */
  readonly paths: readonly string[];
  /**
   * Files named with their extension, folded, with as much of the path as is given, and the path key of each. Reports mention many files, so
   * there only those with a folder count.
   */
  readonly files: ReadonlyMap<string, string>;
  /** Path keys of neighbouring words written as one (`fileserver`, `no-unused-vars`), with the path keys of these words. */
  readonly joinedPaths: ReadonlyMap<string, readonly string[]>;
  /** Name keys of a thing, as it is asked for and in the other number, if the question asks only what it is. */
  readonly thing: readonly string[];
  /** Symbol keys that this thing may have in code: `Context` for a context, `field_validator` for a field validator. */
  readonly thingSymbols: readonly string[];
  /** Whether the question is about tests, so that tests are not demoted. */
  readonly aboutTests: boolean;
  /** Whether it asks for a place: where something is, in which file. */
  readonly asksWhere: boolean;
  /** Whether it asks for a definition or about one, by a word for a kind of them, and not how to do something. */
  readonly asksAboutDefinitions: boolean;
  /** Whether it asks where something is in the code, or which definition does something, so that no document is the answer. */
  readonly asksForCode: boolean;
  /** Whether it reads as a change, such as a task, a report or a diff: it asks nothing, and is more than words to look for. */
  readonly isTask: boolean;
  /** Whether it is a statement about code rather than a question: a change, a report. */
  readonly isAboutCode: boolean;
  /** Whether it is about changes, so that change logs are not demoted. */
  readonly aboutChanges: boolean;
}

/** Longer questions are truncated: the first pages of a pasted log suffice. */
export const maxQuestionLength = 20_000;
const maxNameWords = 8;
const maxRunWords = 4;
/** Longer words are not paths. */
const maxPathLength = 300;
const fileName = /[\w-]\.[A-Za-z]\w{0,9}$/;
/** Bonus for terms in the first of several lines, the title of a longer text. */
const titleLineBonus = 0.5;
/** Factor for stop words of the question's language that are indexed as terms: "happens" only asks in a question, but may carry meaning in a text. */
const askingWeight = 0.3;
/** Comments of an issue template. */
const formComment = /<!--[\s\S]*?(?:-->|$)/g;
/** Questions in sentences use other words than the text; commit messages and logs have the words of the code. */
const asking = /^\s*(?:how|what|where|which|why|when|who|whose|can|could|is|are|do|does|should)\b|\?\s*$/i;
const maxAskedLength = 300;

/** A name that ends with `_test` is a test only as a file: frameworks have functions with such names. */
const testWords = /\b(?:tests?|tested|testing|fixtures?|specs?|examples?|mocks?|benchmarks?)\b|\btest_|_test\.[a-z]|\bTest[A-Z]/;

/**
 * Errs on the side of matching, since that only lifts a demotion. "Python 3.15" is a version of something else, "3.15" alone is asked for its changes.
 */
const changeWords =
  /\b(?:change ?logs?|what(?:'s| is| are) new|(?:what|which|who|when|since) .{0,80}(?:change[ds]|added|removed|introduced|released|fixed)|breaking|deprecat\w+|migrat\w+|upgrad\w+)\b|\bv\d+\.\d|\b\d+\.\d+\.\d|\b(?:in|since|before|after|until|from|to) \d+\.\d|^\s*v?\d+\.\d+\s*$/i;

/** A release or a version, except for versions that are supported or required today, and for how one is made. */
const versionWords = /^(?!\s*how\b)(?:[\s\S]*\breleases?\b|(?=.*\bversions?\b)(?!.*\b(?:support|requir|need|minimum|compatib)))/i;

/** Whether a text is about changes or versions, except for versions that are supported or required, and for steps to make or choose one. */
export function asksAboutChanges(text: string): boolean {
  return changeWords.test(text) || (versionWords.test(text) && detectIntent(text, languageOfQuestion(text)) !== 'how');
}

/** The terms of a text; `asking` are the words that only ask, undefined if the text asks nothing. */
function weighTerms(text: string, languages: ReadonlySet<StemmedLanguage>, asking?: ReadonlySet<string>): readonly QuestionTerm[] {
  const counts = new Map<string, number>();
  const factors = new Map<string, number>();
  const stems = new Map<string, ReadonlySet<string>>();
  const forms = new Map<string, readonly string[]>();
  const firstLine = new Set<string>();
  const lineEnd = text.trim().includes('\n') ? text.indexOf('\n', text.length - text.trimStart().length) : -1;
  for (const { text: word, from, to, shape } of wordsIn(text)) {
    for (const [at, term] of termsOf(word, shape).entries()) {
      const isWord = asking !== undefined && text[to] !== '`';
      if (!counts.has(term)) {
        const own = [...languages].flatMap((language) => termsOf(word, shape, language)[at] ?? []);
        // An identifier is not stemmed: `nextdelay` is `nextDelay`.
        const whole = at === 0 && !(shape & (Shape.Unspaced | Shape.Identifier)) ? [fold(word)] : [];
        stems.set(term, new Set([...own, ...(isWord ? respelled(word) : []), ...whole]));
      }
      if (isWord && !counts.has(term)) forms.set(term, formsOf(word));
      if (!counts.has(term)) factors.set(term, asking?.has(fold(word)) ? askingWeight : 1);
      counts.set(term, (counts.get(term) ?? 0) + 1);
      if (from < lineEnd) firstLine.add(term);
    }
  }
  return [...counts].map(([term, times]) => ({
    term,
    weight: Math.sqrt(times) * (factors.get(term) as number) + (firstLine.has(term) ? titleLineBonus : 0),
    stems: [...(stems.get(term) ?? [])].filter((stem) => stem !== term),
    forms: forms.get(term) ?? [],
  }));
}

/** The terms of a text to look up in an index of documents in these languages. */
export function termsIn(text: string, languages: Iterable<StemmedLanguage> = []): readonly QuestionTerm[] {
  return weighTerms(text, new Set(languages));
}

/** Shorter texts that ask nothing are headwords to look for, not reports. In words. */
const minReportWords = 6;
const docWords = /\b(?:docs?|document(?:s|ed|ation|ing)?|readme|guides?|tutorials?|manual|faq|links?|wording|typos?|spelling|grammar)\b/i;

interface FoldedWord extends Word {
  readonly folded: string;
}

/** Runs of up to eight words that begin like a name and might be a title, the longest first. */
function spans(words: readonly FoldedWord[]): readonly string[] {
  const found = new Set<string>();
  for (let from = 0; from < words.length; from++) {
    const first = words[from] as Word;
    if (!(first.shape & (Shape.Capital | Shape.Digit))) continue;
    // "What is the place of birth" names nothing: without its small words, the run does not begin like a name.
    const lead = words.slice(from, from + maxNameWords).find(({ folded }) => !stopWords.has(folded));
    if (lead !== undefined && !(lead.shape & (Shape.Capital | Shape.Digit))) continue;
    let content = 0;
    for (let to = from + 1; to <= Math.min(words.length, from + maxNameWords); to++) {
      if (!stopWords.has((words[to - 1] as FoldedWord).folded)) content++;
      if (content === 0 && to - from < 2) continue;
      const name = nameOf(words.slice(from, to).map((word) => word.folded));
      if (name !== undefined) found.add(`${Space.Name}:${name}`);
    }
  }
  return [...found].sort((a, b) => b.length - a.length || (a < b ? -1 : 1));
}

/** The ways to join words to one name of code. */
export function spellingsOf(words: readonly string[]): readonly string[] {
  const capitals = words.map((word) => word.charAt(0).toUpperCase() + word.slice(1));
  const [first = '', ...rest] = capitals;
  return [...new Set([capitals.join(''), words.join('_'), [first.toLowerCase(), ...rest].join('')])];
}

/** Two to four words of a question are often one name of a file or folder: "the file server" is in `fileserver`. */
function findJoinedPaths(words: readonly FoldedWord[], text: string): ReadonlyMap<string, readonly string[]> {
  const joined = new Map<string, readonly string[]>();
  for (let from = 0; from < words.length; from++) {
    const run: string[] = [(words[from] as FoldedWord).folded];
    for (let i = from + 1; i < words.length && run.length < maxRunWords; i++) {
      const joint = text.slice((words[i - 1] as FoldedWord).to, (words[i] as FoldedWord).from);
      if (joint !== ' ' && joint !== '-') break;
      run.push((words[i] as FoldedWord).folded);
      if (run.every((word) => stopWords.has(word))) continue;
      const single = run.map((word) => `${Space.Path}:${word}`);
      for (const joint of ['', '-', '_']) joined.set(`${Space.Path}:${run.join(joint)}`, single);
    }
  }
  return joined;
}

/** One identifier, which may be called, marked as code, or qualified by what it belongs to. */
const bareIdentifier = /^\s*`?(?:[\p{L}_$][\p{L}\p{N}_$]*(?:\.|::|#|->))*([\p{L}_$][\p{L}\p{N}_$]*)(?:\(\))?`?\s*\??\s*$/u;

/** The text that is read, and whether it is a report or asks. */
function outline(question: string): { readonly text: string } & Pick<Question, 'isReport' | 'asks'> {
  const text = question.slice(0, maxQuestionLength).replace(formComment, ' ');
  const isReport = text.length > maxAskedLength;
  return { text, isReport, asks: !isReport && asking.test(text) };
}

/** The terms of a question for an index of documents in these languages. */
export function questionTerms(question: string, languages: readonly StemmedLanguage[] = []): readonly QuestionTerm[] {
  const { text, asks } = outline(question);
  const own = stemmedLanguageOf(text);
  const asking = asks ? stopWordsIn(languageOfQuestion(text)) : undefined;
  return weighTerms(withoutFrame(text), new Set(own === undefined ? languages : [...languages, own]), asking);
}

export function readQuestion(question: string): Question {
  const { text, asks, isReport } = outline(question);
  const words = wordsIn(text).map((word) => ({ ...word, folded: fold(word.text) }));
  const thing = thingAskedFor(question);
  const symbols = new Set<string>();
  const paths = new Set<string>();
  for (const { text: word, shape, folded } of words) {
    if (isSymbol(word, shape, false)) symbols.add(`${Space.Symbol}:${word}`);
    if (folded.length >= 2 && !stopWords.has(folded)) paths.add(`${Space.Path}:${folded}`);
  }
  const files = new Map<string, string>();
  // Split into words first: on a long word, a pattern over the whole text would backtrack quadratically.
  for (const word of text.split(/[\s("'`,;]+/)) {
    if (word.length > maxPathLength || !/[\w-][./][\w-]/.test(word)) continue;
    const path = trimEndOf(word, `)]"'\`.,:;?!`).replace(/(?::\d+){1,2}$/, '');
    const key = `${Space.Path}:${stemOf(path)}`;
    paths.add(key);
    const name = fold(path).replaceAll('\\', '/');
    if (fileName.test(path) && (!isReport || name.includes('/'))) files.set(name, key);
  }
  for (const match of text.matchAll(/`([^`\s]{4,80})`/g)) symbols.add(`${Space.Symbol}:${cutAt(match[1] as string, '(')}`);
  const bare = text.length > maxKeyLength ? undefined : bareIdentifier.exec(text)?.[1];
  if (bare !== undefined) symbols.add(`${Space.Symbol}:${bare}`);
  const firstLine = text.split('\n', 1)[0] as string;
  const vocabulary = languageOfQuestion(text);
  const intent = detectIntent(text, vocabulary);
  const kinds = new Set(vocabulary.definitions?.split(' '));
  const isStatement = !asks && words.length >= minReportWords;
  const asksForDecider = vocabulary.deciders !== undefined && phraseIn(text, vocabulary, vocabulary.deciders) !== undefined;
  const asksAboutDefinitions = asks && intent !== 'how' && words.some(({ folded }) => kinds.has(folded));
  return {
    asks,
    isReport,
    names: spans(words),
    symbols: [...symbols],
    bareSymbol: bare && `${Space.Symbol}:${bare}`,
    paths: [...paths],
    files,
    joinedPaths: findJoinedPaths(words, text),
    thing: thing === undefined ? [] : inBothNumbers(thing).map((name) => `${Space.Name}:${name}`),
    thingSymbols: thing === undefined ? [] : spellingsOf(thing.split(' ')).map((name) => `${Space.Symbol}:${name}`),
    // A question about how to run the tests wants a command, not a test.
    aboutTests: testWords.test(firstLine) && intent !== 'how',
    asksWhere: asks && intent === 'where',
    asksAboutDefinitions,
    asksForCode: asks && intent === 'where' && (asksAboutDefinitions || words.some(({ folded }) => folded === 'code') || asksForDecider),
    isTask: isStatement && intent === undefined,
    isAboutCode: isStatement && !docWords.test(firstLine),
    aboutChanges: asksAboutChanges(firstLine),
  };
}
