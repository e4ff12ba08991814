/** The newest section of the change log nearest to the root, as the answer to what is new. */

import { compareVersions, newestVersion } from '../../../engine/answer/newestVersion.ts';
import { chunkIdsOf, type DocumentInfo } from '../../../engine/index/reader.ts';
import { depthOf } from '../../../engine/parts/sourcePaths.ts';
import { isChangeLogPath } from '../../../engine/text/names/pathNames.ts';
import { startsWithAny } from '../../../engine/util/strings.ts';
import type { FoundBlocks } from '../../ask/foundBlocks.ts';
import type { Texts } from '../../folder/chunkTexts.ts';
import type { View } from '../../folder/view.ts';

/** Max lines that are shown. */
const maxLines = 24;

/** Undefined if no change log of a folder's documents names versions. Cost: a pass over all paths and over the lines of the logs of one level. */
export async function newestChanges(documents: readonly DocumentInfo[], { reader }: View, texts: Texts): Promise<FoundBlocks | undefined> {
  const logs = documents.filter(({ path }) => isChangeLogPath(path));
  const depth = Math.min(...logs.map(({ path }) => depthOf(path)));
  let version: readonly number[] | undefined;
  let found: FoundBlocks | undefined;
  for (const log of logs) {
    if (depthOf(log.path) > depth) continue;
    const ids = chunkIdsOf(log);
    const infos = await reader.chunkInfo(ids);
    const [first] = infos;
    const text = first && texts.wholeText(first);
    const newest = text === undefined ? undefined : newestVersion(text);
    if (first === undefined || text === undefined || newest === undefined) continue;
    if (version !== undefined && compareVersions(newest.version, version) <= 0) continue;
    const { startLine } = newest;
    const lines = text.split('\n').slice(startLine - 1, newest.endLine);
    const endLine = startLine + heightOf(lines) - 1;
    const piece = await texts.quotedLines(first, startLine, endLine);
    const at = infos.findLastIndex((one) => one.startLine <= startLine);
    if (piece === undefined || at < 0) continue;
    version = newest.version;
    const { kind, language } = first;
    const rest = newest.endLine - endLine;
    const block = { n: 1, subject: '', kind, language, startLine, endLine, pieces: [piece] };
    found = { chunks: [ids[at] as number], blocks: [rest > 0 ? { ...block, restLines: rest } : block] };
  }
  return found;
}

/** How many lines to show so that the last item is complete, and no heading comes last. */
function heightOf(lines: readonly string[]): number {
  let height = Math.min(lines.length, maxLines);
  const continues = (line = ''): boolean => line.trim() !== '' && line.trimStart() !== line;
  const isBare = (line = ''): boolean => line.trim() === '' || startsWithAny(line, '#=');
  if (height < lines.length) while (height > 1 && (continues(lines[height]) || isBare(lines[height - 1]))) height--;
  return height;
}
