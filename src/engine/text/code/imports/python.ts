/** Imports of Python: `from a import b as c, d` and `import a.b as c`. */

import type { AddBinding } from './binding.ts';
import type { Cursor } from './cursor.ts';

export function readPython(cursor: Cursor, add: AddBinding): void {
  const { source, at } = cursor;
  if (!source.isFirst(at) && !source.is(at - 1, ';') && !isAfterPrompt(cursor)) return;
  if (!cursor.takes('from')) {
    cursor.at++;
    if (cursor.isOnNewLine || cursor.is('.')) return;
    do {
      const { from } = cursor;
      const module = dotted(cursor);
      if (module === '') return;
      add(module, '*', cursor.takes('as') ? cursor.word() : module, from);
    } while (cursor.takes(','));
    return;
  }
  const module = dotted(cursor);
  if (module === '' || !(cursor.takes('import') || cursor.takes('cimport'))) return;
  const inBrackets = cursor.takes('(');
  while (inBrackets || !cursor.isOnNewLine) {
    const { from } = cursor;
    if (cursor.takes('*')) {
      add(module, '*', '*', from);
      return;
    }
    const name = cursor.word();
    if (name === '') break;
    add(module, name, cursor.takes('as') ? cursor.word() : name, from);
    if (!cursor.takes(',')) break;
  }
  if (inBrackets) cursor.takes(')');
}

/** Whether only `>>>` or `...` precedes on the line. */
function isAfterPrompt({ source, at }: Cursor): boolean {
  return source.isFirst(at - 3) && ['>', '.'].some((mark) => [1, 2, 3].every((back) => source.is(at - back, mark)));
}

/** `..a.b` */
function dotted(cursor: Cursor): string {
  let name = '';
  while (cursor.takes('.')) name += '.';
  if (!cursor.is('import')) name += cursor.word();
  while (cursor.takes('.')) name += `.${cursor.word()}`;
  return name;
}
