/** The imports and exports of the sources of an index, as derived data of documents: read once per content. */

import { CorruptBytesError } from '../index/codec/bytes.ts';
import type { ChunkInfo } from '../index/reader.ts';
import type { DocumentBuilder } from '../retrieval/derived.ts';
import { languageOf } from '../text/languages.ts';
import type { Binding } from './binding.ts';
import { bindingsIn, hasModules } from './bindings.ts';

/** The bindings of each document; none of one whose text cannot be read. */
export const bindingsBuilder: DocumentBuilder<readonly Binding[]> = {
  id: 'bindings',
  version: 2,
  async build(documents, { texts, pause }) {
    const built: (readonly Binding[])[] = [];
    for (const { infos } of documents) {
      const language = languageOf(infos[0]?.path ?? '');
      if (!hasModules(language) || texts === undefined) {
        built.push([]);
        continue;
      }
      await pause();
      const parts = await Promise.all(infos.map((info) => texts.chunkText(info)));
      built.push(bindingsIn(joinLines(infos, parts), language));
    }
    return built;
  },
  encode: (bindings) => new TextEncoder().encode(bindings.map(written).join('\n')),
  decode: (bytes) => {
    const text = new TextDecoder().decode(bytes);
    return text === '' ? [] : text.split('\n').map(read);
  },
};

/** The chunks of a document one after the other, each from its first line on. */
function joinLines(infos: readonly ChunkInfo[], parts: readonly (string | undefined)[]): string {
  let text = '';
  let line = 1;
  for (const [i, { startLine, endLine }] of infos.entries()) {
    text += '\n'.repeat(Math.max(0, startLine - line)) + (parts[i] ?? '');
    const isEnded = text.endsWith('\n');
    line = isEnded ? endLine + 1 : endLine;
  }
  return text;
}

/** Stands for no local name. */
const none = '\u0001';

function written({ module, name, local, isExport, line }: Binding): string {
  return [line, isExport ? 1 : 0, name, local === name ? '' : local === '' ? none : local, module].join('\t');
}

/** Throws `CorruptBytesError`. */
function read(row: string): Binding {
  const [line, isExport, name, local, module] = row.split('\t');
  if (name === undefined || local === undefined || module === undefined || !(Number(line) > 0))
    throw new CorruptBytesError(`a binding is ${JSON.stringify(row.slice(0, 100))}`);
  return { module, name, local: local === '' ? name : local === none ? '' : local, isExport: isExport === '1', line: Number(line) };
}
