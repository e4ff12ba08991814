/**
 * The passages of an enriched index: what a model says of each, beside its stored keys.
 *
 * A model omits 10 to 30 % of the entities (MS-RAG, figure 1), so that nothing that is known without it is left out: a stored key that it does not name is an
 * entity described by the lines that hold it. A passage that no model has read has these alone. Cost: the texts of all passages.
 */

import { Space } from '../../engine/document.ts';
import type { ChunkInfo, KeyOfChunk } from '../../engine/index/reader.ts';
import type { BuildContext, DerivedInput, DerivedStore } from '../../engine/retrieval/derived.ts';
import type { EnrichedEntity, Enrichment, EnrichmentSource, Triple } from '../../engine/retrieval/modelSources/enrichment.ts';
import { foldedWords } from '../../engine/text/names/entities.ts';
import { fold } from '../../engine/text/words/terms.ts';

/** A name that the index has of a passage, by itself. */
export interface StoredName {
  readonly name: string;
  /** The lines that hold it. */
  readonly description: string;
  /** As in `KeyOfChunk`. */
  readonly roles: number;
  readonly places: number;
}

export interface EnrichedPassage {
  readonly chunk: number;
  readonly title: string;
  /** Names its content. */
  readonly content: string;
  readonly entities: readonly EnrichedEntity[];
  readonly stored: readonly StoredName[];
  readonly triples: readonly Triple[];
  /** May be empty. */
  readonly summary: string;
}

const nothing: Enrichment = { entities: [], triples: [], summary: '' };

/** A name as a key: its folded words; `undefined` without any. */
export function keyOfName(name: string): string | undefined {
  const words = foldedWords(name);
  return words.length === 0 ? undefined : `${Space.Name}:${words.join(' ')}`;
}

/** The passages with a content; `derived` has the names of these. */
export async function readPassages(
  source: EnrichmentSource,
  derived: Pick<DerivedStore, 'ofDocuments'>,
  { reader, texts, yieldThread }: BuildContext,
): Promise<readonly EnrichedPassage[]> {
  const documents = await derived.ofDocuments(source.keys, { reader, texts, yieldThread });
  const found: EnrichedPassage[] = [];
  for (const [at, { chunks, infos, value }] of documents.entries()) {
    if (at % 16 === 0) await yieldThread();
    const keys = await reader.chunkKeys(chunks);
    for (const [i, chunk] of chunks.entries()) {
      const [info, content] = [infos[i] as ChunkInfo, value[i] ?? ''];
      const text = (await texts?.chunkText(info)) ?? '';
      const passage = { chunk, title: info.title, content, text, keys: keys[i] ?? [] };
      found.push(enrichedPassage(passage, source.get(content) ?? nothing));
    }
  }
  return found;
}

/** What a model says of a passage that it has read. */
export type RecordOf = (chunk: number) => Enrichment | undefined;

export async function readRecords(
  { get, keys }: EnrichmentSource,
  derived: Pick<DerivedStore, 'ofDocuments'>,
  input: DerivedInput,
): Promise<RecordOf> {
  const documents = await derived.ofDocuments(keys, input);
  const contents = new Map(documents.flatMap(({ chunks, value }) => chunks.map((chunk, i) => [chunk, value[i] ?? ''] as const)));
  return (chunk) => get(contents.get(chunk) ?? '');
}

interface Passage {
  readonly chunk: number;
  readonly title: string;
  readonly content: string;
  readonly text: string;
  readonly keys: readonly KeyOfChunk[];
}

/** A passage with what a model says of it. */
function enrichedPassage({ text, keys, ...place }: Passage, { entities, triples, summary }: Enrichment): EnrichedPassage {
  return { ...place, entities, stored: storedNames(keys, text), triples, summary };
}

/** What stored keys say of a passage. */
function storedNames(keys: readonly KeyOfChunk[], text: string): readonly StoredName[] {
  const lines = text.split('\n').map((line) => ({ line: line.trim(), folded: fold(line) }));
  return keys
    .filter((key) => key.text[0] === Space.Name || key.text[0] === Space.Symbol)
    .map(({ text: key, roles, places }) => {
      const name = key.slice(2);
      const folded = fold(name);
      const held = lines.filter((one) => one.folded.includes(folded)).map(({ line }) => line);
      return { name, description: held.join(' '), roles, places };
    });
}
