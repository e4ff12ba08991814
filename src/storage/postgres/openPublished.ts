/** Opens and publishes shared indexes by the addresses of their servers. */

import type { Lexicons } from '../../engine/index.ts';
import type { Publishable, PublishedIndex, Pushed } from '../published.ts';
import { readAddress } from './address.ts';
import { type CommitFile, publishedVersion, readHead } from './commit.ts';
import { Connection } from './connection.ts';
import { PublishedReader } from './publishedReader.ts';
import { push } from './push.ts';
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

export interface OpenPublished extends PublishedIndex {
  readonly connection: Connection;
}

/** The current commit of a name. Throws `SharedIndexError`. */
export async function openPublished({ address, name }: SharedPlace, lexicons: Lexicons, env: Environment): Promise<OpenPublished> {
  checkName(name);
  const connection = new Connection(readAddress(address, env), { password: env.PGPASSWORD, isReader: true, statementMs: readMs });
  try {
    await checkSchema(connection);
    const commit = (await readHead(connection, name))?.commit;
    if (commit === undefined) throw new SharedIndexError('sharedUnknownName');
    if (commit.version !== publishedVersion) throw new SharedIndexError('sharedOtherVersion');
    return {
      ...{ name, connection, revision: commit.revision, files: commit.files },
      reader(hidden, generation) {
        const files = hidden.map((path) => commit.files.get(path)).filter((file): file is CommitFile => file !== undefined);
        return new PublishedReader(connection, commit, lexicons, generation, files);
      },
      close: () => connection.close(),
    };
  } catch (error) {
    await connection.close();
    throw error;
  }
}

/** Publishes an index, as `push`. Throws `SharedIndexError`. */
export async function publish(
  { address, name }: SharedPlace,
  source: Publishable,
  env: Environment,
  turn: () => Promise<void>,
): Promise<Pushed> {
  checkName(name);
  const connection = new Connection(readAddress(address, env), { password: env.PGPASSWORD, isReader: false, statementMs: pushMs });
  try {
    return await push(connection, name, source, turn);
  } finally {
    await connection.close();
  }
}

function checkName(name: string): void {
  if (name === '' || name.length > maxNameLength || /\p{Cc}|\p{Cs}/u.test(name)) throw new SharedIndexError('sharedName');
}
