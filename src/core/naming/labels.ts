/**
 * Which keys a community is called by: in the order of their weight, but last what says little anywhere. A module is told by the last part of
 * its path that says what it is, and where nothing of the code's own is told. Cost: one look at each key.
 */

import { Space } from '../document.ts';
import { isBrought } from './brought.ts';
import { isFurniture } from './furniture.ts';
import { hasOrigin, isModulePath } from './modulePath.ts';
import { isPlaceholder } from './placeholders.ts';
import { isOfProtocol } from './protocols.ts';

/** A key with what the chunks do with it. */
export interface LabelKey {
  /** With its space. */
  readonly key: string;
  /** Whether one of the chunks, not a test's, defines it or has it as a title or heading. */
  readonly isSubject: boolean;
}

/** A literal is shown only where hardly any key weighs more. */
const mostLeading = 2;

/** The keys that a name may be made of, in that order; those that say least last. */
export function inOrderOfLabels(keys: readonly LabelKey[]): readonly string[] {
  const little = keys.map((one, position) => saysLittle(one, position));
  const telling = keys.filter(({ key }, i) => !little[i] && isShown(key));
  const modules = keys.filter(({ key }) => key[0] === Space.Literal && hasOrigin(key.slice(2)));
  // An address is told where nothing else says what it is about.
  const address = telling.length + modules.length > 0 ? [] : keys.filter(({ key }) => key[0] === Space.Link).slice(0, 1);
  return [...telling, ...modules, ...address, ...keys.filter(({ key }, i) => little[i] && isShown(key))].map(({ key }) => key);
}

function saysLittle({ key, isSubject }: LabelKey, position: number): boolean {
  const text = key.slice(2);
  switch (key[0]) {
    case Space.Symbol:
      return isSymbolOfAny(text, isSubject);
    case Space.Name:
      return isFurniture(text, isSubject);
    default:
      return position >= mostLeading || isModulePath(text);
  }
}

/** Whether code of any subject may have such a symbol. */
function isSymbolOfAny(symbol: string, isSubject: boolean): boolean {
  if (isPlaceholder(symbol) || isOfProtocol(symbol)) return true;
  // A type of the workspace's own may be called like one of a library.
  if (isBrought(symbol)) return !(isSubject && /^[A-Z]/.test(symbol));
  // What is defined nowhere but in tests and begins so, or ends in one digit, is one of several that are alike.
  return !isSubject && /^_|\D\d$/.test(symbol);
}

/** A module, a file, a media type: what is quoted and still is a name. */
const named =
  /^(?:\.{1,2}\/|@|node:)?[a-z][\w.-]*(?:\/[\w.-]+){1,3}$|^\.{1,2}\/[\w.-]+$|^node:\w+$|^\.?[a-z][\w-]*\.(?!md$|rst$|txt$)[a-z]{2,5}$/i;

function isShown(key: string): boolean {
  const text = key.slice(2);
  return key[0] === Space.Name || key[0] === Space.Symbol || (key[0] === Space.Literal && (named.test(text) || isModulePath(text)));
}
