/**
 * The language by which the words of a text are stemmed. Separate from `naturalLanguage.ts`, so that detecting a language does not load the
 * stemmers.
 */

import type { Tokens } from '../words/tokens.ts';
import { findLanguage } from './naturalLanguage.ts';
import { type StemmedLanguage, stemmedLanguage } from './stems.ts';

/** The language of a text if it is certain and not stemmed as English; `words` are the text's tokens, if known. */
export function stemmedLanguageOf(text: string, words?: Tokens): StemmedLanguage | undefined {
  const { language, isSure } = findLanguage(text, words);
  return isSure ? stemmedLanguage(language?.id) : undefined;
}
