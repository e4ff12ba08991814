/** Says in words why a chunk stands in a list, and the way that led to it. */

import type { Place } from '../../engine/place.ts';
import { fill, type ServerWords } from '../../protocol/text/words.ts';
import { wordOf } from '../../service/ask/explain.ts';
import type { SearchResult, ShownEvidence } from '../../service/results.ts';

/** How many names a reason lists; the rest is seen by expanding the source. */
const namesShown = 3;

/** Kinds in the order in which they explain best: a definition says more than a word in common. */
const order: readonly ShownEvidence['kind'][] = ['symbol', 'title', 'heading', 'name', 'literal', 'link', 'term', 'path'];

/**
 * The reason in words: what it shares with a place that was followed comes first, else the best kind of what it shares with the
 * question. `question` gives stems their words back; `nameOf` names the place that was followed.
 */
export function reasonOf(result: SearchResult, words: ServerWords, question: string, nameOf: (place: Place) => string): string {
  const followed = result.evidence.filter((evidence) => evidence.via !== undefined && evidence.keys.length > 0);
  const direct = sorted(result.evidence.filter((evidence) => evidence.via === undefined && evidence.keys.length > 0));
  const parts: string[] = [];
  const first = direct[0];
  if (first) parts.push(fill(defines(first, result) ? words.defines : words.mentions, listed(first, question, words)));
  const shared = sorted(followed)[0];
  if (shared?.via) parts.push(fill(words.linkedThrough, listed(shared, question, words), nameOf(shared.via)));
  return parts.join('; ');
}

/** Whether a result defines what it shares: a chunk of code is titled by the names that it defines. */
function defines({ kind, keys }: ShownEvidence, result: SearchResult): boolean {
  const isNamed = kind === 'symbol' || kind === 'title';
  return isNamed && result.kind === 'code' && result.title.split(/[,\s]+/).includes(keys[0] ?? '');
}

/** What a result shares with a place that is known to the reader (the cursor), without naming that place; what weighs most comes first. */
export function sharedNames(result: SearchResult): string[] {
  const names = result.evidence.flatMap((evidence) => evidence.keys);
  // A symbol keeps its case, a name does not: where both are shared, it is shown as it is written.
  const symbols = result.evidence.filter(({ kind }) => kind === 'symbol').flatMap(({ keys }) => keys);
  return distinct(names).map((name) => symbols.find((symbol) => symbol.toLowerCase() === name.toLowerCase()) ?? name);
}

/** Each name once: a symbol and the same name in other letters say one thing; the first spelling is kept. */
export function distinct(names: readonly string[]): string[] {
  const seen = new Set<string>();
  return names.filter((name) => {
    const folded = name.toLowerCase();
    return !seen.has(folded) && seen.add(folded);
  });
}

/** The steps from the question to a result, for drawing them as one line. */
export function wayOf(result: SearchResult, question: string): { kind: ShownEvidence['kind']; names: string[]; via?: Place }[] {
  const steps = sorted(result.evidence.filter((evidence) => evidence.keys.length > 0));
  return steps.map(({ kind, keys, via }) => ({ kind, names: shownNames(kind, keys, question), via }));
}

function sorted(evidence: readonly ShownEvidence[]): ShownEvidence[] {
  return [...evidence].sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
}

function listed(evidence: ShownEvidence, question: string, words: ServerWords): string {
  const names = shownNames(evidence.kind, evidence.keys, question);
  const more = names.length - namesShown;
  const shown = names.slice(0, namesShown).join(', ');
  return more > 0 ? fill(words.andMore, shown, more) : shown;
}

/** Keys in the question's own words, each once. A compound name is looked for by its parts too, which say nothing beside it. */
function shownNames(kind: ShownEvidence['kind'], keys: readonly string[], question: string): string[] {
  const names = distinct(keys.map((key) => shownName(kind, key, question)));
  const parts = new Set(names.flatMap(partsOf));
  return names.filter((name) => !parts.has(name.toLowerCase()));
}

/** The parts of a name like `UsagePool` or `usage_pool`, in lower case; none of a plain word. */
function partsOf(name: string): string[] {
  const parts = name.match(/\p{Lu}?[\p{Ll}\p{N}]+|\p{Lu}+(?!\p{Ll})/gu) ?? [];
  return parts.length > 1 ? parts.map((part) => part.toLowerCase()) : [];
}

/** A key in the question's own words where it has some for it. */
export function shownName(kind: ShownEvidence['kind'], key: string, question: string): string {
  return asWritten(kind === 'term' ? wordOf(key, question) : key, question);
}

/** Names are kept in lower case; the question may have written them as they are. */
function asWritten(key: string, question: string): string {
  const folded = question.toLowerCase();
  for (let at = folded.indexOf(key); key !== '' && at >= 0; at = folded.indexOf(key, at + 1)) {
    // A part of a longer word is another word.
    if (isLetter(folded.charAt(at - 1)) || isLetter(folded.charAt(at + key.length))) continue;
    // Some letters change their length with their case, so the slice is compared before it is taken.
    const written = question.slice(at, at + key.length);
    if (written.toLowerCase() === key) return written;
  }
  return key;
}

function isLetter(sign: string): boolean {
  return /[\p{L}\p{N}]/u.test(sign);
}
