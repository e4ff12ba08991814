/**
 * A view of a tool's result for clients that show one (MCP Apps, specification of 2026-01-26): a static document in the client's sandbox, which is
 * handed the result that the model reads and draws its verdict, passages and pointers. It loads nothing, calls nothing and inserts text as text.
 */

import type { ClientCapabilities } from '@modelcontextprotocol/sdk/types.js';
import { programVersion } from '../version.ts';

const mimeType = 'text/html;profile=mcp-app';
const extension = 'io.modelcontextprotocol/ui';
const protocolVersion = '2026-01-26';

export const resultViewUri = 'ui://meshrag/result';

/** What a tool says of its view. */
export const resultViewMeta = { ui: { resourceUri: resultViewUri } } as const;

/** Whether a client shows views of this kind. It is announced to no others. */
export function showsViews(capabilities: ClientCapabilities | undefined): boolean {
  const settings = capabilities?.extensions?.[extension] as { readonly mimeTypes?: unknown } | undefined;
  return Array.isArray(settings?.mimeTypes) && settings.mimeTypes.includes(mimeType);
}

/** The resource, as it is read. */
export function resultView() {
  return { uri: resultViewUri, mimeType, text: document(), _meta: { ui: { prefersBorder: true } } };
}

const style = `
:root { color-scheme: light dark; }
body { margin: 0; padding: 12px; background: var(--color-background-primary, Canvas); color: var(--color-text-primary, CanvasText);
  font: var(--font-text-sm-size, 13px)/1.5 var(--font-sans, system-ui, sans-serif); }
.verdict { font-weight: var(--font-weight-semibold, 600); }
.note { margin: 4px 0; color: var(--color-text-secondary, inherit); }
.place { margin: 8px 0 0; font-family: var(--font-mono, monospace); overflow-wrap: anywhere; }
.group { margin: 12px 0 0; font-weight: var(--font-weight-medium, 500); }
pre { margin: 4px 0; padding: 8px; overflow-x: auto; background: var(--color-background-secondary, color-mix(in srgb, currentColor 8%, transparent));
  border-radius: var(--border-radius-sm, 4px); font: inherit; font-family: var(--font-mono, monospace); white-space: pre-wrap; overflow-wrap: anywhere; }
`;

/** What runs in the document. A place is a line that begins with a path and a line's number; a group, a line that ends in a colon. */
const script = `
const add = (kind, className, text) => {
  const element = document.createElement(kind);
  if (className) element.className = className;
  element.textContent = text;
  document.getElementById('result').append(element);
  return element;
};
const partsOf = (text) => {
  const lines = text.replace(/^\`{3,}\\n|\\n\`{3,}$/g, '').split('\\n');
  const from = lines.findIndex((line) => /^<[^/<>]+>$/.test(line));
  const to = from < 0 ? -1 : lines.lastIndexOf('</' + lines[from].slice(1));
  if (to < 0) return { before: lines, quoted: [], after: [] };
  return { before: lines.slice(0, from), quoted: lines.slice(from + 1, to), after: lines.slice(to + 1) };
};
const drawQuoted = (lines) => {
  let passage;
  for (const line of lines) {
    const isGroup = /^[A-Za-z][^:]*:$/.test(line);
    if (isGroup || /^[^\\s:]+:\\d/.test(line)) {
      passage = undefined;
      add('div', isGroup ? 'group' : 'place', line);
    } else if (passage) passage.textContent += '\\n' + line;
    else if (line !== '') passage = add('pre', '', line);
  }
};
const draw = ({ content = [] }) => {
  document.getElementById('result').replaceChildren();
  for (const { type, text } of content) {
    if (type !== 'text') continue;
    const { before, quoted, after } = partsOf(text);
    before.forEach((line, i) => add('div', i === 0 ? 'verdict' : 'note', line));
    drawQuoted(quoted);
    for (const line of after) add('div', 'note', line);
  }
};
const applyContext = ({ theme, styles } = {}) => {
  const root = document.documentElement;
  if (theme === 'light' || theme === 'dark') root.style.colorScheme = theme;
  for (const [name, value] of Object.entries(styles?.variables ?? {})) if (name.startsWith('--') && value) root.style.setProperty(name, value);
};
const send = (message) => parent.postMessage({ jsonrpc: '2.0', ...message }, '*');
const sendSize = () => {
  const { width, height } = document.documentElement.getBoundingClientRect();
  send({ method: 'ui/notifications/size-changed', params: { width: Math.ceil(width), height: Math.ceil(height) } });
};
addEventListener('message', ({ source, data }) => {
  if (source !== parent || data?.jsonrpc !== '2.0') return;
  if (data.id === 1 && data.result) {
    applyContext(data.result.hostContext);
    send({ method: 'ui/notifications/initialized' });
    new ResizeObserver(sendSize).observe(document.documentElement);
  } else if (data.method === 'ui/notifications/host-context-changed') applyContext(data.params);
  else if (data.method === 'ui/notifications/tool-result') draw(data.params ?? {});
  else if (data.method === 'ui/notifications/tool-cancelled') add('div', 'note', 'The call was cancelled.');
  else if (data.method === 'ui/resource-teardown' || data.method === 'ping') send({ id: data.id, result: {} });
});
send({ id: 1, method: 'ui/initialize', params: INITIALIZE });
`;

function document(): string {
  const appInfo = { name: 'meshrag', version: programVersion() };
  const initialize = JSON.stringify({ protocolVersion, appInfo, appCapabilities: { availableDisplayModes: ['inline'] } });
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<title>MeshRAG</title>
<style>${style}</style>
</head>
<body>
<main id="result" aria-live="polite"></main>
<script>${script.replace('INITIALIZE', initialize)}</script>
</body>
</html>
`;
}
