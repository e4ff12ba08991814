/** Questions for the version of a language or platform that a project needs: "Which JDK do I need?" By English names. Cost: one pass over a short question. */

import { languageOfQuestion } from '../../text/stemming/naturalLanguage.ts';
import { fold } from '../../text/words/terms.ts';
import { wordsOf } from '../../util/strings.ts';
import { type Runtime, runtimes } from '../../vocabulary/newcomers/runtimes.ts';
import { askedTerms, askedWords } from '../askedWords.ts';

/** Longer questions ask for something in particular. UTF-16 units. */
const maxLength = 100;

/** The runtime that a question asks the version of and nothing else; undefined for other questions. */
export function runtimeAskedFor(question: string): Runtime | undefined {
  if (question.length > maxLength) return undefined;
  const vocabulary = languageOfQuestion(question);
  const { manifest, workspace } = vocabulary;
  const words = askedWords(question, () => 1, vocabulary);
  const namesOf = ({ names }: Runtime): readonly string[] => wordsOf(names);
  const isOf = (runtime: Runtime, text: string): boolean => namesOf(runtime).includes(fold(text));
  const runtime = runtimes.find((one) => words.some(({ text }) => isOf(one, text)));
  if (runtime === undefined) return undefined;
  const framing = askedTerms(`${manifest?.versions ?? ''} ${manifest?.run ?? ''} ${workspace?.words ?? ''}`, vocabulary);
  return words.every(({ text, terms }) => isOf(runtime, text) || terms.some((term) => framing.includes(term))) ? runtime : undefined;
}
