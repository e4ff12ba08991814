// Changes the colour theme of a running window.
import type { Frame } from 'playwright-core';
import type { Workbench } from './host/workbench.ts';
import { until } from './until.ts';

/** The four kinds of themes, each with the body class that VS Code sets in webviews. */
export const themes = [
  { name: 'Dark Modern', kind: 'vscode-dark', file: 'dark' },
  { name: 'Light Modern', kind: 'vscode-light', file: 'light' },
  { name: 'Dark High Contrast', kind: 'vscode-high-contrast', file: 'hc-dark' },
  { name: 'Light High Contrast', kind: 'vscode-high-contrast-light', file: 'hc-light' },
] as const;

export type Theme = (typeof themes)[number];

/** Selects the theme like a user; resolves when the webview has followed. */
export async function setTheme(window: Workbench, frame: Frame, { name, kind }: Theme): Promise<void> {
  await window.page.keyboard.press('Control+K');
  await window.page.keyboard.press('Control+T');
  await window.pick(name);
  await until(`the theme ${name}`, async () => (await frame.evaluate(() => [...document.body.classList])).includes(kind));
}
