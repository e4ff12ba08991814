/**
 * The clauses of a question, each of which may be a question by itself: "I am new here, which file should I read first?" The last one comes first, as what comes
 * before tells the circumstances; the whole question comes last. Cost: one pass over a short question.
 */

import { blanks, trimEndOf, wordsOf } from '../../util/strings.ts';

/** Longer questions are reports. UTF-16 units. */
const maxLength = 200;

/** What ends a clause at the end of a word, and anywhere in scripts without spaces; what links a clause to the one before it. */
const ends = ',;:!?.';
const endsAnywhere = '，。；：？！、';
const links = new Set(['i.e.', 'e.g.', 'and', 'or', 'but', 'so', 'und', 'aber', 'et', 'mais', 'y', 'pero', 'e', 'mas']);

/** Words that join two questions in one clause. */
const conjunctions = new Set(['and', 'und', 'et', 'y', 'e']);

/** The questions that a clause may join: "What is it for and where do I begin?" The clause alone if it has no conjunction. */
export function joinedQuestions(clause: string): readonly string[] {
  if (clause.length > maxLength) return [clause];
  const parts: string[][] = [[]];
  for (const word of wordsOf(clause)) {
    if (conjunctions.has(word.toLowerCase())) parts.push([]);
    else parts.at(-1)?.push(word);
  }
  const asked = parts.filter(({ length }) => length > 1).map((words) => `${trimEndOf(words.join(' '), ends)}?`);
  return asked.length === parts.length && asked.length > 1 ? asked : [clause];
}

export function splitClauses(question: string): readonly string[] {
  if (question.length > maxLength) return [question];
  const clauses: string[][] = [[]];
  const spaced = [...question].map((sign) => (endsAnywhere.includes(sign) ? '? ' : sign)).join('');
  for (const word of wordsOf(spaced)) {
    const last = clauses.at(-1) as string[];
    if (last.length > 0 || !links.has(word.toLowerCase())) last.push(trimEndOf(word, ends));
    if (ends.includes(word.at(-1) as string) && !links.has(word.toLowerCase())) clauses.push([]);
  }
  const asked = clauses.map((words) => trimEndOf(words.join(' '), blanks)).filter((clause) => clause.includes(' ') || clause > '\u3000');
  return asked.length < 2 ? [question] : [...asked.reverse().map((clause) => `${clause}?`), question];
}
