/**
 * One connection to a PostgreSQL server, opened when it is needed and again after it was lost.
 *
 * It has no state beyond a transaction: what it needs is in its startup options, every name is qualified, every value is bound, and no
 * statement is prepared, so that a pooler may sit between. The search path is pinned, since another one could give operators and functions
 * another meaning. A pooler that leaves the options out gives a connection without them, unless the role has them: it is refused. Results
 * come as text, bytes in hexadecimal.
 */

import pg from 'pg';
import { Budget, OverBudgetError } from '../../engine/util/budget.ts';
import { faultOf, type SharedFault, SharedIndexError } from '../sharedIndexError.ts';
import type { PostgresAddress } from './address.ts';
import { findParser } from './values.ts';

const connectMs = 2000;
/** Bytes that a statement may return, and for each byte of the lists that were loaded. */
const [freeBytes, bytesPerLoaded] = [1 << 25, 4];
/** What a row takes besides its bytes, in the items of a budget. */
const [itemsPerRow, itemsPerField] = [24, 2];
/** How long the client waits beyond the time that the server may take for a statement. */
const graceMs = 1000;

export interface ConnectionOptions {
  readonly password: string | undefined;
  /** Whether it only reads; the server then refuses everything else. */
  readonly isReader: boolean;
  /** How long a statement may take. */
  readonly statementMs: number;
}

export type Row = Readonly<Record<string, unknown>>;

export class Connection {
  readonly #address: PostgresAddress;
  readonly #options: ConnectionOptions;
  #client: Promise<pg.Client> | undefined;
  /** The client of the transaction under way: what follows must not go to another one. */
  #bound: Promise<pg.Client> | undefined;
  /** Settles when the statements before have. */
  #last: Promise<unknown> = Promise.resolve();
  #isClosed = false;
  #maxBytes = freeBytes;
  /** What the statement under way has returned. */
  #answer = { bytes: 0, items: new Budget() };
  /** Statements sent, for tests: each is a round trip. */
  statements = 0;

  constructor(address: PostgresAddress, options: ConnectionOptions) {
    this.#address = address;
    this.#options = options;
  }

  /** Runs a statement after those before. Throws a `SharedIndexError` if the server or the way to it fails; the next call connects again. */
  query(sql: string, values: readonly unknown[] = []): Promise<readonly Row[]> {
    const rows = this.#last.then(() => this.#run(sql, values));
    this.#last = rows.catch(() => undefined);
    return rows;
  }

  /** Allows larger answers from an index once that many bytes of it have been loaded. */
  grant(loaded: number): void {
    this.#maxBytes += loaded * bytesPerLoaded;
  }

  async #run(sql: string, values: readonly unknown[]): Promise<readonly Row[]> {
    this.statements++;
    this.#answer = { bytes: 0, items: new Budget(this.#maxBytes) };
    try {
      const client = await this.#connected();
      return (await client.query<Row>(sql, [...values])).rows;
    } catch (error) {
      const fault = faultOf(error);
      // The statement may still be under way.
      if (fault instanceof SharedIndexError && abandoned.includes(fault.fault)) this.#drop();
      throw fault;
    }
  }

  /** Runs `work` in a transaction, which is rolled back if it throws or the connection is lost. Its statements come one after the other. */
  async transaction<T>(work: () => Promise<T>): Promise<T> {
    // Whatever the server's default: what waits for a lock must see what was committed meanwhile.
    await this.query('begin isolation level read committed');
    // Lost with the answer: what follows would be outside of a transaction.
    if (this.#client === undefined) throw new SharedIndexError('sharedUnreachable');
    this.#bound = this.#client;
    try {
      const result = await work();
      await this.query('commit');
      return result;
    } catch (error) {
      await this.query('rollback').catch(() => undefined);
      throw error;
    } finally {
      this.#bound = undefined;
    }
  }

  async close(): Promise<void> {
    const client = this.#client;
    this.#client = undefined;
    this.#isClosed = true;
    await client?.then((open) => open.end()).catch(() => undefined);
  }

  #drop(): void {
    const client = this.#client;
    this.#client = undefined;
    client?.then((open) => open.end()).catch(() => undefined);
  }

  #connected(): Promise<pg.Client> {
    if (this.#isClosed || (this.#bound !== undefined && this.#bound !== this.#client)) throw new SharedIndexError('sharedUnreachable');
    if (this.#client !== undefined) return this.#client;
    // One that was dropped may report its end when another has taken its place.
    const client = this.#connect(() => {
      if (this.#client === client) this.#client = undefined;
    });
    this.#client = client;
    return client;
  }

  async #connect(onLost: () => void): Promise<pg.Client> {
    const { host, port, database, user, tls } = this.#address;
    const { password, isReader, statementMs } = this.#options;
    const settings = {
      search_path: 'pg_catalog',
      statement_timeout: statementMs,
      bytea_output: 'hex',
      jit: 'off',
      // What waits for its locks does not wait for a machine that was suspended or lost.
      ...(isReader ? readerSettings : { idle_in_transaction_session_timeout: statementMs / 2 }),
    };
    const client = new pg.Client({
      ...{ host, port, database, user, password: password ?? '' },
      ssl: tls === false ? false : { ...tls, rejectUnauthorized: true, host },
      connectionTimeoutMillis: connectMs,
      query_timeout: statementMs + graceMs,
      application_name: 'meshrag',
      types: { getTypeParser: findParser },
      options: Object.entries(settings)
        .map(([name, value]) => `-c ${name}=${value}`)
        .join(' '),
    });
    // A connection that is lost while nothing is asked: the next question opens another.
    client.on('error', onLost);
    this.#guard(client);
    try {
      await client.connect();
      await checkSettings(client, isReader);
      return client;
    } catch (error) {
      onLost();
      client.end().catch(() => undefined);
      throw error;
    }
  }

  /**
   * Ends a connection whose server sends more than it may, which is counted as it arrives, and one that asks for the password without
   * encryption, in a form that an eavesdropper could use.
   */
  #guard({ connection }: pg.Client): void {
    const end = (fault: SharedFault): void => void connection.stream.destroy(new SharedIndexError(fault));
    const count = ({ length }: Uint8Array): void => {
      this.#answer.bytes += length;
      if (this.#answer.bytes > this.#maxBytes) end('sharedExcess');
    };
    if (this.#address.tls === false) {
      connection.stream.on('data', count);
      for (const asked of ['authenticationCleartextPassword', 'authenticationMD5Password']) connection.on(asked, () => end('sharedLogin'));
    } else connection.once('sslconnect', () => connection.stream.on('data', count));
    connection.on('dataRow', ({ fields }: { readonly fields: readonly unknown[] }) => {
      try {
        this.#answer.items.takeItems(itemsPerRow + fields.length * itemsPerField);
      } catch (error) {
        if (!(error instanceof OverBudgetError)) throw error;
        end('sharedExcess');
      }
    });
  }
}

/** Faults after which a connection is of no use. */
const abandoned: readonly SharedFault[] = ['sharedUnreachable', 'sharedTooSlow', 'sharedExcess'];

/** Throws a `SharedIndexError` if the connection lacks the settings that protect it. */
async function checkSettings(client: pg.Client, isReader: boolean): Promise<void> {
  const names = ['search_path', 'statement_timeout', 'bytea_output', 'default_transaction_read_only'];
  const { rows } = await client.query<Row>(`select ${names.map((name) => `pg_catalog.current_setting('${name}') as ${name}`).join()}`);
  const { search_path: path, statement_timeout: time, bytea_output: bytes, default_transaction_read_only: readOnly } = rows[0] ?? {};
  if (path !== 'pg_catalog' || time === '0' || bytes !== 'hex' || (isReader && readOnly !== 'on'))
    throw new SharedIndexError('sharedSettings');
}

/** Every statement of a reader looks up rows by their keys: a plan that reads a whole table is a wrong guess. */
const readerSettings = { default_transaction_read_only: 'on', enable_seqscan: 'off' };
