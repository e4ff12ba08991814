/** Finds every line of the indexed files that a pattern matches, as the files are on disk now, in an order that depends on nothing else. */

import type { NamedDefinition } from '../../engine/relations/relations.ts';
import { linesOf } from '../../engine/text/lines.ts';
import { isTestPath } from '../../engine/text/names/pathNames.ts';
import { maskSpans } from '../../engine/text/secrets/secrets.ts';
import { overlap, type Span } from '../../engine/text/spans.ts';
import { fold } from '../../engine/text/words/terms.ts';
import { finishYielding, type Yield } from '../../engine/util/steps.ts';
import { MessageError, message } from '../../messages/messages.ts';
import { lacksText } from '../../workspace/entries.ts';
import type { FolderIndex } from '../folder/folderIndex.ts';
import { insideTest } from '../folder/scope.ts';
import { innermost, qualifiedName } from '../relations/answers/enclosing.ts';
import { yieldInSlices, yieldToEventLoop } from '../scheduling/timeSlices.ts';
import type { OccurrenceOptions } from '../types/options.ts';
import { type FileOccurrences, type OccurrenceLine, type OccurrencesAnswer, occurrenceKinds } from '../types/results.ts';
import { FileReading, type ReadFile } from './fileReading.ts';
import type { LinePattern, MatchingLine } from './linePattern.ts';

/** Lines that are given unless the options say otherwise, and UTF-16 units of one. */
const usualLimit = 1000;
const maxLineLength = 500;

export type FindOccurrences = (folders: readonly FolderIndex[], pattern: string, options?: OccurrenceOptions) => Promise<OccurrencesAnswer>;

/** Throws a readable error for a pattern that cannot be matched. */
export function createOccurrenceFinder(): FindOccurrences {
  const readings = new WeakMap<FolderIndex, FileReading>();
  return async (folders, pattern, options = {}) => {
    const started = performance.now();
    if (pattern === '') throw new MessageError(message('patternEmpty'));
    const matcher = new (await import('./linePattern.ts')).LinePattern(pattern, options);
    const isWanted = wantedFiles(folders, options);
    const yieldThread = yieldInSlices(() => yieldToEventLoop(options.signal));
    const found: FileOccurrences[] = [];
    const unread = new Map<string, number>();
    const leaveOut = (reason: string): unknown => unread.set(reason, (unread.get(reason) ?? 0) + 1);
    let searched = 0;
    for (const [position, folder] of folders.entries()) {
      const reading = readings.get(folder) ?? new FileReading(folder);
      readings.set(folder, reading);
      const files = [...folder.contents.files()];
      for (const [done, { path, content }] of files.entries()) {
        await yieldThread();
        if (!isWanted(position, path)) continue;
        options.onProgress?.(done, files.length);
        const file = folder.hasFiles ? reading.read(path, content, matcher.required) : { reason: 'not on this machine' };
        if (file !== undefined && 'reason' in file) leaveOut(file.reason);
        else searched++;
        if (file === undefined || 'reason' in file) continue;
        const one = await occurrencesIn(file, { folder: folder.folder, path }, folder.languageOf(path).kind, matcher, options, yieldThread);
        if (one !== undefined) found.push(one);
      }
      reading.keep(new Set(files.map(({ path }) => path)));
      for (const one of folder.skipped)
        if ((lacksText(one) || one.reason === 'secret') && isWanted(position, one.path)) leaveOut(one.reason);
    }
    const rank = ({ kind }: FileOccurrences): number => occurrenceKinds.indexOf(kind);
    found.sort((a, b) => rank(a) - rank(b) || (a.path < b.path ? -1 : a.path > b.path ? 1 : 0));
    return {
      pattern,
      lines: found.reduce((sum, { count }) => sum + count, 0),
      matchingFiles: found.length,
      files: limited(found, options.limit ?? usualLimit),
      searched,
      notSearched: [...unread].map(([reason, files]) => ({ reason, files })).sort((a, b) => b.files - a.files),
      ms: performance.now() - started,
    };
  };
}

/** A test by scope, part of the path, language and kind; what a file is of that is not indexed is known from its path. */
function wantedFiles(folders: readonly FolderIndex[], { scope, path: part, language, kind }: OccurrenceOptions) {
  const isInside = scope === undefined ? () => true : insideTest(scope, folders);
  const [wantedPart, wantedLanguage] = [part && fold(part), language && fold(language.replace(/^\./, ''))];
  return (folder: number, path: string): boolean => {
    const folded = fold(path);
    if (!isInside({ folder, path }) || (wantedPart !== undefined && !folded.includes(wantedPart))) return false;
    if (wantedLanguage === undefined && kind === undefined) return true;
    const own = folders[folder]?.languageOf(path);
    const names = [folded.slice(folded.lastIndexOf('.') + 1), own?.id, own?.name];
    return (wantedLanguage === undefined || names.includes(wantedLanguage)) && (kind === undefined || kind === own?.kind);
  };
}

async function occurrencesIn(
  file: ReadFile,
  place: { readonly folder: string; readonly path: string },
  kind: 'code' | 'doc',
  matcher: LinePattern,
  options: OccurrenceOptions,
  yieldThread: Yield,
): Promise<FileOccurrences | undefined> {
  const { text } = file;
  const all = await finishYielding(matcher.lines(text), yieldThread);
  if (all.length === 0) return undefined;
  const secrets = file.secrets();
  const shown = ({ from, to }: Span): string => maskedPart(text, { from, to }, secrets);
  // What is masked cannot be searched for.
  const lines = all.filter((line) => !secrets.some((one) => overlap(one, line)) || matcher.isMatch(shown(line)));
  if (lines.length === 0) return undefined;
  const definitions = file.definitions();
  const isDefinition = lines.some(({ line, from, to }) =>
    definitions.some((one) => one.startLine === line && !matcher.isMatch(text.slice(from, to).replace(one.name, ''))),
  );
  return {
    ...place,
    kind: isTestPath(place.path) ? 'test' : isDefinition ? 'definition' : kind,
    count: lines.length,
    lines: withContext(text, lines.slice(0, options.limit ?? usualLimit), options).map(({ line, isContext, ...span }) => {
      const around = innermost(line, definitions);
      const isOwn = around === undefined || around.startLine === line;
      return {
        line,
        text: shown(span).slice(0, maxLineLength),
        ...(isContext ? { isContext } : {}),
        ...(isOwn ? {} : { within: qualifiedName(around as NamedDefinition) }),
      };
    }),
  };
}

function maskedPart(text: string, span: Span, secrets: readonly Span[]): string {
  const inside = secrets.filter((one) => overlap(one, span));
  const relative = inside.map(({ from, to }) => ({ from: Math.max(from, span.from) - span.from, to: Math.min(to, span.to) - span.from }));
  return maskSpans(text.slice(span.from, span.to), relative).text;
}

/** The lines with those around them, each once. */
function withContext(
  text: string,
  lines: readonly MatchingLine[],
  { before = 0, after = 0 }: OccurrenceOptions,
): readonly (MatchingLine & { readonly isContext?: true })[] {
  if (before + after === 0) return lines;
  const { starts, count } = linesOf(text);
  const matching = new Set(lines.map(({ line }) => line));
  const wanted = new Set(lines.flatMap(({ line }) => Array.from({ length: before + after + 1 }, (_, i) => line - before + i)));
  return [...wanted]
    .filter((line) => line >= 1 && line <= count)
    .sort((a, b) => a - b)
    .map((line) => {
      const from = starts[line - 1] as number;
      const to = from + text.slice(from, starts[line]).replace(/[\r\n]+$/, '').length;
      return matching.has(line) ? { line, from, to } : { line, from, to, isContext: true };
    });
}

/** As many files as have the first so many lines. */
function limited(files: readonly FileOccurrences[], limit: number): readonly FileOccurrences[] {
  let left = limit;
  return files.flatMap((file) => {
    if (left <= 0) return [];
    const end = endOfMatches(file.lines, left);
    left -= file.count;
    return [{ ...file, lines: file.lines.slice(0, end) }];
  });
}

function endOfMatches(lines: readonly OccurrenceLine[], max: number): number {
  let left = max;
  const end = lines.findIndex(({ isContext }) => !isContext && left-- === 0);
  return end < 0 ? lines.length : end;
}
