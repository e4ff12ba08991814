/** By which language the words of a text are stemmed. Apart from `naturalLanguage.ts`, so that not all who ask for a language carry the stems. */

import type { Tokens } from '../words/tokens.ts';
import { findLanguage } from './naturalLanguage.ts';
import { type StemmedLanguage, stemmedLanguage } from './stems.ts';

/** The language of a text, whose words may be given, where it is sure and its words are stemmed otherwise than English ones. */
export function stemmedLanguageOf(text: string, words?: Tokens): StemmedLanguage | undefined {
  const { language, isSure } = findLanguage(text, words);
  return isSure ? stemmedLanguage(language?.id) : undefined;
}
