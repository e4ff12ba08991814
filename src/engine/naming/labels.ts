/**
 * Orders the keys from which a community is named: by weight, with ubiquitous ones last. A module is labelled with the last distinctive
 * part of its path, after the code's own names. Cost: one check per key.
 */

import { Space } from '../document.ts';
import { stopWords } from '../text/stemming/stopWords.ts';
import { hasOrigin, isModulePath } from './modulePath.ts';
import { isUbiquitous } from './ubiquitousKeys.ts';

/** A key with its role in the chunks. */
export interface LabelKey {
  /** With its space. */
  readonly key: string;
  /** Whether one of the chunks, not a test's, defines it or has it as a title or heading. */
  readonly isSubject: boolean;
  /** Whether one of them defines it as a type, which is a name whatever its words. */
  readonly isType: boolean;
}

/** The candidate keys of a name, best first. */
interface LabelOrder {
  readonly keys: readonly string[];
  /** The number of meaningful keys; they come first, and the others are a fallback. */
  readonly meaningful: number;
}

/** A literal is shown only if hardly any key weighs more; in prose, which quotes its subject, if only a few do. */
const maxLiteralRank = { code: 2, prose: 4 } as const;

/** Orders the keys of a community of code or prose, given by descending weight, for naming. */
export function orderLabels(keys: readonly LabelKey[], kind: keyof typeof maxLiteralRank): LabelOrder {
  const weak = keys.map((one, position) => isWeak(one, position, maxLiteralRank[kind]));
  const shown = keys.filter(({ key }) => isShown(key, kind));
  const meaningful = shown.filter((one) => !weak[keys.indexOf(one)]);
  const modules = keys.filter(({ key }) => key[0] === Space.Literal && hasOrigin(key.slice(2)));
  // An address is used only if nothing else identifies the subject.
  const address =
    meaningful.length + modules.length > 0
      ? []
      : keys.filter(({ key }) => key[0] === Space.Link && !placeholderHosts.test(key)).slice(0, 1);
  const order = new Set([...meaningful, ...modules, ...address, ...shown].map(({ key }) => key));
  return { keys: [...order], meaningful: meaningful.length === 0 ? modules.length + address.length : meaningful.length };
}

/** Placeholder addresses. */
const placeholderHosts = /:\/\/(?:localhost|127\.|0\.0\.0\.0|\[|[\w.-]*example\.)/;

function isWeak({ key, isSubject, isType }: LabelKey, position: number, maxRank: number): boolean {
  if (isType) return false;
  if (isUbiquitous(key, isSubject)) return true;
  // A symbol that only tests define and that starts with `_` or ends in one digit is one of several similar ones; in prose it is an
  // emphasised word.
  if (key[0] === Space.Symbol) return !isSubject && /^_|_$|\D\d$/.test(key.slice(2));
  return key[0] !== Space.Name && position >= maxRank;
}

/** A module, a file, a media type, a header: names even if quoted. */
const namePattern =
  /^[A-Z][a-z]+(?:-[A-Z][A-Za-z]+)+$|^(?:\.{1,2}\/|@|node:)?[a-z][\w.-]*(?:\/[\w.-]+){1,3}$|^\.{1,2}\/[\w.-]+$|^node:\w+$|^\.?[a-z][\w-]*\.(?!md$|rst$|txt$)[a-z]{2,5}$/i;

/** Quotes that documents are about: options, calls, tags and blocks, sections and keys of a configuration, commands. */
const quotedSyntax =
  /^--?[a-z][\w-]*$|^[$\w][\w$.]*\(\)$|^<[a-z][\w:-]*>$|^\{[#@:][\w .]+\}$|^\[{1,2}[\w.-]+\]{1,2}$|^[a-z][\w-]*(?:\.[\w-]+){1,3}$|^[a-z][\w-]*(?: [a-z-][\w-]*){1,3}$/;

function isShown(key: string, kind: keyof typeof maxLiteralRank): boolean {
  const text = key.slice(2);
  if (key[0] === Space.Name || key[0] === Space.Symbol) return true;
  return key[0] === Space.Literal && (namePattern.test(text) || isModulePath(text) || (kind === 'prose' && isQuotedSyntax(text)));
}

function isQuotedSyntax(text: string): boolean {
  return quotedSyntax.test(text) && !text.split(' ').some((word) => stopWords.has(word));
}
