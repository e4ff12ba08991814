/**
 * Questions of a newcomer to a workspace: where to start reading, what its parts are, what a folder contains, what is new. The answer
 * follows from how the workspace is made and rarely contains the words of the question. By the words of each language. Cost: one pass over a
 * short question.
 */

import { languageOfQuestion } from '../text/stemming/naturalLanguage.ts';
import { skip, trimEndOf, wordsOf } from '../util/strings.ts';
import type { Vocabulary } from '../vocabulary/vocabulary.ts';
import { askedTerms } from './askedWords.ts';
import { intentOf } from './intent.ts';

/** Longer questions ask for something in particular. UTF-16 units. */
const maxLength = 100;
/** What may be written around a path. */
const marks = '`\'"()?!.,:;/';

/**
 * What is asked for: the files to start with, the parts of the workspace, its newest changes, or the contents of a folder (relative, with
 * `/`).
 */
export type Orientation = { readonly asks: 'start' | 'parts' | 'changes' } | { readonly asks: 'folder'; readonly folder: string };

/**
 * The kind of such a question; undefined if it asks for steps, or has a word for anything else.
 *
 * @param names the names of the workspace.
 * @param folders the folders of the workspace, relative; called only if the question may name one.
 */
export async function orientationAskedFor(
  question: string,
  names: readonly string[],
  folders: () => Promise<ReadonlySet<string>>,
): Promise<Orientation | undefined> {
  if (question.length > maxLength) return undefined;
  const vocabulary = languageOfQuestion(question);
  const { workspace, orientation } = vocabulary;
  if (workspace === undefined || orientation === undefined) return undefined;
  const intent = intentOf(question, vocabulary);
  if (intent === 'how') return undefined;
  const known = [workspace.words, orientation.code, ...names].join(' ');
  const has = (words: string): boolean => askedTerms(question, vocabulary).some((term) => setOf(words, vocabulary).has(term));
  const hasOnly = (text: string, words: string): boolean => {
    const allowed = setOf(words, vocabulary);
    return askedTerms(text, vocabulary).every((term) => allowed.has(term));
  };
  const isNamed = has(orientation.folder);
  const folder = isNamed || question.includes('/') ? folderIn(question, await folders(), isNamed) : undefined;
  if (folder !== undefined)
    return hasOnly(folder.rest, `${known} ${orientation.folder}`) ? { asks: 'folder', folder: folder.path } : undefined;
  if (has(orientation.parts) && hasOnly(question, `${known} ${orientation.parts} ${orientation.folder}`)) return { asks: 'parts' };
  const { changes, latest } = orientation;
  if (has(changes) && has(latest) && hasOnly(question, `${known} ${changes} ${latest}`)) return { asks: 'changes' };
  const asksStart = has(orientation.entry) || (intent === 'where' && has(orientation.start));
  const start = `${known} ${orientation.entry} ${orientation.start}`;
  return asksStart && hasOnly(question, start) ? { asks: 'start' } : undefined;
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
 * The only folder that a question names by its path, or by its name if a word such as "folder" is in it, and the question without that name.
 */
function folderIn(
  question: string,
  folders: ReadonlySet<string>,
  isNamed: boolean,
): { readonly path: string; readonly rest: string } | undefined {
  for (const word of wordsOf(question)) {
    const name = trimEndOf(word.slice(skip(word, marks)), marks);
    if (name === '' || (!isNamed && !word.includes('/'))) continue;
    const below = [...folders].filter((folder) => folder.endsWith(`/${name}`));
    const path = folders.has(name) ? name : below.length === 1 ? below[0] : undefined;
    if (path !== undefined) return { path, rest: question.replace(word, ' ') };
  }
  return undefined;
}
