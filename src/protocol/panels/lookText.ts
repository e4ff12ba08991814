/** One line on what a model has looked for. */

import { type LookStep, rangeText } from '../places.ts';
import { fill } from '../text/serverWords.ts';
import type { PanelWords } from './panelWords.ts';

/** `Read docs/tides.md 3–9`, and that it led to nothing new, or that nothing of it may be shown. */
export function lookText(words: PanelWords, step: LookStep): string {
  const text = askedFor(words, step);
  if (step.isRefused) return fill(words.lookRefused, text);
  return step.found === 0 ? fill(words.lookNothing, text) : text;
}

function askedFor(words: PanelWords, { verb, about, startLine = 1, endLine }: LookStep): string {
  switch (verb) {
    case 'search':
      return fill(words.lookSearch, about);
    case 'read':
      return fill(words.lookRead, about, endLine === undefined ? `${startLine}–` : rangeText({ startLine, endLine }));
    case 'symbol':
      return fill(words.lookSymbol, about);
    case 'grep':
      return fill(words.lookGrep, about);
    case 'outline':
      return fill(words.lookOutline, about);
  }
}
