/** The editor that the views follow. */

import * as vscode from 'vscode';
import { maxNameLength } from '../../protocol/impact.ts';
import type { WirePlace } from '../../protocol/places.ts';
import type { Lines } from '../inline/shiftLines.ts';

/**
 * Schemes of documents that are synchronised with the server. Output channels and the like are excluded: our own log must not be sent to
 * the server that writes it.
 */
export const schemes = [
  'file',
  'untitled',
  'vscode-notebook-cell',
  'git',
  'gitfs',
  'vscode-vfs',
  'vscode-local-history',
  'vscode-userdata',
  'memfs',
];

/**
 * The active editor; undefined unless its text can be asked about (not an output channel, one of our reports, or the reply box of an
 * answer).
 */
export function activeEditor(): vscode.TextEditor | undefined {
  const editor = vscode.window.activeTextEditor;
  return editor && schemes.includes(editor.document.uri.scheme) ? editor : undefined;
}

/** The selected text, or the word at the cursor; undefined if that is no name. */
export function nameAtCursor(): string | undefined {
  const editor = vscode.window.activeTextEditor;
  if (editor === undefined) return undefined;
  const { document, selection } = editor;
  const range = selection.isEmpty ? document.getWordRangeAtPosition(selection.active) : selection;
  const text = range?.isSingleLine ? document.getText(range).trim() : '';
  return text === '' || text.length > maxNameLength ? undefined : text;
}

/** Longer selections are truncated: the rest would not affect the ranking. UTF-16 units. */
export const maxContextLength = 20_000;

/** The lines of a selection; a selection of whole lines ends at the start of the next line, which does not count. */
export function rangeLines({ start, end }: vscode.Range): Lines {
  return { start: start.line, end: end.character === 0 && end.line > start.line ? end.line - 1 : end.line };
}

/** Lines of a document as a place; undefined if it is not a file, which the index cannot know. */
export function placeOfLines({ uri }: { readonly uri: vscode.Uri }, { start, end }: Lines): WirePlace | undefined {
  if (uri.scheme !== 'file') return undefined;
  return { uri: uri.toString(), path: vscode.workspace.asRelativePath(uri), startLine: start + 1, endLine: end + 1 };
}
