/**
 * What a question would have sent: it is asked as usual, of a model and an embedder that send nothing and reply nothing of use.
 *
 * What is asked for before any reply is certain, to the last character. What follows depends on the replies, and is announced by its bound.
 */

import { estimateTokens, type LanguageModel, type ModelRequest } from '../../engine/answer/written/languageModel.ts';
import { maxAnswerRequests } from '../../engine/answer/written/modelAnswer.ts';
import type { Embedder } from '../../engine/retrieval/modelSources/embedder.ts';
import { defaultSystem } from '../../engine/retrieval/systemRegistry.ts';
import { registry } from '../../systems/registry.ts';
import type { Service } from '../types/service.ts';
import { askModel, type ModelAskOptions } from './askModel.ts';
import type { QuoteOptions } from './askRestated.ts';

/** Texts for an embedder. */
export interface EmbedRequest {
  readonly purpose: 'embed';
  readonly texts: readonly string[];
  /** Estimated. */
  readonly tokens: number;
}

/** Requests that may follow, depending on replies. */
export interface PossibleRequests {
  readonly purpose: 'embed' | 'judge' | 'answer';
  /** At most. */
  readonly requests: number;
  /** In each of them for a model, in all of them for an embedder; at most. */
  readonly tokens: number;
}

export interface Rehearsal {
  /** In their order. */
  readonly certain: readonly (ModelRequest | EmbedRequest)[];
  /** In the order in which they would follow. */
  readonly possible: readonly PossibleRequests[];
}

/** A question that a model has written is at most this long, in tokens, and there are at most so many (`topo`). */
const maxWritten = { questions: 6, tokens: 500 };

/**
 * Sends nothing, but to count tokens where the model does that itself. Throws like `askModel` where the question cannot be asked.
 *
 * @param options `writes` is false where the model only restates the question or orders its places (`askRestated`).
 */
export async function rehearse(
  service: Pick<Service, 'pool' | 'ask'>,
  { name, contextTokens, ...model }: Pick<LanguageModel, 'name' | 'contextTokens' | 'countTokens'>,
  question: string,
  options: ModelAskOptions & Pick<QuoteOptions, 'judges'> & { readonly writes?: boolean | undefined } = {},
): Promise<Rehearsal> {
  const certain: (ModelRequest | EmbedRequest)[] = [];
  const embedded = { requests: 0, tokens: 0 };
  /** The purposes of the requests to the model. */
  const asked: ModelRequest['purpose'][] = [];
  const stand: LanguageModel = {
    name,
    contextTokens,
    countTokens: (text, signal) => model.countTokens(text, signal),
    // The last request: what a model answers is not followed by another.
    async *chat(messages, _, facts) {
      const isFirst = asked.length === 0 && certain.length === 0;
      asked.push(facts.purpose);
      if (isFirst) certain.push({ ...facts, messages });
      yield '';
      return undefined;
    },
  };
  const embedder: Embedder | undefined = options.embedder && {
    name: options.embedder.name,
    async embed(texts) {
      const tokens = texts.reduce((sum, text) => sum + estimateTokens(text), 0);
      if (asked.length === 0) certain.push({ purpose: 'embed', texts, tokens });
      else {
        embedded.requests++;
        embedded.tokens += tokens;
      }
      return texts.map(() => new Float32Array(1));
    },
  };
  const ask = options.writes === false ? (await import('./askRestated.ts')).askRestated : askModel;
  await ask(service, stand, question, { ...options, embedder, isRehearsal: true });
  return { certain, possible: await possibleAfter(certain, asked, { options, embedded, contextTokens }) };
}

interface Rehearsed {
  readonly options: Parameters<typeof rehearse>[3] & object;
  /** What was embedded after a request to the model. */
  readonly embedded: Pick<PossibleRequests, 'requests' | 'tokens'>;
  readonly contextTokens: number;
}

async function possibleAfter(
  certain: Rehearsal['certain'],
  asked: readonly ModelRequest['purpose'][],
  { options: { system = defaultSystem, embedder, writes = true, judges = false }, embedded, contextTokens }: Rehearsed,
): Promise<readonly PossibleRequests[]> {
  if (certain.length === 0) return [];
  // Without vectors nothing may have been found to ask about.
  const [first] = asked;
  // Of what comes first and is certain, only what is asked for again is left.
  const isSure = certain.at(-1)?.purpose === first;
  const { uses = [] } = registry.entryOf(system);
  const possible: PossibleRequests[] = [];
  if (first !== 'answer' && embedder !== undefined && (embedded.requests > 0 || uses.includes('embedder'))) {
    const { requests, tokens } = embedded;
    const { questions } = maxWritten;
    possible.push({ purpose: 'embed', requests: requests + questions, tokens: tokens + questions * maxWritten.tokens });
  }
  if (first !== 'answer' && (writes ? uses.includes('judge') : judges)) {
    const { maxJsonRequests } = await import('../../systems/index.ts');
    possible.push({ purpose: 'judge', requests: maxJsonRequests - Number(isSure && first === 'judge'), tokens: contextTokens });
  }
  if (!writes) return possible;
  const answers = maxAnswerRequests - Number(isSure && first === 'answer');
  return [...possible, { purpose: 'answer', requests: answers, tokens: contextTokens }];
}
