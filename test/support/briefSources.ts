/** Sources of a brief, made from texts. */

import type { BriefSource } from '../../src/engine/answer/brief/source.ts';
import { languageOf } from '../../src/engine/text/languages.ts';

/** A text as a source: all of its lines are the chunk. */
export function briefSource(text: string, given: Partial<BriefSource> = {}): BriefSource {
  const kind = given.kind ?? 'doc';
  const path = given.path ?? (kind === 'doc' ? 'guide.md' : 'kettle.py');
  const lines = { startLine: 1, endLine: text.split(/\r\n|\r|\n/).length, startColumn: 0, endColumn: 0 };
  return {
    n: 1,
    path,
    language: languageOf(path).name,
    kind,
    title: '',
    ...lines,
    text,
    secrets: [],
    isDemoted: false,
    ...given,
  };
}
