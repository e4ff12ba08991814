/** Tables of a shared index on several servers, made by the statements of `docs/shared-index.md`. */

import fs from 'node:fs';
import path from 'node:path';
import { readAddress } from '../../src/storage/postgres/address.ts';
import { Connection } from '../../src/storage/postgres/connection.ts';
import { migrate } from '../../src/storage/postgres/schema.ts';
import { type PostgresServer, startPostgres } from './postgresServer.ts';

/** The blocks of SQL of the documentation, in their order there. */
const Block = { Rights: 0, OwnWriter: 1, Shard: 2, Coordinator: 3, Attach: 4 } as const;

/** The statements of a block with values for its words in capitals. */
function statementsOf(block: number, values: Readonly<Record<string, string>>): readonly string[] {
  const guide = fs.readFileSync(path.join(import.meta.dirname, '../../docs/shared-index.md'), 'utf8');
  let sql = [...guide.matchAll(/```sql\n([\s\S]*?)```/g)][block]?.[1] ?? '';
  for (const [word, value] of Object.entries(values)) sql = sql.replaceAll(word, value);
  return sql.split(';').filter((statement) => statement.trim() !== '');
}

const databaseOf = (address: string): string => new URL(address).pathname.slice(1);

/** A server, and its database as the superuser. */
export interface Part {
  readonly server: PostgresServer;
  readonly address: string;
}

export interface Shards {
  readonly coordinator: Part;
  readonly shards: readonly Part[];
  /** The database as a role, and its password. */
  as(role: 'writer' | 'reader'): { readonly address: string; readonly env: { readonly PGPASSWORD: string } };
  stop(): Promise<void>;
}

/**
 * Starts `count` servers and a coordinator with empty tables on them (for 0, its own), or says why not; then the other members must not be used. Passwords are
 * the names of the roles.
 */
export async function startShards(count: number, flags: readonly string[] = []): Promise<Shards & { readonly skip: string | false }> {
  if (process.env.MESHRAG_TEST_POSTGRES !== undefined) return { skip: 'several servers are needed' } as Shards & { skip: string };
  const started = await Promise.all(Array.from({ length: count + 1 }, () => startPostgres(flags)));
  const servers = started.flatMap((one) => ('server' in one ? [one.server] : []));
  const stop = async (): Promise<void> => void (await Promise.all(servers.map((server) => server.stop())));
  const failed = started.find((one) => 'skip' in one);
  if (failed !== undefined) {
    await stop();
    return failed as Shards & { skip: string };
  }
  const parts = await Promise.all(servers.map(async (server): Promise<Part> => ({ server, address: await server.createDatabase() })));
  const [coordinator, ...shards] = parts as [Part, ...Part[]];
  const run = async ({ server, address }: Part, block: number, values: Readonly<Record<string, string>> = {}): Promise<void> => {
    for (const statement of statementsOf(block, { ...values, DATABASE: databaseOf(address) })) await server.query(address, statement);
    if (block <= Block.Shard)
      for (const role of ['writer', 'reader']) await server.query(address, `alter role meshrag_${role} password 'meshrag_${role}'`);
  };
  const as: Shards['as'] = (role) => ({
    address: coordinator.address.replace(/\/\/[^@]*@/, `//meshrag_${role}@`),
    env: { PGPASSWORD: `meshrag_${role}` },
  });
  await Promise.all([run(coordinator, Block.Rights), ...shards.map((shard) => run(shard, Block.Shard))]);
  const writer = new Connection(readAddress(as('writer').address, {}), { password: 'meshrag_writer', isReader: false, statementMs: 5000 });
  await migrate(writer);
  await writer.close();
  if (count > 0) await run(coordinator, Block.Coordinator);
  for (const [number, { server, address }] of shards.entries()) {
    // Servers on loopback have no certificates.
    const place = { HOST: server.host, 5432: String(server.port), DATABASE: databaseOf(address), 'verify-full': 'disable' };
    const own = { NUMBER: String(number), SHARDS: String(count), WRITER: 'meshrag_writer', READER: 'meshrag_reader' };
    for (const statement of statementsOf(Block.Attach, { ...place, ...own }))
      await coordinator.server.query(coordinator.address, statement);
  }
  return { skip: false, coordinator, shards, as, stop };
}
