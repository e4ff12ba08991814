// A VS Code window with this extension in it, for end-to-end tests.
import * as fs from 'node:fs';
import * as path from 'node:path';
import { copyFixture } from './fixture.ts';
import { openWorkbench, type Workbench, type WorkbenchOptions } from './host/workbench.ts';

const root = path.resolve(import.meta.dirname, '../..');

/** Identifier of the status bar item. */
export const statusItem = 'meshrag.meshrag.meshrag.status';

/**
 * Opens a copy of test/fixtures/workspace, or `folder`, with the extension under development (or, with `vsix`, as installed),
 * runs `body`, and ends everything. When `body` fails, a picture of the window is kept as test/.artifacts/failed-NAME.png.
 */
export async function withMeshrag(
  name: string,
  options: Partial<WorkbenchOptions>,
  body: (window: Workbench, folder: string) => Promise<void>,
): Promise<void> {
  const copied = options.folder === undefined ? copyFixture('workspace') : undefined;
  const folder = options.folder ?? copied ?? root;
  const window = await openWorkbench({ ...(options.vsix ? {} : { extensions: [root] }), ...options, folder });
  try {
    await body(window, folder);
  } catch (error) {
    await window.screenshot(`failed-${name}`);
    throw error;
  } finally {
    await window.stop();
    if (copied !== undefined) fs.rmSync(copied, { recursive: true, force: true });
  }
}
