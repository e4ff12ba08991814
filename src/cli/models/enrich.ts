/**
 * `meshrag enrich`: has a model extract entities, statements and summaries from a folder's passages, or verify gates, or an embedder turn them into
 * vectors; `--estimate` only prints an estimate.
 */

import type { LanguageModel } from '../../engine/answer/written/languageModel.ts';
import type { Embedder } from '../../engine/retrieval/modelSources/embedder.ts';
import { errorMessage } from '../../messages/messages.ts';
import type { GateEstimate, GatePairs } from '../../service/types/gates.ts';
import type { Service } from '../../service/types/service.ts';
import { type EnrichmentEstimate, type EnrichmentRun, toleratedTokens } from '../../systems/index.ts';
import { UsageError } from '../cliError.ts';
import type { CommandContext, RunCommand } from '../command.ts';
import { withFolder } from '../openFolder.ts';
import { foldersOptions, readArguments, readInteger } from '../options.ts';
import { clean, counted, formatCount, type Output } from '../output.ts';
import { createEmbedder, createModel, embedderOptions, modelOptions } from './modelOptions.ts';

const flags = {
  estimate: { type: 'boolean' },
  vectors: { type: 'boolean' },
  gates: { type: 'boolean' },
  'all-pairs': { type: 'boolean' },
} as const;

export const runEnrich: RunCommand = async (args, context) => {
  const options = { ...foldersOptions, ...embedderOptions, ...modelOptions, ...flags, limit: { type: 'string' } } as const;
  const { values, positionals } = readArguments(args, options);
  if (positionals.length > 0) throw new UsageError(`enrich takes no arguments, got ${JSON.stringify(positionals.join(' '))}`);
  if (values['dry-run']) throw new UsageError('enrich has no --dry-run; --estimate says what would be sent, and sends nothing');
  const limit = values.limit === undefined ? undefined : readInteger('--limit', values.limit, 1, 1e9, 1);
  const model = await createModel(values);
  const embedder = await createEmbedder(values);
  if (values.vectors && (values.gates || values['all-pairs'])) throw new UsageError('--vectors and --gates exclude each other');
  if (values.vectors) {
    if (embedder === undefined) throw new UsageError('--vectors needs --embedder MODEL --endpoint URL');
    return withFolder(values, context, async ({ service }) =>
      runVectors(service, embedder, { limit, isEstimate: values.estimate }, context),
    );
  }
  // The name suffices to find what is stored already.
  const name = model?.name ?? '';
  if (model === undefined && !values.estimate) throw new UsageError('enrich needs --model NAME --endpoint URL, or --estimate');
  if (values.gates && values['all-pairs']) throw new UsageError('--gates and --all-pairs exclude each other');
  const pairs = values['all-pairs'] ? 'all' : values.gates ? 'evidence' : undefined;
  return withFolder(values, context, async ({ service }) => {
    const { output, signal } = context;
    if (pairs !== undefined) {
      if (model === undefined || values.estimate) {
        printGateEstimate(await service.gateEstimate(name, pairs, signal), output);
        return 0;
      }
      return runGates(service, model, pairs, limit, context);
    }
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

/** Sends no more than was estimated, and a tenth: texts that an embedder refuses are sent again, shorter. */
async function runVectors(
  service: Service,
  embedder: Embedder,
  { limit, isEstimate }: { readonly limit: number | undefined; readonly isEstimate: boolean | undefined },
  { output, signal }: CommandContext,
): Promise<number> {
  const estimate = await service.vectorEstimate(embedder.name, { limit, signal });
  if (isEstimate) {
    const { passages, known, requests, tokensSent } = estimate;
    if (output.isJson) output.json({ passages, known, requests, tokensSent });
    else {
      output.line(`${counted(passages, 'passage')}, ${formatCount(known)} of them embedded before`);
      output.line(`${counted(requests, 'request')}, about ${formatCount(tokensSent)} tokens sent`);
    }
    return 0;
  }
  const run = await service.embedPassages(embedder, {
    limit,
    maxTokens: toleratedTokens(estimate.tokensSent),
    signal,
    onProgress: ({ known, embedded, skipped, passages }) => output.progress('Embedding', known + embedded + skipped, passages, 'passages'),
  });
  output.progress();
  const { failure, isPaused, ...counts } = run;
  if (output.isJson) output.json({ ...counts, isPaused, ...(failure === undefined ? {} : { failure: textOfFailure(failure) }) });
  else {
    const { passages, known, embedded, skipped, requests, tokensSent } = counts;
    output.line(
      `${counted(passages, 'passage')}: ${formatCount(embedded)} embedded now, ${formatCount(known)} before, ${formatCount(skipped)} skipped`,
    );
    output.line(output.style.dim(`${counted(requests, 'request')}, about ${formatCount(tokensSent)} tokens sent`));
  }
  if (failure !== undefined) output.note(`${textOfFailure(failure)} Embedded passages are kept; the same command continues from there.`);
  return failure === undefined && !isPaused ? 0 : 1;
}

async function runGates(
  service: Service,
  model: LanguageModel,
  pairs: GatePairs,
  limit: number | undefined,
  { output, signal }: CommandContext,
): Promise<number> {
  const run = await service.verifyGates(model, pairs, {
    ...(limit === undefined ? {} : { limit }),
    signal,
    onProgress: ({ known, related, unrelated, skipped, candidates }) =>
      output.progress('Verifying', known + related + unrelated + skipped, candidates, 'candidates'),
  });
  output.progress();
  const { failure, isPaused, ...counts } = run;
  if (output.isJson) output.json({ ...counts, isPaused, ...(failure === undefined ? {} : { failure: textOfFailure(failure) }) });
  else {
    const { candidates, known, related, unrelated, skipped, requests, tokensSent } = counts;
    output.line(
      `${counted(candidates, 'candidate')}: ${formatCount(related)} related, ${formatCount(unrelated)} not, ${formatCount(known)} known before, ${formatCount(skipped)} skipped`,
    );
    output.line(output.style.dim(`${counted(requests, 'request')}, about ${formatCount(tokensSent)} tokens sent`));
  }
  if (failure !== undefined) output.note(`${textOfFailure(failure)} Verified pairs are kept; the same command continues from there.`);
  return failure === undefined && !isPaused ? 0 : 1;
}

function printGateEstimate({ candidates, known, requests, tokensSent }: GateEstimate, output: Output): void {
  if (output.isJson) {
    output.json({ candidates, known, requests, tokensSent });
    return;
  }
  output.line(`${counted(candidates, 'candidate')}, ${formatCount(known)} of them verified before`);
  output.line(`${counted(requests, 'request')} at most, about ${formatCount(tokensSent)} tokens sent`);
}

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
  return clean(errorMessage(failure));
}

function failureText({ failure, enriched }: EnrichmentRun): string {
  return `${textOfFailure(failure)} ${counted(enriched, 'passage')} ${enriched === 1 ? 'is' : 'are'} kept; the same command continues from there.`;
}
