/** What documents say of a name: the sentences that hold it, and links to the files that define it. Cost: reading the documents that hold it. */

import { Space } from '../document.ts';
import { lineCursor, linesOf } from '../text/lines.ts';
import { foldedWords, stemOf } from '../text/names/entities.ts';
import { isChangeLogPath, isTestPath } from '../text/names/pathNames.ts';
import { sentencesOf } from '../text/sentences.ts';
import { fold } from '../text/words/terms.ts';
import { tokenize } from '../text/words/tokens.ts';
import { directoryOf, joinPath } from '../util/paths.ts';
import { filesHolding, filesWithChunks, type RelationSource } from './candidates.ts';

/** A sentence of a document. */
export interface Sentence {
  readonly path: string;
  /** The line of the name in it, 1-based. */
  readonly line: number;
  /** White space as single blanks. */
  readonly text: string;
}

/** Longer ones are tables or lists. UTF-16 units. */
const maxSentenceLength = 400;
const maxPerFile = 3;

/** The offsets of a name in a text: a single word as written, several in any case. */
export function findOffsets(name: string, text: string): readonly number[] {
  const words = foldedWords(name);
  const { count, starts, ends } = tokenize(text);
  const found: number[] = [];
  const isAt = (i: number): boolean => {
    if (words.length === 1) return text.slice(starts[i], ends[i]) === name;
    return words.every((word, k) => i + k < count && fold(text.slice(starts[i + k], ends[i + k])) === word);
  };
  for (let i = 0; i < count; i++) if (isAt(i)) found.push(starts[i] as number);
  return found;
}

/** The sentences of documents that hold a name, change logs and tests last, at most three of a file. */
export async function sentencesAbout(name: string, source: RelationSource, limit: number): Promise<readonly Sentence[]> {
  const found: Sentence[] = [];
  const rank = (path: string): number => (isChangeLogPath(path) || isTestPath(path) ? 1 : 0);
  const paths = (await filesHolding(name, source)).filter((path) => source.languageOf(path).kind === 'doc');
  for (const path of [...paths].sort((a, b) => rank(a) - rank(b) || (a < b ? -1 : 1))) {
    if (found.length >= limit) break;
    await source.yieldThread();
    found.push(...sentencesIn(name, path, source.textOf(path) ?? ''));
  }
  return found.slice(0, limit);
}

function sentencesIn(name: string, path: string, text: string): readonly Sentence[] {
  const offsets = findOffsets(name, text);
  if (offsets.length === 0) return [];
  const lineAt = lineCursor(linesOf(text));
  const found: Sentence[] = [];
  let at = 0;
  for (const { from, to } of sentencesOf(text)) {
    while (at < offsets.length && (offsets[at] as number) < from) at++;
    const offset = offsets[at];
    if (offset === undefined || found.length === maxPerFile) break;
    if (offset >= to) continue;
    const sentence = text.slice(from, to);
    // A fence makes it code; a line of its own is a heading or a label.
    if (sentence.length > maxSentenceLength || sentence.includes('```') || !sentence.trim().includes(' ')) continue;
    found.push({
      path,
      line: lineAt(offset) + 1,
      text: sentence
        .split('\n')
        .map((part) => part.trim())
        .join(' '),
    });
  }
  return found;
}

/** Lines of documents that link to one of these files, by document. */
export async function linksTo(paths: ReadonlySet<string>, source: RelationSource): Promise<ReadonlyMap<string, readonly number[]>> {
  const keys = [...new Set([...paths].map((path) => `${Space.Path}:${stemOf(path)}`))];
  const postings = await source.reader.findKeys(keys);
  const documents = await filesWithChunks(
    postings.flatMap((found) => [...found.postings.chunks]),
    source,
  );
  const found = new Map<string, readonly number[]>();
  for (const document of documents) {
    if (source.languageOf(document).kind !== 'doc') continue;
    await source.yieldThread();
    const lines = linkLines(source.textOf(document) ?? '', document, paths);
    if (lines.length > 0) found.set(document, lines);
  }
  return found;
}

/** Longer targets of links are addresses. UTF-16 units. */
const maxTargetLength = 1000;

/** Lines with a link of markdown whose target is one of these files. */
function linkLines(text: string, document: string, paths: ReadonlySet<string>): readonly number[] {
  const lineAt = lineCursor(linesOf(text));
  const lines: number[] = [];
  for (let at = text.indexOf(']('); at >= 0; at = text.indexOf('](', at + 2)) {
    const rest = text.slice(at + 2, at + 2 + maxTargetLength);
    const end = rest.indexOf(')');
    if (end < 0) continue;
    const target = rest.slice(0, end).split('#')[0]?.trim() ?? '';
    const path = joinPath(target.startsWith('/') ? '' : directoryOf(document), target);
    if (path === undefined || !paths.has(path)) continue;
    const line = lineAt(at) + 1;
    if (lines.at(-1) !== line) lines.push(line);
  }
  return lines;
}
