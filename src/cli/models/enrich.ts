/** `meshrag enrich`: has a model read entities, statements and summaries out of a folder's passages; `--estimate` says what it would take. */

import type { EnrichmentEstimate, EnrichmentRun } from '../../engine/index.ts';
import { UsageError } from '../cliError.ts';
import type { RunCommand } from '../command.ts';
import { withFolder } from '../openFolder.ts';
import { foldersOptions, integerOf, readArguments } from '../options.ts';
import { clean, counted, formatCount, type Output } from '../output.ts';
import { embedderOf, embedderOptions, modelOf, modelOptions } from './modelOptions.ts';

export const runEnrich: RunCommand = async (args, context) => {
  const options = {
    ...foldersOptions,
    ...embedderOptions,
    ...modelOptions,
    estimate: { type: 'boolean' },
    limit: { type: 'string' },
  } as const;
  const { values, positionals } = readArguments(args, options);
  if (positionals.length > 0) throw new UsageError(`enrich takes no words, got ${JSON.stringify(positionals.join(' '))}`);
  if (values['dry-run']) throw new UsageError('enrich has no --dry-run; --estimate says what would be sent, and sends nothing');
  const limit = values.limit === undefined ? undefined : integerOf('--limit', values.limit, 1, 1e9, 1);
  const model = await modelOf(values);
  const embedder = await embedderOf(values);
  // The name alone says what is known already.
  const name = model?.name ?? '';
  if (model === undefined && !values.estimate) throw new UsageError('--model NAME --endpoint URL are missing: who reads the passages');
  return withFolder(values, context, async ({ service }) => {
    const { output, signal } = context;
    if (model === undefined || values.estimate) {
      printEstimate(await service.enrichmentEstimate(name, { limit, signal }), output);
      return 0;
    }
    const run = await service.enrich(model, {
      limit,
      embedder: async () => embedder,
      signal,
      onProgress: ({ known, enriched, skipped, passages }) =>
        output.progress('Enriching', known + enriched + skipped, passages, 'passages'),
    });
    output.progress();
    printRun(run, output);
    if (run.failure !== undefined) output.note(failureText(run));
    return run.failure === undefined && !run.isPaused ? 0 : 1;
  });
};

function printEstimate({ passages, known, requests, tokensSent, tokensReceived }: EnrichmentEstimate, output: Output): void {
  if (output.isJson) {
    output.json({ passages, known, requests, tokensSent, tokensReceived });
    return;
  }
  output.line(`${counted(passages, 'passage')}, ${formatCount(known)} of them enriched before`);
  output.line(`${counted(requests, 'request')}, about ${formatCount(tokensSent)} tokens sent and ${formatCount(tokensReceived)} received`);
}

function printRun({ failure, isPaused, ...counts }: EnrichmentRun, output: Output): void {
  if (output.isJson) {
    output.json({ ...counts, isPaused, ...(failure === undefined ? {} : { failure: textOfFailure(failure) }) });
    return;
  }
  const { passages, known, enriched, skipped, dropped, requests, tokensSent, tokensReceived } = counts;
  output.line(
    `${counted(passages, 'passage')}: ${formatCount(enriched)} enriched now, ${formatCount(known)} before, ${formatCount(skipped)} skipped`,
  );
  output.line(
    output.style.dim(
      `${counted(requests, 'request')}, about ${formatCount(tokensSent)} tokens sent and ${formatCount(tokensReceived)} received, ${formatCount(dropped)} items of replies left out`,
    ),
  );
}

function textOfFailure(failure: unknown): string {
  return clean(failure instanceof Error ? failure.message : String(failure));
}

function failureText({ failure, enriched }: EnrichmentRun): string {
  return `${textOfFailure(failure)} ${counted(enriched, 'passage')} ${enriched === 1 ? 'is' : 'are'} kept; the same command goes on from there.`;
}
