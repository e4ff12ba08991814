/** Folders in memory that publish their index, for tests of shared indexes. */

import { createHash } from 'node:crypto';
import fs from 'node:fs';
import path from 'node:path';
import { joinReaders } from '../../src/engine/index/joinedReader.ts';
import { MemoryIndex } from '../../src/engine/index/memoryIndex.ts';
import type { IndexReader } from '../../src/engine/index/reader.ts';
import { languageOf } from '../../src/engine/text/languages.ts';
import { createLexicons, type Lexicons } from '../../src/engine/text/words/lexicon.ts';
import type { Yield } from '../../src/engine/util/steps.ts';
import { publish, SharedConnections, type SharedPlace } from '../../src/storage/postgres/openPublished.ts';
import { type PostgresIndex, publishedReaders } from '../../src/storage/postgres/publishedReaders.ts';
import type { PushOptions } from '../../src/storage/postgres/push/push.ts';
import type { Publishable, Pushed } from '../../src/storage/published.ts';
import { type SharedFault, SharedIndexError } from '../../src/storage/sharedIndexError.ts';
import { indexed } from './memoryIndex.ts';
import { type PostgresServer, startPostgres } from './postgresServer.ts';

/** Texts by path. */
export type Texts = ReadonlyMap<string, string>;

/** What a folder with these files publishes. */
export function sourceOf(texts: Texts, lexicons: Lexicons): Publishable {
  const contents = new Map(
    [...texts].map(([path, text]) => [path, { hash: createHash('sha256').update(text).digest('hex'), language: languageOf(path).name }]),
  );
  return { contents, lexicons, index: localIndex(texts, lexicons).frozen() };
}

export function localIndex(texts: Texts, lexicons: Lexicons): MemoryIndex {
  const index = new MemoryIndex(lexicons);
  index.apply([...texts].map(([path, text]) => indexed(path, text, lexicons)));
  return index;
}

/** A commit, its files, and a reader of all but some of them. */
export interface OpenPublished extends PostgresIndex {
  readonly files: PostgresIndex['commit']['files'];
  reader(hidden: readonly string[], generation: number): IndexReader;
  close(): Promise<void>;
}

/** The current commit of a name. */
export async function openPublished(
  place: SharedPlace,
  lexicons: Lexicons,
  env: Readonly<Record<string, string | undefined>>,
): Promise<OpenPublished> {
  const name = new SharedConnections().name(place, async () => env);
  const index = await name.current().catch(async (error) => {
    await name.close();
    throw error;
  });
  const reader = (hidden: readonly string[], generation: number): IndexReader =>
    publishedReaders([{ ...index, hidden, folder: 0 }], lexicons, generation)[0] as IndexReader;
  return { ...index, files: index.commit.files, reader, close: () => name.close() };
}

/** The commit with the files of a clone over it, as one reader. */
export function overlaid(published: OpenPublished, texts: Texts, lexicons: Lexicons): IndexReader {
  const { contents } = sourceOf(texts, lexicons);
  const isSame = (path: string): boolean => contents.get(path)?.hash === published.files.get(path)?.content.hash;
  const hidden = [...published.files.keys()].filter((path) => !isSame(path));
  const own = new Map([...texts].filter(([path]) => !isSame(path)));
  const parts = [published.reader(hidden, 1), localIndex(own, lexicons).reader()];
  return joinReaders(
    parts.map((reader) => ({ reader, folder: 0 })),
    lexicons,
  );
}

/** A server with a database for shared indexes. */
export interface SharedServer {
  readonly server: PostgresServer;
  readonly address: string;
  readonly env: Readonly<Record<string, string>>;
  push(name: string, texts: Texts, yieldThread?: Yield, options?: PushOptions): Promise<Pushed>;
  open(name: string, lexicons?: Lexicons, address?: string): Promise<OpenPublished>;
}

/** Starts a server, or returns why there is none; then the other members must not be used. */
export async function sharedServer(flags: readonly string[] = []): Promise<SharedServer & { readonly skip: string | false }> {
  const started = await startPostgres(flags);
  if ('skip' in started) return { skip: started.skip } as SharedServer & { skip: string };
  const { server } = started;
  const address = await server.createDatabase();
  const env = { PGPASSWORD: server.password };
  return {
    ...{ skip: false, server, address, env },
    push: (name, texts, yieldThread = async () => undefined, options = {}) =>
      publish({ address, name }, sourceOf(texts, createLexicons()), env, yieldThread, options),
    open: (name, lexicons = createLexicons(), other = address) => openPublished({ address: other, name }, lexicons, env),
  };
}

export function isFault(...faults: readonly SharedFault[]): (error: unknown) => boolean {
  return (error) => error instanceof SharedIndexError && faults.includes(error.fault);
}

/** Makes the roles as the documentation says, with a password for both. */
export async function makeRoles({ server, address }: SharedServer, password: string): Promise<void> {
  const guide = fs.readFileSync(path.join(import.meta.dirname, '../../docs/shared-index.md'), 'utf8');
  const grants = /```sql\n([\s\S]*?)```/.exec(guide)?.[1] ?? '';
  const database = new URL(address).pathname.slice(1);
  for (const statement of grants.replaceAll('DATABASE', database).split(';')) {
    const role = /create role (\w+)/.exec(statement)?.[1];
    if (role !== undefined) await makeRole(server, address, role, password);
    else if (statement.trim() !== '') await server.query(address, statement);
  }
}

/** Roles belong to the whole server, which may have them from another run. */
export async function makeRole(server: PostgresServer, address: string, role: string, password: string): Promise<void> {
  const [known] = await server.query(address, 'select 1 from pg_roles where rolname = $1', [role]);
  await server.query(address, `${known === undefined ? 'create' : 'alter'} role ${role} login password '${password}'`);
}
