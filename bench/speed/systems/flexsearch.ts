/** flexsearch with whole words and partial matches (`suggest`). Stored as several JSON files; a change is in memory only. */

import fs from 'node:fs';
import nodePath from 'node:path';
import { resultCount, type System } from '../system.ts';
import { peer } from './peer.ts';

interface FlexIndex {
  add(id: number, text: string): void;
  remove(id: number): void;
  search(query: string, options: object): readonly number[];
  export(write: (key: string, data: string | undefined) => void): unknown;
  import(key: string, data: string): unknown;
}
interface FlexSearch {
  readonly default: { readonly Index: new (options: object) => FlexIndex };
}

async function createIndex(): Promise<FlexIndex> {
  const { default: library } = await peer<FlexSearch>('flexsearch');
  return new library.Index({ tokenize: 'strict' });
}

export const flexsearch: System = {
  async build(chunks, { dir }) {
    const index = await createIndex();
    for (const { id, text } of chunks) index.add(id, text);
    await index.export((key, data) => {
      if (data !== undefined) fs.writeFileSync(nodePath.join(dir, `${key}.json`), data);
    });
  },
  async open({ dir }) {
    const index = await createIndex();
    for (const file of fs.readdirSync(dir)) {
      await index.import(file.replace(/\.json$/, ''), fs.readFileSync(nodePath.join(dir, file), 'utf8'));
    }
    return {
      search: async (query) => index.search(query, { suggest: true, limit: resultCount }),
      async change({ before, after }) {
        for (const { id } of before) index.remove(id);
        for (const { id, text } of after) index.add(id, text);
      },
      close: async () => undefined,
    };
  },
};
