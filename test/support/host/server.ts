// Starts VS Code's server on a free loopback port, with its own data, extensions and home folder.
import { type ChildProcess, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import * as path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { freePort } from '../freePort.ts';
import { traceInto } from '../networkTrace.ts';
import { patienceMs } from '../until.ts';
import { installHost } from './install.ts';
import { settingsText } from './settings.ts';

export interface ServerOptions {
  /** Holds everything the server writes. */
  dir: string;
  /** User settings, added to the quiet ones. */
  settings?: Record<string, unknown>;
  /** Asks visitors for this password; without it anyone on this machine may enter, which only tests want. */
  password?: string;
  /** Extensions to install first, as paths of .vsix files. */
  vsix?: string[];
  /** Opens folders in Restricted Mode, as VS Code does for untrusted ones; all are trusted otherwise. */
  restricted?: boolean;
  /** Added to the server's environment, which the extension host inherits. */
  env?: Record<string, string>;
}

export interface Server {
  /** Like "http://127.0.0.1:40123/". */
  url: string;
  port: number;
  /** User data: settings, logs, workspace storage. */
  dataDir: string;
  /** Ends the server and every process it started. */
  stop(): Promise<void>;
}

/** Resolves when the server answers; rejects with its log when it ends before that. */
export async function startServer(options: ServerOptions): Promise<Server> {
  const entry = await installHost();
  const { dir } = options;
  const dataDir = path.join(dir, 'data');
  const settingsFile = path.join(dataDir, 'User', 'settings.json');
  fs.mkdirSync(path.dirname(settingsFile), { recursive: true });
  if (!fs.existsSync(settingsFile)) fs.writeFileSync(settingsFile, settingsText(options.settings ?? {}, options.restricted));
  fs.writeFileSync(path.join(dir, 'config.yaml'), '');

  const env = { ...ownEnvironment(dir), ...options.env, ...(options.password ? { PASSWORD: options.password } : {}) };
  const common = ['--config', path.join(dir, 'config.yaml'), '--user-data-dir', dataDir, '--extensions-dir', path.join(dir, 'extensions')];
  for (const vsix of options.vsix ?? []) {
    execFileSync(process.execPath, [entry, ...common, '--install-extension', vsix, '--force'], { cwd: dir, env, stdio: 'pipe' });
  }

  const port = await freePort();
  const logFile = path.join(dir, 'server.log');
  const log = fs.openSync(logFile, 'a');
  const flags = [
    ...['--auth', options.password ? 'password' : 'none', '--bind-addr', `127.0.0.1:${port}`],
    ...['--disable-telemetry', '--disable-update-check', '--disable-getting-started-override'],
    ...(options.restricted ? [] : ['--disable-workspace-trust']),
    ...['--ignore-last-opened', '--reconnection-grace-time', '1'],
  ];
  // A run with network tracing sets the file for strace's output; see scripts/sockets.js.
  const watched = process.env.MESHRAG_TRACE_SOCKETS;
  const [program = '', ...args] = [...((watched && traceInto(watched)) || []), process.execPath, entry, ...common, ...flags];
  // Its own process group, so that the extension host and language servers end with it.
  const child = spawn(program, args, { cwd: dir, env, detached: true, stdio: ['ignore', log, log] });
  fs.closeSync(log);
  const killNow = () => killGroup(child);
  process.once('exit', killNow);

  const server: Server = {
    url: `http://127.0.0.1:${port}/`,
    port,
    dataDir,
    async stop() {
      await stopGroup(child);
      process.off('exit', killNow);
    },
  };
  const deadline = Date.now() + patienceMs;
  while (!(await answers(`${server.url}healthz`))) {
    if (child.exitCode !== null || Date.now() > deadline) {
      await server.stop();
      throw new Error(`VS Code's server did not start; its log:\n${fs.readFileSync(logFile, 'utf8')}`);
    }
    await sleep(50);
  }
  return server;
}

/** Hides the user's own VS Code, configuration and extension gallery from the server. */
function ownEnvironment(dir: string): NodeJS.ProcessEnv {
  const inherited = Object.entries(process.env).filter(
    ([name]) => !/^(VSCODE_|ELECTRON_|PASSWORD$|HASHED_PASSWORD$|PORT$|NODE_OPTIONS$|NODE_TEST)/.test(name),
  );
  return {
    ...Object.fromEntries(inherited),
    EXTENSIONS_GALLERY: '{}',
    HOME: dir,
    XDG_CONFIG_HOME: path.join(dir, 'xdg-config'),
    XDG_DATA_HOME: path.join(dir, 'xdg-data'),
    XDG_CACHE_HOME: path.join(dir, 'xdg-cache'),
  };
}

async function answers(url: string): Promise<boolean> {
  try {
    return (await fetch(url, { signal: AbortSignal.timeout(2000) })).ok;
  } catch {
    return false;
  }
}

/** Kills the server and all that it started: asked to end, they would take seconds, and what they wrote is removed anyway. */
async function stopGroup(child: ChildProcess): Promise<void> {
  const isOver = child.exitCode === null && child.signalCode === null ? once(child, 'exit') : undefined;
  killGroup(child);
  await isOver;
}

function killGroup(child: ChildProcess): void {
  try {
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
  } catch {
    // It has already ended.
  }
}
