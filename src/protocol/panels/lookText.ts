/** One line on what a model has looked for. */

import { type LookStep, rangeText } from '../places.ts';
import { t } from '../text/translate.ts';

/** `Read docs/tides.md 3–9`, and that it led to nothing new, or that nothing of it may be shown. */
export function lookText(step: LookStep): string {
  const text = askedFor(step);
  if (step.isRefused) return t('{0} (may not be shown)', text);
  return step.found === 0 ? t('{0} (nothing new)', text) : text;
}

function askedFor({ verb, about, startLine = 1, endLine }: LookStep): string {
  switch (verb) {
    case 'search':
      return t('Looked for: {0}', about);
    case 'read':
      return t('Read {0} {1}', about, endLine === undefined ? `${startLine}–` : rangeText({ startLine, endLine }));
    case 'symbol':
      return t('Looked up {0}', about);
    case 'grep':
      return t('Lines that match {0}', about);
    case 'outline':
      return t('Outline of {0}', about);
  }
}
