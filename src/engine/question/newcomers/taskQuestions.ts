/**
 * Questions for a task of those who work on a project: "Which command kicks off the test suite?" They are asked in the words by which documents and
 * manifests call the task. By the words of each language. Cost: one pass over a short question.
 */

import { languageOfQuestion } from '../../text/stemming/naturalLanguage.ts';
import { asksForSteps, circumstances, indefiniteArticles, type Task, tasks } from '../../vocabulary/newcomers/tasks.ts';
import { phrases } from '../../vocabulary/phrases.ts';
import type { Vocabulary } from '../../vocabulary/vocabulary.ts';
import { type AskedWord, askedTerms, askedWords } from '../askedWords.ts';
import { intentOf } from '../intent.ts';

/** Longer questions ask for something in particular. UTF-16 units. */
const maxLength = 100;
/** Max words beside the task, such as the tool that it is done with. */
const maxOthers = 2;

const setUp = 'set up';
const withTool = ' with ';

export interface TaskQuestion {
  readonly task: Task;
  /** What else the question says that occurs in the index. */
  readonly others: readonly AskedWord[];
  /** The question in the words of documents and manifests. */
  readonly restated: string;
}

/**
 * The task that a question asks for; undefined if there is none, or if it asks what the code does.
 *
 * @param occurs whether the index has a term: a word that it lacks says nothing.
 */
export function taskAskedFor(question: string, occurs: (term: string) => boolean): TaskQuestion | undefined {
  const vocabulary = languageOfQuestion(question);
  const { [vocabulary.id]: asks } = asksForSteps;
  if (question.length > maxLength || asks === undefined || !phrases(vocabulary, asks).test(question)) return undefined;
  const words = askedWords(withoutCircumstances(question, vocabulary).replaceAll(setUp, 'setup'), () => 1, vocabulary);
  const isOf = ({ terms }: AskedWord, task: Task): boolean => terms.some((term) => termsOf(task, vocabulary).has(term));
  const task = tasks.find((one) => words.some((word) => isOf(word, one)));
  if (task === undefined) return undefined;
  const { manifest, workspace, orientation } = vocabulary;
  const framing = askedTerms([manifest?.run, workspace?.words, orientation?.asking, orientation?.code].join(' '), vocabulary);
  const others = words.filter(
    (word) => !tasks.some((one) => isOf(word, one)) && word.terms.some((term) => occurs(term) && !framing.includes(term)),
  );
  const { [vocabulary.id]: article } = indefiniteArticles;
  const isOfProject = article === undefined || !phrases(vocabulary, article).test(question);
  const isOfReader = intentOf(question, vocabulary) === 'how' || question.includes(withTool);
  if (others.length > (isOfReader && isOfProject ? maxOthers : 0)) return undefined;
  return { task, others, restated: ['How do I', task.called, ...others.map(({ text }) => text)].join(' ') };
}

function withoutCircumstances(question: string, vocabulary: Vocabulary): string {
  const { [vocabulary.id]: begins } = circumstances;
  const at = begins === undefined ? -1 : question.search(phrases(vocabulary, begins));
  return at > 0 ? question.slice(0, at) : question;
}

const sets = new Map<string, ReadonlySet<string>>();

/** The terms of a task's words, stemmed as in a language. Those of all languages count: few words tell Portuguese from Spanish. */
export function termsOf({ called, words }: Task, vocabulary: Vocabulary): ReadonlySet<string> {
  const key = `${vocabulary.id} ${called}`;
  let found = sets.get(key);
  if (found === undefined) {
    found = new Set(askedTerms(Object.values(words).join(' '), vocabulary));
    sets.set(key, found);
  }
  return found;
}
