/** The lines of a document that a question is about, tracked through edits. */

import * as vscode from 'vscode';
import { pathParts } from '../../protocol/places.ts';
import { t } from '../../protocol/text/translate.ts';
import { shown } from '../../protocol/text/visible.ts';
import { maxContextLength, rangeLines } from '../editor/activeEditor.ts';
import { type Lines, shiftLines } from './shiftLines.ts';

export interface AskedLines {
  readonly document: vscode.TextDocument;
  readonly lines: Lines;
  /** The selection, or the whole line. */
  readonly context: string;
}

export function selectedLines({ document, selection }: vscode.TextEditor): AskedLines {
  const text = selection.isEmpty ? document.lineAt(selection.active.line).text : document.getText(selection);
  return { document, lines: rangeLines(selection), context: text.slice(0, maxContextLength) };
}

export function toRange({ start, end }: Lines): vscode.Range {
  return new vscode.Range(start, 0, end, 0);
}

export function linesAfter(lines: Lines, changes: readonly vscode.TextDocumentContentChangeEvent[]): Lines {
  return changes.reduce((moved, { range, text }) => {
    const breaks = text.match(/\r\n|\r|\n/g)?.length ?? 0;
    return shiftLines(moved, { startLine: range.start.line, endLine: range.end.line, endCharacter: range.end.character, breaks });
  }, lines);
}

/** `kettle.ts, line 13`. */
export function askedLinesName({ document: { uri }, lines: { start, end } }: AskedLines): string {
  const name = shown(pathParts(uri.path).name);
  return start === end ? t('{0}, line {1}', name, start + 1) : t('{0}, lines {1}–{2}', name, start + 1, end + 1);
}
