// The browser that displays VS Code: headless, with its own profile and no background traffic.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { type BrowserContext, chromium, type Page } from 'playwright-core';
import { patienceMs } from '../until.ts';
import { installBrowser } from './install.ts';
import type { Server } from './server.ts';

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--disable-dev-shm-usage',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
  '--no-first-run',
];

export interface BrowserOptions {
  viewport?: { width: number; height: number };
  /** Accepts self-signed certificates. */
  anyCertificate?: boolean;
  /** The language in which VS Code loads extensions, such as `de`; without its language pack, its own texts stay English. */
  language?: string;
}

/** Starts the browser with its profile below `dir`. Close the context to end it. */
export async function startBrowser(dir: string, options: BrowserOptions = {}): Promise<BrowserContext> {
  const { executablePath, env } = await installBrowser();
  const profile = fs.mkdtempSync(path.join(dir, 'browser-'));
  const environment = { ...(process.env as Record<string, string>), ...env };
  const context = await chromium.launchPersistentContext(profile, {
    executablePath,
    headless: true,
    viewport: options.viewport ?? { width: 1280, height: 800 },
    ignoreHTTPSErrors: options.anyCertificate ?? false,
    timeout: patienceMs,
    args: flags,
    env: environment,
  });
  context.setDefaultTimeout(patienceMs);
  if (options.language !== undefined)
    await context.addInitScript((language) => {
      Object.defineProperty(globalThis, '_VSCODE_NLS_LANGUAGE', { get: () => language, set: () => undefined });
    }, options.language);
  return context;
}

/** What to load into the extension host besides the installed extensions. */
export interface Development {
  /** Folders of extensions under development. */
  extensions: string[];
  /** Module whose `run()` VS Code calls instead of waiting for a user. */
  tests?: string;
}

/**
 * Makes the next page load run extensions under development, by adding them to the configuration in the page before the
 * workbench reads it. (The documented query parameter needs VS Code's smoke test driver, which hides every notification.)
 */
export async function injectDevelopment(page: Page, server: Server, { extensions, tests }: Development): Promise<void> {
  const remote = (file: string) => ({ $mid: 1, scheme: 'vscode-remote', authority: `127.0.0.1:${server.port}`, path: file });
  const options = { extensions: extensions.map(remote), ...(tests ? { extensionTestsPath: remote(tests) } : {}) };
  await page.addInitScript((developmentOptions) => {
    if (window !== window.top) return;
    const observer = new MutationObserver(() => {
      const element = document.getElementById('vscode-workbench-web-configuration');
      if (!element) return;
      observer.disconnect();
      const configuration = JSON.parse(element.getAttribute('data-settings') ?? '{}');
      configuration.developmentOptions = { ...configuration.developmentOptions, ...developmentOptions };
      element.setAttribute('data-settings', JSON.stringify(configuration));
    });
    observer.observe(document, { childList: true, subtree: true });
  }, options);
}

/** Address of the workbench on `folder` (or on a .code-workspace file), without its welcome pages. */
export function workbenchUrl(server: Server, folder: string): string {
  const url = new URL(server.url);
  url.searchParams.set(folder.endsWith('.code-workspace') ? 'workspace' : 'folder', folder);
  url.searchParams.set(
    'payload',
    JSON.stringify([
      ['skipWelcome', 'true'],
      ['skipReleaseNotes', 'true'],
    ]),
  );
  return url.toString();
}
