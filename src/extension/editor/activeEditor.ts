/** The editor whose place the views follow. */

import * as vscode from 'vscode';
import type { WirePlace } from '../../protocol/places.ts';
import type { Lines } from '../inline/shiftLines.ts';

/** Schemes whose texts the server is told of. Output channels and the like are left out: our own log must not be sent to the server that writes it. */
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

/** The active editor; undefined where that is none of a text to be asked about: an output channel, a report of ours, the reply box of an answer. */
export function activeEditor(): vscode.TextEditor | undefined {
  const editor = vscode.window.activeTextEditor;
  return editor && schemes.includes(editor.document.uri.scheme) ? editor : undefined;
}

/** The lines of a selection; one of whole lines ends at the beginning of the next line, which is none of them. */
export function linesOf({ start, end }: vscode.Range): Lines {
  return { start: start.line, end: end.character === 0 && end.line > start.line ? end.line - 1 : end.line };
}

/** Lines of a document as a place; undefined where it is no file, which the index cannot know. */
export function placeOfLines({ uri }: { readonly uri: vscode.Uri }, { start, end }: Lines): WirePlace | undefined {
  if (uri.scheme !== 'file') return undefined;
  return { uri: uri.toString(), path: vscode.workspace.asRelativePath(uri), startLine: start + 1, endLine: end + 1 };
}
