/** Keys as evidence: the kind of each key, and evidence entries by kind. */

import { Role, Space } from '../document.ts';
import { pushTo } from '../util/pushTo.ts';
import type { Evidence } from './ranking.ts';

/** The kinds of evidence that the index has, the most telling first, each with the space of its keys; `term` is a word of the question. */
export const spaceOfKind = {
  symbol: Space.Symbol,
  title: Space.Name,
  heading: Space.Name,
  name: Space.Name,
  literal: Space.Literal,
  link: Space.Link,
  term: undefined,
  path: Space.Path,
} as const;

/** A kind of evidence that the index has. Systems may have more. */
export type EvidenceKind = keyof typeof spaceOfKind;

/** The kind of evidence of a key; `roles` distinguishes titles and headings from other names. */
export function kindOfKey(key: string, roles = 0): EvidenceKind {
  switch (key[0]) {
    case Space.Symbol:
      return 'symbol';
    case Space.Path:
      return 'path';
    case Space.Link:
      return 'link';
    case Space.Literal:
      return 'literal';
    default:
      return roles & Role.Title ? 'title' : roles & Role.Heading ? 'heading' : 'name';
  }
}

/** One evidence entry for each kind of the keys, which are best first. */
export function evidenceOfKeys(keys: Iterable<string>): readonly Evidence[] {
  const kinds = new Map<EvidenceKind, string[]>();
  for (const key of keys) {
    const kind = kindOfKey(key);
    pushTo(kinds, kind, key.slice(2));
  }
  return [...kinds].map(([kind, list]) => ({ kind, keys: list }));
}
