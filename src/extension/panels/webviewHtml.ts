/** The document of a webview: nothing may be loaded or run but the extension's own style sheet and one script with a fresh nonce. */

import { randomBytes } from 'node:crypto';
import * as vscode from 'vscode';

/** Where panels load from; everything else is closed to them. */
export function panelRoots(extensionUri: vscode.Uri): vscode.Uri[] {
  return [vscode.Uri.joinPath(extensionUri, 'dist', 'webview')];
}

/** HTML for `dist/webview/<panel>.js` and `.css`. */
export function webviewHtml(
  webview: vscode.Webview,
  extensionUri: vscode.Uri,
  panel: string,
  title: string,
  place: 'editor' | 'side' = 'editor',
): string {
  const nonce = randomBytes(18).toString('base64');
  const file = (name: string) => webview.asWebviewUri(vscode.Uri.joinPath(extensionUri, 'dist', 'webview', name)).toString();
  const policy = `default-src 'none'; style-src ${webview.cspSource}; script-src 'nonce-${nonce}'`;
  return `<!DOCTYPE html>
<html lang="${escapeHtml(vscode.env.language)}">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${escapeHtml(policy)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<link rel="stylesheet" href="${escapeHtml(file(`${panel}.css`))}">
<title>${escapeHtml(title)}</title>
</head>
<body data-place="${place}">
<script nonce="${nonce}" src="${escapeHtml(file(`${panel}.js`))}"></script>
</body>
</html>`;
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`);
}
