/**
 * Sentence segmentation by Unicode's rules (`Intl.Segmenter`), with segments rejoined after abbreviations, initials and list numbers. Nothing
 * that is stored depends on it. Linear in the text.
 */

import type { Span } from './spans.ts';

/** Never ends a sentence: list numbers, initials, abbreviations. */
const abbreviation =
  /(?:^|[\s([])(?:\d{1,3}|\p{L}|(?:\p{L}\.)+\p{L}|approx|bzw|ca|cf|ch|dr|eq|etc|fig|inc|jr|mr|mrs|ms|no|nr|pp|prof|sec|sr|st|usw|vgl|vol|vs|др|напр|рис|см|стр)\.["')\]]*\s+$/iu;

/** The sentences of a text, in order, without surrounding white space. */
export function sentencesOf(text: string, language = 'en'): readonly Span[] {
  const spans: { from: number; to: number }[] = [];
  let continues = false;
  for (const { segment, index } of new Intl.Segmenter(language, { granularity: 'sentence' }).segment(text)) {
    const to = index + segment.trimEnd().length;
    const last = spans.at(-1);
    if (continues && last !== undefined) last.to = Math.max(last.to, to);
    else if (to > index) spans.push({ from: index + segment.length - segment.trimStart().length, to });
    continues = abbreviation.test(segment.slice(-24)) && !segment.includes('\n', segment.trimEnd().length);
  }
  return spans;
}
