/** Converts what is known of a name, and what a change reaches, for the wire. */

import { visible } from '../../engine/text/visible.ts';
import type { ImpactResult, SymbolResult } from '../../protocol/symbol.ts';
import type { ImpactAnswer } from '../../service/types/relations.ts';
import type { SymbolAnswer } from '../../service/types/results.ts';
import { type Conversion, toWirePlace } from './convert.ts';

export function toSymbol({ definitions, uses, sentences, ...answer }: SymbolAnswer, conversion: Conversion): SymbolResult {
  const { name, otherNames, nearest, unread } = answer;
  return {
    name: visible(name),
    otherNames: otherNames.map(visible),
    definitions: definitions.map(({ kind, scope, language, container, text, ...place }) => ({
      ...toWirePlace(place, conversion),
      kind,
      scope,
      language,
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

export function toImpact({ sources, names, rows, notes }: ImpactAnswer, conversion: Conversion): ImpactResult {
  const shown = ({ folder, path }: { readonly folder: string; readonly path: string }) => {
    const place = toWirePlace({ folder, path, startLine: 1, endLine: 1 }, conversion);
    return { uri: place.uri, path: place.path };
  };
  return {
    sources: sources.map((source) => shown(source).path),
    names: [...new Set(names.map(({ name }) => visible(name)))],
    rows: rows.map(({ kind, depth, lines, shared, ...file }) => ({
      ...shown(file),
      kind,
      depth,
      lines: lines.map(({ line, name }) => ({ line, name: visible(name) })),
      shared: shared.map(visible),
    })),
    notes,
  };
}
