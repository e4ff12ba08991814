/** Every line that a text or a regular expression matches: `grep: …`, or `/pattern/` or `"text"` as the whole question. */

import { phrase } from '../../messages/messages.ts';
import { systemPaths } from '../../workspace/systemPaths.ts';
import { notesOn } from '../occurrences/notes.ts';
import { createBlocks } from '../relations/answers/listings.ts';
import type { FileOccurrences } from '../types/results.ts';
import { type Answerer, answeredBy } from './answerer.ts';

interface Wanted {
  readonly pattern: string;
  readonly isFixed: boolean;
}

const form = /^\s*(?:grep:\s*(?<grep>\S[\s\S]*?)|\/(?<expression>.+)\/|"(?<exact>[^"]+)")\s*$/;
const headings: Readonly<Record<FileOccurrences['kind'], string>> = {
  definition: 'Definitions',
  code: 'Code',
  doc: 'Documents',
  test: 'Tests',
};

export const occurrences: Answerer<Wanted> = {
  reads({ question, view: { folders } }) {
    const { grep, expression, exact } = form.exec(question)?.groups ?? {};
    // A path that exists wins.
    const isPath = folders.some((one) => one.holds(`${expression}`) || systemPaths.toRelative(one.folder, question.trim()) !== undefined);
    const pattern = grep ?? exact ?? (isPath ? undefined : expression);
    return pattern === undefined ? undefined : { pattern, isFixed: exact !== undefined };
  },
  async answer({ pattern, isFixed }, { options: { scope, signal }, view, texts, findOccurrences }) {
    const found = await findOccurrences(view.folders, pattern, { isFixed, scope, signal });
    const lead = notesOn(found);
    if (found.lines === 0) return lead;
    const listings = found.files.map(({ folder, path, kind, lines }) => {
      const position = view.folders.findIndex((one) => one.folder === folder);
      return { heading: phrase(headings[kind]), position, path, lines: lines.map(({ line }) => line) };
    });
    const sources = view.folders.map((folder) => ({
      textOf: (path: string) => folder.fileText(path)?.whole(),
      languageOf: (path: string) => folder.languageOf(path),
    }));
    return { ...answeredBy(await createBlocks(listings, sources, view, texts)), lead };
  },
};
