/**
 * What every text holds that a pattern matches, by the method of R. Cox, "Regular Expression Matching with a Trigram Index" (2012), without its sets
 * of prefixes and suffixes: a tree of texts, all or any of them required.
 * Cost: linear in the pattern, with at most `maxTexts` texts for each part of it.
 */

import type { PatternNode, Repeat } from './syntax.ts';
import { beyondAscii, foldedUnits } from './trigrams.ts';

/** Texts of folded units. An empty `all` requires nothing. */
export type Required = string | { readonly all: readonly Required[] } | { readonly any: readonly Required[] };

/** Alternative texts; and how often a repeated one is written out. */
const maxTexts = 16;
const maxCopies = 8;
const anything: Required = { all: [] };

/** All that a part of a pattern matches, as a few texts, or what that requires. */
type Found = { readonly texts: readonly string[] } | Required;

export function requiredTexts(node: PatternNode): Required {
  return asRequired(found(node));
}

/** Whether what `holds` knows of a text permits a match. */
export function mayMatch(required: Required, holds: (text: string) => boolean): boolean {
  if (typeof required === 'string') return holds(required);
  return 'all' in required ? required.all.every((one) => mayMatch(one, holds)) : required.any.some((one) => mayMatch(one, holds));
}

/** Whether a text holds what is required, whatever its case. Sound: lower case is the same for equal characters of ASCII, and others are not looked at. */
export function holdsRequired(required: Required, text: string): boolean {
  const lower = text.toLowerCase();
  return mayMatch(required, (one) => one.includes(beyondAscii) || lower.includes(one));
}

function asRequired(one: Found): Required {
  if (typeof one === 'string' || !('texts' in one)) return one;
  return one.texts.includes('') ? anything : { any: one.texts };
}

function isTexts(one: Found): one is { readonly texts: readonly string[] } {
  return typeof one !== 'string' && 'texts' in one;
}

function found(node: PatternNode): Found {
  if (node.kind === 'spot') return { texts: [''] };
  if (node.kind === 'leaf') return node.leaf.text === undefined ? anything : { texts: [foldedUnits(node.leaf.text)] };
  if (node.kind === 'any') return inAny(node.of.map(found));
  if (node.kind === 'all') return inSequence(node.of.flatMap((one) => (one.kind === 'repeat' && one.min > 0 ? copies(one) : [found(one)])));
  if (node.min > 0) return inSequence(copies(node));
  return node.max === 1 ? inAny([found(node.of), { texts: [''] }]) : anything;
}

/** What surely comes, and where more of it may follow. */
function copies({ of, min, max }: Repeat): readonly Found[] {
  const one = found(of);
  const count = Math.min(min, maxCopies);
  return [...Array.from({ length: count }, () => one), ...(max > count ? [anything] : [])];
}

function inAny(ways: readonly Found[]): Found {
  const texts = new Set(ways.filter(isTexts).flatMap((one) => one.texts));
  return texts.size <= maxTexts && ways.every(isTexts) ? { texts: [...texts] } : { any: ways.map(asRequired) };
}

/** Texts that follow each other are one. */
function inSequence(parts: readonly Found[]): Found {
  const all: Required[] = [];
  let texts: readonly string[] = [''];
  let isWhole = true;
  for (const one of parts) {
    const joined = isTexts(one) ? texts.flatMap((before) => one.texts.map((after) => before + after)) : [];
    if (isTexts(one) && joined.length <= maxTexts) {
      texts = joined;
      continue;
    }
    isWhole = false;
    all.push(asRequired({ texts }));
    texts = isTexts(one) ? one.texts : [''];
    if (!isTexts(one)) all.push(one);
  }
  return isWhole ? { texts } : { all: [...all, asRequired({ texts })] };
}
