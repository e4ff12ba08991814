/** Keys found in places on any subject: they neither name a community nor hold one together. */

import { Space } from '../document.ts';
import { isFurniture } from './boilerplateHeadings.ts';
import { isBrought } from './builtinNames.ts';
import { isModulePath } from './modulePath.ts';
import { isPlaceholder } from './placeholders.ts';
import { isOfProtocol } from './protocols.ts';

/** Node's own modules, media types of most responses, entry files of folders, placeholder hosts. */
const quoted =
  /^node:|^(?:application\/json|text\/(?:css|html|javascript|plain))(?:;.*)?$|^(?:index|main|mod)\.\w+$|^(?:[\w-]+\.)?example\.(?:com|net|org)$|^localhost\b|^127\.0\.0\.1\b|^hello,? world/i;

/**
 * Whether a key is ubiquitous.
 * @param isSubject whether one of the chunks, not a test's, defines it or has it as a title or heading.
 */
export function isUbiquitous(key: string, isSubject: boolean): boolean {
  const text = key.slice(2);
  switch (key[0]) {
    case Space.Symbol:
      // A type that the workspace defines may have the name of a library's type.
      return isPlaceholder(text) || isOfProtocol(text) || (isBrought(text) && !(isSubject && /^[A-Z]/.test(text)));
    case Space.Name:
      return isFurniture(text, isSubject);
    case Space.Literal:
      return quoted.test(text) || isModulePath(text);
    default:
      return false;
  }
}
