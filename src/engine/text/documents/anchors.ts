/** Where a link into a document leads. Cost: one reading of the document. */

import type { Language } from '../languages.ts';
import { type Lines, lineAt } from '../lines.ts';
import { foldedWords } from '../names/entities.ts';
import { labelIn } from './labels.ts';
import { readDocument } from './readDocument.ts';

/**
 * The line (0-based) of the heading that an anchor names: by the label above it, its own id (`{#gates}`), or its words, as GitHub
 * (`#the-gates`), wikis (`#The Gates`) and AsciiDoc (`#_the_gates`) do. Of headings in headings (`#A#B`), the last counts.
 */
export function lineOfAnchor(lines: Lines, language: Language, anchor: string): number | undefined {
  const name = anchor.split('#').at(-1) as string;
  const { headings } = readDocument(lines, language);
  const label = lineOfLabel(lines, name);
  if (label !== undefined)
    return headings.find(({ line, end }) => line >= label && line - label <= maxBetween && end > label)?.line ?? label;
  const words = foldedWords(name.replaceAll('_', ' ')).join(' ');
  const withId = headings.find(({ line }) => lineAt(lines, line).includes(`{#${name}}`));
  return (withId ?? headings.find(({ title }) => words !== '' && foldedWords(title).join(' ') === words))?.line;
}

/** Lines between a label and its heading: blank ones and other labels. */
const maxBetween = 4;

/** The line of a label; case is ignored, as reStructuredText does. */
export function lineOfLabel(lines: Lines, label: string): number | undefined {
  const name = label.toLowerCase();
  if (!lines.text.toLowerCase().includes(name)) return undefined;
  for (let i = 0; i < lines.count; i++) if (labelIn(lineAt(lines, i))?.toLowerCase() === name) return i;
  return undefined;
}
