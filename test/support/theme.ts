// Changes the colour theme of a running window.
import type { Frame } from 'playwright-core';
import type { Workbench } from './host/workbench.ts';
import { until } from './until.ts';

/** The four kinds of themes, each with the body class that VS Code sets in webviews, and the class of the window. */
export const themes = [
  { name: 'Dark Modern', kind: 'vscode-dark', mark: 'vs-dark', file: 'dark' },
  { name: 'Light Modern', kind: 'vscode-light', mark: 'vs', file: 'light' },
  { name: 'Dark High Contrast', kind: 'vscode-high-contrast', mark: 'hc-black', file: 'hc-dark' },
  { name: 'Light High Contrast', kind: 'vscode-high-contrast-light', mark: 'hc-light', file: 'hc-light' },
] as const;

export type Theme = (typeof themes)[number];

/** Selects the theme like a user; resolves when the webview has followed. */
export async function setTheme(window: Workbench, frame: Frame, { name, kind }: Theme): Promise<void> {
  await window.chooseTheme(name);
  await until(`the theme ${name}`, async () => (await frame.evaluate(() => [...document.body.classList])).includes(kind));
}

/** Selects the theme like a user; resolves when the window has followed. */
export async function setWorkbenchTheme(window: Workbench, { name, mark }: Theme): Promise<void> {
  await window.chooseTheme(name);
  await window.page.locator(`.monaco-workbench.${mark}`).waitFor();
}
