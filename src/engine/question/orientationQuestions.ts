/**
 * Questions of a newcomer to a workspace: where to start reading, what its parts are, what a folder contains, what is new. The answer
 * follows from how the workspace is made and rarely contains the words of the question. By the words of each language. Cost: one pass over a
 * short question.
 */

import { languageOfQuestion } from '../text/stemming/naturalLanguage.ts';
import { wordsIn } from '../text/words/tokens.ts';
import { skip, trimEndOf, wordsOf } from '../util/strings.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';
import { askedTerms } from './askedWords.ts';
import { detectIntent } from './intent.ts';

/** Longer questions ask for something in particular. UTF-16 units. */
const maxLength = 100;
/** Max words beside those of such questions; they are named nowhere. */
const maxUnknown = 2;
/** Max terms of a topic whose changes are asked for. */
const maxTopic = 3;
/** "What can I find in it?" asks for no steps. */
const asksWhatIsThere = 'what can ';
/** The first of the characters next to which a path needs no space. */
const unspaced = '\u3000';
/** What may be written around a path. */
const marks = '`\'"()?!.,:;/';

/**
 * What is asked for: the files to start with, the parts of the workspace, its newest changes, those of a folder or of a topic, or the contents of a
 * folder (relative, with `/`).
 */
export type Orientation =
  | { readonly asks: 'start' | 'parts' }
  | { readonly asks: 'changes'; readonly folder?: string; readonly topic?: string }
  | { readonly asks: 'folder'; readonly folder: string };

/** What such a question may refer to. */
export interface Surroundings {
  /** The names of the workspace. */
  readonly names: readonly string[];
  /** The folders of the workspace, relative, or those with a change log of their own; called only if the question may name one. */
  folders(of: 'all' | 'logs'): Promise<ReadonlySet<string>>;
  /** Whether a heading, a definition or a path in a folder has a term; in the whole index without a folder. */
  isNamed(term: string, folder?: string): Promise<boolean>;
}

/** The kind of such a question; undefined if it asks for steps, or has a word for anything else that is named in the workspace. */
export async function orientationAskedFor(question: string, { names, folders, isNamed }: Surroundings): Promise<Orientation | undefined> {
  if (question.length > maxLength) return undefined;
  const vocabulary = languageOfQuestion(question);
  const { workspace, orientation } = vocabulary;
  if (workspace === undefined || orientation === undefined) return undefined;
  const intent = detectIntent(question, vocabulary);
  const { asking, read, code, parts, entry, start, folder: forFolders, changes, latest } = orientation;
  const known = [workspace.words, asking, read, code, ...names].join(' ');
  const terms = askedTerms(question, vocabulary);
  const has = (words: string): boolean => terms.some((term) => setOf(words, vocabulary).has(term));
  const restOf = (text: string, words: string): readonly string[] => {
    const allowed = setOf(`${known} ${words}`, vocabulary);
    return askedTerms(text, vocabulary).filter((term) => !allowed.has(term));
  };
  const hasOnly = async (text: string, words: string, folder?: string): Promise<boolean> => {
    const rest = restOf(text, words);
    if (rest.length > maxUnknown) return false;
    for (const term of rest) if (await isNamed(term, folder)) return false;
    return true;
  };
  const reads = has(read) && has(start);
  if (intent === 'how' && !reads && !question.toLowerCase().startsWith(asksWhatIsThere)) return undefined;
  const isWorded = has(forFolders);
  const isOfChanges = has(changes) && has(latest);
  const mayName = isWorded || mayNamePath(question);
  const named = mayName ? folderIn(question, await folders(isOfChanges ? 'logs' : 'all'), isWorded) : undefined;
  if (named !== undefined && isOfChanges && (await hasOnly(named.rest, `${changes} ${latest} ${forFolders}`, named.path)))
    return { asks: 'changes', folder: named.path };
  if (named !== undefined) return (await hasOnly(named.rest, forFolders, named.path)) ? { asks: 'folder', folder: named.path } : undefined;
  if (isOfChanges && (await hasOnly(question, `${changes} ${latest}`))) return { asks: 'changes' };
  const topic = isOfChanges && intent !== 'where' ? topicIn(question, restOf(question, `${changes} ${latest}`), vocabulary) : '';
  if (topic !== '' && areDistinct(terms, setOf(changes, vocabulary), setOf(latest, vocabulary))) return { asks: 'changes', topic };
  if (has(parts) && (await hasOnly(question, `${parts} ${forFolders}`))) return { asks: 'parts' };
  const asksStart = has(entry) || reads || (has(start) && (intent === 'where' || has(code)));
  return asksStart && (await hasOnly(question, `${entry} ${start}`)) ? { asks: 'start' } : undefined;
}

/** The words of a question whose terms are left, as they are written; none if there are too many. */
function topicIn(question: string, rest: readonly string[], vocabulary: Vocabulary): string {
  if (rest.length > maxTopic) return '';
  const words = wordsIn(question).map(({ text }) => text);
  return words.filter((word) => askedTerms(word, vocabulary).some((term) => rest.includes(term))).join(' ');
}

/** Whether a question has one word for a change and another one for its date: "what changed lately", not "what is the new version". */
function areDistinct(terms: readonly string[], changes: ReadonlySet<string>, latest: ReadonlySet<string>): boolean {
  return terms.some((term) => changes.has(term) && !latest.has(term)) && terms.some((term) => latest.has(term) && !changes.has(term));
}

/** Whether a question has a word that is written like a path or a name with a hyphen. */
function mayNamePath(question: string): boolean {
  return question.includes('/') || question.includes('-') || question.includes('_');
}

const sets = new Map<string, ReadonlySet<string>>();

function setOf(words: string, vocabulary: Vocabulary): ReadonlySet<string> {
  const key = `${vocabulary.id} ${words}`;
  let found = sets.get(key);
  if (found === undefined) {
    found = new Set(askedTerms(words, vocabulary));
    sets.set(key, found);
  }
  return found;
}

/**
 * The only folder that a question names by its path, or by its name if that has a hyphen or a word such as "folder" is in the question, and the question
 * without that name.
 */
function folderIn(
  question: string,
  folders: ReadonlySet<string>,
  isNamed: boolean,
): { readonly path: string; readonly rest: string } | undefined {
  for (const word of wordsOf([...question].map((sign) => (sign < unspaced ? sign : ' ')).join(''))) {
    const name = trimEndOf(word.slice(skip(word, marks)), marks);
    if (name === '' || (!isNamed && !mayNamePath(word))) continue;
    const below = [...folders].filter((folder) => folder.endsWith(`/${name}`));
    const path = folders.has(name) ? name : below.length === 1 ? below[0] : undefined;
    if (path !== undefined) return { path, rest: question.replace(word, ' ') };
  }
  return undefined;
}
