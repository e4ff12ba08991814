/**
 * The document of a webview. Style sheet and script are inlined, each with a fresh nonce: nothing is loaded, so the first panel of a window
 * need not wait for VS Code's file service (some 500 ms of its first paint), and nothing else can run.
 */

import { randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import * as vscode from 'vscode';

/** Panels may load no files. */
export const webviewOptions: vscode.WebviewOptions = { enableScripts: true, localResourceRoots: [] };

/** The inlined parts, read once. */
const parts = new Map<string, string>();

/** HTML of `dist/webview/<panel>.js` and `.css`. */
export function webviewHtml(extensionUri: vscode.Uri, panel: string, title: string, place: 'editor' | 'side' = 'editor'): string {
  const nonce = randomBytes(18).toString('base64');
  const policy = `default-src 'none'; style-src 'nonce-${nonce}'; script-src 'nonce-${nonce}'`;
  return `<!DOCTYPE html>
<html lang="${escapeHtml(vscode.env.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${escapeHtml(title)}</title>
<style nonce="${nonce}">${partOf(extensionUri, `${panel}.css`)}</style>
</head>
<body data-place="${place}">
<script nonce="${nonce}">const meshragTexts = ${JSON.stringify(vscode.l10n.bundle ?? {}).replaceAll('<', '\\u003c')};</script>
<script nonce="${nonce}">${partOf(extensionUri, `${panel}.js`)}</script>
</body>
</html>`;
}

function partOf(extensionUri: vscode.Uri, name: string): string {
  const known = parts.get(name);
  if (known !== undefined) return known;
  const text = readFileSync(vscode.Uri.joinPath(extensionUri, 'dist', 'webview', name).fsPath, 'utf8');
  // Inside a string or a pattern the escaped forms are equivalent, and do not end the element.
  const part = text.replace(/<(?=\/(?:script|style)|!--)/gi, name.endsWith('.js') ? '\\x3c' : '\\3c ');
  parts.set(name, part);
  return part;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
