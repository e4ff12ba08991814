/**
 * The relations that gates are made of, as data of their own: after a save they are found again in a tenth of a second, while modules take seconds.
 *
 * With verdicts of a model (verdicts.ts), only what it confirms of the pairs that it was asked about.
 */

import { CorruptBytesError } from '../../engine/index/codec/bytes.ts';
import type { GenerationBuilder } from '../../engine/retrieval/derived.ts';
import { ColumnReader, ColumnWriter } from '../../engine/retrieval/derivedBytes.ts';
import { type GateVerdicts, relationKinds } from '../../engine/retrieval/modelSources/gateVerdict.ts';
import { type Relations, readRelations } from './relations.ts';
import { createNodes, type Nodes, readNodes } from './structure.ts';
import { gateSides, verifiedRelations } from './verdicts.ts';

/** Relations between nodes. */
export interface RelatedNodes extends Nodes {
  readonly relations: Relations;
}

export function gateRelations(verdicts?: GateVerdicts): GenerationBuilder<RelatedNodes> {
  return {
    id: 'gate-relations',
    variant: verdicts?.version ?? '',
    async build({ reader, texts, yieldThread }) {
      const nodes = await readNodes(reader);
      const found = await readRelations(reader, nodes, yieldThread);
      if (verdicts === undefined || texts === undefined) return { ...nodes, relations: found };
      return { ...nodes, relations: await verifiedRelations(found, verdicts, gateSides(reader, nodes.chunks, texts), yieldThread) };
    },
    encode: ({ relations: { from, to, kinds, keys, verified } }) =>
      new ColumnWriter().numbers(from).numbers(to).numbers(kinds).texts(keys).numbers(verified).toBytes(),
    async decode(bytes, { chunks, positions }) {
      const reader = new ColumnReader(bytes);
      const [from, to] = [reader.numbers(chunks.length), reader.numbers(chunks.length)];
      const relations = { from, to, kinds: reader.numbers(relationKinds.length), keys: reader.texts(), verified: reader.numbers(2) };
      reader.end();
      if ([to, relations.kinds, relations.keys, relations.verified].some(({ length }) => length !== from.length))
        throw new CorruptBytesError('relations whose columns do not belong together');
      // Nodes are in the order of all chunks.
      return { ...createNodes(chunks, positions.length), relations };
    },
  };
}
