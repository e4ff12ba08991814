/** Opens and publishes shared indexes by the addresses of their servers. */

import type { Yield } from '../../engine/util/steps.ts';
import { publishedVersion } from '../../engine/version.ts';
import type { Publishable, PublishedName, Pushed } from '../published.ts';
import { SharedIndexError } from '../sharedIndexError.ts';
import { checkName } from '../sharedName.ts';
import { readAddress } from './address.ts';
import { readCommit } from './commit.ts';
import { Connection } from './connection.ts';
import { type PostgresIndex, postgresIndex } from './publishedReaders.ts';
import { type PushOptions, push } from './push/push.ts';
import { pushedReplies } from './replies.ts';
import { checkSchema } from './schema.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const readMs = 5000;
/** A push sends some megabytes a statement. */
const pushMs = 60_000;

/** Where a shared index is. */
export interface SharedPlace {
  /** `postgres://…`, see `address.ts`. */
  readonly address: string;
  readonly name: string;
}

/** The connections of a process to servers of shared indexes: one for each address, as long as a name is read there. */
export class SharedConnections {
  readonly #open = new Map<string, { names: number; login?: string; connection?: Connection }>();

  /** A name, to be read through the connection to its server. */
  name(place: SharedPlace, environment: () => Promise<Environment>): PostgresName {
    checkName(place.name);
    const server = this.#open.get(place.address) ?? { names: 0 };
    this.#open.set(place.address, server);
    server.names++;
    return new PostgresName(
      place.name,
      () => this.#connectionTo(place.address, environment),
      () => this.#release(place.address),
    );
  }

  /** The variables with the credentials are read each time, since the user may change them. */
  async #connectionTo(address: string, environment: () => Promise<Environment>): Promise<Connection> {
    const env = await environment();
    const to = readAddress(address, env);
    const login = JSON.stringify([to, env.PGPASSWORD]);
    const server = this.#open.get(address);
    if (server === undefined) throw new SharedIndexError('sharedUnreachable');
    if (server.connection === undefined || server.login !== login) {
      // What still reads through it fails, and is asked again.
      server.connection?.close().catch(() => undefined);
      server.connection = new Connection(to, { password: env.PGPASSWORD, isReader: true, statementMs: readMs });
      server.login = login;
    }
    return server.connection;
  }

  async #release(address: string): Promise<void> {
    const server = this.#open.get(address);
    if (server === undefined || --server.names > 0) return;
    this.#open.delete(address);
    await server.connection?.close();
  }
}

/** A name on a server, as long as it is read. */
class PostgresName implements PublishedName {
  readonly #name: string;
  readonly #connect: () => Promise<Connection>;
  #release: (() => Promise<void>) | undefined;
  #current: PostgresIndex | undefined;
  /** The kinds of replies that it has. */
  #pushed = '';

  /** @param release called once, when it is closed. */
  constructor(name: string, connect: () => Promise<Connection>, release: () => Promise<void>) {
    this.#name = name;
    this.#connect = connect;
    this.#release = release;
  }

  async current(): Promise<PostgresIndex> {
    const known = this.#current;
    // After a failure all is read again: the tables may be others.
    this.#current = undefined;
    const connection = await this.#connect();
    await checkSchema(connection);
    const commit = await readCommit(connection, [this.#name], known?.commit);
    if (commit === undefined) throw new SharedIndexError('sharedUnknownName');
    if (commit.version !== publishedVersion) throw new SharedIndexError('sharedOtherVersion');
    const pushed = await pushedReplies(connection, this.#name);
    const isSame = known?.commit === commit && known.connection === connection && [...pushed].join() === this.#pushed;
    this.#current = isSame ? known : postgresIndex(commit, connection, pushed);
    this.#pushed = [...pushed].join();
    return this.#current;
  }

  async close(): Promise<void> {
    const release = this.#release;
    this.#release = undefined;
    await release?.();
  }
}

/** The names of all repositories that the user may read, sorted, without their branches. Throws `SharedIndexError`, also if there are none. */
export async function publishedNames(address: string, env: Environment): Promise<readonly string[]> {
  const connection = new Connection(readAddress(address, env), { password: env.PGPASSWORD, isReader: true, statementMs: readMs });
  try {
    await checkSchema(connection);
    const rows = await connection.query(
      'select h.name from meshrag.head h join meshrag.repository r on r.id = h.repository and r.name = h.name order by h.name collate "C"',
    );
    if (rows.length === 0) throw new SharedIndexError('sharedEmpty');
    return rows.map(({ name }) => String(name));
  } finally {
    await connection.close();
  }
}

/** Publishes an index, as `push`. Throws `SharedIndexError`. */
export async function publish(
  { address, name }: SharedPlace,
  source: Publishable,
  env: Environment,
  yieldThread: Yield,
  options?: PushOptions,
): Promise<Pushed> {
  checkName(name);
  const connection = new Connection(readAddress(address, env), { password: env.PGPASSWORD, isReader: false, statementMs: pushMs });
  try {
    return await push(connection, name, source, yieldThread, options);
  } finally {
    await connection.close();
  }
}
