/** The keys under which a model's replies are kept: by what was sent, whatever the version of the index. */

import { createHash } from 'node:crypto';
import { CorruptBytesError } from '../../engine/index/codec/bytes.ts';
import type { DocumentBuilder } from '../../engine/retrieval/derived.ts';

/** The names of the contents of a document's chunks: a hash of title and text without secrets, empty for a blank text. */
export const contentKeys: DocumentBuilder<readonly string[]> = {
  id: 'content-keys',
  async build(documents, { texts, yieldThread }) {
    const all: string[][] = [];
    // File by file, since one is kept in memory.
    for (const { infos } of documents) {
      await yieldThread();
      const keys: string[] = [];
      for (const info of infos) keys.push(contentKey(info.title, (await texts?.chunkText(info)) ?? ''));
      all.push(keys);
    }
    return all;
  },
  encode: (keys) => new TextEncoder().encode(keys.join('\n')),
  decode(bytes, chunks) {
    const keys = new TextDecoder().decode(bytes).split('\n');
    if (keys.length !== chunks) throw new CorruptBytesError(`${keys.length} names of ${chunks} contents`);
    return keys;
  },
};

/** The name of a content, whose text is without secrets; empty for a blank one. */
export function contentKey(title: string, text: string): string {
  return text.trim() === '' ? '' : createHash('sha256').update(`${title}\0${text}`).digest('base64url').slice(0, 32);
}
