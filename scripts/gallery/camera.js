// Themes, sizes and pictures of one window.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { until } from '../../test/support/until.ts';
import { toWebp } from '../lib/webp.js';

/** @typedef {{ name: string, theme: string, mark: string, size: { width: number, height: number } }} Shot */

const themes = [
  { name: 'dark', theme: 'Dark Modern', mark: 'vs-dark' },
  { name: 'light', theme: 'Light Modern', mark: 'vs' },
  { name: 'contrast', theme: 'Default High Contrast', mark: 'hc-black' },
];
const sizes = [
  { width: 1280, height: 800 },
  { width: 400, height: 800 },
];

/** @param {typeof themes} chosen @returns {Shot[]} */
const everySize = (chosen) =>
  sizes.flatMap((size) => chosen.map(({ name, theme, mark }) => ({ name: `${name}-${size.width}`, theme, mark, size })));

/** Every screenshot of a view: first wide, then narrow. */
export const shots = everySize(themes);

/** Light high contrast, for the main views. */
export const brightShots = everySize([{ name: 'bright', theme: 'Default High Contrast Light', mark: 'hc-light' }]);

/** For views that need only two screenshots. */
export const fewShots = ['dark-1280', 'light-1280'].map((name) => /** @type {Shot} */ (shots.find((shot) => shot.name === name)));

/** For views of another repository. */
export const repositoryShots = ['dark-1280', 'light-1280', 'dark-400'].map(
  (name) => /** @type {Shot} */ (shots.find((shot) => shot.name === name)),
);

/** For the walkthrough, which ships: small enough to be read next to its text; high contrast shows the dark one. @type {Shot[]} */
export const stepShots = themes
  .filter(({ name }) => name !== 'contrast')
  .map(({ name, theme, mark }) => ({ name, theme, mark, size: { width: 900, height: 600 } }));

/** Time for animations and layouts to settle after a change, in milliseconds. */
const settleMs = 700;

export class Camera {
  #window;
  #settings;
  #theme = 'Dark Modern';

  /**
   * @param {import('../../test/support/host/workbench.ts').Workbench} window
   * @param {string | undefined} folder whose settings may be written
   */
  constructor(window, folder) {
    this.#window = window;
    this.#settings = folder && path.join(folder, '.vscode/settings.json');
  }

  /**
   * Applies theme and size; shows the side bar if the view is in it.
   * @param {Shot} shot
   * @param {'editor' | 'sidebar'} place
   */
  async set({ theme, mark, size }, place) {
    const { page } = this.#window;
    if (theme !== this.#theme) await this.#setTheme(theme, mark);
    await page.setViewportSize(size);
    const sidebar = page.locator('.part.sidebar');
    if (place === 'editor' && (await sidebar.isVisible())) {
      await page.keyboard.press('Control+B');
      await sidebar.waitFor({ state: 'hidden' });
    }
    await page.mouse.move(size.width - 60, size.height - 60);
    await sleep(settleMs);
  }

  /** @param {string} theme @param {string} mark */
  async #setTheme(theme, mark) {
    const { page } = this.#window;
    if (this.#settings) {
      fs.mkdirSync(path.dirname(this.#settings), { recursive: true });
      const kept = fs.existsSync(this.#settings) ? JSON.parse(fs.readFileSync(this.#settings, 'utf8')) : {};
      fs.writeFileSync(this.#settings, JSON.stringify({ ...kept, 'workbench.colorTheme': theme }));
    } else {
      await page.keyboard.press('Control+K');
      await page.keyboard.press('Control+T');
      await this.#window.pick(theme === 'Default High Contrast' ? 'Dark High Contrast' : theme);
    }
    await until(`the theme ${theme}`, async () => ((await page.locator(`.monaco-workbench.${mark}`).count()) > 0 ? true : undefined));
    this.#theme = theme;
  }

  /** Takes a screenshot. @param {string} file */
  async take(file) {
    const { page } = this.#window;
    fs.writeFileSync(file, await toWebp(page.context(), await page.screenshot()));
  }
}
