/** Opens and publishes shared indexes by the addresses of their servers. */

import type { Lexicons } from '../../engine/index.ts';
import type { Publishable, PublishedIndex, PublishedName, Pushed } from '../published.ts';
import { readAddress } from './address.ts';
import { type Commit, type CommitFile, publishedVersion, readCommit } from './commit.ts';
import { Connection } from './connection.ts';
import { PublishedReader } from './publishedReader.ts';
import { type PushOptions, push } from './push/push.ts';
import { checkSchema } from './schema.ts';
import { SharedIndexError } from './sharedIndexError.ts';

type Environment = Readonly<Record<string, string | undefined>>;

const readMs = 5000;
/** A push sends some megabytes a statement. */
const pushMs = 60_000;
const maxNameLength = 200;

/** Where a shared index is. */
export interface SharedPlace {
  /** `postgres://…`, see `address.ts`. */
  readonly address: string;
  readonly name: string;
}

/** A name and its server, as long as it is read. */
export class PostgresName implements PublishedName {
  readonly #place: SharedPlace;
  readonly #lexicons: Lexicons;
  readonly #environment: () => Promise<Environment>;
  #connection: Connection | undefined;
  #commit: Commit | undefined;
  #current: PublishedIndex | undefined;

  /** @param environment the variables with the credentials; read before each attempt to connect, since the user may change them. */
  constructor(place: SharedPlace, lexicons: Lexicons, environment: () => Promise<Environment>) {
    this.#place = place;
    this.#lexicons = lexicons;
    this.#environment = environment;
  }

  /** Undefined before the first attempt to connect, and after one that failed. */
  get connection(): Connection | undefined {
    return this.#connection;
  }

  async current(): Promise<PublishedIndex> {
    const { address, name } = this.#place;
    checkName(name);
    try {
      this.#connection ??= await this.#newConnection(address);
      await checkSchema(this.#connection);
      const commit = await readCommit(this.#connection, [name], this.#commit);
      if (commit === undefined) throw new SharedIndexError('sharedUnknownName');
      if (commit.version !== publishedVersion) throw new SharedIndexError('sharedOtherVersion');
      if (this.#current === undefined || commit !== this.#commit) this.#current = this.#indexOf(commit, this.#connection);
      this.#commit = commit;
      return this.#current;
    } catch (error) {
      // A connection without an answer may take long to close.
      this.close().catch(() => undefined);
      throw error;
    }
  }

  /** `current` connects again. */
  async close(): Promise<void> {
    const connection = this.#connection;
    this.#connection = undefined;
    this.#commit = undefined;
    this.#current = undefined;
    await connection?.close();
  }

  async #newConnection(address: string): Promise<Connection> {
    const environment = await this.#environment();
    return new Connection(readAddress(address, environment), { password: environment.PGPASSWORD, isReader: true, statementMs: readMs });
  }

  #indexOf(commit: Commit, connection: Connection): PublishedIndex {
    return {
      ...{ revision: commit.revision, files: commit.files },
      reader: (hidden, generation) => {
        const files = hidden.map((path) => commit.files.get(path)).filter((file): file is CommitFile => file !== undefined);
        return new PublishedReader(connection, commit, this.#lexicons, generation, files);
      },
    };
  }
}

/** Publishes an index, as `push`. Throws `SharedIndexError`. */
export async function publish(
  { address, name }: SharedPlace,
  source: Publishable,
  env: Environment,
  turn: () => Promise<void>,
  options?: PushOptions,
): Promise<Pushed> {
  checkName(name);
  const connection = new Connection(readAddress(address, env), { password: env.PGPASSWORD, isReader: false, statementMs: pushMs });
  try {
    return await push(connection, name, source, turn, options);
  } finally {
    await connection.close();
  }
}

function checkName(name: string): void {
  if (name === '' || name.length > maxNameLength || /\p{Cc}|\p{Cs}/u.test(name)) throw new SharedIndexError('sharedName');
}
