/** The imports and exports of the sources of an index, as derived data of documents: read once per content. */

import { CorruptBytesError } from '../index/codec/bytes.ts';
import type { ChunkInfo } from '../index/reader.ts';
import type { DocumentBuilder } from '../retrieval/derived.ts';
import type { Binding } from '../text/code/imports/binding.ts';
import { languageNamed } from '../text/languages.ts';
import { lineStarts } from '../util/strings.ts';
import { bindingsIn, hasModules } from './bindings.ts';

/** The bindings of each document; empty if its text cannot be read. */
export const bindingsBuilder: DocumentBuilder<readonly Binding[]> = {
  id: 'bindings',
  async build(documents, { texts, yieldThread }) {
    const built: (readonly Binding[])[] = [];
    for (const { infos } of documents) {
      const language = languageNamed(infos[0]?.language ?? '');
      if (!hasModules(language) || texts === undefined) {
        built.push([]);
        continue;
      }
      await yieldThread();
      const parts = await Promise.all(infos.map((info) => texts.chunkText(info)));
      built.push(bindingsIn(joinLines(infos, parts), language));
    }
    return built;
  },
  encode: (bindings) => new TextEncoder().encode(bindings.map((binding, i) => written(binding, bindings[i - 1])).join('\n')),
  decode: (bytes) => {
    const text = new TextDecoder().decode(bytes);
    const bindings: Binding[] = [];
    for (const row of text === '' ? [] : text.split('\n')) bindings.push(read(row, bindings.at(-1)));
    return bindings;
  },
};

/** The chunks of a document one after the other, each from its first line on. */
function joinLines(infos: readonly ChunkInfo[], parts: readonly (string | undefined)[]): string {
  let text = '';
  let line = 1;
  for (const [i, { startLine }] of infos.entries()) {
    const added = '\n'.repeat(Math.max(0, startLine - line)) + (parts[i] ?? '');
    text += added;
    line += [...lineStarts(added)].length - 1;
  }
  return text;
}

/** Stands for no local name, and for no module. */
const none = '\u0001';

/** A row, without what most have: the module of the row before it, a line after the last, the local name of the name. */
function written({ module, name, local, isExport, line }: Binding, before: Binding | undefined): string {
  const own = local === name ? '' : local === '' ? none : local;
  const lines = line - (before?.line ?? 0);
  const from = module === before?.module ? '' : module === '' ? none : module;
  return [name, own, from, lines === 1 ? '' : lines, isExport ? 1 : ''].join('\t').replace(/\t+$/, '');
}

/** Throws `CorruptBytesError`. */
function read(row: string, before: Binding | undefined): Binding {
  const [name = '', local = '', module = '', lines = '', isExport = ''] = row.split('\t');
  const line = (before?.line ?? 0) + (lines === '' ? 1 : Number(lines));
  const from = module === none ? '' : module === '' ? before?.module : module;
  if (from === undefined || !(line > 0) || (isExport !== '' && isExport !== '1'))
    throw new CorruptBytesError(`a binding is ${JSON.stringify(row.slice(0, 100))}`);
  return { module: from, name, local: local === '' ? name : local === none ? '' : local, isExport: isExport === '1', line };
}
