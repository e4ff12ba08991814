/** Compares what was announced of a question with what a real server on loopback received. */

import assert from 'node:assert/strict';
import { estimateTokens } from '../../src/engine/answer/written/languageModel.ts';
import type { PossibleRequests } from '../../src/service/ask/rehearsal.ts';
import type { ChatBody, Received, Spoken } from '../models/loopbackServer.ts';
import { notes } from '../systems/saltGarden.ts';

export { notes };

/** Questions by name; the second one leans on a thread. */
export const questions = {
  plain: { question: 'Who directed The Salt Garden, and where was Marta Quill born?', earlier: [] },
  'follow-up': { question: 'And where was she born?', earlier: ['Who directed The Salt Garden?'] },
} as const;

/** What a model answers that does what it is asked to. */
export async function helpful({ messages }: ChatBody): Promise<Spoken> {
  const rules = messages[0]?.content ?? '';
  const text = rules.includes('You grade')
    ? '{"verdicts": [{"n": 2, "grade": 9}, {"n": 1, "grade": 4}]}'
    : rules.includes('You divide')
      ? '{"questions": ["Who directed The Salt Garden?", "Where was Marta Quill born?"]}'
      : rules.includes('You select')
        ? '{"support": ["N2", "N1"]}'
        : rules.includes('You help a search')
          ? 'Birthplace of Marta Quill: born, native town\nNames: Quill Tarrow'
          : rules.includes('You answer questions')
            ? 'Marta Quill was born in Tarrow [1].'
            : JSON.stringify({
                entities: [{ name: 'Marta Quill', description: 'A director of plays, born in Tarrow.', aliases: [] }],
                triples: [['Marta Quill', 'directed', 'The Salt Garden']],
                summary: 'Of plays.',
              });
  return { text, promptTokens: 1, answerTokens: 1 };
}

/** What a model answers that never does. */
export const useless = async (): Promise<Spoken> => ({ text: 'I would rather not.', promptTokens: 1, answerTokens: 1 });

/** A request as it was announced, or as it arrived. */
export interface Sent {
  readonly path: string;
  readonly body: unknown;
}

/** The requests that a server received, from one on. */
export function sentTo(received: readonly Received[], from: number): readonly Sent[] {
  return received.slice(from).map(({ path, body }) => ({ path: path.replace(/^\/v1\//, ''), body: JSON.parse(body) }));
}

/** What is certain arrived as announced, in order; the rest keeps its bounds. */
export function assertAnnounced(
  certain: readonly Sent[],
  possible: readonly PossibleRequests[],
  sent: readonly Sent[],
  name: string,
): void {
  assert.deepEqual(sent.slice(0, certain.length), certain, name);
  const rest = sent.slice(certain.length);
  const bounds = new Map(possible.map((one) => [one.purpose, one]));
  const texts = rest.filter(({ path }) => path === 'embeddings').map(({ body }) => (body as { readonly input: readonly string[] }).input);
  const chats = rest.filter(({ path }) => path !== 'embeddings').map(({ body }) => body as ChatBody);
  const ofPurpose = (isAnswer: boolean) =>
    chats.filter(({ messages: [rules] }) => rules?.content.includes('You answer questions') === isAnswer);
  assert.ok(texts.length <= (bounds.get('embed')?.requests ?? 0), `${name}: ${texts.length} requests to embed`);
  const embedded = texts.flat().reduce((sum, text) => sum + estimateTokens(text), 0);
  assert.ok(embedded <= (bounds.get('embed')?.tokens ?? 0), `${name}: ${embedded} tokens embedded`);
  for (const [purpose, own] of [
    ['answer', ofPurpose(true)],
    ['judge', ofPurpose(false)],
  ] as const) {
    const { requests = 0, tokens = 0 } = bounds.get(purpose) ?? {};
    assert.ok(own.length <= requests, `${name}: ${own.length} requests to ${purpose}`);
    for (const { messages } of own) assert.ok(messages.reduce((sum, { content }) => sum + estimateTokens(content), 0) <= tokens, name);
  }
}
