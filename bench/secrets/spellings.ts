/** Ways in which credentials are written, by category, with `VALUE` for the credential: in the formats of tools, and in programs, prose and other places. */

import { otherSpellings } from './otherSpellings.ts';
import { toolFormats } from './toolFormats.ts';
import type { Values } from './values.ts';

/** A group of spellings. */
export interface Group {
  readonly category: string;
  /** `plain`: a name in English or a keyword of the format is beside the value; `harder`: only the place or another language says it. */
  readonly level: 'plain' | 'harder';
  /** The pages that describe the formats. */
  readonly from?: string;
  readonly values: Values;
  /** File name and text. */
  readonly spellings: readonly (readonly [file: string, text: string])[];
}

export const groups: readonly Group[] = [...toolFormats, ...otherSpellings];
