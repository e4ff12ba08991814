// A VS Code window as a user sees it: keys, mouse and screen content. Selectors are those of the pinned server's workbench.
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { BrowserContext, Frame, Locator, Page } from 'playwright-core';
import { patienceMs, until } from '../until.ts';
import { type BrowserOptions, injectDevelopment, startBrowser, workbenchUrl } from './browser.ts';
import { type Server, startServer } from './server.ts';
import { settingsText } from './settings.ts';

/** Screenshots of end-to-end tests are kept here. */
export const artifactsDir: string = path.resolve(import.meta.dirname, '../../.artifacts');

export interface WorkbenchOptions extends BrowserOptions {
  /** Absolute path of the folder (or .code-workspace file) to open. */
  folder: string;
  /** Folders of extensions to run as under development. */
  extensions?: string[];
  /** Packaged extensions to install. */
  vsix?: string[];
  settings?: Record<string, unknown>;
  /** Opens the folder in Restricted Mode. */
  restricted?: boolean;
  /** Added to the environment of the extension host. */
  env?: Record<string, string>;
}

/** Opens `folder` in a fresh VS Code; resolves when the workbench is painted. Call stop() in any case. */
export async function openWorkbench(options: WorkbenchOptions): Promise<Workbench> {
  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'meshrag-host-'));
  const server = await startServer({
    dir,
    settings: options.settings ?? {},
    vsix: options.vsix ?? [],
    env: options.env ?? {},
    ...(options.restricted ? { restricted: true } : {}),
  });
  let context: BrowserContext | undefined;
  try {
    context = await startBrowser(dir, options);
    const page = context.pages()[0] ?? (await context.newPage());
    if (options.extensions) await injectDevelopment(page, server, { extensions: options.extensions });
    await page.goto(workbenchUrl(server, options.folder));
    await page.locator('.monaco-workbench').waitFor();
    return new Workbench(dir, server, context, page);
  } catch (error) {
    await context?.close();
    await server.stop();
    throw error;
  }
}

/** One open window and the server and browser behind it. */
export class Workbench {
  readonly page: Page;
  readonly server: Server;
  readonly #dir: string;
  readonly #context: BrowserContext;
  #sets = 0;

  constructor(dir: string, server: Server, context: BrowserContext, page: Page) {
    this.#dir = dir;
    this.server = server;
    this.#context = context;
    this.page = page;
  }

  /** Ends browser and server and removes all they wrote. */
  async stop(): Promise<void> {
    await this.#context.close();
    await this.server.stop();
    fs.rmSync(this.#dir, { recursive: true, force: true, maxRetries: 5 });
  }

  /** Opens the same folder in a second window with its own extension host; it ends with this one. */
  async openBeside(options: WorkbenchOptions): Promise<Workbench> {
    const page = await this.#context.newPage();
    if (options.extensions) await injectDevelopment(page, this.server, { extensions: options.extensions });
    await page.goto(workbenchUrl(this.server, options.folder));
    await page.locator('.monaco-workbench').waitFor();
    return new Workbench(this.#dir, this.server, this.#context, page);
  }

  /** Replaces the user's settings in their editor (a change of the file is not noticed). Later requests of the window find them in force. */
  async set(settings: Record<string, unknown>): Promise<void> {
    const { page } = this;
    const title = `Settings ${++this.#sets}`;
    const editor = page.locator('.monaco-modal-editor-block .monaco-editor');
    await until(title, async () => {
      // On a busy machine the command may open nothing.
      if ((await editor.count()) === 0) await this.palette('Preferences: Open User Settings (JSON)');
      const isOpen = editor.first().click({ timeout: 10_000 });
      if (!(await isOpen.then(() => true).catch(() => false))) return false;
      await page.keyboard.press('Control+A');
      await page.keyboard.insertText(settingsText({ ...settings, 'window.title': title }));
      await page.keyboard.press('Control+S');
      return until(title, async () => (await page.title()).includes(title), 5_000).catch(() => false);
    });
    await this.closeModal();
  }

  /** Closes the editor that is shown above the others. */
  async closeModal(): Promise<void> {
    const modal = this.page.locator('.monaco-modal-editor-block');
    await modal.locator('.codicon-close').first().click();
    await modal.waitFor({ state: 'hidden' });
  }

  /** Reloads the page, like a reload of the window. */
  async reload(): Promise<void> {
    await this.page.reload();
    await this.page.locator('.monaco-workbench').waitFor();
  }

  /** Reloads by VS Code's own command, which saves the window's state first; reloading the page may not. */
  async reloadByCommand(): Promise<void> {
    await this.page.evaluate(() => Object.assign(window, { isOld: true }));
    await this.palette('Developer: Reload Window');
    await until('another window', () => this.page.evaluate(() => !('isOld' in window)).catch(() => false));
    await this.page.locator('.monaco-workbench').waitFor();
  }

  /** Texts of the rows that the command palette shows for `typed`, once the first row contains it; the palette stays open. */
  async paletteRows(typed: string): Promise<string[]> {
    await this.#openList('F1', `>${typed}`, typed);
    return this.#quickRows().allInnerTexts();
  }

  /** Runs a command by its palette title, like "MeshRAG: Ask workspace". */
  async palette(title: string): Promise<void> {
    await this.#openList('F1', `>${title}`, title);
    await this.page.keyboard.press('Enter');
    await until('the palette to be done', async () => {
      const input = this.#quickInput().locator('input').first();
      const open = (await input.count()) > 0 && (await input.inputValue().catch(() => '')).startsWith('>');
      return !open;
    });
  }

  /** Runs a command that a list of the palette leads to; a view that takes the focus closes a list, which is then opened again. */
  async listed(command: string, list = 'MeshRAG: More…'): Promise<void> {
    await until(`the list that offers "${command}"`, async () => {
      await this.palette(list);
      if (await this.#filterTo(command, command, 10_000)) return true;
      await this.page.keyboard.press('Escape');
      return false;
    });
    // The row itself: while items arrive, a key chooses none, or another one.
    const row = this.#quickRows().filter({ hasText: command }).first();
    await until('the choice', async () => {
      await row.click({ timeout: 5_000 }).catch(() => undefined);
      const isGone = row.waitFor({ state: 'hidden', timeout: 5_000 });
      return isGone.then(() => true).catch(() => false);
    });
  }

  /** Opens a file by its name (or the end of its path) and waits for its tab. */
  async quickOpen(file: string): Promise<void> {
    const tab = this.page.locator(`.tab.active[data-resource-name="${path.basename(file)}"]`);
    // While items arrive, none is chosen, and the key closes the list.
    await until(`the tab of ${file}`, async () => {
      await this.#openList('Control+P', file, path.basename(file));
      await this.page.keyboard.press('Enter');
      // The tab may have been active before.
      await this.#quickInput().waitFor({ state: 'hidden' });
      return tab.waitFor({ timeout: 10_000 }).then(
        () => true,
        () => false,
      );
    });
  }

  /** Moves the cursor to a line with the editor's own command. */
  async goToLine(line: number): Promise<void> {
    const { page } = this;
    const place = page.locator('.statusbar-item[id="status.editor.selection"]', { hasText: `Ln ${line},` });
    // On a busy machine the focus may still be elsewhere when the first keys are pressed.
    await until(`line ${line}`, async () => {
      await page.keyboard.press('Control+G');
      if (!(await this.#filterTo(new RegExp(`line ${line}\\b`, 'i'), `:${line}`, 10_000))) return false;
      await page.keyboard.press('Enter');
      await page.locator('.quick-input-widget').waitFor({ state: 'hidden' });
      const isThere = place.waitFor({ timeout: 10_000 }).then(() => true);
      return isThere.catch(() => page.keyboard.press('Control+1').then(() => false));
    });
  }

  /** Selects a colour theme by its name; resolves when the list has closed. */
  async chooseTheme(name: string): Promise<void> {
    await this.#openList(['Control+K', 'Control+T'], name, name);
    await this.page.keyboard.press('Enter');
    await this.#quickInput().waitFor({ state: 'hidden' });
  }

  /** Filters the list that a command has opened and chooses the row that contains `rowText`. */
  async pick(typed: string, rowText = typed): Promise<void> {
    if (!(await this.#filterTo(rowText, typed))) throw new Error(`The list does not offer "${rowText}"`);
    await this.page.keyboard.press('Enter');
    await this.#quickInput().waitFor({ state: 'hidden' });
  }

  /**
   * Opens a list and filters it to `row`, again and again: an open palette does not pick up commands contributed later, and a view that takes
   * the focus closes a list.
   */
  async #openList(keys: string | readonly string[], text: string, row: string): Promise<void> {
    await until(`a list that offers "${row}"`, async () => {
      for (const key of [keys].flat()) await this.page.keyboard.press(key);
      if (await this.#filterTo(row, text, 5_000)) return true;
      await this.page.keyboard.press('Escape');
      return false;
    });
  }

  /** Puts text into the open list or input box at once: a letter that is typed before the box has the focus is lost. */
  async fillQuickInput(text: string, timeout = patienceMs): Promise<void> {
    await this.#quickInput().locator('.quick-input-box input').fill(text, { timeout });
  }

  /** Whether the row that Enter would choose becomes the one with `row`, once the open list is filtered by `text`. */
  async #filterTo(row: string | RegExp, text: string, timeout = patienceMs): Promise<boolean> {
    try {
      await this.fillQuickInput(text, timeout);
      await this.#quickRows().first().filter({ hasText: row }).waitFor({ timeout });
      return true;
    } catch {
      return false;
    }
  }

  #quickInput(): Locator {
    return this.page.locator('.quick-input-widget:visible');
  }

  #quickRows(): Locator {
    return this.page.locator('.quick-input-widget:visible .quick-input-list .monaco-list-row');
  }

  /** Opens the context menu of an element and chooses an item. */
  async contextMenu(target: Locator, item: string): Promise<void> {
    await target.click({ button: 'right' });
    await this.#chooseInMenu(this.page.locator('.monaco-menu .action-label', { hasText: item }));
  }

  /** Chooses an item of a submenu of the open context menu. */
  async submenu(label: string, item: string): Promise<void> {
    await this.page.locator('.monaco-menu .action-item', { hasText: label }).last().hover();
    await this.#chooseInMenu(this.page.locator('.monaco-submenu .action-label', { hasText: item }));
  }

  /** A menu ignores clicks in its first moments, so that the one that opened it chooses nothing. */
  async #chooseInMenu(entry: Locator): Promise<void> {
    await entry.waitFor();
    await until('the menu to be done', async () => {
      await entry.click({ timeout: 2_000 }).catch(() => undefined);
      return entry.waitFor({ state: 'hidden', timeout: 2_000 }).then(
        () => true,
        () => false,
      );
    });
  }

  /** Accepts what the open list or box offers, which may not have the focus yet. */
  async accept(): Promise<void> {
    await this.#quickInput().locator('input').first().press('Enter');
  }

  /** The status bar item `id`, as publisher.extension.item; wait on it with waitFor(). */
  statusBarItem(id: string): Locator {
    return this.page.locator(`.statusbar-item[id="${id}"]`);
  }

  /** Waits until the status bar item's text or label matches and returns it. */
  async statusBarText(id: string, pattern = /./): Promise<string> {
    return until(`status bar item ${id} to match ${pattern}`, async () => {
      const item = this.statusBarItem(id);
      if ((await item.count()) === 0) return undefined;
      const text = `${await item.innerText()} ${(await item.locator('a').first().getAttribute('aria-label')) ?? ''}`;
      return pattern.test(text) ? text.trim() : undefined;
    });
  }

  /** Shows a view container by the label of its icon in the activity bar. */
  async openSidebar(label: string): Promise<void> {
    await this.page.locator(`.activitybar [aria-label^="${label}"]`).first().click();
  }

  /** The open view with this title. */
  view(title: string): Locator {
    return this.page.locator('.pane', { has: this.page.locator('.pane-header', { hasText: title }) }).first();
  }

  /** Rows of an open tree view, top to bottom; waits until there is one. */
  async treeRows(title: string): Promise<Locator> {
    const rows = this.view(title).locator('.monaco-list-row');
    await rows.first().waitFor();
    return rows;
  }

  /** The document inside the webview that has an element for `selector` (a title is not given to webviews' frames). */
  async webviewFrame(selector: string, timeoutMs = patienceMs): Promise<Frame> {
    const find = async (): Promise<Frame | undefined> => {
      for (const frame of this.page.frames()) {
        if (!frame.url().includes('fake.html')) continue;
        const found = await frame
          .locator(selector)
          .count()
          .catch(() => 0);
        if (found > 0) return frame;
      }
      return undefined;
    };
    return until(`a webview with ${selector}`, find, timeoutMs);
  }

  /** Moves the mouse over the first `word` in the active editor and returns the text of the hover that appears. */
  async hoverText(word: string, pattern = /./): Promise<string> {
    return until(`a hover over ${word} to match ${pattern}`, async () => {
      const place = await this.#placeOf(word);
      if (place === undefined) return undefined;
      await this.page.mouse.move(place.x - 2, place.y);
      await this.page.mouse.move(place.x, place.y);
      await sleep(700);
      const texts = await this.page.locator('.monaco-hover:not(.hidden) .hover-contents').allInnerTexts();
      const text = texts.join('\n');
      return pattern.test(text) ? text : undefined;
    });
  }

  /** Middle of the first occurrence of `word` among the rendered lines of the active editor. */
  #placeOf(word: string): Promise<{ x: number; y: number } | undefined> {
    return this.page.evaluate((wanted) => {
      for (const span of document.querySelectorAll('.editor-group-container.active .view-line span')) {
        const node = span.firstChild;
        const at = node?.nodeType === Node.TEXT_NODE ? (node.textContent ?? '').indexOf(wanted) : -1;
        if (!node || at < 0) continue;
        const range = document.createRange();
        range.setStart(node, at);
        range.setEnd(node, at + wanted.length);
        const box = range.getBoundingClientRect();
        return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
      }
      return undefined;
    }, word);
  }

  /** Name of the active editor's tab. */
  activeTab(): Promise<string | null> {
    return this.page.locator('.editor-group-container.active .tab.active').getAttribute('data-resource-name');
  }

  /** Clicks on something until the editor that it opens is the active one: a click on content that still moves may miss it. */
  async openByClick(target: Locator, tab: string | RegExp): Promise<void> {
    const isOpen = async (): Promise<boolean> => {
      const name = (await this.activeTab()) ?? '';
      return typeof tab === 'string' ? name === tab : tab.test(name);
    };
    await until(`${tab} in the editor`, async () => {
      await target.click({ timeout: 5_000 }).catch(() => undefined);
      return until(`${tab} after a click`, isOpen, 5_000).catch(() => false);
    });
  }

  /** The cursor's place as the status bar shows it, like "Ln 12, Col 1 (40 selected)". */
  async cursorPlace(): Promise<string> {
    return this.page.locator('.statusbar-item[id="status.editor.selection"]').innerText();
  }

  /** Texts of the notifications on the screen. */
  notifications(): Promise<string[]> {
    return this.page.locator('.notifications-toasts .notification-list-item-message').allInnerTexts();
  }

  /** Keeps a picture of the window as test/.artifacts/NAME.png and returns its path. */
  async screenshot(name: string): Promise<string> {
    const file = path.join(artifactsDir, `${name}.png`);
    await this.page.screenshot({ path: file });
    return file;
  }
}
