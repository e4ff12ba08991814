/** minisearch with its defaults. Stored as one JSON file; a change is in memory only. */

import fs from 'node:fs';
import nodePath from 'node:path';
import { type PeerChunk, resultCount, type System } from '../system.ts';
import { peer } from './peer.ts';

interface MiniSearch {
  addAll(documents: readonly object[]): void;
  add(document: object): void;
  discard(id: number): void;
  search(query: string): readonly { readonly id: number }[];
}
interface MiniSearchClass {
  new (options: object): MiniSearch;
  loadJSON(json: string, options: object): MiniSearch;
}

const options = { fields: ['text'] };
const documentOf = ({ id, text }: PeerChunk): object => ({ id, text });

export const minisearch: System = {
  async build(chunks, { dir }) {
    const { default: Class } = await peer<{ default: MiniSearchClass }>('minisearch');
    const index = new Class(options);
    index.addAll(chunks.map(documentOf));
    fs.writeFileSync(nodePath.join(dir, 'minisearch.json'), JSON.stringify(index));
  },
  async open({ dir }) {
    const { default: Class } = await peer<{ default: MiniSearchClass }>('minisearch');
    const index = Class.loadJSON(fs.readFileSync(nodePath.join(dir, 'minisearch.json'), 'utf8'), options);
    return {
      search: async (query) =>
        index
          .search(query)
          .slice(0, resultCount)
          .map(({ id }) => id),
      async change({ before, after }) {
        for (const { id } of before) index.discard(id);
        for (const chunk of after) index.add(documentOf(chunk));
      },
      close: async () => undefined,
    };
  },
};
