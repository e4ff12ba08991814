/** What a declaration gives to other files: a body, and in C whether it is seen there at all. */

import type { Language } from '../text/languages.ts';

/** Languages whose functions have their body in braces, and what ends a signature there. */
const signatureEnds: Readonly<Record<string, string>> = { c: ';', java: ';', rust: ';', typescript: ';\n' };

/** Whether the function that is declared in the line at an offset has no body. */
export function isSignature(text: string, offset: number, language: Language): boolean {
  const ends = signatureEnds[language.id];
  if (ends === undefined) return false;
  for (let at = offset, depth = 0; at < text.length; at++) {
    const unit = text.charAt(at);
    if ('(<'.includes(unit)) depth++;
    if (')>'.includes(unit)) depth--;
    if (depth <= 0 && '{='.includes(unit)) return false;
    if (depth <= 0 && ends.includes(unit)) return true;
  }
  return true;
}

/** Sources of C that no other file includes, as a rule. */
const unit = /\.(?:c|cc|cpp|cxx|m|mm)$/;

/** Whether only its file knows what the line at an offset declares outermost: in a source of C, all but functions and variables that are not static. */
export function isInternal(text: string, offset: number, path: string, kind: 'type' | 'function' | 'value'): boolean {
  if (!unit.test(path)) return false;
  if (kind === 'type' || text.startsWith('#', offset)) return true;
  const start = Math.max(text.lastIndexOf(';', offset), text.lastIndexOf('}', offset), text.lastIndexOf('/', offset)) + 1;
  const end = text.indexOf('(', offset);
  return /^[^#]*\bstatic\b/.test(text.slice(start, end < 0 ? offset : end));
}
