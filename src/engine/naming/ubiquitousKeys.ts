/** Keys that places of every subject have: none of them tells what a community is about, and none holds one together. */

import { Space } from '../document.ts';
import { isFurniture } from './boilerplateHeadings.ts';
import { isBrought } from './builtinNames.ts';
import { isModulePath } from './modulePath.ts';
import { isPlaceholder } from './placeholders.ts';
import { isOfProtocol } from './protocols.ts';

/** Modules of Node's own, media types of most responses, the first file of any folder, hosts that stand for any. */
const quoted =
  /^node:|^(?:application\/json|text\/(?:css|html|javascript|plain))(?:;.*)?$|^(?:index|main|mod)\.\w+$|^(?:[\w-]+\.)?example\.(?:com|net|org)$|^localhost\b|^127\.0\.0\.1\b|^hello,? world/i;

/**
 * Whether a key may stand anywhere.
 * @param isSubject whether one of the chunks, not a test's, defines it or has it as a title or heading.
 */
export function isEverywhere(key: string, isSubject: boolean): boolean {
  const text = key.slice(2);
  switch (key[0]) {
    case Space.Symbol:
      // A type of the workspace's own may be called like one of a library.
      return isPlaceholder(text) || isOfProtocol(text) || (isBrought(text) && !(isSubject && /^[A-Z]/.test(text)));
    case Space.Name:
      return isFurniture(text, isSubject);
    case Space.Literal:
      return quoted.test(text) || isModulePath(text);
    default:
      return false;
  }
}
