/** Questions that ask why, and statements that give a reason. By rules of English alone; every pattern is bounded. */

import { commentText } from './commentText.ts';

const asksReason =
  /\bwhy\b|\bhow come\b|\bwhat(?:['’]?s| is| are| was| were) the (?:reasons?|point|purpose|benefits?|advantages?|rationale)\b|\bfor what reason\b/i;

/** Longer questions ask more than that. UTF-16 units. */
const longest = 300;

const because = [
  'because',
  'so (?:that|(?:as )?not to|(?:you|we|they|it|there) )',
  'in order (?:to|that|not to)',
  'to (?:avoid|prevent|ensure|make sure|be able to)',
  'otherwise|due to|thanks to|as a result|therefore|which means|means that|on purpose|intentional(?:ly)?|deliberate(?:ly)?|by design|prevents?|avoids?',
  "that(?: is|['’]s) why|this is why",
  '(?:the|a|this|that|main|another|one|two|three|several|important) (?:[a-z]+ )?(?:reasons?|purposes?|motivation|rationale|advantage|benefit)',
  'for (?!some |any |whatever )(?:[a-z]+ (?:and [a-z]+ )?)?reasons?',
  '(?:is|are|was|were) (?:needed|necessary|required) (?:for|to|by|since|as)',
  'allows? (?:us|you|it|for)',
];
const gives = new RegExp(String.raw`\b(?:${because.join('|')})`, 'i');
/** "Since" tells a reason where something follows that is said of something, and a time before a version or a date. */
const since = /(?:^|[,;(—–-] ?)since (?!v?\d|version|then\b)\w+ /i;

/** Whether a question asks for a reason. */
export function asksWhy(question: string): boolean {
  return asksReason.test(question.slice(0, longest));
}

/** Whether a statement gives a reason. */
export function givesReason(statement: string): boolean {
  const said = commentText(statement).replace(/\s+/g, ' ');
  return gives.test(said) || since.test(said);
}
