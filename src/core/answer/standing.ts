/**
 * Sentences that do not stand alone: they begin with what points back ("It then…", "This is…") or goes on ("Otherwise…"), so whoever reads
 * one by itself cannot tell what it speaks of. By rules of English alone, on the first words of a sentence.
 */

import { innerMark } from './commentText.ts';
import type { Statement } from './statement.ts';

const verbs =
  'is|are|was|were|can|cannot|could|will|would|may|might|must|should|shall|do|does|did|has|have|had|also|only|then|allows?|applies|avoids?|behaves?|causes?|' +
  'changes?|creates?|enables?|ensures?|gets?|gives?|happens?|helps?|includes?|keeps?|leads?|lets?|looks?|makes?|means?|needs?|prevents?|provides?|requires?|' +
  'results?|returns?|runs?|takes?|tells?|uses?|works?';
const pointsBack = new RegExp(
  String.raw`^(?:they\b|its? |it['’]s |(?:this|that|these|those|both|such) (?:(?:${verbs})\b|(?:are|could|did|does|do|has|is|was|were|would|ca|wo)n['’]t\b|\w+ly ))`,
  'i',
);
/** "It is common to share state" speaks of nothing before it; "It is used to share state" does. */
const expletive =
  /^it(?:['’]s| is| was| (?:can|may|might|should|would) be) (?!(?:\w+ ){0,2}(?:\w+ed|able|built|going|left|meant|set) to\b)(?:\w+ ){1,3}(?:to|that)\b/i;
const goesOn =
  /^(?:accordingly|additionally|afterwards|alternatively|also|and|as such|but|consequently|conversely|furthermore|hence|here|however|in (?:that|this|which) (?:case|way)|instead(?! of)|likewise|meanwhile|moreover|nevertheless|nonetheless|or|otherwise|similarly|so|then|therefore|thus|yet)\b[ ,]/i;

/** A lead that is longer is not taken along. UTF-16 units. */
const longestLead = 240;
/** The first words of a sentence. UTF-16 units. */
const start = 60;

/** Whether a sentence speaks of what was said before it. */
export function pointsToBefore(sentence: string): boolean {
  const words = sentence.slice(0, start).replace(/\s+/g, ' ');
  return (pointsBack.test(words) && !expletive.test(words)) || goesOn.test(words);
}

/** How a statement stands: by itself; with the one before it (`led`); or not even with that, unless that one is said as well (`not`). */
export type Standing = 'alone' | 'led' | 'not';

/** How a statement of a text stands among the statements of that text. What begins the text, or stands below a heading, speaks of that. */
export function standingOf(text: string, statements: readonly Statement[], at: number): Standing {
  const [before, own] = [statements[at - 1], statements[at] as Statement];
  const isSaid = own.form === 'sentence' || own.form === 'fragment';
  if (before === undefined || before.form === 'line' || !isSaid || !pointsToBefore(text.slice(own.from, own.to))) return 'alone';
  const gap = text.slice(before.to, own.from);
  if (/\p{L}/u.test(gap)) return 'alone';
  const isLead = before.form !== 'example' && before.to - before.from <= longestLead && isRunOn(gap);
  return isLead && !pointsToBefore(text.slice(before.from, before.to)) ? 'led' : 'not';
}

/** Whether nothing but the beginning of a line lies between two statements. */
function isRunOn(gap: string): boolean {
  const [first = '', ...lines] = gap.split('\n');
  return lines.length < 2 && first.trim() === '' && (lines[0] ?? '').replace(innerMark, '').trim() === '';
}
