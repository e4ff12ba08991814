/** Documents of tests as the index holds them. */

import type { DocumentAnalysis } from '../../src/engine/document.ts';
import { passageColumns } from '../../src/engine/text/analyze.ts';
import { analysisOf, type DocumentColumns, type EntryColumns, Head, newColumns, viewsOf } from '../../src/engine/text/words/columns.ts';
import { createLexicons, type Lexicons } from '../../src/engine/text/words/lexicon.ts';

/** An analysis as columns; its strings are interned in the lexicons. */
export function columnsOf({ chunks }: DocumentAnalysis, lexicons: Lexicons): DocumentColumns {
  const count = (list: 'terms' | 'keys'): number => chunks.reduce((sum, chunk) => sum + chunk[list].length, 0);
  const columns = newColumns(chunks.length, count('terms'), count('keys'));
  const views = viewsOf(columns);
  let [term, key] = [0, 0];
  for (const [c, chunk] of chunks.entries()) {
    const { startLine, endLine, startColumn, endColumn, kind, title, length, terms, keys } = chunk;
    const titleId = lexicons.titles.intern(title);
    const head = [startLine, endLine, startColumn, endColumn, kind === 'code' ? 1 : 0, titleId, length, terms.length, keys.length];
    views.heads.set(head, c * Head.size);
    for (const entry of terms) put(views.terms, term++, lexicons.terms.intern(entry.term), entry.count, entry.places);
    for (const entry of keys) put(views.keys, key++, lexicons.keys.intern(entry.key), entry.roles, entry.places);
  }
  return columns;
}

/** The analysis of a passage. */
export function analyzePassage(title: string, text: string): DocumentAnalysis {
  const lexicons = createLexicons();
  return analysisOf(passageColumns(title, text, lexicons), lexicons);
}

function put({ ids, numbers, places }: EntryColumns, at: number, id: number, number: number, places32: number): void {
  ids[at] = id;
  numbers[at] = number;
  places[at] = places32;
}
