/** `meshrag eval`: figures of a retriever on questions whose answers are known. */

import nodePath from 'node:path';
import type { TextSource } from '../../engine/index/textSource.ts';
import { bind } from '../../engine/retrieval/bind.ts';
import type { Retriever } from '../../engine/retrieval/ranking.ts';
import type { RetrievalSystem, Sources } from '../../engine/retrieval/retrievalSystem.ts';
import { readSynonyms, synonymGroups } from '../../engine/retrieval/steps/synonyms.ts';
import { defaultSystem } from '../../engine/retrieval/systemRegistry.ts';
import { cachedEmbedder, EmbeddingFile } from '../../storage/embeddingFile.ts';
import { registry } from '../../systems/registry.ts';
import { cacheFolder } from '../cacheFolder.ts';
import { UsageError } from '../cliError.ts';
import type { RunCommand } from '../command.ts';
import { evaluatePassages } from '../evaluation/passages.ts';
import { evaluateWorkspace } from '../evaluation/workspace.ts';
import { createEmbedder, embedderOptions } from '../models/modelOptions.ts';
import { realFolder } from '../openFolder.ts';
import { chosenRetriever, readArguments, retrieverOptions } from '../options.ts';

const options = {
  corpus: { type: 'string', multiple: true },
  workspace: { type: 'string' },
  queries: { type: 'string' },
  ...retrieverOptions,
  k: { type: 'string', short: 'k' },
  run: { type: 'string' },
  'no-titles': { type: 'boolean' },
  answers: { type: 'boolean' },
  report: { type: 'boolean' },
  ...embedderOptions,
} as const;

export const runEvaluate: RunCommand = async (args, { output }) => {
  const { values, positionals } = readArguments(args, options);
  if (values.queries === undefined) throw new UsageError('--queries FILE is missing');
  const { system: id = defaultSystem, systemOptions = {}, synonyms = [] } = await chosenRetriever(values);
  const found = await createEmbedder(values);
  const embedder = found && cachedEmbedder(found, new EmbeddingFile(nodePath.join(cacheFolder(), 'embeddings.tsv')));
  const system = await registry.entryOf(id).load();
  const create = (texts?: TextSource): Retriever => retrieverFor(system, systemOptions, synonyms, { texts, embedder });
  // Reports a wrong option before anything is read.
  const retriever = create();
  const figures =
    values.workspace === undefined
      ? await evaluatePassages(create, {
          corpus: corpusOf([...(values.corpus ?? []), ...positionals]),
          queries: values.queries,
          ks: numbersOf(values.k ?? '2,5,10'),
          titles: values['no-titles'] !== true,
          answers: values.answers === true,
          report: values.report === true,
          runFile: values.run,
        })
      : await evaluateWorkspace(retriever, {
          folder: realFolder(values.workspace),
          queries: values.queries,
          ks: numbersOf(values.k ?? '5,10'),
        });
  if (output.isJson) output.json(figures);
  else for (const [name, value] of Object.entries(figures)) output.line(`${name.padEnd(12)} ${textOf(value)}`);
  return 0;
};

function corpusOf(files: readonly string[]): readonly string[] {
  if (files.length === 0) throw new UsageError('--corpus FILE or --workspace DIR is missing');
  return files;
}

function numbersOf(list: string): readonly number[] {
  const numbers = list.split(',').map(Number);
  if (numbers.some((number) => !Number.isInteger(number) || number < 1 || number > 100)) {
    throw new UsageError(`--k is ${JSON.stringify(list)}, expected whole numbers from 1 to 100, separated by commas`);
  }
  return numbers;
}

function retrieverFor(system: RetrievalSystem, changes: object, synonyms: readonly string[], given: Sources): Retriever {
  try {
    const groups = synonymGroups(synonyms);
    return bind(system, changes, { ...given, ...(groups.length > 0 ? { synonyms: readSynonyms(groups) } : {}) });
  } catch (error) {
    if (error instanceof RangeError) throw new UsageError(error.message);
    throw error;
  }
}

function textOf(value: unknown): string {
  if (typeof value !== 'object' || value === null) return String(value);
  return Object.entries(value)
    .map(([name, entry]) => `${name} ${String(entry)}`)
    .join(' · ');
}
