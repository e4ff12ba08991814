/** Questions about names and files: how two are connected, what a change reaches, who uses a name. */

import type { NameQuestion } from '../../engine/question/nameQuestions.ts';
import type { Retriever } from '../../engine/retrieval/ranking.ts';
import type { DerivedData } from '../explore/derivedData.ts';
import type { Texts } from '../folder/chunkTexts.ts';
import type { createScopes } from '../folder/scope.ts';
import type { View } from '../folder/view.ts';
import type { AskOptions, ImpactOptions, SearchOptions, SymbolOptions } from '../types/options.ts';
import type { ConnectAnswer, ImpactAnswer } from '../types/relations.ts';
import type { FolderUses, OverviewAnswer, SymbolAnswer } from '../types/results.ts';
import { type NameAnswer, nameAnswer } from './answers/nameAnswer.ts';
import { pathAnswer } from './answers/pathAnswer.ts';
import { createFileUses } from './fileUses.ts';
import { findConnections } from './findConnections.ts';
import { answerImpact } from './impactAnswer.ts';
import { createRelationSources, within } from './relationSources.ts';
import { type DefinitionIn, definitionsIn, symbolIn } from './symbolAnswer.ts';

export interface RelationQuestions {
  connect(ends: readonly [string, string], options: SearchOptions, view: View, texts: Texts): Promise<ConnectAnswer>;
  impact(asked: string | undefined, options: ImpactOptions, view: View, texts: Texts): Promise<ImpactAnswer>;
  symbol(name: string, options: SymbolOptions, view: View, texts: Texts): Promise<SymbolAnswer>;
  /** Where a name is defined. */
  definitions(name: string, options: SymbolOptions, view: View, texts: Texts): Promise<readonly DefinitionIn[]>;
  /** An answer in blocks to a question about one name. */
  name(asked: NameQuestion, options: SymbolOptions & Pick<AskOptions, 'about'>, view: View, texts: Texts): Promise<NameAnswer>;
  /** What the files of the parts import and call of each other. */
  fileUses(overviews: readonly OverviewAnswer[], view: View, texts: Texts, signal: AbortSignal | undefined): Promise<readonly FolderUses[]>;
  /** Reads what every name needs. */
  prepare(view: View, texts: Texts, signal: AbortSignal): Promise<void>;
  /** A path as blocks of an answer. */
  readonly path: typeof pathAnswer;
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
      answerImpact(asked, options, { view, sources: await sourcesOf(view, texts, options.signal) }),
    symbol: async (name, options, view, texts) => symbolIn(name, options, await sourcesOf(view, texts, options.signal), view, texts),
    definitions: async (name, { scope, signal }, view, texts) =>
      definitionsIn(name, within(scope, await sourcesOf(view, texts, signal), view), view),
    name: async (asked, { scope, about, signal }, view, texts) =>
      nameAnswer(asked, within(scope, await sourcesOf(view, texts, signal), view), view, texts, about),
    async prepare(view, texts, signal) {
      for (const { modules, yieldThread } of await sourcesOf(view, texts, signal)) await modules.prepare(yieldThread);
    },
    fileUses: createFileUses(sourcesOf),
    path: pathAnswer,
  };
}
