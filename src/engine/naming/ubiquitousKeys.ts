/** Keys found in places on any subject: they neither name a community nor hold one together. */

import { Space } from '../document.ts';
import { isBoilerplate } from './boilerplateHeadings.ts';
import { isBuiltin } from './builtinNames.ts';
import { isModulePath } from './modulePath.ts';
import { isPlaceholder } from './placeholders.ts';

/** Node's own modules, media types of most responses, entry files of folders, placeholder hosts. */
const ubiquitousLiterals =
  /^node:|^(?:application\/json|text\/(?:css|html|javascript|plain))(?:;.*)?$|^(?:index|main|mod)\.\w+$|^(?:[\w-]+\.)?example\.(?:com|net|org)$|^localhost\b|^127\.0\.0\.1\b|^hello,? world/i;

/** Names that Python reserves for what the language calls itself (The Python Language Reference, 2.3.2). */
const reserved = '__';

/**
 * Whether a key is ubiquitous.
 * @param isSubject whether one of the chunks, not a test's, defines it or has it as a title or heading.
 */
export function isUbiquitous(key: string, isSubject: boolean): boolean {
  const text = key.slice(2);
  switch (key[0]) {
    case Space.Symbol:
      return isPlaceholder(text) || (text.startsWith(reserved) && text.endsWith(reserved)) || isBuiltin(text);
    case Space.Name:
      return isBoilerplate(text, isSubject);
    case Space.Literal:
      return ubiquitousLiterals.test(text) || isModulePath(text);
    default:
      return false;
  }
}
