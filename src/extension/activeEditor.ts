/** The editor whose place the views follow. */

import * as vscode from 'vscode';

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
