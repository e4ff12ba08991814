/** A language model whose requests are announced: nothing else asks a model while a question is answered. */

import { ContextOverflow, type LanguageModel, type ModelRequest } from './languageModel.ts';

/** Calls `onRequest` just before each request. One that exceeds the model's context, which bounds what was announced, is not sent. */
export function announced(model: LanguageModel, onRequest: (request: ModelRequest) => void): LanguageModel {
  return {
    name: model.name,
    contextTokens: model.contextTokens,
    countTokens: (text, signal) => model.countTokens(text, signal),
    async *chat(messages, signal, facts) {
      if (facts.tokens > model.contextTokens) throw tooLong(model, facts.tokens);
      onRequest({ ...facts, messages });
      return yield* model.chat(messages, signal, facts);
    },
  };
}

function tooLong({ contextTokens, name }: LanguageModel, tokens: number): ContextOverflow {
  const message = { code: 'requestTooLong', arguments: [tokens, contextTokens, name] };
  return new ContextOverflow(`A request of ${tokens} tokens exceeds the ${contextTokens} tokens of ${name}`, [message]);
}
