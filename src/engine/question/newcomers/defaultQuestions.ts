/** Questions for what holds if nothing is set: "How long does a session last by default?" By the words of each language. Cost: one pass over a short question. */

import { languageOfQuestion } from '../../text/stemming/naturalLanguage.ts';
import { wordsOf } from '../../util/strings.ts';
import { asksForDefault, measures } from '../../vocabulary/newcomers/defaults.ts';
import { phrases } from '../../vocabulary/phrases.ts';

/** Longer questions ask for something in particular. UTF-16 units. */
const maxLength = 140;

export interface DefaultQuestion {
  /** The question without the words that ask for the default. */
  readonly subject: string;
  /** What the setting may be called by the amount that is asked for, separated by blanks. */
  readonly called: string;
}

export function defaultAskedFor(question: string): DefaultQuestion | undefined {
  const { [languageOfQuestion(question).id]: asks } = asksForDefault;
  if (question.length > maxLength || asks === undefined) return undefined;
  const pattern = phrases(languageOfQuestion(question), asks);
  if (!pattern.test(question)) return undefined;
  const subject = question.replace(pattern, ' ').trim();
  const words = wordsOf(subject);
  const at = words.findIndex((word) => word.toLowerCase() === 'how');
  const called = measures[words[at + 1]?.toLowerCase() ?? ''] ?? '';
  return { subject: called === '' ? subject : words.filter((word, i) => i !== at && i !== at + 1 && word !== 'times').join(' '), called };
}
