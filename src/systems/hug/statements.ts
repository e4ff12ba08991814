/**
 * What a model states of the names by which passages are connected: the content of an edge.
 *
 * Source: HugRAG section 4.3 and appendix B.3, where the selecting model reads what each edge says. Here it is what the model that read the passages stated in
 * either of the two about the name that the edge follows. Cost: the records of the passages that are asked about.
 */

import type { Enrichment } from '../../engine/retrieval/modelSources/enrichment.ts';
import { keyOfName, type RecordOf } from '../entities/enrichedPassages.ts';
import { chunkBefore, type Reached } from './expand.ts';
import type { ModuleGraph } from './moduleGraph.ts';
import { keyOfLink } from './structure.ts';

/** Of one edge. */
const maxStatements = 2;

/** The statements about the name that leads to a node, of its passage first; empty where there are none. */
export type StatementsTo = (end: Reached) => readonly string[];

/** Of an index that no model has read, none are known. */
export function statementsBy(graph: ModuleGraph, recordOf: RecordOf | undefined): StatementsTo {
  return (end) => {
    const name = followedName(graph, end);
    const from = chunkBefore(end);
    if (recordOf === undefined || name === undefined || from === undefined) return [];
    const found = [end, from].flatMap(({ item = -1 }) => statementsIn(recordOf(graph.chunks[item] as number), name));
    return [...new Set(found)].slice(0, maxStatements);
  };
}

/** The key of the name that the last edge follows. */
function followedName({ keys, relations }: ModuleGraph, { link, relation }: Reached): string | undefined {
  const key = link !== undefined ? keys[keyOfLink(link)] : relation !== undefined ? relations.keys[relation] : undefined;
  return key && keyOfName(key.slice(2));
}

/** What a record states of a name, whatever it is called there. */
function statementsIn(record: Enrichment | undefined, key: string): readonly string[] {
  const { entities = [], triples = [] } = record ?? {};
  const aliases = entities
    .filter(({ name }) => keyOfName(name) === key)
    .flatMap((one) => one.aliases.flatMap((alias) => keyOfName(alias) ?? []));
  const isMeant = (name: string): boolean => [key, ...aliases].includes(keyOfName(name) ?? '');
  return triples
    .filter(({ subject, object }) => isMeant(subject) || isMeant(object))
    .map(({ subject, relation, object }) => `${subject} ${relation} ${object}`);
}
