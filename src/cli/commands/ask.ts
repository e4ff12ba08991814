/** `meshrag ask`: an answer, every statement with its source; quotes alone, or written by a model if one is given. */

import { restatedFrom } from '../../engine/answer/written/restate.ts';
import { restateSeconds } from '../../engine/answer/written/restatedTerms.ts';
import { UsageError } from '../cliError.ts';
import type { RunCommand } from '../command.ts';
import { compactOptions, printCompact } from '../compact.ts';
import { createEmbedder, createModel, embedderOptions, modelOptions } from '../models/modelOptions.ts';
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
import { printQuotes } from './askQuotes.ts';

export const runAsk: RunCommand = async (args, context) => {
  const options = {
    ...foldersOptions,
    ...sharedOptions,
    ...rankOptions,
    ...embedderOptions,
    ...modelOptions,
    after: { type: 'string', multiple: true },
    ...wordOptions,
    ...compactOptions,
    restate: { type: 'boolean' },
    judge: { type: 'boolean' },
    'restate-seconds': { type: 'string' },
  } as const;
  const { values, positionals } = readArguments(args, options);
  const question = joinedText('The question', positionals);
  const chosen = await chosenRetriever(values);
  const limit = readInteger('-k', values.k, 1, 100, 10);
  const earlier = values.after ?? [];
  const model = await createModel(values);
  const restated = restatedFrom(values.words, values.names);
  if (values.restate && restated !== undefined)
    throw new UsageError('--restate asks for what --words and --names provide: omit one or the other');
  const { min, max, usual } = restateSeconds;
  const maxRestateSeconds = readInteger('--restate-seconds', values['restate-seconds'], min, max, usual);
  const retriever = { ...chosen, embedder: await createEmbedder(values), restated };
  if (values.compact && model !== undefined) throw new UsageError('--compact quotes, and --model writes: leave out either');
  return withFolder(values, context, async ({ service, folders, openMs }) => {
    const { output, signal } = context;
    const { words, names, cursor } = values;
    if (values.compact) return printCompact('mesh_search', { question, words, names, cursor }, { service, folders }, context, chosen);
    if (model !== undefined) {
      const { lookInto } = await import('../../service/tools/lookInto.ts');
      const { printModelAnswer, printQuotedAnswer, printRequests } = await import('./askModel.ts');
      const turns = earlier.map((before) => ({ question: before }));
      const { restate: mayRestate, judge: judges } = values;
      const writes = !mayRestate && !judges;
      const looks = lookInto({ service, folders, retriever });
      const asking = {
        ...retriever,
        limit,
        turns,
        looks,
        maxRestateSeconds,
        signal,
        ...(writes ? {} : { mayRestate: mayRestate === true, judges }),
      };
      const asked = { question, options: asking, openMs, folders, writes };
      const to = { endpoint: values.endpoint ?? '', embedder: values.embedder };
      if (values['dry-run']) await printRequests(service, model, to, asked, output);
      else if (writes) return printModelAnswer(service, model, asked, output);
      else await printQuotedAnswer(service, model, asked, output);
      return 0;
    }
    const answer = await service.ask(question, { ...retriever, limit, earlier, signal });
    printQuotes(answer, { service, folders, output, openMs });
    return 0;
  });
};
