/** LanceDB's full-text index without positions. Later additions are searched without the index until it is optimised. */

import nodePath from 'node:path';
import { resultCount, type System } from '../system.ts';
import { peer } from './peer.ts';

interface Query {
  select(columns: readonly string[]): Query;
  limit(count: number): Query;
  toArray(): Promise<readonly { readonly id: number }[]>;
}
interface Table {
  createIndex(column: string, options: object): Promise<void>;
  search(query: string, type: string, column: string): Query;
  add(rows: readonly object[]): Promise<unknown>;
  delete(where: string): Promise<unknown>;
}
interface Connection {
  createTable(name: string, rows: readonly object[]): Promise<Table>;
  openTable(name: string): Promise<Table>;
  close(): void;
}
interface Lance {
  connect(dir: string): Promise<Connection>;
  readonly Index: { fts(options: object): unknown };
}

export const lancedb: System = {
  async build(chunks, { dir }) {
    const { connect, Index } = await peer<Lance>('@lancedb/lancedb');
    const connection = await connect(nodePath.join(dir, 'lance'));
    const table = await connection.createTable(
      'chunk',
      chunks.map(({ id, path, text }) => ({ id, path, text })),
    );
    await table.createIndex('text', { config: Index.fts({ withPosition: false }) });
    connection.close();
  },
  async open({ dir }) {
    const { connect } = await peer<Lance>('@lancedb/lancedb');
    const connection = await connect(nodePath.join(dir, 'lance'));
    const table = await connection.openTable('chunk');
    return {
      async search(query) {
        const rows = await table.search(query, 'fts', 'text').select(['id']).limit(resultCount).toArray();
        return rows.map(({ id }) => Number(id));
      },
      async change({ path, after }) {
        await table.delete(`path = '${path.replaceAll("'", "''")}'`);
        await table.add(after.map(({ id, text }) => ({ id, path, text })));
      },
      close: async () => connection.close(),
    };
  },
};
