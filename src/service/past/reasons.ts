/** Reasons that stand in the folder: decision records, change logs, and comments that say why, which name a thing or stand at it. */

import { isChangeLogPath } from '../../engine/text/names/pathNames.ts';
import { maskSecrets } from '../../engine/text/secrets/secrets.ts';
import { phrases } from '../../engine/vocabulary/phrases.ts';
import { vocabularies } from '../../engine/vocabulary/vocabularies.ts';
import type { FolderIndex } from '../folder/folderIndex.ts';
import type { View } from '../folder/view.ts';
import type { Reason } from '../types/past.ts';
import type { FileRange, SymbolUse } from '../types/results.ts';

const decisionRecord = /(?:^|\/)(?:adrs?|decisions?|rfcs?|proposals?|design-?docs?)(?:\/|[-_.])/i;
const entryStart = /^\s*(?:[-*+•]|\d+[.)])\s|^\s*$|^#/;
const commentStart = /^\s*(?:\/\/|\/\*|\*|#|--|;|%|<!--|"""|''')/;
/** Of each kind, and lines above and in a definition that are read. */
const maxReasons = 3;
const linesAbove = 12;
const linesWithin = 80;
const maxLength = 300;

/** In the order of their strength. @param at the definition, or the lines that are asked about. @param name that is asked about. */
export function reasonsInFiles(uses: readonly SymbolUse[], at: FileRange | undefined, { folders }: View, name?: string): readonly Reason[] {
  const byKind: Record<'record' | 'changeLog' | 'comment', Reason[]> = { record: [], changeLog: [], comment: [] };
  const add = (folder: FolderIndex, path: string, line: number, text: string, kind: keyof typeof byKind): void => {
    const quote = maskSecrets(text.trim()).text.slice(0, maxLength);
    if (byKind[kind].length < maxReasons && quote !== '' && byKind[kind].every((one) => one.text !== quote))
      byKind[kind].push({ kind, text: quote, place: { folder: folder.folder, path, startLine: line, endLine: line } });
  };
  if (at !== undefined) {
    const folder = folders.find((one) => at.file.startsWith(one.folder));
    const path = folder === undefined ? '' : at.file.slice(folder.folder.length + 1).replaceAll('\\', '/');
    const lines = folder?.fileText(path)?.whole()?.split(/\r?\n/) ?? [];
    const end = Math.min(at.endLine, at.startLine + linesWithin);
    for (let line = Math.max(1, at.startLine - linesAbove); line <= end; line++) {
      const text = lines[line - 1] ?? '';
      const isAttached = line >= at.startLine || lines.slice(line, at.startLine - 1).every((one) => commentStart.test(one));
      if (isAttached && commentStart.test(text) && saysWhy(text))
        add(folder as FolderIndex, path, line, commentAround(lines, line), 'comment');
    }
  }
  for (const { folder: root, path, where, lines } of uses) {
    const folder = folders.find((one) => one.folder === root);
    const kind = decisionRecord.test(path) ? 'record' : isChangeLogPath(path) ? 'changeLog' : where === 'comment' ? 'comment' : undefined;
    if (folder === undefined || kind === undefined) continue;
    const all = folder.fileText(path)?.whole()?.split(/\r?\n/) ?? [];
    // A change log begins with the newest: what made it stands last.
    for (const line of kind === 'changeLog' ? lines.toReversed() : lines) {
      if (name !== undefined && !isNamed(all[line - 1] ?? '', name)) continue;
      const text = kind === 'comment' ? commentAround(all, line) : entryAround(all, line);
      if (kind !== 'comment' || saysWhy(text)) add(folder, path, line, text, kind);
    }
  }
  return [...byKind.record, ...byKind.changeLog, ...byKind.comment];
}

function saysWhy(text: string): boolean {
  return vocabularies.some((vocabulary) => vocabulary.reasons !== undefined && phrases(vocabulary, vocabulary.reasons).test(text));
}

/** Whether a line of text means the name, not a word that is written like it or a longer name. */
function isNamed(text: string, name: string): boolean {
  const isWord = name === name.toLowerCase() && !name.includes('_');
  const longer = /[\w-]/;
  for (let at = text.indexOf(name); at >= 0; at = text.indexOf(name, at + 1)) {
    const [before, after] = [text[at - 1] ?? ' ', text[at + name.length] ?? ' '];
    if (!longer.test(before) && !longer.test(after) && (!isWord || '`.\'":#'.includes(before) || '(`'.includes(after))) return true;
  }
  return false;
}

/** The item of a list or the paragraph around a line, as one line. */
function entryAround(lines: readonly string[], line: number): string {
  const isStart = (n: number): boolean => entryStart.test(lines[n - 1] ?? '');
  let [first, last] = [line, line];
  while (first > 1 && line - first < 3 && !isStart(first) && lines[first - 2]?.trim() !== '') first--;
  while (last < lines.length && last - line < 3 && !isStart(last + 1)) last++;
  return joined(lines.slice(first - 1, last)).replace(entryStart, '');
}

/** The lines of a comment around one of them, as one. */
function commentAround(lines: readonly string[], line: number): string {
  let [first, last] = [line, line];
  while (first > 1 && line - first < 3 && commentStart.test(lines[first - 2] ?? '')) first--;
  while (last < lines.length && last - line < 3 && commentStart.test(lines[last] ?? '')) last++;
  const marks = /^\s*(?:\/\/+|\/\*+|\*+\/?|#+|--+|;+|%+|<!--|"""|''')\s?|\s*(?:\*\/|-->)\s*$/g;
  return joined(lines.slice(first - 1, last).map((text) => text.replace(marks, '')));
}

function joined(lines: readonly string[]): string {
  return lines.map((text) => text.trim()).join(' ');
}
