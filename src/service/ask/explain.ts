/** Evidence in a few words of English, for terminals and agents. */

import type { Place } from '../../engine/place.ts';
import { stemmedLanguageOf } from '../../engine/text/stemming/stemmedLanguage.ts';
import { fold, termOf } from '../../engine/text/words/terms.ts';
import type { ShownEvidence } from '../results.ts';

export interface ExplainOptions {
  /** Used to map stems back to words. */
  readonly query?: string;
  /** Display name of a place; its path by default. */
  readonly nameOf?: (place: Place) => string;
}

/** `symbol readTideTable (line 3) shared with src/crossing.ts:1`. Not escaped. */
export function explainEvidence(
  { kind, label = kind, keys, via, line }: ShownEvidence,
  { query = '', nameOf = ({ path }) => path }: ExplainOptions = {},
): string {
  const from = via === undefined ? '' : ` shared with ${nameOf(via)}:${via.startLine}`;
  const at = line === undefined ? '' : ` (line ${line})`;
  const shown = kind === 'term' ? keys.map((key) => wordOf(key, query)) : keys;
  return `${label} ${shown.join(', ')}${at}${from}`;
}

/** The word of the question with this stem; the stem itself if there is none. */
export function wordOf(stem: string, question: string): string {
  const begin = stem.length > 3 ? stem.slice(0, -1) : stem;
  // Parts of a name are searched like words, so they are shown like words.
  const parts = question.match(/\p{Lu}?\p{Ll}+/gu) ?? [];
  const words = [...(question.toLowerCase().match(/[\p{L}\p{M}\p{N}]+/gu) ?? []), ...parts.map((part) => part.toLowerCase())];
  const language = stemmedLanguageOf(question);
  const isOf = (word: string): boolean => word === stem || termOf(fold(word)) === stem || termOf(fold(word), language) === stem;
  return words.find(isOf) ?? words.find((word) => word.startsWith(begin) && word.length - stem.length < 6) ?? stem;
}
