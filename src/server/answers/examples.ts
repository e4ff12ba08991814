/** Example questions made from the workspace's own subjects: the headings and symbols found by opening queries. */

import { isTestPath } from '../../engine/text/names/pathNames.ts';
import { fill, type ServerWords } from '../../protocol/text/words.ts';
import type { LeadingChunk } from '../../service/ask/leadingChunks.ts';

/** Queries for finding them: words used in introductions and at the start of definitions. */
export const openingQueries = [
  'readme docs overview introduction guide usage architecture design how it works',
  'export class function interface def struct public main',
] as const;

/** Maximum number of questions. */
export const maxExamples = 3;

/** Headings that occur in many documents and say nothing specific. */
const commonHeading =
  /^(?:(?:further|more) (?:reading|information|resources)|see also|(?:table of )?contents|(?:related )?(?:resources|references?|links?|rules)|intro(?:duction)?|overview|about|documentation|docs|notes?|others?|misc(?:ellaneous)?|credits?|licen[cs]e|authors?|contributors?|contributing|acknowledge?ments|thanks|change ?log|history|sponsors?|support|help|version|todo)[.:]?$/i;

/** Up to three questions, from different files, alternating documents and code; tests and examples only as a last resort. */
export function exampleQuestions(found: readonly LeadingChunk[], words: ServerWords): string[] {
  const results = [...found.filter(({ path }) => !isTestPath(path)), ...found.filter(({ path }) => isTestPath(path))];
  const specific = results.filter(({ title }) => !commonHeading.test(title.split(' › ').at(-1) ?? ''));
  // The readme shows best what to ask, by its sections rather than its title.
  const introduction = specific.filter(({ path }) => /^readme\b[^/]*$/i.test(path));
  const sections = introduction.filter(({ title }) => title.includes(' › '));
  const docs = [...new Set([sections, introduction, specific, results].flatMap((some) => candidates(some, 'doc')))];
  // A plain word ("main", "jobs") is rarely worth a question; a compound name is.
  const names = candidates(results, 'code');
  const code = [...names.filter(isCompound), ...names.filter((name) => !isCompound(name))];
  const questions: string[] = [];
  const [firstDoc, ...otherDocs] = docs;
  if (firstDoc) questions.push(aboutHeading(firstDoc, words));
  if (code[0]) questions.push(fill(words.exampleHow, code[0]));
  if (code[1]) questions.push(fill(words.exampleCode, code[1]));
  for (const title of otherDocs) questions.push(aboutHeading(title, words));
  return questions.slice(0, maxExamples);
}

/** A heading that is a question is used verbatim. */
function aboutHeading(heading: string, words: ServerWords): string {
  return /[?？]$/.test(heading) ? heading : fill(words.exampleDoc, heading);
}

function candidates(results: readonly LeadingChunk[], kind: LeadingChunk['kind']): string[] {
  const paths = new Set<string>();
  const titles: string[] = [];
  for (const result of results) {
    const title = kind === 'doc' ? result.title.split(' › ').at(-1) : specificName(result.title);
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

/** The longest of the names that a code chunk defines, which says most; private ones are skipped. */
function specificName(title: string): string | undefined {
  const names = title.split(/[,\s…]+/).filter((name) => /^[^_#]/.test(name) && /\p{Ll}/u.test(name));
  return names.reduce<string | undefined>((best, name) => (best === undefined || name.length > best.length ? name : best), undefined);
}
