/** Converts what is known of a name for the wire. */

import { visible } from '../../engine/index.ts';
import type { SymbolResult } from '../../protocol/symbol.ts';
import type { SymbolAnswer } from '../../service/results.ts';
import { type Conversion, toWirePlace } from './convert.ts';

export function toSymbol({ definitions, uses, sentences, ...answer }: SymbolAnswer, conversion: Conversion): SymbolResult {
  const { name, otherNames, nearest, unread } = answer;
  return {
    name: visible(name),
    otherNames: otherNames.map(visible),
    definitions: definitions.map(({ kind, scope, container, text, ...place }) => ({
      ...toWirePlace(place, conversion),
      kind,
      scope,
      ...(container === undefined ? {} : { container: visible(container) }),
      text: visible(text),
    })),
    uses: uses.map(({ kind, where, folder, path, lines }) => {
      const { uri, path: shown } = toWirePlace({ folder, path, startLine: 1, endLine: 1 }, conversion);
      return { kind, where, uri, path: shown, lines };
    }),
    sentences: sentences.map(({ text, ...place }) => ({ ...toWirePlace(place, conversion), text: visible(text) })),
    nearest: nearest.map(visible),
    unread,
  };
}
