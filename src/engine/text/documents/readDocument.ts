/**
 * The one reader of documents: headings and blocks, whatever the format. Chunks, titles, outlines, quotes and drawings ask it.
 *
 * Cost: linear in the text, also where it is hostile (`test/engine/text/documents/hostile.test.ts`).
 */

import { once } from '../../util/once.ts';
import type { Language } from '../languages.ts';
import type { Lines } from '../lines.ts';
import type { ReadDocument } from './document.ts';
import { headingsIn } from './headings.ts';
import { lineBlocks } from './lineBlocks.ts';
import { readMarkdown } from './markdown.ts';

/** Reads a text in the format of its language. */
export function readDocument(lines: Lines, language: Language): ReadDocument {
  if (language.headings === 'markdown') return readMarkdown(lines);
  const headings = headingsIn(lines, language);
  return { start: 0, headings, blocks: once(() => lineBlocks(lines, language, headings)) };
}
