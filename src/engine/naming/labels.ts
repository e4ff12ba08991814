/**
 * Which keys a community is called by: in the order of their weight, but last what says little anywhere. A module is told by the last part of
 * its path that says what it is, and where nothing of the code's own is told. Cost: one look at each key.
 */

import { Space } from '../document.ts';
import { stopWords } from '../text/words/stopWords.ts';
import { hasOrigin, isModulePath } from './modulePath.ts';
import { isEverywhere } from './ubiquitousKeys.ts';

/** A key with what the chunks do with it. */
export interface LabelKey {
  /** With its space. */
  readonly key: string;
  /** Whether one of the chunks, not a test's, defines it or has it as a title or heading. */
  readonly isSubject: boolean;
}

/** The keys that a name may be made of, best first. */
export interface LabelOrder {
  readonly keys: readonly string[];
  /** So many of them, the first ones, tell something; the others are better than nothing. */
  readonly telling: number;
}

/** A literal is shown only where hardly any key weighs more; in prose, which quotes what it is about, where few do. */
const maxLeading = { code: 2, prose: 4 } as const;

/** Puts the keys of a community of code or prose, those of most weight first, in the order in which a name takes them. */
export function inOrderOfLabels(keys: readonly LabelKey[], kind: keyof typeof maxLeading): LabelOrder {
  const little = keys.map((one, position) => saysLittle(one, position, maxLeading[kind]));
  const shown = keys.filter(({ key }) => isShown(key, kind));
  const telling = shown.filter((one) => !little[keys.indexOf(one)]);
  const modules = keys.filter(({ key }) => key[0] === Space.Literal && hasOrigin(key.slice(2)));
  // An address is told where nothing else says what it is about.
  const address =
    telling.length + modules.length > 0 ? [] : keys.filter(({ key }) => key[0] === Space.Link && !anyHost.test(key)).slice(0, 1);
  const order = new Set([...telling, ...modules, ...address, ...shown].map(({ key }) => key));
  return { keys: [...order], telling: telling.length === 0 ? modules.length + address.length : telling.length };
}

/** Addresses that stand for any. */
const anyHost = /:\/\/(?:localhost|127\.|0\.0\.0\.0|\[|[\w.-]*example\.)/;

function saysLittle({ key, isSubject }: LabelKey, position: number, leading: number): boolean {
  if (isEverywhere(key, isSubject)) return true;
  // A symbol that is defined nowhere but in tests and begins so, or ends in one digit, is one of several that are alike; in prose it is a word
  // with emphasis.
  if (key[0] === Space.Symbol) return !isSubject && /^_|_$|\D\d$/.test(key.slice(2));
  return key[0] !== Space.Name && position >= leading;
}

/** A module, a file, a media type, a header: what is quoted and still is a name. */
const named =
  /^[A-Z][a-z]+(?:-[A-Z][A-Za-z]+)+$|^(?:\.{1,2}\/|@|node:)?[a-z][\w.-]*(?:\/[\w.-]+){1,3}$|^\.{1,2}\/[\w.-]+$|^node:\w+$|^\.?[a-z][\w-]*\.(?!md$|rst$|txt$)[a-z]{2,5}$/i;

/** What documents quote because they are about it: options, calls, tags and blocks, sections and keys of a configuration, commands. */
const typed =
  /^--?[a-z][\w-]*$|^[$\w][\w$.]*\(\)$|^<[a-z][\w:-]*>$|^\{[#@:][\w .]+\}$|^\[{1,2}[\w.-]+\]{1,2}$|^[a-z][\w-]*(?:\.[\w-]+){1,3}$|^[a-z][\w-]*(?: [a-z-][\w-]*){1,3}$/;

function isShown(key: string, kind: keyof typeof maxLeading): boolean {
  const text = key.slice(2);
  if (key[0] === Space.Name || key[0] === Space.Symbol) return true;
  return key[0] === Space.Literal && (named.test(text) || isModulePath(text) || (kind === 'prose' && isTyped(text)));
}

function isTyped(text: string): boolean {
  return typed.test(text) && !text.split(' ').some((word) => stopWords.has(word));
}
