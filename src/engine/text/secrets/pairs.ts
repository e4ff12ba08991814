/**
 * Decides whether a value is named by an entry beside its own: `<key>password</key><string>…`, `name: API_TOKEN` above `value: …`.
 * Cost: the characters of `window` on either side.
 */

import { blanks } from '../../util/strings.ts';
import type { Span } from '../spans.ts';
import { namesCredential } from './secretNames.ts';

/** Characters before and after a value that are searched. */
const [windowBefore, windowAfter] = [240, 80];
/** Last parts of the keys of values, and of names. */
const valueKeys = ['value', 'string', 'data'];
const nameKeys = ['name', 'key'];
const separators = `${blanks}\n<>"'\`=:,;{}()[]/\\$`;

/** Whether the entry before or after that of a value, whose key is `key`, names a credential. */
export function isPaired(text: string, { from, to }: Span, key: string): boolean {
  if (!endsWithAny(key, valueKeys)) return false;
  const before = wordsIn(inGroup(text.slice(Math.max(0, from - windowBefore), from)));
  // The last word is the key of the value.
  for (let at = before.length - 3; at >= 0; at--) {
    const word = before[at] as string;
    if (endsWithAny(word, ['value'])) break;
    if (endsWithAny(word, nameKeys) && !namesCredential(word)) return namesCredential(before[at + 1] as string);
  }
  const [name = '', named = ''] = wordsIn(text.slice(to, to + windowAfter).split('}')[0] as string);
  return endsWithAny(name, nameKeys) && namesCredential(named);
}

/** What follows the last blank line or opening brace. */
function inGroup(text: string): string {
  return text.slice(Math.max(text.lastIndexOf('{'), text.lastIndexOf('\n\n')) + 1);
}

function endsWithAny(word: string, ends: readonly string[]): boolean {
  const lower = word.toLowerCase();
  return ends.some((end) => lower.endsWith(end));
}

/** Words without those of closing tags. */
function wordsIn(text: string): readonly string[] {
  const parts = text.split('</').map((part, i) => (i === 0 ? part : part.slice(part.indexOf('>') + 1)));
  const words: string[] = [''];
  for (const sign of parts.join(' '))
    if (!separators.includes(sign)) words[words.length - 1] += sign;
    else if (words.at(-1) !== '') words.push('');
  return words.filter((word) => word !== '');
}
