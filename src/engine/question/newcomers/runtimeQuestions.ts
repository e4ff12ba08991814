/** Questions for the version of a language or platform that a project needs: "Which JDK do I need?" By English names. Cost: one pass over a short question. */

import { languageOfQuestion } from '../../text/stemming/naturalLanguage.ts';
import { fold } from '../../text/words/terms.ts';
import { wordsOf } from '../../util/strings.ts';
import { type Runtime, runtimes } from '../../vocabulary/newcomers/runtimes.ts';
import { type AskedWord, askedTerms, askedWords } from '../askedWords.ts';

/** Longer questions ask for something in particular. UTF-16 units. */
const maxLength = 100;

/** The runtime, or other thing of one name, that a question asks the version of and nothing else; undefined for other questions. */
export function runtimeAskedFor(question: string): Runtime | undefined {
  if (question.length > maxLength) return undefined;
  const vocabulary = languageOfQuestion(question);
  const { manifest, workspace } = vocabulary;
  const words = askedWords(question, () => 1, vocabulary);
  const framing = askedTerms(`${manifest?.versions ?? ''} ${manifest?.run ?? ''} ${workspace?.words ?? ''}`, vocabulary);
  const isOf = ({ names }: Runtime, { text }: AskedWord): boolean => wordsOf(names).includes(fold(text));
  const runtime = runtimes.find((one) => words.some((word) => isOf(one, word)));
  const others = words.filter((word) => !word.terms.some((term) => framing.includes(term)));
  if (runtime !== undefined) return others.every((word) => isOf(runtime, word)) ? runtime : undefined;
  const [version = ''] = wordsOf(manifest?.versions ?? '');
  const asksVersion = words.some(({ terms }) => askedTerms(version, vocabulary).some((term) => terms.includes(term)));
  const [thing] = others;
  return asksVersion && thing && others.length === 1 ? { names: thing.text, keys: `${thing.text} "${thing.text}"` } : undefined;
}
