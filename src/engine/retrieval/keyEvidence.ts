/** Keys as evidence: the kind of each key, and evidence entries by kind. */

import { Role, Space } from '../document.ts';
import type { Evidence, EvidenceKind } from './ranking.ts';

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
    const others = kinds.get(kind);
    if (others === undefined) kinds.set(kind, [key.slice(2)]);
    else others.push(key.slice(2));
  }
  return [...kinds].map(([kind, list]) => ({ kind, keys: list }));
}
