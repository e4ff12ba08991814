/** What every text holds that a pattern matches: a tree of texts, all or any of them required, which `re2js` finds for its own use. */

import type { RE2JS } from 're2js';
import { foldedUnits } from './trigrams.ts';

/** An empty `all` requires nothing. */
export type Required = RequiredText | { readonly all: readonly Required[] } | { readonly any: readonly Required[] };

interface RequiredText {
  /** Without case, where case is ignored. */
  readonly text: string;
  /** As its trigrams are stored. */
  readonly folded: string;
}

/** A node of its tree; it gives its kinds no names. */
interface Prefilter {
  readonly type: number;
  readonly str: string;
  readonly subs: readonly Prefilter[];
}

const [exact, every, some] = [1, 2, 3];

/** @param pattern compiled with its case, since nothing is known of one without. */
export function requiredBy(pattern: RE2JS, ignoresCase: boolean): Required {
  const { prefilter } = pattern.re2() as { readonly prefilter: Prefilter | null };
  return prefilter === null ? { all: [] } : asRequired(prefilter, ignoresCase);
}

function asRequired({ type, str, subs }: Prefilter, ignoresCase: boolean): Required {
  if (type === exact) return { text: ignoresCase ? asciiPart(withoutCase(str)) : str, folded: foldedUnits(str) };
  const own = subs.map((one) => asRequired(one, ignoresCase));
  return type === every ? { all: own } : type === some ? { any: own } : { all: [] };
}

/** A text in lower case; the long s, whose upper case is that of s, has none in JavaScript. */
export function withoutCase(text: string): string {
  return text.toLowerCase().replaceAll('\u017f', 's');
}

/** Its longest: beyond ASCII, lower case depends on what is around (as that of sigma). */
function asciiPart(text: string): string {
  const parts = text.match(/[\0-\x7f]+/g) ?? [''];
  return parts.reduce((longest, one) => (one.length > longest.length ? one : longest));
}

/** Whether what `holds` knows of a text permits a match. */
export function mayMatch(required: Required, holds: (one: RequiredText) => boolean): boolean {
  if ('text' in required) return holds(required);
  return 'all' in required ? required.all.every((one) => mayMatch(one, holds)) : required.any.some((one) => mayMatch(one, holds));
}

export function holdsRequired(required: Required, text: string): boolean {
  return mayMatch(required, (one) => text.includes(one.text));
}

/** Texts one of which is required, the longer the better; undefined if none is. */
export function rarestTexts(required: Required): readonly string[] | undefined {
  if ('text' in required) return required.text === '' ? undefined : [required.text];
  const parts = ('all' in required ? required.all : required.any).map(rarestTexts);
  if ('any' in required) return parts.every((one) => one !== undefined) ? parts.flat() : undefined;
  const shortest = (texts: readonly string[]): number => Math.min(...texts.map(({ length }) => length));
  return parts.filter((one) => one !== undefined).sort((a, b) => shortest(b) - shortest(a))[0];
}
