/**
 * Whether a question depends on earlier ones: it begins within a thought ("And for folders?"), refers back ("who calls it?") or is too short
 * ("Why?"). Phrases and pronouns come from the vocabulary of its language. In English, pronouns with an antecedent in the question and
 * pronouns without any ("is there a limit", "the file that holds it") do not count. In other languages every pronoun does: one name too many
 * in the query costs less than a missing one. Cost: one pass.
 */

import { isSymbol } from '../text/names/entities.ts';
import { languageOfQuestion, stopWordsIn } from '../text/stemming/naturalLanguage.ts';
import { stopWords } from '../text/stemming/stopWords.ts';
import { isCapitalized } from '../text/words/characters.ts';
import { fold } from '../text/words/terms.ts';
import { tokenize, type Word, wordsIn } from '../text/words/tokens.ts';
import { hasAny, wordsOf as wordsOfText } from '../util/strings.ts';
import { en } from '../vocabulary/en.ts';
import { phrases } from '../vocabulary/phrases.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';
import { auxiliaries, determiners, idiomsIn, wholeWorkspace } from './anaphoraIdioms.ts';
import { maxQuestionLength } from './question.ts';

/** A question with fewer content words is not standalone, unless it names something or is a whole sentence. */
const minWords = 3;

/** Anaphors, unless a hyphen makes them part of another word. */
const pointing = new RegExp(`\\b(?:${en.followUp.points})\\b(?!-)`, 'gi');
/** Words that introduce a noun, which a later anaphor can refer to. */
const openers = new Set([...determiners, 'both', 'my', 'our', 'your', 'two', 'between', ...auxiliaries]);
const possessive = /^(?:its|theirs?|his|hers?)$/i;
const subordinates = /\b(?:when|if|whether|while|before|after|until|once|because|since|that|where|and)\s+$/i;
/** A clause that asks which of several things; later clauses may refer to them. */
const asksWhich = /\bwhich\s+(?!(?:one|ones|of)\b)\p{L}[^.?!;:]*\s(?:and|but)\s+$/iu;
/** The start of another clause, which may refer to the one before it. */
const clauseEnd = /[.?!;:]\s+(?=\S)|\b(?:and|but)\s+(?=(?:who|what|where|when|why|how|which)\b)/gi;
const beginsWithCondition = /^\s*(?:if|when|whenever|after|before|once|while|since|because|although|as|suppose)\b/i;

/** Whether a question depends on earlier ones. */
export function leansOnEarlier(asked: string): boolean {
  const question = asked.slice(0, maxQuestionLength);
  const vocabulary = languageOfQuestion(question);
  const { followUp } = vocabulary;
  if (followUp !== undefined && phrases(vocabulary, followUp.begins, true).test(question)) return true;
  if (vocabulary.id === en.id) return pointsBack(question) || isTooShort(question);
  return (
    (followUp !== undefined && phrases(vocabulary, followUp.points).test(question)) || contentWords(question, vocabulary) < minWords - 1
  );
}

/** Number of words of a question without the stop words of its language. */
function contentWords(question: string, vocabulary: Vocabulary): number {
  const stops = stopWordsIn(vocabulary);
  const words = [...new Intl.Segmenter(vocabulary.id, { granularity: 'word' }).segment(question)].filter(({ isWordLike }) => isWordLike);
  return words.filter(({ segment }) => !stops.has(fold(segment))).length;
}

/** The words of a question without stop words. */
export function questionWords(question: string): readonly string[] {
  return wordsIn(question.slice(0, maxQuestionLength))
    .map(({ text }) => text)
    .filter((word) => !stopWords.has(fold(word)));
}

/** Whether a question is just keywords, as typed into a search box: "sencha", "plugin order". */
export function isKeywords(question: string): boolean {
  const { count } = tokenize(question);
  return count > 0 && questionWords(question).length === count;
}

/** Whether word `i` of a sentence looks like an identifier, or like a name within the sentence. */
function isNameAt({ text, shape }: Word, i: number): boolean {
  return (isSymbol(text, shape, false) || (i > 0 && isCapitalized(text))) && !stopWords.has(fold(text));
}

/** Whether an anaphor has no antecedent within the question. */
function pointsBack(text: string): boolean {
  const thingAt = firstThing(text);
  const clauses = clauseStarts(text);
  const idioms = idiomsIn(text);
  return [...text.matchAll(pointing)].some(({ 0: word, index }) => {
    if (idioms.has(index)) return false;
    const clause = clauses.findLast((start) => start <= index) ?? 0;
    // A capital within a clause belongs to a title.
    const isInTitle = isCapitalized(word) && text.slice(clause, index).trim() !== '';
    if (isInTitle || thingAt < clause || asksWhich.test(text.slice(0, clause))) return false;
    if (thingAt >= index) return true;
    const before = text.slice(Math.max(0, index - 20), index);
    return possessive.test(word) ? wordsOfText(before).at(-1)?.toLowerCase() === 'of' : !subordinates.test(before);
  });
}

/** Where the clauses after the first one begin, ascending. */
function clauseStarts(text: string): readonly number[] {
  const starts = [...text.matchAll(clauseEnd)].map(({ 0: end, index }) => index + end.length);
  const comma = beginsWithCondition.test(text) ? text.indexOf(',') : -1;
  return (comma < 0 ? starts : [...starts, comma + 1]).sort((a, b) => a - b);
}

/** The offset of the first possible antecedent; the length of the text if there is none. */
function firstThing(text: string): number {
  const words = wordsIn(text);
  const isNoun = (word: string, i: number): boolean => !stopWords.has(fold(word)) && openers.has(fold(words[i - 1]?.text ?? ''));
  const found = words.find((word, i) => isNameAt(word, i) || isNoun(word.text, i));
  const literal = text.search(/`[^`\n]{2,80}`|"[^"\n]{2,80}"/);
  const at = found?.from ?? text.length;
  return literal >= 0 && literal < at ? literal : at;
}

function isTooShort(question: string): boolean {
  const words = questionWords(question);
  if (words.length >= minWords || hasAny(question, '`"') || wholeWorkspace.test(question)) return false;
  const all = wordsIn(question);
  if (all.some(isNameAt)) return false;
  const isDefinition = /^\s*(?:what|who)(?:'s| is| are| was| were) (?:an? )?(?!the\b)\w/i.test(question);
  const isSentence = all.some(({ text }) => auxiliaries.includes(text.toLowerCase()));
  return !(isSentence && words.length >= (isDefinition ? 1 : minWords - 1));
}
