/** Example questions made from what the workspace itself is about: the headings and symbols that an opening question finds. */

import { isTestPath } from '../../engine/text/names/pathNames.ts';
import { fill, type ServerWords } from '../../protocol/text/words.ts';
import type { Beginning } from '../../service/ask/leadingChunks.ts';

/** What is searched for to find them: words that introductions use, and words that definitions begin with. */
export const openingQueries = [
  'readme docs overview introduction guide usage architecture design how it works',
  'export class function interface def struct public main',
] as const;

/** How many there are at most. */
export const mostExamples = 3;

/** Headings that stand in every second document and say nothing of this one. */
const commonHeading =
  /^(?:(?:further|more) (?:reading|information|resources)|see also|(?:table of )?contents|(?:related )?(?:resources|references?|links?|rules)|intro(?:duction)?|overview|about|documentation|docs|notes?|others?|misc(?:ellaneous)?|credits?|licen[cs]e|authors?|contributors?|contributing|acknowledge?ments|thanks|change ?log|history|sponsors?|support|help|version|todo)[.:]?$/i;

/** Up to three questions, from different files, documents and code in turn; of tests and examples only where there is nothing else. */
export function exampleQuestions(found: readonly Beginning[], words: ServerWords): string[] {
  const results = [...found.filter(({ path }) => !isTestPath(path)), ...found.filter(({ path }) => isTestPath(path))];
  const telling = results.filter(({ title }) => !commonHeading.test(title.split(' › ').at(-1) ?? ''));
  // The page that introduces the workspace says best what there is to ask, its sections rather than its title.
  const introduction = telling.filter(({ path }) => /^readme\b[^/]*$/i.test(path));
  const sections = introduction.filter(({ title }) => title.includes(' › '));
  const docs = [...new Set([sections, introduction, telling, results].flatMap((some) => candidates(some, 'doc')))];
  // A plain word ("main", "jobs") is rarely what somebody would ask about; a name made of several is.
  const names = candidates(results, 'code');
  const code = [...names.filter(isCompound), ...names.filter((name) => !isCompound(name))];
  const questions: string[] = [];
  const [firstDoc, ...otherDocs] = docs;
  if (firstDoc) questions.push(aboutHeading(firstDoc, words));
  if (code[0]) questions.push(fill(words.exampleHow, code[0]));
  if (code[1]) questions.push(fill(words.exampleCode, code[1]));
  for (const title of otherDocs) questions.push(aboutHeading(title, words));
  return questions.slice(0, mostExamples);
}

/** A heading that is a question is asked as it is. */
function aboutHeading(heading: string, words: ServerWords): string {
  return /[?？]$/.test(heading) ? heading : fill(words.exampleDoc, heading);
}

function candidates(results: readonly Beginning[], kind: Beginning['kind']): string[] {
  const paths = new Set<string>();
  const titles: string[] = [];
  for (const result of results) {
    const title = kind === 'doc' ? result.title.split(' › ').at(-1) : longestName(result.title);
    if (result.kind !== kind || !title || title.length < 3 || title.length > 60 || paths.has(result.path) || titles.includes(title))
      continue;
    paths.add(result.path);
    titles.push(title);
  }
  return titles;
}

function isCompound(name: string): boolean {
  return /\p{Ll}\p{Lu}|[\p{L}\p{N}]_[\p{L}\p{N}]/u.test(name);
}

/** The name that says most among those that a chunk of code defines; private ones are nobody's question. */
function longestName(title: string): string | undefined {
  const names = title.split(/[,\s…]+/).filter((name) => /^[^_#]/.test(name) && /\p{Ll}/u.test(name));
  return names.reduce<string | undefined>((best, name) => (best === undefined || name.length > best.length ? name : best), undefined);
}
