/** For a question that is being typed: of each passage found for it the line that matches most, with the definition or heading that it is in. */

import { systemPaths } from '../../workspace/systemPaths.ts';
import type { DescribedResult } from '../ask/describe.ts';
import { readFileExcerpt } from '../explore/fileExcerpt.ts';
import type { Texts } from '../folder/chunkTexts.ts';
import type { FolderIndex } from '../folder/folderIndex.ts';
import type { View } from '../folder/view.ts';
import { definitionAround, qualifiedName } from '../relations/answers/enclosing.ts';
import type { MatchingLine } from '../types/results.ts';

/** Passages whose file cannot be read stand for themselves, without text. Cost: a pass over each file. */
export function matchingLines(question: string, ranked: readonly DescribedResult[], view: View, texts: Texts): readonly MatchingLine[] {
  return ranked.map(({ result: { title, kind, evidence, ...place }, info }) => {
    const { folder, path, startLine } = place;
    const text = texts.wholeText(info);
    if (text === undefined) return { folder, path, startLine, endLine: startLine, title, kind, text: '' };
    const names = evidence.filter((one) => one.kind !== 'term').flatMap(({ keys }) => keys);
    const range = { ...place, file: systemPaths.toAbsolute(folder, path) };
    const best = readFileExcerpt(range, { question, names, maxLines: 1, text }, view.folders);
    const line = best.startLine;
    const language = (view.folders[info.folder] as FolderIndex).languageOf(path);
    const around = kind === 'code' ? definitionAround(line, path, text, language) : undefined;
    const name = around === undefined ? title : qualifiedName(around);
    return { folder, path, startLine: line, endLine: line, title: name, kind, text: best.text.trim() };
  });
}
