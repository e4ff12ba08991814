/** Current lines of a file: as they are, with the places of secrets, or with secrets masked and the matches of question and source highlighted. */

import { marksIn } from '../../engine/question/marks.ts';
import { languageOf } from '../../engine/text/languages.ts';
import { type Lines, linesOf } from '../../engine/text/lines.ts';
import { findSecrets, maskSpans } from '../../engine/text/secrets/secrets.ts';
import { overlap, type Span } from '../../engine/text/spans.ts';
import { visible } from '../../engine/text/visible.ts';
import { fold } from '../../engine/text/words/terms.ts';
import { MessageError, message, phrase } from '../../messages/messages.ts';
import type { ReadResult } from '../../workspace/files/readDocument.ts';
import { placeIn } from '../ask/relatedChunks.ts';
import type { FolderIndex } from '../folder/folderIndex.ts';
import type { ExcerptOptions } from '../types/options.ts';
import type { FileLines, FileRange, MarkedText } from '../types/results.ts';

/** An excerpt of a range: of a longer one, the lines with the most matches. Throws a readable error if the file cannot be read. */
export function readFileExcerpt(
  range: FileRange,
  { question, names, maxLines, text: given }: ExcerptOptions,
  folders: readonly FolderIndex[],
): MarkedText {
  const { path, position } = placeIn(range.file, folders);
  const language = (folders[position]?.languageOf(path) ?? languageOf(path)).name;
  const lines = linesOf(given ?? currentFile(range.file, folders).text);
  const last = Math.max(1, lines.count);
  const firstLine = Math.min(range.startLine, last);
  const wantedEnd = Math.min(range.endLine, last);
  const spare = range.endColumn === undefined ? Math.max(0, wantedEnd - firstLine + 1 - maxLines) : 0;
  const startLine = firstLine + (spare === 0 ? 0 : bestWindow(marksByLine(lines, firstLine, wantedEnd, question, names), maxLines));
  const endLine = Math.min(wantedEnd, startLine + maxLines - 1);
  const start = lines.starts[startLine - 1] ?? 0;
  const stretch =
    range.endColumn === undefined
      ? { from: start, to: lines.starts[endLine] ?? lines.text.length }
      : { from: start + (range.startColumn ?? 0), to: start + range.endColumn };
  const text = visible(outdented(masked(lines.text, stretch).trimEnd().replace(/\r\n?/g, '\n')));
  return {
    startLine,
    text,
    language,
    marks: marksIn(text, question, names),
    isCutAbove: startLine > firstLine,
    isCut: endLine < wantedEnd,
  };
}

/** The matches in each line of a range, folded. */
function marksByLine(lines: Lines, first: number, last: number, question: string, names: readonly string[]): readonly string[][] {
  const from = lines.starts[first - 1] ?? 0;
  const text = lines.text.slice(from, lines.starts[last] ?? lines.text.length);
  const found = Array.from({ length: last - first + 1 }, (): string[] => []);
  let line = 0;
  for (const mark of marksIn(text, question, names)) {
    while ((lines.starts[first + line] ?? Number.POSITIVE_INFINITY) <= from + mark.from) line++;
    found[line]?.push(fold(text.slice(mark.from, mark.to)));
  }
  return found;
}

/**
 * Start of the best window of `size` lines: with the most distinct words, then the most matches. Among equal windows: the start of the
 * range if it is one of them, otherwise the middle of the first run, so that matches have context on both sides.
 */
function bestWindow(marked: readonly string[][], size: number): number {
  const score = Array.from({ length: marked.length - size + 1 }, (_, i) => {
    const words = marked.slice(i, i + size).flat();
    return new Set(words).size * 1000 + Math.min(words.length, 999);
  });
  const best = Math.max(...score);
  const first = score.indexOf(best);
  if (first === 0) return 0;
  const behind = score.findIndex((one, i) => i > first && one < best);
  return (first + (behind < 0 ? score.length : behind) - 1) >> 1;
}

/** Removes the indentation that all lines share. */
function outdented(text: string): string {
  const lines = text.split('\n');
  const indents = lines.filter((line) => line.trim() !== '').map((line) => line.length - line.trimStart().length);
  const shared = Math.min(...indents, 1000);
  return shared === 0 ? text : lines.map((line) => line.slice(shared)).join('\n');
}

function masked(whole: string, span: Span): string {
  return maskSpans(whole.slice(span.from, span.to), secretsWithin(whole, span)).text;
}

/** Searched in the whole, since a secret may begin before the span. */
function secretsWithin(whole: string, { from, to }: Span): readonly Span[] {
  const secrets = findSecrets(whole).filter((secret) => overlap(secret, { from, to }));
  return secrets.map((secret) => ({ from: Math.max(from, secret.from) - from, to: Math.min(to, secret.to) - from }));
}

/** The first `maxLines` lines of a range as they are. Throws a readable error if the file cannot be read. */
export function readFileLines({ file, ...range }: FileRange, maxLines: number, folders: readonly FolderIndex[]): FileLines {
  const { text: whole, hash: fileHash, language } = currentFile(file, folders);
  const lines = linesOf(whole);
  const fileLines = Math.max(1, lines.count);
  const startLine = Math.min(range.startLine, fileLines);
  const wantedEnd = Math.max(startLine, Math.min(range.endLine, fileLines));
  const endLine = Math.min(wantedEnd, startLine + maxLines - 1);
  const span = { from: lines.starts[startLine - 1] ?? 0, to: lines.starts[endLine] ?? whole.length };
  const text = whole.slice(span.from, span.to);
  const { kind } = language;
  return { startLine, endLine, fileLines, kind, text, secrets: secretsWithin(whole, span), fileHash, isCut: endLine < wantedEnd };
}

/** A file of an open folder as it is on disk. */
function currentFile(file: string, folders: readonly FolderIndex[]): Extract<ReadResult, { kind: 'text' }> {
  const { path, position } = placeIn(file, folders);
  const folder = folders[position];
  if (folder === undefined) throw new MessageError(message('notInFolder', JSON.stringify(file)));
  const read = folder.readNow(path);
  if (read.kind === 'text') return read;
  throw new MessageError(read.kind === 'gone' ? message('gone', path) : message('notShown', path, phrase(read.reason)));
}
