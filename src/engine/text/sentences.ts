/**
 * The sentences of a text, by the rules of Unicode (`Intl.Segmenter`), mended where a full stop ends an abbreviation, an initial or the number
 * of a list. Nothing that is stored depends on it. Linear in the text.
 */

import type { Span } from './spans.ts';

/** What ends no sentence wherever it is: numbers of lists, initials, abbreviations before what they belong to. */
const abbreviation =
  /(?:^|[\s([])(?:\d{1,3}|\p{L}|(?:\p{L}\.)+\p{L}|approx|bzw|ca|cf|ch|dr|eq|etc|fig|inc|jr|mr|mrs|ms|no|nr|pp|prof|sec|sr|st|usw|vgl|vol|vs|др|напр|рис|см|стр)\.["')\]]*\s+$/iu;

/** The sentences of a text in order, white space at their ends left out. */
export function sentencesOf(text: string, language = 'en'): readonly Span[] {
  const spans: { from: number; to: number }[] = [];
  let goesOn = false;
  for (const { segment, index } of new Intl.Segmenter(language, { granularity: 'sentence' }).segment(text)) {
    const to = index + segment.trimEnd().length;
    const last = spans.at(-1);
    if (goesOn && last !== undefined) last.to = Math.max(last.to, to);
    else if (to > index) spans.push({ from: index + segment.length - segment.trimStart().length, to });
    goesOn = abbreviation.test(segment.slice(-24)) && !segment.includes('\n', segment.trimEnd().length);
  }
  return spans;
}
