/** Selects a model on the command line: by options and one environment variable for the key, never by anything else. */

import type { LanguageModel } from '../../engine/answer/written/languageModel.ts';
import type { Embedder } from '../../engine/retrieval/modelSources/embedder.ts';
import type { SystemEntry } from '../../engine/retrieval/systemRegistry.ts';
import { MessageError } from '../../messages/messages.ts';
import { registry } from '../../systems/registry.ts';
import { UsageError } from '../cliError.ts';
import { readInteger } from '../options.ts';

/** Options of commands that may ask a model. */
export const modelOptions = {
  model: { type: 'string' },
  endpoint: { type: 'string' },
  context: { type: 'string' },
  'dry-run': { type: 'boolean' },
} as const;

interface ModelValues {
  readonly model?: string;
  readonly endpoint?: string;
  readonly context?: string;
  readonly 'dry-run'?: boolean;
  readonly restate?: boolean;
  readonly judge?: boolean;
  readonly 'restate-seconds'?: string;
  /** An embedder at the same endpoint, which needs no model. */
  readonly embedder?: string;
  readonly untrusted?: boolean;
}

/** The environment variable with the key. */
const keyVariable = 'MESHRAG_API_KEY';

/** The model given by the options; undefined if there is none. The client is loaded only then. Throws `UsageError`. */
export async function createModel(values: ModelValues): Promise<LanguageModel | undefined> {
  const { model, endpoint, context, embedder, untrusted } = values;
  if (model === undefined && (endpoint === undefined || embedder !== undefined)) {
    const alone = (['dry-run', 'restate', 'restate-seconds', 'judge', 'context'] as const).find((name) => values[name] !== undefined);
    if (alone !== undefined) throw new UsageError(`--${alone} requires --model NAME --endpoint URL`);
    return undefined;
  }
  refuseUntrusted(untrusted);
  if (!model || !endpoint)
    throw new UsageError(`--${model ? 'endpoint URL' : 'model NAME'} is missing: a model has a name and an endpoint`);
  const { createOpenAIModel, defaultContextTokens } = await import('../../models/openaiModel.ts');
  const contextTokens = readInteger('--context', context, 1000, 10_000_000, defaultContextTokens);
  try {
    return createOpenAIModel({ endpoint, model, apiKey: process.env[keyVariable], contextTokens });
  } catch (error) {
    throw error instanceof MessageError ? new UsageError(error.message) : error;
  }
}

/** Throws `UsageError` where the system asks no model and nobody is to order its results. */
export function refuseIdleModel(model: LanguageModel | undefined, isJudged: boolean, { id, uses = [] }: SystemEntry): void {
  if (model === undefined || isJudged || uses.includes('judge')) return;
  const asking = registry.entries.filter((one) => one.uses?.includes('judge')).map((one) => one.id);
  throw new UsageError(`${id} asks no model; --model goes with --judge, or with --system ${asking.join(', ')}`);
}

/** Options of commands that compare a model's descriptions of passages by vectors. */
export const embedderOptions = { embedder: { type: 'string' }, endpoint: { type: 'string' } } as const;

/** The embedder given by the options; undefined if there is none. The client is loaded only then. Throws `UsageError`. */
export async function createEmbedder({ embedder, endpoint, model, untrusted }: EmbedderValues): Promise<Embedder | undefined> {
  if (embedder === undefined && (endpoint === undefined || model !== undefined)) return undefined;
  refuseUntrusted(untrusted);
  if (!embedder || !endpoint)
    throw new UsageError(`--${embedder ? 'endpoint URL' : 'embedder MODEL'} is missing: an embedder has a name and an endpoint`);
  const { createOpenAIEmbedder } = await import('../../models/openaiEmbedder.ts');
  try {
    return createOpenAIEmbedder({ endpoint, model: embedder, apiKey: process.env[keyVariable] });
  } catch (error) {
    throw error instanceof MessageError ? new UsageError(error.message) : error;
  }
}

function refuseUntrusted(isUntrusted: boolean | undefined): void {
  if (isUntrusted) throw new UsageError('--untrusted asks no model: leave out either --untrusted or the model');
}

interface EmbedderValues {
  readonly untrusted?: boolean;
  readonly embedder?: string;
  readonly endpoint?: string;
  /** A language model at the same endpoint. */
  readonly model?: string;
}
