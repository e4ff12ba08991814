/** Answers questions about one name from relations: its definition, its users by role, what a change of it reaches. */

import type { Message } from '../../../engine/message.ts';
import type { NameQuestion } from '../../../engine/question/nameQuestions.ts';
import type { RelationSource } from '../../../engine/relations/candidates.ts';
import { wordsOf } from '../../../engine/util/strings.ts';
import { MessageError, message } from '../../../messages/messages.ts';
import type { FoundBlocks } from '../../ask/foundBlocks.ts';
import type { Texts } from '../../folder/chunkTexts.ts';
import type { View } from '../../folder/view.ts';
import type { FileRange } from '../../types/results.ts';
import { nothingCalled } from '../unknownEnd.ts';
import { definitionBlocks } from './definitionBlocks.ts';
import { reachAnswer, usesAnswer } from './nameUses.ts';
import { meantBy } from './subjects.ts';

/** What was found, and what is to be said if it is nothing. */
export interface NameAnswer {
  readonly found?: FoundBlocks;
  readonly notes: readonly Message[];
}

/** @param about the lines that the question is asked at. */
export async function nameAnswer(
  { asks, subjects: [subject] }: NameQuestion,
  sources: readonly RelationSource[],
  view: View,
  texts: Texts,
  about?: FileRange,
): Promise<NameAnswer> {
  if (subject === undefined || asks === 'connection' || asks === 'difference' || asks === 'reason') return { notes: [] };
  // Of a single word, "the parser" in "Who calls the parser?", it is not certain that it is a name.
  const mayBeSpelled = asks === 'definition' || wordsOf(subject.text).length > 1;
  const meant = await meantBy(subject, sources, view, { about, mayBeSpelled });
  if (meant === undefined) return { notes: subject.isCode ? [await nothingCalled(subject.text, sources, view)] : [] };
  const named = JSON.stringify(subject.text);
  try {
    const found =
      asks === 'definition'
        ? 'file' in meant
          ? undefined
          : await definitionBlocks(meant, JSON.stringify(meant.shown), sources, view, texts)
        : asks === 'reach'
          ? await reachAnswer(meant, subject.text, sources, view, texts)
          : await usesAnswer(asks, meant, sources, view, texts);
    if (found !== undefined) return { found, notes: [] };
  } catch (error) {
    if (!(error instanceof MessageError)) throw error;
  }
  return { notes: asks === 'definition' ? [] : [message(nothingOf[asks], named)] };
}

const nothingOf = {
  reach: 'reachesNothing',
  calls: 'notCalled',
  imports: 'notImported',
  subclasses: 'notExtended',
  uses: 'notUsed',
  tests: 'notTested',
  docs: 'notDocumented',
} as const;
