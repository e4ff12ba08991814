/** Lists of names in braces, and the words before a declared one, in TypeScript and JavaScript. */

import type { Source } from '../source.ts';
import type { Cursor } from './cursor.ts';

/** A name there, the name here, and its offset. */
export interface ImportedName {
  readonly name: string;
  readonly local: string;
  readonly at: number;
}

/** Whether a word declares what follows it, or begins an expression, so that it is no name. */
export function isKeyword(source: Source, word: string): boolean {
  const { declares, isModifier, isStatement } = source.roleOf(word);
  return declares !== undefined || isModifier || isStatement;
}

/** Modifiers and the declaring word before a name. */
const maxDeclarationWords = 8;

/** Skips `declare abstract class`; returns whether any of these words declares. */
export function skipDeclarationWords(cursor: Cursor): boolean {
  const { source, at } = cursor;
  let end = at;
  while (end < at + maxDeclarationWords && (source.role(end).declares !== undefined || source.role(end).isModifier)) end++;
  while (end > at && source.role(end - 1).declares === undefined) end--;
  cursor.at = end;
  return end > at;
}

/** The names up to the closing brace, which is read: `a, b as c, type d, 'e f' as g`. */
export function readNames(cursor: Cursor): readonly ImportedName[] {
  const names: ImportedName[] = [];
  while (!cursor.isEnd && !cursor.takes('}')) {
    const { from: at } = cursor;
    let name = cursor.word() || cursor.string();
    // `type a`, `get a`
    if (cursor.isWord && !cursor.is('as')) name = cursor.word();
    if (name === '') {
      cursor.at++;
      continue;
    }
    const local = cursor.takes('as') || cursor.takes(':') ? cursor.word() || cursor.string() : '';
    names.push({ name, local: local === '' ? name : local, at });
    // The default of a destructured name, or the value of a property.
    while (!cursor.isEnd && !cursor.is(',') && !cursor.is('}')) cursor.at = cursor.source.after(cursor.at);
    cursor.takes(',');
  }
  return names;
}
