/**
 * Orders the keys from which a community is named: by weight, with ubiquitous ones last. A module is labelled with the last distinctive
 * part of its path, after the code's own names. Cost: one check per key.
 */

import { Space } from '../document.ts';
import { stopWords } from '../text/words/stopWords.ts';
import { hasOrigin, isModulePath } from './modulePath.ts';
import { isUbiquitous } from './ubiquitousKeys.ts';

/** A key with its role in the chunks. */
export interface LabelKey {
  /** With its space. */
  readonly key: string;
  /** Whether one of the chunks, not a test's, defines it or has it as a title or heading. */
  readonly isSubject: boolean;
}

/** The candidate keys of a name, best first. */
export interface LabelOrder {
  readonly keys: readonly string[];
  /** The number of meaningful keys; they come first, and the others are a fallback. */
  readonly telling: number;
}

/** A literal is shown only if hardly any key weighs more; in prose, which quotes its subject, if only a few do. */
const maxLeading = { code: 2, prose: 4 } as const;

/** Orders the keys of a community of code or prose, given by descending weight, for naming. */
export function inOrderOfLabels(keys: readonly LabelKey[], kind: keyof typeof maxLeading): LabelOrder {
  const little = keys.map((one, position) => saysLittle(one, position, maxLeading[kind]));
  const shown = keys.filter(({ key }) => isShown(key, kind));
  const telling = shown.filter((one) => !little[keys.indexOf(one)]);
  const modules = keys.filter(({ key }) => key[0] === Space.Literal && hasOrigin(key.slice(2)));
  // An address is used only if nothing else identifies the subject.
  const address =
    telling.length + modules.length > 0 ? [] : keys.filter(({ key }) => key[0] === Space.Link && !anyHost.test(key)).slice(0, 1);
  const order = new Set([...telling, ...modules, ...address, ...shown].map(({ key }) => key));
  return { keys: [...order], telling: telling.length === 0 ? modules.length + address.length : telling.length };
}

/** Placeholder addresses. */
const anyHost = /:\/\/(?:localhost|127\.|0\.0\.0\.0|\[|[\w.-]*example\.)/;

function saysLittle({ key, isSubject }: LabelKey, position: number, leading: number): boolean {
  if (isUbiquitous(key, isSubject)) return true;
  // A symbol that only tests define and that starts with `_` or ends in one digit is one of several similar ones; in prose it is an
  // emphasised word.
  if (key[0] === Space.Symbol) return !isSubject && /^_|_$|\D\d$/.test(key.slice(2));
  return key[0] !== Space.Name && position >= leading;
}

/** A module, a file, a media type, a header: names even if quoted. */
const named =
  /^[A-Z][a-z]+(?:-[A-Z][A-Za-z]+)+$|^(?:\.{1,2}\/|@|node:)?[a-z][\w.-]*(?:\/[\w.-]+){1,3}$|^\.{1,2}\/[\w.-]+$|^node:\w+$|^\.?[a-z][\w-]*\.(?!md$|rst$|txt$)[a-z]{2,5}$/i;

/** Quotes that documents are about: options, calls, tags and blocks, sections and keys of a configuration, commands. */
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
