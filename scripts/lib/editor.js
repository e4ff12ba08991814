// Opens VS Code with the extension on a folder: the desktop VS Code of this machine, else the one from npm in the browser.
import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { root } from './pinnedNode.js';
import { run } from './steps.js';

/**
 * Returns the exit code: with a desktop VS Code as soon as its window opens, else when Ctrl-C ends the server.
 * @param {string} folder
 */
export async function openEditor(folder) {
  if (openDesktop(folder)) return 0;
  console.log('\nNo desktop VS Code could be started by the command "code"; one is served to your browser instead.');
  return serve(folder);
}

/** @param {string} folder */
function openDesktop(folder) {
  const windows = process.platform === 'win32';
  const args = ['--new-window', `--extensionDevelopmentPath=${root}`, folder];
  // On Windows `code` is a batch file, which only a shell can start: quote for it.
  const opened = windows
    ? spawnSync(`code ${args.map((arg) => `"${arg}"`).join(' ')}`, { shell: true, stdio: 'ignore' })
    : spawnSync('code', args, { stdio: ['ignore', 'ignore', 'inherit'] });
  if (opened.status !== 0) return false;
  console.log('\nVS Code opens with the extension. Press Ctrl+Shift+P (Cmd+Shift+P on macOS) and choose "MeshRAG: Ask workspace".');
  return true;
}

/** @param {string} folder */
async function serve(folder) {
  const { startServer } = await import('../../test/support/host/server.ts');
  const { version } = JSON.parse(fs.readFileSync(path.join(root, 'package.json'), 'utf8'));
  const vsix = path.join(root, `meshrag-${version}.vsix`);
  const packed = await run(process.execPath, ['scripts/package.js'], { timeoutMs: 300_000 });
  if (packed !== 0) return 1;

  const dir = fs.mkdtempSync(path.join(os.tmpdir(), 'meshrag-start-'));
  const password = randomBytes(12).toString('base64url');
  const server = await startServer({ dir, vsix: [vsix], password });
  console.log(`\nOpen ${server.url}?folder=${encodeURIComponent(folder)}`);
  console.log(`Password: ${password}   (for this run; only this machine can connect)`);
  console.log('Press F1 there and choose "MeshRAG: Ask workspace". Ctrl-C here ends it.');
  await new Promise((resolve) => {
    process.once('SIGINT', resolve);
    process.once('SIGTERM', resolve);
  });
  await server.stop();
  fs.rmSync(dir, { recursive: true, force: true, maxRetries: 5 });
  console.log('\nVS Code has ended.');
  return 0;
}
