/**
 * Whether a document is a record, such as a change log, release notes or minutes: most of its sections are entries, whose headings begin with
 * a version or a date. In a text without headings, lines that begin with a word are taken for them. What its path says does not matter: a chapter on
 * migrations is no record. Cost: one pass over the beginning of the text.
 */

import { readDocument } from '../text/documents/readDocument.ts';
import type { Language } from '../text/languages.ts';
import { linesOf } from '../text/lines.ts';
import { wordsIn } from '../text/words/tokens.ts';
import { versionIn } from './newestVersion.ts';

/** What follows shows nothing new. UTF-16 units. */
const maxLength = 60_000;
/** Fewer entries do not make a record. */
const minEntries = 3;
/** A date is among the first words of an entry. */
const maxDateWords = 6;
/** Whether most sections of a document are entries with a version or a date. */
export function isRecordText(text: string, language: Language): boolean {
  const lines = linesOf(text.slice(0, maxLength));
  const { headings } = readDocument(lines, language);
  const titles = headings.length > 0 ? headings : entryHeads(lines.text);
  const entries = titles.filter(({ title }) => isEntry(title));
  // Further headings below an entry are its own; those above are not, where numbered steps are below one.
  const deepest = Math.max(...entries.map(({ level }) => level));
  const beside = titles.filter(({ level }) => level <= deepest);
  return entries.length >= minEntries && entries.length * 2 >= beside.length;
}

/** Fewer lines may be a short text. */
const minListed = 100;
/** Words of a line that is an entry of a list: a name with a value or two. Longer lines are sentences. */
const maxListedWords = 4;

/** Whether a text without headings is a list of names, such as words, hosts or ports: nine of ten lines have a few words. */
export function isPlainList(text: string): boolean {
  const lines = text
    .slice(0, maxLength)
    .split('\n')
    .filter((line) => line.trim() !== '');
  const listed = lines.filter((line) => wordsIn(line).length <= maxListedWords);
  return lines.length >= minListed && 10 * listed.length >= 9 * lines.length;
}

/** The lines that may head an entry of a text without headings: those that begin with a word, and so are no items, comments or indented lines. */
function entryHeads(text: string): readonly { readonly title: string; readonly level: number }[] {
  return text.split('\n').flatMap((title) => (wordsIn(title)[0]?.from === 0 ? [{ title, level: 1 }] : []));
}

function isEntry(line: string): boolean {
  return versionIn(line) !== undefined || isDated(line);
}

/** Whether a line begins with a year and a day or month, in any order. */
function isDated(line: string): boolean {
  const numbers = wordsIn(line)
    .slice(0, maxDateWords)
    .map(({ text }) => Number(text));
  const isYear = (number: number): boolean => number >= 1970 && number < 2100;
  return numbers.some(isYear) && numbers.some((number) => number >= 1 && number <= 31);
}
