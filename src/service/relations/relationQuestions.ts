/** Questions about names and files: how two are connected, what a change reaches, who uses a name. */

import type { Retriever } from '../../engine/retrieval/ranking.ts';
import type { DerivedData } from '../explore/derivedData.ts';
import type { Texts } from '../folder/chunkTexts.ts';
import type { createScopes } from '../folder/scope.ts';
import type { View } from '../folder/view.ts';
import type { SearchOptions, SymbolOptions } from '../options.ts';
import type { SymbolAnswer } from '../results.ts';
import { findConnections } from './connect.ts';
import type { ConnectAnswer } from './connections.ts';
import { impactOf } from './impact.ts';
import type { ImpactAnswer, ImpactOptions } from './impacts.ts';
import { createRelationSources } from './relations.ts';
import { symbolIn } from './symbol.ts';

export interface RelationQuestions {
  connect(ends: readonly [string, string], options: SearchOptions, view: View, texts: Texts): Promise<ConnectAnswer>;
  impact(asked: string | undefined, options: ImpactOptions, view: View, texts: Texts): Promise<ImpactAnswer>;
  symbol(name: string, options: SymbolOptions, view: View, texts: Texts): Promise<SymbolAnswer>;
}

export function createRelationQuestions(
  derived: DerivedData,
  scopeOf: ReturnType<typeof createScopes>,
  chosenRetriever: (options: SearchOptions) => Promise<Retriever>,
): RelationQuestions {
  const sourcesOf = createRelationSources(derived);
  return {
    async connect(ends, options, view, texts) {
      const accept = options.scope && (await scopeOf(options.scope, view.reader, view.folders));
      const relations = () => sourcesOf(view, texts, options.signal);
      return findConnections(ends, { ...options, view, texts, relations, retriever: await chosenRetriever(options), accept });
    },
    impact: async (asked, options, view, texts) =>
      impactOf(asked, options, { view, sources: await sourcesOf(view, texts, options.signal) }),
    symbol: async (name, { scope, signal }, view, texts) => symbolIn(name, scope, await sourcesOf(view, texts, signal), view, texts),
  };
}
