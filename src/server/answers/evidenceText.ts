/** Describes in words why a chunk was found, and the path of links that led to it. */

import type { Place } from '../../engine/place.ts';
import { spaceOfKind } from '../../engine/retrieval/keyEvidence.ts';
import { distinct } from '../../engine/util/distinct.ts';
import { t } from '../../protocol/text/translate.ts';
import { wordOf } from '../../service/ask/explain.ts';
import type { RelatedResult, SearchResult, ShownEvidence } from '../../service/types/results.ts';

/** Maximum number of names in a reason; the rest is visible when the source is expanded. */
const namesShown = 3;

/** Kinds by explanatory value: a definition explains more than a common word; a system's own kinds first. */
const order: readonly string[] = Object.keys(spaceOfKind);

/**
 * The evidence in words: what it shares with the place that led to it, otherwise the best kind of what it shares with the question.
 * `question` maps stems back to words; `nameOf` names the place that led to it.
 */
export function reasonText(result: SearchResult, question: string, nameOf: (place: Place) => string): string {
  const followed = result.evidence.filter((evidence) => evidence.via !== undefined && evidence.keys.length > 0);
  const [commits, direct] = [true, false].map((isCommit) =>
    sorted(result.evidence.filter(({ kind, via, keys }) => via === undefined && keys.length > 0 && (kind === 'commit') === isCommit)),
  ) as [ShownEvidence[], ShownEvidence[]];
  const parts: string[] = [];
  const first = direct[0];
  if (first) parts.push(defines(first, result) ? t('defines {0}', listed(first, question)) : t('mentions {0}', listed(first, question)));
  const shared = sorted(followed)[0];
  if (shared?.via) parts.push(t('linked through {0} to {1}', listed(shared, question), nameOf(shared.via)));
  for (const { keys } of commits) parts.push(t('changed with {0}', keys.join(', ')));
  return parts.join('; ');
}

/** How a place is related to the one that was asked about, by these names. */
export function relationText(relation: RelatedResult['relation'], names: readonly string[]): string {
  const shown = names.join(', ');
  switch (relation) {
    case 'defines':
      return t('defines {0}', shown);
    case 'uses':
      return t('uses {0}', shown);
    case 'documents':
      return t('documents {0}', shown);
    case 'shares':
      return t('shares {0}', shown);
  }
}

/** Whether a result defines what it shares: a code chunk is titled by the names that it defines. */
function defines({ kind, keys }: ShownEvidence, result: SearchResult): boolean {
  const isNamed = kind === 'symbol' || kind === 'title';
  return isNamed && result.kind === 'code' && result.title.split(/[,\s]+/).includes(keys[0] ?? '');
}

/** What a result shares with a place that the reader knows (the cursor), without naming that place; by weight. */
export function sharedNames(result: SearchResult): string[] {
  const names = result.evidence.flatMap((evidence) => evidence.keys);
  // A symbol keeps its case, a name does not: if both are shared, the symbol is shown.
  const symbols = result.evidence.filter(({ kind }) => kind === 'symbol').flatMap(({ keys }) => keys);
  return distinct(names).map((name) => symbols.find((symbol) => symbol.toLowerCase() === name.toLowerCase()) ?? name);
}

/** The steps from the question to a result, for display on one line. */
export function createLinkSteps(result: SearchResult, question: string): { kind: string; label?: string; names: string[]; via?: Place }[] {
  const steps = sorted(result.evidence.filter((evidence) => evidence.keys.length > 0));
  return steps.map(({ kind, label, keys, via }) => ({ kind, label, names: shownNames(kind, keys, question), via }));
}

function sorted(evidence: readonly ShownEvidence[]): ShownEvidence[] {
  return [...evidence].sort((a, b) => order.indexOf(a.kind) - order.indexOf(b.kind));
}

function listed(evidence: ShownEvidence, question: string): string {
  const names = shownNames(evidence.kind, evidence.keys, question);
  const more = names.length - namesShown;
  const shown = names.slice(0, namesShown).join(', ');
  return more > 0 ? t('{0} and {1} more', shown, more) : shown;
}

/** Distinct keys in the question's own words. A compound name is also searched by its parts, which add nothing here. */
function shownNames(kind: string, keys: readonly string[], question: string): string[] {
  const names = distinct(keys.map((key) => shownName(kind, key, question)));
  const parts = new Set(names.flatMap(nameParts));
  return names.filter((name) => !parts.has(name.toLowerCase()));
}

/** The parts of a name like `UsagePool` or `usage_pool`, in lower case; none for a plain word. */
function nameParts(name: string): string[] {
  const parts = name.match(/\p{Lu}?[\p{Ll}\p{N}]+|\p{Lu}+(?!\p{Ll})/gu) ?? [];
  return parts.length > 1 ? parts.map((part) => part.toLowerCase()) : [];
}

/** A key in the question's own words, if it has any for it. */
export function shownName(kind: string, key: string, question: string): string {
  return asWritten(kind === 'term' ? wordOf(key, question) : key, question);
}

/** Names are stored in lower case; the question may have the original spelling. */
function asWritten(key: string, question: string): string {
  const folded = question.toLowerCase();
  for (let at = folded.indexOf(key); key !== '' && at >= 0; at = folded.indexOf(key, at + 1)) {
    // Part of a longer word.
    if (isLetter(folded.charAt(at - 1)) || isLetter(folded.charAt(at + key.length))) continue;
    // Some letters change length with case, so the slice is verified.
    const written = question.slice(at, at + key.length);
    if (written.toLowerCase() === key) return written;
  }
  return key;
}

function isLetter(sign: string): boolean {
  return /[\p{L}\p{N}]/u.test(sign);
}
