import type { DocumentBuilder } from '../../src/engine/retrieval/derived.ts';

/** Names the content of each chunk by the path of its document, for corpora of a chunk a document. */
export const pathKeys: DocumentBuilder<readonly string[]> = {
  id: 'path-keys',
  build: async (documents) => documents.map(({ infos }) => infos.map(({ path }) => path)),
  encode: (keys) => new TextEncoder().encode(JSON.stringify(keys)),
  decode: (bytes) => JSON.parse(new TextDecoder().decode(bytes)),
};
