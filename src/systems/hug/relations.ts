/**
 * The relations that gates are made of: pairs of chunks where one uses what the other defines, or that a sentence of cause names together.
 *
 * Source: HugRAG section 4.1, with evidence in place of a model's judgement. In code, a chunk that imports, calls, extends or throws a symbol
 * is related to the one chunk that defines it; calls and the like only in the same file, or where the file imports something of the other.
 * In prose, a sentence with a word of cause relates the chunks whose titles or definitions it names; the order of the names is not
 * stored, so these have no direction.
 * Deviations: a symbol with several definitions or of too many chunks relates nothing, nor does one that is defined in a test or a loose
 * snippet: which of them is meant is not known. Calls within a package that need no import (Go, Java) are found in one file alone.
 * "Because" is a stop word, so sentences are recognised by other words (vocabulary).
 * Cost: the keys of all chunks, the texts of those that code uses, and the keys of the chunks with a word of cause.
 */

import { Role, Space } from '../../engine/document.ts';
import { type IndexReader, type Postings, Trait } from '../../engine/index/reader.ts';
import { relationKinds } from '../../engine/retrieval/modelSources/gateVerdict.ts';
import { languagesIn } from '../../engine/retrieval/steps/wordPostings.ts';
import { everywhere } from '../../engine/text/names/places.ts';
import { termsOf } from '../../engine/text/words/terms.ts';
import type { Yield } from '../../engine/util/steps.ts';
import { vocabularies } from '../../engine/vocabulary/vocabularies.ts';
import { readSharedKeys, type SharedKey, useRoles } from './sharedKeys.ts';
import type { Nodes } from './structure.ts';

const roleOf = [Role.Calls, Role.Extends, Role.Throws, Role.Imports];

/** Columns of relations, the rarest keys first. */
export interface Relations {
  /** The node that uses, and the one that is used; in either order for `cause`. */
  readonly from: Int32Array;
  readonly to: Int32Array;
  /** Positions in `relationKinds`. */
  readonly kinds: Int32Array;
  /** What is used or, for `cause`, the name of `to`. */
  readonly keys: readonly string[];
  /** 1 for what a model confirmed, else 0. */
  readonly verified: Int32Array;
}

/** One relation of the columns. */
export interface RelationRow {
  readonly from: number;
  readonly to: number;
  readonly kind: number;
  readonly key: string;
  readonly isVerified?: boolean;
}

export function relationColumns(rows: readonly RelationRow[]): Relations {
  return {
    from: Int32Array.from(rows, ({ from }) => from),
    to: Int32Array.from(rows, ({ to }) => to),
    kinds: Int32Array.from(rows, ({ kind }) => kind),
    keys: rows.map(({ key }) => key),
    verified: Int32Array.from(rows, ({ isVerified }) => Number(isVerified === true)),
  };
}

interface Relation extends RelationRow {
  readonly size: number;
}

/** The relations of an index. */
export async function readRelations(reader: IndexReader, nodes: Nodes, yieldThread: Yield): Promise<Relations> {
  const found = new Map<number, Relation>();
  const count = nodes.chunks.length;
  const add = (relation: Relation): void => {
    const { from, to, kind } = relation;
    const name = (from * count + to) * relationKinds.length + kind;
    const known = found.get(name);
    if (from !== to && (known === undefined || relation.size < known.size)) found.set(name, relation);
  };
  const used = await readSharedKeys(reader, yieldThread, useRoles);
  const documentOf = await readDocuments(reader);
  const imported = findImports(documentOf, used);
  const documentAt = (node: number): number => documentOf[nodes.chunks[node] as number] as number;
  for (const [k, key] of used.entries()) {
    if (k % 5000 === 0) await yieldThread();
    for (const relation of findUses(reader, nodes, key)) {
      const [from, to] = [documentAt(relation.from), documentAt(relation.to)];
      if (from === to || imported.has(pairOf(from, to, documentOf.length))) add(relation);
    }
  }
  await yieldThread();
  for (const relation of await findCauses(reader, nodes)) add(relation);
  return relationColumns([...found.values()].sort((a, b) => a.size - b.size || a.from - b.from || a.to - b.to || a.kind - b.kind));
}

function findUses(reader: IndexReader, { nodeOf }: Nodes, key: SharedKey): Relation[] {
  const { text, chunks, roles } = key;
  const found: Relation[] = [];
  if (text[0] === Space.Name) return found;
  const bearer = findBearer(reader, key);
  if (bearer === undefined) return found;
  const to = nodeOf[bearer] as number;
  chunks.forEach((chunk, i) => {
    const own = (roles[i] as number) & useRoles;
    for (const [kind, role] of own === 0 ? [] : roleOf.entries())
      if ((own & role) !== 0) found.push({ from: nodeOf[chunk] as number, to, kind, key: text, size: chunks.length });
  });
  return found;
}

/** The document of each chunk. */
async function readDocuments(reader: IndexReader): Promise<Int32Array> {
  const documentOf = new Int32Array(reader.chunkCount).fill(-1);
  for (const [d, { firstChunk, chunksEnd }] of (await reader.documents()).entries()) documentOf.fill(d, firstChunk, chunksEnd);
  return documentOf;
}

const pairOf = (from: number, to: number, count: number): number => from * count + to;

/** Pairs of documents where the first imports the other, or something that it defines. */
function findImports(documentOf: Int32Array, keys: readonly SharedKey[]): ReadonlySet<number> {
  const pairs = new Set<number>();
  for (const key of keys) {
    const importers = holdersIn(key, Role.Imports);
    const bearers = importers.length === 0 ? [] : findBearers(key);
    const documents = new Set(bearers.map((chunk) => documentOf[chunk] as number));
    if (documents.size !== 1) continue;
    for (const chunk of importers)
      for (const document of documents) pairs.add(pairOf(documentOf[chunk] as number, document, documentOf.length));
  }
  return pairs;
}

/** The chunks in which a key has a role. */
function holdersIn({ chunks, roles }: SharedKey, role: number): readonly number[] {
  const found: number[] = [];
  chunks.forEach((chunk, i) => {
    if (((roles[i] as number) & role) !== 0) found.push(chunk);
  });
  return found;
}

/** The chunks that a key is about: with its definition or its title. */
function findBearers(key: SharedKey): readonly number[] {
  return holdersIn(key, key.text[0] === Space.Symbol ? Role.Defines : Role.Title);
}

/** The only such chunk, unless it is part of a test or a loose snippet. */
function findBearer({ traits }: IndexReader, key: SharedKey): number | undefined {
  const [bearer, ...others] = findBearers(key);
  if (bearer === undefined || others.length > 0) return undefined;
  const isUnclear = key.text[0] !== Space.Name && ((traits[bearer] as number) & (Trait.Auxiliary | Trait.NoPath)) !== 0;
  return isUnclear ? undefined : bearer;
}

/** The relations of things that sentences with a word of cause name together. */
async function findCauses(reader: IndexReader, { nodeOf }: Nodes): Promise<Relation[]> {
  const languages = [undefined, ...(await languagesIn(reader))];
  const terms = new Set(
    vocabularies.flatMap(({ causes = '' }) => causes.split(' ').flatMap((word) => languages.flatMap((one) => termsOf(word, 0, one)))),
  );
  const placesOf = new Map<number, number>();
  for (const { size, chunks, places } of await reader.termPostings([...terms].sort()))
    for (let i = 0; i < size; i++) {
      const chunk = chunks[i] as number;
      const isProse = ((reader.traits[chunk] as number) & Trait.Prose) !== 0;
      // A title is not a sentence.
      if (isProse && places[i] !== everywhere) placesOf.set(chunk, (placesOf.get(chunk) ?? 0) | (places[i] as number));
    }
  const sources = [...placesOf.keys()];
  const keysOf = (await reader.chunkKeys(sources)).map((keys, s) =>
    keys.filter(
      ({ text, places }) =>
        (text[0] === Space.Name || text[0] === Space.Symbol) && (places & (placesOf.get(sources[s] as number) as number)) !== 0,
    ),
  );
  const known = new Map(keysOf.flat().map((key) => [key.id, key.text]));
  const ids = [...known.keys()];
  const postings = await reader.keyPostings(ids);
  const bearers = new Map<number, number>();
  for (const [i, id] of ids.entries()) {
    const text = known.get(id) as string;
    const { size, chunks, values } = postings[i] as Postings;
    const bearer = findBearer(reader, { text, chunks: chunks.subarray(0, size), roles: Uint8Array.from(values.subarray(0, size)) });
    if (bearer !== undefined && (text[0] === Space.Symbol || (await coversTitle(reader, text, bearer)))) bearers.set(id, bearer);
  }
  const kind = relationKinds.indexOf('cause');
  const found: Relation[] = [];
  for (const [s, keys] of keysOf.entries()) {
    const places = placesOf.get(sources[s] as number) as number;
    const named = keys.filter(({ id }) => bearers.has(id));
    for (const x of named)
      for (const y of named) {
        const [from, to] = [x, y].map(({ id }) => nodeOf[bearers.get(id) as number] as number) as [number, number];
        if (from < to && (x.places & y.places & places) !== 0) found.push({ from, to, kind, key: y.text, size: y.count });
      }
  }
  return found;
}

/** Whether a name has at least half of the words of the title: "Thomas" alone is not Thomas, Count of Perche. */
async function coversTitle(reader: IndexReader, key: string, bearer: number): Promise<boolean> {
  const [info] = await reader.chunkInfo([bearer]);
  return 2 * key.split(' ').length >= (info?.title ?? '').split(' ').length;
}
