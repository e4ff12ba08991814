// One VS Code window for the tests of a file: opening one takes as long as most tests.
import * as fs from 'node:fs';
import { after } from 'node:test';
import { copyFixture } from './fixture.ts';
import type { Workbench } from './host/workbench.ts';
import { openMeshrag, pictured, whenIndexed } from './meshrag.ts';
import { setWorkbenchTheme, themes } from './theme.ts';
import { until } from './until.ts';

type Body = (window: Workbench) => Promise<void>;
type Settings = Record<string, unknown>;

/** Runs a test in the window, which shows no editor, with these settings of the user; `name` as for pictured(). */
export interface InWindow {
  (name: string, body: Body): Promise<void>;
  (name: string, settings: Settings, body: Body): Promise<void>;
}

/**
 * A window on an indexed copy of test/fixtures/workspace for all tests of the calling file, opened by the first of them. Between two tests
 * its editors are closed and its size, theme and side bar are the first ones again; threads stay in the history, and files as they are: a
 * test that changes files opens its own by withMeshrag(). A failure ends the window, so that the next test is not affected.
 */
export function sharedWindow(): InWindow {
  let folder: string | undefined;
  let window: Workbench | undefined;
  let current = '';
  const end = async (): Promise<void> => {
    await window?.stop();
    if (folder !== undefined) fs.rmSync(folder, { recursive: true, force: true });
    window = undefined;
    folder = undefined;
  };
  after(end);
  return async (name: string, ...[first, second]: [body: Body] | [settings: Settings, body: Body]) => {
    const [settings, body] = typeof first === 'function' ? [{}, first] : [first, second as Body];
    const wanted = JSON.stringify(settings);
    try {
      if (window === undefined) {
        folder = copyFixture('workspace');
        window = await openMeshrag({ folder, settings });
        await whenIndexed(window);
      } else {
        if (wanted !== current) await window.set(settings);
        await clear(window);
      }
      current = wanted;
      const opened = window;
      await pictured(opened, name, () => body(opened));
    } catch (error) {
      await end();
      throw error;
    }
  };
}

async function clear(window: Workbench): Promise<void> {
  const { page } = window;
  await page.setViewportSize({ width: 1280, height: 800 });
  await window.palette('View: Close All Editors');
  const [dark] = themes;
  if ((await page.locator(`.monaco-workbench.${dark.mark}`).count()) === 0) await setWorkbenchTheme(window, dark);
  await window.palette('View: Show Explorer');
  // What the test before opened last may still be opening.
  await until('no editor', async () => {
    if ((await page.locator('.tab, iframe.webview').count()) === 0) return true;
    await window.palette('View: Close All Editors');
    return false;
  });
}
