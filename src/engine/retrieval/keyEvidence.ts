/** Keys as evidence: of which kind each is, and some of them in entries of one kind. */

import { Role, Space } from '../document.ts';
import type { Evidence, EvidenceKind } from './ranking.ts';

/** The kind of evidence that a key gives; `roles` tells titles and headings from other names. */
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

/** Keys, the best first, as one entry for each of their kinds. */
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
