/**
 * What differs between two versions of a file: the definitions whose own lines differ, without those of definitions inside of them.
 *
 * A definition is known again by its container and name, the n-th of the same by its order. A method that moves within its class is unchanged.
 * Deviation: bodies are found by indentation (`relations`). Cost: finding the definitions of both texts.
 */

import { allDefinitionsIn, type NamedDefinition } from '../relations/relations.ts';
import type { Language } from '../text/languages.ts';
import { linesOf } from '../text/lines.ts';
import { pushTo } from '../util/pushTo.ts';

export interface NameChanges {
  /** Definitions of the newer text. */
  readonly changed: readonly NamedDefinition[];
  /** Definitions that the newer text no longer has, with the places of the older one. */
  readonly removed: readonly NamedDefinition[];
  /** Whether lines outside of all definitions differ: imports, statements, or a text without definitions. */
  readonly isOutside: boolean;
}

/** Compares two texts of a file; an empty one represents a file that does not exist. Line ends do not count. */
export function changedNames(path: string, before: string, after: string, language: Language): NameChanges {
  const [old, now] = [ownTexts(path, before, language), ownTexts(path, after, language)];
  const changed = [...now.definitions].filter(([key, { text }]) => old.definitions.get(key)?.text !== text);
  const removed = [...old.definitions].filter(([key]) => !now.definitions.has(key));
  return {
    changed: changed.map(([, { definition }]) => definition),
    removed: removed.map(([, { definition }]) => definition),
    isOutside: old.outside !== now.outside,
  };
}

interface OwnTexts {
  readonly definitions: ReadonlyMap<string, { readonly definition: NamedDefinition; readonly text: string }>;
  readonly outside: string;
}

/** The lines of each definition that others may use, and those of none. */
function ownTexts(path: string, text: string, language: Language): OwnTexts {
  const { starts, count } = linesOf(text);
  const all = allDefinitionsIn(path, text, language).filter(({ scope }) => scope !== 'local');
  const owners: number[] = new Array(count).fill(-1);
  for (const [i, { startLine, endLine }] of all.entries()) owners.fill(i, startLine - 1, endLine);
  const texts = new Map<number, string[]>();
  for (const [line, owner] of owners.entries()) {
    const own = text.slice(starts[line], starts[line + 1]).trimEnd();
    if (own === '') continue;
    pushTo(texts, owner, own);
  }
  const definitions = new Map<string, { definition: NamedDefinition; text: string }>();
  const counts = new Map<string, number>();
  for (const [i, definition] of all.entries()) {
    const name = `${definition.container ?? ''}.${definition.name}`;
    const n = (counts.get(name) ?? 0) + 1;
    counts.set(name, n);
    definitions.set(`${name} ${n}`, { definition, text: (texts.get(i) ?? []).join('\n') });
  }
  return { definitions, outside: (texts.get(-1) ?? []).join('\n') };
}

/** The lines of a text, from 1, that another one does not have; blanks around them do not count. */
export function linesNotIn(before: string, after: string): ReadonlySet<number> {
  const old = new Set(before.split('\n').map((line) => line.trim()));
  return new Set(after.split('\n').flatMap((line, i) => (old.has(line.trim()) ? [] : [i + 1])));
}

/** Share of the lines of the longer of two texts that both have, without blank ones; in [0, 1]. */
export function sharedLines(a: string, b: string): number {
  const [x, y] = [a, b].map((text) => text.split('\n').flatMap((line) => line.trim() || []));
  const left = new Map<string, number>();
  for (const line of x as string[]) left.set(line, (left.get(line) ?? 0) + 1);
  let same = 0;
  for (const line of y as string[]) {
    const count = left.get(line) ?? 0;
    if (count > 0) same++;
    left.set(line, count - 1);
  }
  return same / Math.max(1, (x as string[]).length, (y as string[]).length);
}
