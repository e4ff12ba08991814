/** An embedder on the editor's side of the wire, which alone has keys, consent and network access. */

import type { Connection } from 'vscode-languageserver/node';
import { ContextOverflow, estimateTokens } from '../engine/answer/written/languageModel.ts';
import type { Embedder } from '../engine/retrieval/modelSources/embedder.ts';
import { MessageError, textOf } from '../messages/messages.ts';
import { type EmbedParams, embedderRequest, embedderResult, embedRequest, embedResult } from '../protocol/model.ts';
import { check } from '../protocol/schema.ts';
import { registry } from '../systems/registry.ts';
import { requestUntil } from './host/hostRequest.ts';
import { Withheld } from './hostModel.ts';

/** The embedder that may be used now, for a system that uses one; asked for with each question, since the user may change it. */
export interface HostEmbedders {
  current(): Promise<Embedder | undefined>;
  for(system: string): Promise<Embedder | undefined>;
}

/** @param hasVectors whether passages were turned into vectors: without any, `mesh` has no use for an embedder. */
export function createHostEmbedders(connection: Connection, hasVectors: () => boolean): HostEmbedders {
  /** Kept, since a retriever is made once for each embedder. */
  let last: Embedder | undefined;

  async function embed(name: string, texts: readonly string[], signal: AbortSignal | undefined): Promise<readonly Float32Array[]> {
    const tokens = texts.reduce((sum, text) => sum + estimateTokens(text), 0);
    const params: EmbedParams = { name, texts, tokens };
    const result = check(embedResult, await requestUntil(connection, embedRequest, params, signal));
    if (result.end === 'withheld') throw new Withheld(result.messages ?? []);
    const messages = result.messages ?? [];
    if (result.end === 'overflow') throw new ContextOverflow(textOf(messages), messages);
    // As a client's own error, whose field says what it is.
    if (result.end === 'refused') throw Object.assign(new MessageError(messages), { failure: 'refused' });
    if (result.end === 'failed') throw new MessageError(messages);
    if (result.vectors.length !== texts.length) throw new RangeError(`${result.vectors.length} vectors of ${texts.length} texts`);
    return result.vectors.map(decoded);
  }

  async function current(): Promise<Embedder | undefined> {
    const { name } = check(embedderResult, await connection.sendRequest<unknown>(embedderRequest, {}));
    if (name === undefined) return undefined;
    if (last?.name !== name) last = { name, embed: (texts, signal) => embed(name, texts, signal) };
    return last;
  }

  const isUsed = (system: string): boolean => {
    const { uses = [] } = registry.entryOf(system);
    return uses.includes('embedder') || (uses.includes('vectors') && hasVectors());
  };
  return { current, for: async (system) => (isUsed(system) ? current() : undefined) };
}

function decoded(vector: string): Float32Array {
  const bytes = Buffer.from(vector, 'base64');
  return Float32Array.from({ length: bytes.length >> 2 }, (_, i) => bytes.readFloatLE(4 * i));
}
