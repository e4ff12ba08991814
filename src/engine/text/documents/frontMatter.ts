/** The front matter of a Markdown text: YAML between `---`, TOML between `+++`. Cost: one pass over at most a hundred lines. */

import { skip, trimEndOf } from '../../util/strings.ts';
import { type Lines, lineAt } from '../lines.ts';

const maxLines = 100;
const quotes = '"\'';
/** The ends of a front matter by its beginning. */
const endsOf: ReadonlyMap<string, readonly string[]> = new Map([
  ['---', ['---', '...']],
  ['+++', ['+++']],
]);

/** The line after the front matter; 0 if there is none. */
export function frontMatterEnd(lines: Lines): number {
  const ends = lines.count === 0 ? undefined : endsOf.get(lineAt(lines, 0).replace('\ufeff', '').trimEnd());
  if (ends === undefined) return 0;
  for (let i = 1; i < Math.min(lines.count, maxLines); i++) if (ends.includes(lineAt(lines, i).trimEnd())) return i + 1;
  return 0;
}

/** A value of the front matter, and its line. A value of several lines is not read. */
export function frontMatterValue(lines: Lines, end: number, key: string): { readonly line: number; readonly text: string } | undefined {
  for (let i = 1; i < end - 1; i++) {
    const line = lineAt(lines, i);
    const at = skip(line, ' ', key.length);
    if (!line.startsWith(key) || !':='.includes(line.charAt(at) || ' ')) continue;
    const text = line.slice(at + 1).trim();
    return { line: i, text: text.slice(skip(text, quotes), trimEndOf(text, quotes).length) };
  }
  return undefined;
}
