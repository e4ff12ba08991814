/** Where to begin, how the workspace is divided, what a folder holds, what is new. */

import nodePath from 'node:path';
import type { DocumentInfo } from '../../../engine/index/reader.ts';
import { type Orientation, orientationAskedFor } from '../../../engine/question/orientationQuestions.ts';
import type { Ranking } from '../../../engine/retrieval/ranking.ts';
import { languageNamed } from '../../../engine/text/languages.ts';
import { stemOf } from '../../../engine/text/names/entities.ts';
import { isChangeLogPath } from '../../../engine/text/names/pathNames.ts';
import { termsOf } from '../../../engine/text/words/terms.ts';
import { wordsIn } from '../../../engine/text/words/tokens.ts';
import { directoryOf, foldersOf } from '../../../engine/util/paths.ts';
import { message } from '../../../messages/messages.ts';
import type { FoundBlocks } from '../../ask/foundBlocks.ts';
import type { FolderIndex } from '../../folder/folderIndex.ts';
import type { View } from '../../folder/view.ts';
import { recentCommits } from '../../past/recentCommits.ts';
import { type Answered, type Answerer, answeredBy } from '../answerer.ts';
import { newestChanges } from './newestChanges.ts';
import { interleaved, joined, linesAt } from './shownLines.ts';
import { type StartingPointSources, StartingPoints } from './startingPoints.ts';

/** Passages that name most parts, or a folder, are among the first of this many. */
const maxSearched = 20;
/** Files to start with. */
const maxStart = 6;
/** Files of a topic whose commits are looked up. */
const maxChanged = 3;
/** Places of a word whose headings are read. */
const maxPlaces = 1000;

/** Finds nothing where no folder is on this machine. Cost: a pass over all paths if a short question may name a folder, and the overviews of the folders if it asks. */
export const orientation: Answerer<Orientation> = {
  isOfWorkspace: true,
  async reads({ question, whole = question, view }) {
    const names = foldersHere(view).map(({ folder }) => nodePath.basename(folder.folder));
    if (names.length === 0) return undefined;
    const asked = await orientationAskedFor(question, {
      names,
      folders: async (of) => {
        const paths = (await view.reader.documents()).map(({ path }) => path);
        return of === 'all' ? foldersOf(paths) : new Set(paths.filter(isChangeLogPath).map(directoryOf));
      },
      isNamed: (term, folder) => isNamed(term, folder, view),
    });
    return asked?.asks === 'start' && whole !== question && (await isSubject(whole, question, view)) ? undefined : asked;
  },
  async answer(asked, { view, texts, rank, overviewOf }) {
    const all = await view.reader.documents();
    const search = (words: string) => rank(words, { limit: maxSearched });
    const answers: FoundBlocks[] = [];
    for (const { folder, number } of foldersHere(view)) {
      const documents = all.filter((document) => document.folder === number);
      const answerIn = async (): Promise<FoundBlocks | undefined> => {
        if (asked.asks === 'changes')
          return asked.topic === undefined ? newestChanges(documents.filter(isIn(asked.folder)), view, texts) : undefined;
        const overview = await overviewOf(folder);
        return (
          overview && placesFor(asked, { folder: number, name: nodePath.basename(folder.folder), view, texts, documents, overview, search })
        );
      };
      const found = await answerIn();
      if (found !== undefined) answers.push(found);
    }
    const found = interleaved(answers);
    if (found !== undefined || asked.asks !== 'changes') return found && answeredBy(found);
    return (await commitsFor(asked, view, search)) ?? [message('noChangeLog')];
  },
};

/** The newest commits about a topic, before the passages about it; without one, those of each folder, as no change log says what is new. */
async function commitsFor(
  { topic, folder: within }: Extract<Orientation, { asks: 'changes' }>,
  view: View,
  search: (words: string) => Promise<Ranking>,
): Promise<Answered | undefined> {
  if (within !== undefined) return undefined;
  const infos = topic === undefined ? [] : await view.reader.chunkInfo((await search(topic)).results.map(({ chunk }) => chunk));
  const terms = termsIn(topic ?? '');
  const lead = foldersHere(view).flatMap(({ folder, number }) => {
    const paths = [...new Set(infos.filter((info) => info.folder === number).map(({ path }) => path))];
    const namedIn = (read: (path: string) => string) => paths.filter((path) => [...termsIn(read(path))].some((term) => terms.has(term)));
    // A file's own name says more than that of a folder around it.
    const files = [...new Set([...namedIn((path) => nodePath.posix.basename(path)), ...namedIn((path) => path)])];
    return recentCommits(folder, topic, files.slice(0, maxChanged)) ?? [];
  });
  if (lead.length === 0) return undefined;
  return { results: [], blocks: [], lead, ...(topic === undefined ? {} : { query: topic, passages: 'after' }) };
}

/** Whether something is in a folder, or anywhere without one. */
function isIn(folder: string | undefined): (place: { readonly path: string }) => boolean {
  return ({ path }) => folder === undefined || path.startsWith(`${folder}/`);
}

async function isNamed(term: string, folder: string | undefined, { reader }: View): Promise<boolean> {
  const [found] = await reader.termPostings([term]);
  const infos = await reader.chunkInfo(Array.from(found?.chunks.slice(0, maxPlaces) ?? []));
  return infos.some((info) => isIn(folder)(info) && termsIn(`${info.title} ${info.path}`).has(term));
}

/** Whether most files of a workspace are texts with headings: its programs are tools. */
function isWritten(documents: readonly DocumentInfo[]): boolean {
  return 2 * documents.filter(({ language }) => languageNamed(language).headings !== 'none').length > documents.length;
}

/** Whether the words around a clause are the name of a document: "I want to contribute, where do I begin?" asks for CONTRIBUTING. */
async function isSubject(whole: string, clause: string, { reader }: View): Promise<boolean> {
  const own = termsIn(clause);
  const around = new Set([...termsIn(whole)].filter((term) => !own.has(term)));
  const documents = (await reader.documents()).filter(({ language }) => languageNamed(language).kind === 'doc');
  return documents.some(({ path }) => {
    const name = [...termsIn(stemOf(path))];
    return name.length > 0 && name.every((term) => around.has(term));
  });
}

function termsIn(text: string): ReadonlySet<string> {
  return new Set(wordsIn(text).flatMap(({ text: word, shape }) => termsOf(word, shape)));
}

function foldersHere({ folders }: View): readonly { readonly folder: FolderIndex; readonly number: number }[] {
  return folders.flatMap((folder, number) => (folder.hasFiles ? [{ folder, number }] : []));
}

async function placesFor(asked: Orientation, from: StartingPointSources): Promise<FoundBlocks | undefined> {
  const { documents, view, texts } = from;
  const startingPoints = new StartingPoints(from);
  if (asked.asks === 'folder') {
    const about = await linesAt(await startingPoints.aboutFolder(asked.folder), documents, view, texts);
    // Definitions are read when they are listed.
    const { folderListing } = await import('./folderListing.ts');
    return joined(about, await folderListing(asked.folder, documents, startingPoints.usage, view, texts));
  }
  const ofParts = await startingPoints.ofParts();
  const isText = isWritten(documents);
  const known = ofParts ?? (isText ? [] : startingPoints.byUsers());
  const isStart = asked.asks === 'start';
  if (!isStart) {
    const found = await linesAt(known, documents, view, texts);
    return found && { ...found, isUnsure: ofParts === undefined };
  }
  const programs = isText ? [] : startingPoints.beginnings();
  const first = [...programs, startingPoints.introduction(), startingPoints.ownFile(from.name)].find((one) => one !== undefined);
  // A document that names the parts is read; the quotes about them stand beside their files.
  const guides = known.filter((one) => first === undefined || !('text' in one)).slice(0, 1);
  const shown = await linesAt([...(first === undefined ? [] : [first]), ...guides], documents, view, texts);
  const startWith = isText ? [] : from.overview.startWith;
  const listed = startWith.filter((path) => ![first, ...guides].some((one) => one?.path === path));
  const { listFiles } = await import('./folderListing.ts');
  const files = await listFiles(listed.slice(0, maxStart), from.folder, startingPoints.usage.defines, view, texts);
  const found = joined(shown, files);
  const lead = [message('readFirst', startWith.slice(0, maxStart).join(', '))];
  return found && { ...found, ...(startWith.length > 1 ? { lead } : {}), isUnsure: first === undefined && ofParts === undefined };
}
