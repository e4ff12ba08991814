/** First questions, made from the workspace; each is asked once, and offered only if it has an answer. */

import { fill, type ServerWords } from '../../protocol/text/serverWords.ts';
import type { AskAnswer, GuideHeading } from '../../service/types/results.ts';
import type { Service } from '../../service/types/service.ts';
import { topType } from '../../service/typing/topType.ts';

/** Maximum number of questions. */
export const maxExamples = 4;

/** Where to start, how something is done, who uses the most used type, what is new; other headings in place of those that have no answer. */
export async function exampleQuestions(service: Service, words: ServerWords, signal: AbortSignal): Promise<string[]> {
  if (service.report().every(({ files }) => files === 0)) return [];
  const ask = async (question: string, isAnswer: (answer: AskAnswer) => boolean): Promise<readonly string[]> => {
    const answer = await service.ask(question, { signal });
    return answer.state === 'answer' && (answer.notes ?? []).length === 0 && isAnswer(answer) ? [question] : [];
  };
  const start = await ask(words.exampleStart, () => true);
  const type = await topType(service, signal);
  const users =
    type === undefined
      ? []
      : await ask(fill(words.exampleUses, type), ({ blocks }) => blocks.every(({ heading }) => heading !== undefined));
  const changes = await ask(words.exampleNew, () => true);
  const room = maxExamples - start.length - users.length - changes.length;
  const headings: string[] = [];
  for (const heading of await service.guideHeadings(signal)) {
    if (headings.length === room) break;
    headings.push(
      ...(await ask(questionAbout(heading, words), ({ blocks }) => blocks.some(({ subject }) => subject.includes(heading.text)))),
    );
  }
  return [...start, ...headings.slice(0, 1), ...users, ...changes, ...headings.slice(1)];
}

function questionAbout({ text, isQuestion }: GuideHeading, words: ServerWords): string {
  if (!isQuestion) return fill(words.exampleDoc, text);
  // Without its mark it would be read as a task.
  return /[?？]$/.test(text) ? text : `${text}?`;
}
