/** `meshrag search`: the chunks that answer a query, or each query of a file. */

import fs from 'node:fs';
import { text } from 'node:stream/consumers';
import type { LanguageModel } from '../../engine/answer/written/languageModel.ts';
import { restatedFrom } from '../../engine/answer/written/restate.ts';
import { defaultSystem } from '../../engine/retrieval/systemRegistry.ts';
import { textOf } from '../../messages/messages.ts';
import { unlessModelFails } from '../../service/ask/askRestated.ts';
import type { Restating } from '../../service/ask/restated.ts';
import { untilAborted } from '../../service/scheduling/timeSlices.ts';
import type { SearchOptions } from '../../service/types/options.ts';
import type { SearchAnswer } from '../../service/types/results.ts';
import type { Service } from '../../service/types/service.ts';
import { registry } from '../../systems/registry.ts';
import { CliError, UsageError } from '../cliError.ts';
import type { CommandContext, RunCommand } from '../command.ts';
import { compactOptions, printCompact } from '../compact.ts';
import { explanationJson, printExplanation } from '../explanationText.ts';
import type { FolderNames } from '../folderNames.ts';
import { createEmbedder, createModel, embedderOptions, modelOptions, refuseIdleModel } from '../models/modelOptions.ts';
import { withFolder } from '../openFolder.ts';
import {
  chosenRetriever,
  foldersOptions,
  joinedText,
  rankOptions,
  readArguments,
  readInteger,
  sharedOptions,
  wordOptions,
} from '../options.ts';
import { clean, formatDuration } from '../output.ts';
import { printNotes, printResults, resultJson } from '../results.ts';

export const runSearch: RunCommand = async (args, context) => {
  const options = {
    ...foldersOptions,
    ...sharedOptions,
    ...rankOptions,
    ...embedderOptions,
    model: modelOptions.model,
    context: modelOptions.context,
    judge: { type: 'boolean' },
    ...wordOptions,
    ...compactOptions,
    explain: { type: 'boolean' },
    batch: { type: 'string' },
  } as const;
  const { values, positionals } = readArguments(args, options);
  const chosen = await chosenRetriever(values);
  const limit = readInteger('-k', values.k, 1, 100, 10);
  const model = await createModel(values);
  const entry = registry.entryOf(chosen.system ?? defaultSystem);
  refuseIdleModel(model, values.judge === true, entry);
  if (values.compact && model !== undefined) throw new UsageError('--compact asks no model: leave out either --compact or --model');
  const retriever = { ...chosen, embedder: await createEmbedder(values), restated: restatedFrom(values.words, values.names) };
  const queries =
    values.batch === undefined ? [joinedText('The query', positionals)] : await readQueries(values.batch, positionals, context);
  return withFolder(values, context, async ({ service, folders, openMs }) => {
    for (const query of queries) {
      const { words, names, cursor } = values;
      if (values.compact) {
        await printCompact('mesh_search', { question: query, words, names, cursor }, { service, folders }, context, chosen);
        continue;
      }
      const asked = { ...retriever, limit, isExplained: values.explain, signal: context.signal };
      const { failure, ...answer } = await searchBy(service, query, asked, model, values.judge === true);
      if (failure !== undefined) context.output.note(`meshrag: ${clean(textOf(failure))}`);
      if (context.output.isJson || values.batch !== undefined) context.output.json(searchJson(answer, openMs, folders));
      else {
        printResults(answer.results, { output: context.output, folders, isExplained: values.explain, query });
        printNotes(answer.notes, context.output);
        if (answer.explanation) printExplanation(answer.explanation, folders, context.output);
        context.output.line(context.output.style.dim(summaryLine(answer)));
      }
    }
    return 0;
  });
};

/** The places; where the model fails, those that are found without it, and why. */
function searchBy(
  service: Service,
  query: string,
  options: SearchOptions,
  model: LanguageModel | undefined,
  isJudged: boolean,
): Promise<SearchAnswer & Pick<Restating, 'failure'>> {
  if (model === undefined) return service.search(query, options);
  const search = (asked?: LanguageModel) => service.search(query, { ...options, ...(isJudged ? { judgedBy: asked } : { model: asked }) });
  return unlessModelFails(search, model, options.signal);
}

function searchJson({ query, system, ms, results, notes, explanation }: SearchAnswer, openMs: number, folders: FolderNames): object {
  const noted = notes?.map((note) => textOf([note]));
  const explained = explanation && { explanation: explanationJson(explanation, folders) };
  return {
    query,
    system,
    ms,
    openMs,
    ...(noted && { notes: noted }),
    ...explained,
    results: results.map((result) => resultJson(result, folders)),
  };
}

function summaryLine({ results, system, ms, unknownTerms }: SearchAnswer): string {
  const found = results.length === 0 ? 'Nothing found' : `${results.length} ${results.length === 1 ? 'result' : 'results'}`;
  const unknown =
    unknownTerms.length > 0
      ? ` · nowhere: ${unknownTerms
          .slice(0, 8)
          .map((term) => clean(term))
          .join(', ')}`
      : '';
  return `${found} · ${system} · ${formatDuration(ms)}${unknown}`;
}

/** One query per line; empty lines are skipped. `-` is standard input. */
async function readQueries(file: string, positionals: readonly string[], { stdin, signal }: CommandContext): Promise<readonly string[]> {
  if (positionals.length > 0) throw new UsageError('--batch takes the queries from its file, not from the command line');
  try {
    const content = await untilAborted(file === '-' ? text(stdin()) : fs.promises.readFile(file, 'utf8'), signal);
    return content.split(/\r?\n/).filter((line) => line.trim() !== '');
  } catch (error) {
    throw new CliError(`Cannot read queries from ${JSON.stringify(file)}: ${(error as Error).message}`);
  }
}
