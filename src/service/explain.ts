/** Evidence in a few words of English, for terminals and agents. */

import type { Place, ShownEvidence } from './results.ts';

/** `symbol readTideTable (line 3) shared with src/crossing.ts:1`; `nameOf` tells how a place is called. Not cleaned. */
export function explainEvidence({ kind, keys, via, line }: ShownEvidence, nameOf: (place: Place) => string = pathOf): string {
  const from = via === undefined ? '' : ` shared with ${nameOf(via)}:${via.startLine}`;
  const at = line === undefined ? '' : ` (line ${line})`;
  return `${kind} ${keys.join(', ')}${at}${from}`;
}

const pathOf = ({ path }: Place): string => path;
