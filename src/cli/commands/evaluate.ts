/** `meshrag eval`: figures of a retriever on questions whose answers are known. */

import { bind } from '../../engine/retrieval/bind.ts';
import type { Sources } from '../../engine/retrieval/retrievalSystem.ts';
import { readSynonyms, synonymGroups } from '../../engine/retrieval/steps/synonyms.ts';
import { defaultSystem, type SystemEntry } from '../../engine/retrieval/systemRegistry.ts';
import { judgedRetriever } from '../../systems/judged.ts';
import { registry } from '../../systems/registry.ts';
import { UsageError } from '../cliError.ts';
import type { RunCommand } from '../command.ts';
import type { GivenModels, ModelSources } from '../evaluation/modelSources.ts';
import { evaluatePassages, type RetrieverFor } from '../evaluation/passages.ts';
import { evaluateWorkspace } from '../evaluation/workspace.ts';
import { createEmbedder, createModel, embedderOptions, modelOptions, refuseIdleModel } from '../models/modelOptions.ts';
import { indexDirectoryPath, realFolder } from '../openFolder.ts';
import { chosenRetriever, readArguments, retrieverOptions } from '../options.ts';
import { clean } from '../output.ts';

const options = {
  corpus: { type: 'string', multiple: true },
  workspace: { type: 'string' },
  index: { type: 'string' },
  queries: { type: 'string' },
  k: { type: 'string', short: 'k' },
  run: { type: 'string' },
  'no-titles': { type: 'boolean' },
  answers: { type: 'boolean' },
  report: { type: 'boolean' },
  ...retrieverOptions,
  ...embedderOptions,
  model: modelOptions.model,
  context: modelOptions.context,
  judge: { type: 'boolean' },
} as const;

export const runEvaluate: RunCommand = async (args, { output, signal }) => {
  const { values, positionals } = readArguments(args, options);
  const { queries } = values;
  if (queries === undefined) throw new UsageError('--queries FILE is missing');
  const { system: id = defaultSystem, systemOptions, synonyms = [] } = await chosenRetriever(values);
  const groups = synonymGroups(synonyms);
  const own: Sources = groups.length > 0 ? { synonyms: readSynonyms(groups) } : {};
  const entry = registry.entryOf(id);
  const system = await entry.load();
  const given = { model: await createModel(values), embedder: await createEmbedder(values) };
  const isJudged = values.judge === true;
  refuseIdleModel(given.model, isJudged, entry);
  const folder = values.workspace === undefined ? undefined : realFolder(values.workspace);
  if (folder === undefined && values.index !== undefined) throw new UsageError('--index requires --workspace DIR');
  const indexDirectory = folder && indexDirectoryPath(folder, values.index);
  const corpus = folder === undefined ? corpusPaths([...(values.corpus ?? []), ...positionals]) : [];
  const ks = parseNumbers(values.k ?? (folder === undefined ? '2,5,10' : '5,10'));
  const figuresWith = (sources: Sources): Promise<Record<string, unknown>> => {
    const create: RetrieverFor = (texts) => {
      const vectors = sources.embedder && fromModels.passageVectors(texts);
      const retriever = bind(system, systemOptions, { ...own, ...sources, ...(isJudged && { judge: undefined }), texts, vectors });
      return isJudged && sources.judge !== undefined ? judgedRetriever(retriever, { judge: sources.judge, texts }) : retriever;
    };
    if (folder !== undefined) return evaluateWorkspace(create, { folder, queries, ks, signal });
    return evaluatePassages(create, {
      ...{ corpus, queries, ks, signal },
      titles: values['no-titles'] !== true,
      answers: values.answers === true,
      report: values.report === true,
      runFile: values.run,
    });
  };
  const fromModels = await modelSources(entry, { ...given, indexDirectory });
  const figures = await figuresWith(fromModels.sources).catch((error: unknown) => {
    const isOfModel = error instanceof Error && 'failure' in error;
    if (!isOfModel || system.needs?.includes('embedder')) throw error;
    output.note(`meshrag: Evaluated without a model: ${clean(error.message)}`);
    return figuresWith({});
  });
  const models = fromModels.counts();
  const all = Object.keys(models).length === 0 ? figures : { ...figures, models };
  if (output.isJson) output.json(all);
  else for (const [name, value] of Object.entries(all)) output.line(`${name.padEnd(12)} ${valueText(value)}`);
  return 0;
};

/** Of a system that takes nothing from models nothing is loaded for it. */
async function modelSources(entry: SystemEntry, given: GivenModels): Promise<ModelSources> {
  if (given.embedder === undefined && given.model === undefined && !entry.uses?.some((one) => one === 'enrichment' || one === 'gates'))
    return { sources: {}, passageVectors: () => undefined, counts: () => ({}) };
  return (await import('../evaluation/modelSources.ts')).createModelSources(entry, given);
}

function corpusPaths(files: readonly string[]): readonly string[] {
  if (files.length === 0) throw new UsageError('--corpus FILE or --workspace DIR is missing');
  return files;
}

function parseNumbers(list: string): readonly number[] {
  const numbers = list.split(',').map(Number);
  if (numbers.some((number) => !Number.isInteger(number) || number < 1 || number > 100)) {
    throw new UsageError(`--k is ${JSON.stringify(list)}, expected whole numbers from 1 to 100, separated by commas`);
  }
  return numbers;
}

function valueText(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([name, entry]) => `${name} ${String(entry)}`)
    .join(' · ');
}
