/** Full stops that do not end a sentence, by English rules; each looks at a few characters around the stop. */

/** Never end a sentence: list markers such as "1." and "a)", "e.g.", initials. */
const neverEnds =
  /(?:^[\s>*_-]*\(?(?:\d{1,3}|[a-z])[.)]+[*_]{0,2}|\b(?:e\.g|i\.e|cf|vs|approx|mrs?|ms|dr|prof|st)\.|(?:^|[\s(.])\p{Lu}\.)$/iu;
/** End none before a lowercase letter: "etc.", an ellipsis, a closing quote. */
const endsBeforeCapital = /(?:\b(?:etc|al|inc|ltd|jr|sr)\.|\.{2,}|[.!?]["')])$/i;
/** End none before a digit: "no.", "fig.". */
const endsUnlessNumbered = /\b(?:no|nr|nos|fig|figs|eq|eqs|sec|ch|vol|pp?|art|ver|v)\.$/i;

/** Whether a sentence continues after the full stop at the end of `text`; `after` is what follows. */
export function sentenceContinues(text: string, after: string): boolean {
  const end = text.slice(-16);
  if (/^\s+\p{Ll}/u.test(after) && endsBeforeCapital.test(end)) return true;
  return neverEnds.test(end) || (/^\s+\d/.test(after) && endsUnlessNumbered.test(end));
}
