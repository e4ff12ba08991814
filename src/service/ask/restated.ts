/** Asks a model to restate a question where what is known without it may not suffice. */

import type { LanguageModel } from '../../engine/answer/written/languageModel.ts';
import type { Turn } from '../../engine/answer/written/prompt.ts';
import { type Restated, restateBy, restatePrompt } from '../../engine/answer/written/restate.ts';
import { leansOnEarlier } from '../../engine/question/followUpQuestions.ts';
import type { Pool } from '../types/results.ts';

/** A model that takes longer than this is not waited for. Milliseconds. */
const maxMs = 15_000;

/**
 * Undefined if an answerer knows the question, the answer is certain without it, or the model fails, is of no use or too slow. Rejects only with the
 * reason of `signal`.
 *
 * @param found what the question alone leads to.
 */
export async function restatedBy(
  model: LanguageModel,
  question: string,
  turns: readonly Turn[],
  found: Pick<Pool, 'isCertain' | 'about'>,
  signal: AbortSignal | undefined,
): Promise<Restated | undefined> {
  if (found.isCertain && (turns.length === 0 || !leansOnEarlier(question))) return undefined;
  const limit = AbortSignal.timeout(maxMs);
  try {
    const prompt = restatePrompt(question, leansOnEarlier(question) ? turns : [], found.about);
    return await restateBy(model, prompt, question, signal === undefined ? limit : AbortSignal.any([signal, limit]));
  } catch {
    signal?.throwIfAborted();
    // The question is searched for as it is. What else is wrong with the model, its answer will say.
    return undefined;
  }
}
