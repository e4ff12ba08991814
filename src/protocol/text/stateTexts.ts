import type { PanelWords } from '../panels/panelWords.ts';
import type { AskResult } from '../places.ts';
import { fill } from './words.ts';

/** One sentence for each aspect of the answer's state; none if the answer speaks for itself. */
export function stateTexts(words: PanelWords, { state, lookedFor, missing }: Pick<AskResult, 'state' | 'lookedFor' | 'missing'>): string[] {
  const texts: string[] = [];
  if (state === 'sure') return texts;
  if (state === 'unsure') texts.push(words.unsure);
  else texts.push(lookedFor.length === 0 ? words.noWords : words.nothing);
  if (missing.length > 0) texts.push(fill(words.missing, missing.join(', ')));
  else if (state === 'nothing' && lookedFor.length > 0) texts.push(fill(words.lookedFor, lookedFor.join(', ')));
  return texts;
}
