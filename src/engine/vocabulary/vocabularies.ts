/** The languages that are known. To add one that questions may be asked in, add its file and a line here. */

import { de } from './de.ts';
import { en } from './en.ts';
import { es } from './es.ts';
import { fr } from './fr.ts';
import { ja } from './ja.ts';
import { ko } from './ko.ts';
import { otherLanguages } from './others.ts';
import { pt } from './pt.ts';
import { ru } from './ru.ts';
import type { Vocabulary } from './vocabulary.ts';
import { zh } from './zh.ts';

/** The languages of questions. English first: it is the default. */
export const vocabularies: readonly Vocabulary[] = [en, de, fr, es, pt, ru, zh, ja, ko];

/** All that a text may be in. */
export const languages: readonly Vocabulary[] = [...vocabularies, ...otherLanguages];
