/** First questions, made from the workspace; each is asked once, and offered only if it has an answer. */

import { t } from '../../protocol/text/translate.ts';
import type { AskAnswer, GuideHeading } from '../../service/types/results.ts';
import type { Service } from '../../service/types/service.ts';
import { topType } from '../../service/typing/topType.ts';

/** Maximum number of questions. */
export const maxExamples = 4;

/** Where to start, how something is done, who uses the most used type, what is new; other headings in place of those that have no answer. */
export async function exampleQuestions(service: Service, signal: AbortSignal): Promise<string[]> {
  if (service.report().every(({ files }) => files === 0)) return [];
  const ask = async (question: string, isAnswer: (answer: AskAnswer) => boolean): Promise<readonly string[]> => {
    const answer = await service.ask(question, { signal });
    return answer.state === 'answer' && (answer.notes ?? []).length === 0 && isAnswer(answer) ? [question] : [];
  };
  const start = await ask(t('Where do I start reading?'), () => true);
  const type = await topType(service, signal);
  const users =
    type === undefined
      ? []
      : await ask(t('Where is {0} used?', type), ({ blocks }) => blocks.every(({ heading }) => heading !== undefined));
  const changes = await ask(t('What is new in the latest version?'), () => true);
  const room = maxExamples - start.length - users.length - changes.length;
  const headings: string[] = [];
  for (const heading of await service.guideHeadings(signal)) {
    if (headings.length === room) break;
    headings.push(...(await ask(questionAbout(heading), ({ blocks }) => blocks.some(({ subject }) => subject.includes(heading.text)))));
  }
  return [...start, ...headings.slice(0, 1), ...users, ...changes, ...headings.slice(1)];
}

function questionAbout({ text, isQuestion }: GuideHeading): string {
  if (!isQuestion) return t('What is “{0}” about?', text);
  // Without its mark it would be read as a task.
  return /[?？]$/.test(text) ? text : `${text}?`;
}
