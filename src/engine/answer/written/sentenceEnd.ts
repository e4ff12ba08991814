/** Full stops that end no sentence. By rules of English alone; each looks at a few signs around the stop. */

/** Before what follows them: "1." and "a)" of a list, "e.g.", initials; "etc.", an ellipsis and what is quoted where a small letter follows, "no." and "fig." where a digit does. */
const endsNone =
  /(?:^[\s>*_-]*\(?(?:\d{1,3}|[a-z])[.)]+[*_]{0,2}|\b(?:e\.g|i\.e|cf|vs|approx|mrs?|ms|dr|prof|st)\.|(?:^|[\s(.])\p{Lu}\.)$/iu;
const endsBeforeCapital = /(?:\b(?:etc|al|inc|ltd|jr|sr)\.|\.{2,}|[.!?]["')])$/i;
const endsUnlessNumbered = /\b(?:no|nr|nos|fig|figs|eq|eqs|sec|ch|vol|pp?|art|ver|v)\.$/i;

/** Whether a sentence goes on behind its full stop, with which `text` ends; `after` is what follows it. */
export function sentenceGoesOn(text: string, after: string): boolean {
  const end = text.slice(-16);
  if (/^\s+\p{Ll}/u.test(after) && endsBeforeCapital.test(end)) return true;
  return endsNone.test(end) || (/^\s+\d/.test(after) && endsUnlessNumbered.test(end));
}
