// A VS Code window with this extension in it, for end-to-end tests.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { copyFixture } from './fixture.ts';
import { openWorkbench, type Workbench, type WorkbenchOptions } from './host/workbench.ts';
import { until } from './until.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Identifier of the status bar item. */
export const statusItem = 'meshrag.meshrag.meshrag.status';

/** Waits until the index of a copy of test/fixtures/workspace is ready; returns the text of the status bar item. */
export function whenIndexed(window: Workbench): Promise<string> {
  return window.statusBarText(statusItem, /\b16 files/);
}

/** Shows the tooltip of the status bar item, which moves while other items come and go; returns its text. */
export function statusTooltip(window: Workbench): Promise<string> {
  const hover = window.page.locator('.monaco-hover:visible', { hasText: 'Passages' });
  return until('the tooltip of the status bar item', async () => {
    await window.page.bringToFront();
    await window.page.mouse.move(600, 300);
    await hover.waitFor({ state: 'hidden' });
    await window.statusBarItem(statusItem).hover();
    return hover.waitFor({ timeout: 3000 }).then(
      async () => (await hover.innerText()).replaceAll(/\s+/g, ' '),
      () => undefined,
    );
  });
}

/** The process that holds the lock of the index, as listed by Linux; undefined if there is none. */
export function writerOf(window: Workbench): number | undefined {
  const [lock] = fs.globSync(path.join(window.server.dataDir, '**/index-*.index/lock'));
  if (lock === undefined) return undefined;
  const inode = fs.statSync(lock).ino;
  const line = fs
    .readFileSync('/proc/locks', 'utf8')
    .split('\n')
    .find((one) => one.includes('WRITE') && one.includes(`:${inode} `));
  return line === undefined ? undefined : Number(line.trim().split(/\s+/)[4]);
}

/** Opens a window with the extension under development, or, with `vsix`, as installed. */
export function openMeshrag(options: WorkbenchOptions): Promise<Workbench> {
  return openWorkbench({ ...(options.vsix ? {} : { extensions: [root] }), ...options });
}

/** Opens a second window with this extension on the folder of `window`. */
export function openBeside(window: Workbench, folder: string): Promise<Workbench> {
  return window.openBeside({ extensions: [root], folder });
}

/** Runs `body`; on failure, saves a screenshot as test/.artifacts/failed-NAME.png. */
export async function pictured(window: Workbench, name: string, body: () => Promise<void>): Promise<void> {
  try {
    await body();
  } catch (error) {
    await window.screenshot(`failed-${name}`);
    throw error;
  }
}

/**
 * Opens a copy of test/fixtures/workspace, or `folder`, with the extension, runs `body`, and ends everything. Failures leave a screenshot,
 * see pictured().
 */
export async function withMeshrag(
  name: string,
  options: Partial<WorkbenchOptions>,
  body: (window: Workbench, folder: string) => Promise<void>,
): Promise<void> {
  const copied = options.folder === undefined ? copyFixture('workspace') : undefined;
  const folder = options.folder ?? copied ?? root;
  const window = await openMeshrag({ ...options, folder });
  try {
    await pictured(window, name, () => body(window, folder));
  } finally {
    await window.stop();
    if (copied !== undefined) fs.rmSync(copied, { recursive: true, force: true });
  }
}
