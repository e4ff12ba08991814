/**
 * Questions for the value that something has where nothing else is set: "What is the default port?", "How long are files kept?". What is measured is a
 * word of the question by itself, which names of settings have in forms of their own. Cost: some patterns over a short question.
 */

import { languageOfQuestion } from '../../text/stemming/naturalLanguage.ts';
import { fold, termsOf } from '../../text/words/terms.ts';
import { wordsIn } from '../../text/words/tokens.ts';
import { wordsOf } from '../../util/strings.ts';
import { defaultWords, type Measure, measures } from '../../vocabulary/newcomers/measures.ts';
import { type AskedWord, askedWords, type Rarity } from '../askedWords.ts';
import { phraseIn } from '../intent.ts';

/** Longer questions ask for more than a value. UTF-16 units. */
export const maxValueLength = 160;
/** The weight of what is measured, and of a word for a default, compared with the mean word of the question. */
const measureWeight = 0.8;
const defaultWeight = 0.6;

export interface ValueQuestion {
  /** What the value is of. */
  readonly subject: readonly AskedWord[];
  /** What it measures, as words for each, and the words for a default. */
  readonly measured: readonly AskedWord[];
  /** Whether the value is a number. */
  readonly isNumber: boolean;
  /** The share of its words that occur somewhere. */
  readonly known: number;
}

/** What a question asks the value of; undefined for other questions. */
export function valueAskedFor(question: string, rarity: Rarity, isAbsent: (word: AskedWord) => boolean): ValueQuestion | undefined {
  if (question.length > maxValueLength) return undefined;
  const vocabulary = languageOfQuestion(question);
  const { values } = vocabulary;
  if (values === undefined) return undefined;
  let text = question;
  /** Takes all of some phrases out of the text. */
  const take = (alternatives: string | undefined): boolean => {
    const before = text;
    for (let found: string | undefined = ''; alternatives !== undefined && found !== undefined; ) {
      found = phraseIn(text, vocabulary, alternatives);
      if (found !== undefined) text = text.replace(found, ' ');
    }
    return text !== before;
  };
  const isDefault = take(values.unset);
  const found = (Object.keys(measures) as Measure[]).filter((measure) => take(values.measures[measure]));
  if (!isDefault && found.length === 0) return undefined;
  take(values.frame);
  const all = askedWords(text, rarity, vocabulary);
  const known = all.filter((word) => !isAbsent(word));
  const measureOf = ({ terms }: AskedWord): Measure | undefined =>
    (Object.keys(measures) as Measure[]).find((measure) => terms.some((term) => measureTerms(measure).includes(term)));
  const subject = weighed(known.filter((word) => measureOf(word) === undefined));
  const named = weighed(known).filter((word) => measureOf(word) !== undefined);
  if (subject.length === 0) return undefined;
  const mean = 1 / subject.length;
  const group = (words: string, weight: number): AskedWord => ({
    text: words,
    terms: [],
    forms: termsIn(words),
    weight,
    isName: false,
    isProper: false,
  });
  const measured = [
    ...found.map((measure) => group(measures[measure], (measureWeight * mean) / found.length)),
    ...named.map((word) => ({ ...word, forms: [...word.forms, ...measureTerms(measureOf(word) as Measure)] })),
  ];
  const byDefault = group(defaultWords, defaultWeight * mean);
  const share = known.length / all.length;
  return { subject, measured: [...measured, byDefault], isNumber: found.length > 0, known: share };
}

/** The words with weights that sum to 1. */
function weighed(words: readonly AskedWord[]): readonly AskedWord[] {
  const total = words.reduce((sum, { weight }) => sum + weight, 0) || 1;
  return words.map((word) => ({ ...word, weight: word.weight / total }));
}

function measureTerms(measure: Measure): readonly string[] {
  return termsIn(measures[measure]);
}

function termsIn(words: string): readonly string[] {
  return wordsOf(words).flatMap((word) => [fold(word), ...wordsIn(word).flatMap(({ text, shape }) => termsOf(text, shape))]);
}
