/**
 * A model's verdicts on candidate gates: whether two passages are related, in which direction and how.
 *
 * Source: HugRAG section 4.1 and appendix B.1 (a model verifies pairs of modules). Deviations: a candidate is a pair of passages of different
 * modules with evidence for a relation, not a pair of summaries, so that a verdict depends on two contents alone and survives all other changes; the
 * model says direction and kind, where the paper asks for yes or no. Algorithm 2 (`pairs: 'modules'`) compares summaries as printed.
 * Cost: the texts of related passages are read once for each build.
 */

import { hashHex } from '../../engine/hash/hash.ts';
import type { ChunkInfo, IndexReader } from '../../engine/index/reader.ts';
import type { TextSource } from '../../engine/index/textSource.ts';
import { type GateVerdicts, relationKinds } from '../../engine/retrieval/modelSources/gateVerdict.ts';
import type { Yield } from '../../engine/util/steps.ts';
import { type RelationRow, type Relations, relationColumns } from './relations.ts';

/** Something that may be related to another: a passage, or the summary of a module. */
export interface GateSide {
  readonly title: string;
  /** Secrets are masked. */
  readonly text: string;
}

/** Two sides in the order of their hashes, with the key of both. */
export interface KeyedPair {
  readonly key: string;
  readonly sides: readonly [GateSide, GateSide];
  /** Whether they are in the order that they were given in. */
  readonly isInOrder: boolean;
}

export function keyedPair(a: GateSide, b: GateSide): KeyedPair {
  const { key, isInOrder } = keyOf(hashOf(a), hashOf(b));
  return { key, sides: isInOrder ? [a, b] : [b, a], isInOrder };
}

function hashOf({ title, text }: GateSide): string {
  return hashHex(`${title}\0${text}`);
}

function keyOf(a: string, b: string): Pick<KeyedPair, 'key' | 'isInOrder'> {
  return a <= b ? { key: a + b, isInOrder: true } : { key: b + a, isInOrder: false };
}

/** The passages of a candidate, and what was found between them. */
export interface Candidate {
  readonly from: number;
  readonly to: number;
  /** Its relations, positions in the columns, the rarest key first. */
  readonly relations: readonly number[];
}

/** The pairs of related passages, each once; of different modules only, if these are given by node. */
export function gateCandidates({ from, to }: Relations, leafOf?: ArrayLike<number>): readonly Candidate[] {
  const found = new Map<string, Candidate & { readonly relations: number[] }>();
  from.forEach((a, relation) => {
    const b = to[relation] as number;
    if (leafOf !== undefined && leafOf[a] === leafOf[b]) return;
    const name = a < b ? `${a} ${b}` : `${b} ${a}`;
    const known = found.get(name);
    if (known === undefined) found.set(name, { from: a, to: b, relations: [relation] });
    else known.relations.push(relation);
  });
  return [...found.values()];
}

/** Reads sides of candidates; `undefined` for a passage that has changed since it was indexed. */
export function gateSides(reader: IndexReader, chunks: Int32Array, texts: TextSource): (node: number) => Promise<GateSide | undefined> {
  return async (node) => {
    const [info] = (await reader.chunkInfo([chunks[node] as number])) as [ChunkInfo];
    const text = await texts.chunkText(info);
    return text === undefined ? undefined : { title: info.title, text };
  };
}

/** Relations with those of each pair replaced by the verdict on it, if there is one. */
export async function verifiedRelations(
  relations: Relations,
  verdicts: GateVerdicts,
  sideOf: (node: number) => Promise<GateSide | undefined>,
  yieldThread: Yield,
): Promise<Relations> {
  const columns: RelationRow[][] = relations.keys.map((key, i) => {
    return [{ from: relations.from[i] as number, to: relations.to[i] as number, kind: relations.kinds[i] as number, key }];
  });
  const candidates = gateCandidates(relations);
  const hashes = new Map<number, string>();
  // Nodes are in the order of their files, which are read one by one.
  for (const node of [...new Set(candidates.flatMap(({ from, to }) => [from, to]))].sort((a, b) => a - b)) {
    await yieldThread();
    const side = await sideOf(node);
    if (side !== undefined) hashes.set(node, hashOf(side));
  }
  for (const { from, to, relations: own } of candidates) {
    const [a, b] = [hashes.get(from), hashes.get(to)];
    if (a === undefined || b === undefined) continue;
    const { key, isInOrder } = keyOf(a, b);
    const verdict = verdicts.get(key);
    if (verdict === undefined) continue;
    for (const relation of own) columns[relation] = [];
    if (verdict === null) continue;
    const name = relations.keys[own[0] as number] as string;
    const kind = relationKinds.indexOf(verdict.kind);
    const [first, second] = isInOrder ? [from, to] : [to, from];
    columns[own[0] as number] = [
      ...(verdict.direction === 'back' ? [] : [{ from: first, to: second, kind, key: name, isVerified: true }]),
      ...(verdict.direction === 'forth' ? [] : [{ from: second, to: first, kind, key: name, isVerified: true }]),
    ];
  }
  return relationColumns(columns.flat());
}
