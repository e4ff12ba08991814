/** Converts what is known of a name, and what a change reaches, for the wire. */

import { visible } from '../../engine/text/visible.ts';
import type { ImpactResult, SymbolResult } from '../../protocol/symbol.ts';
import type { ImpactAnswer } from '../../service/types/relations.ts';
import type { SymbolAnswer } from '../../service/types/results.ts';
import { type Conversion, toWire } from './convert.ts';

export function toSymbol(answer: SymbolAnswer, conversion: Conversion): SymbolResult {
  return {
    name: visible(answer.name),
    otherNames: answer.otherNames.map(visible),
    definitions: answer.definitions.map((one) => {
      const { container, text, ...place } = toWire(one, conversion);
      return { ...place, ...(container !== undefined && { container: visible(container) }), text: visible(text) };
    }),
    uses: answer.uses.map((use) => toWire(use, conversion)),
    sentences: answer.sentences.map((one) => ({ ...toWire(one, conversion), text: visible(one.text) })),
    nearest: answer.nearest.map(visible),
    unread: answer.unread,
  };
}

export function toImpact({ sources, names, rows, notes }: ImpactAnswer, conversion: Conversion): ImpactResult {
  return {
    sources: sources.map((source) => toWire(source, conversion).path),
    names: [...new Set(names.map(({ name }) => visible(name)))],
    rows: rows.map((row) => ({
      ...toWire(row, conversion),
      lines: row.lines.map(({ line, name }) => ({ line, name: visible(name) })),
      shared: row.shared.map(visible),
    })),
    notes,
  };
}
