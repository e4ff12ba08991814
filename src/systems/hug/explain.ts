/** The chains that lead to the passages of a ranking, step by step, and the steps from them that were dropped. */

import { createSection, type DrawnEdge, type DrawnNode, type Explanation, maxNodes } from '../../engine/retrieval/explanation.ts';
import { relationKinds } from '../../engine/retrieval/modelSources/gateVerdict.ts';
import type { Reached } from './expand.ts';
import type { ModuleGraph } from './moduleGraph.ts';
import type { Path } from './selection.ts';
import type { StatementsTo } from './statements.ts';
import { keyOfLink } from './structure.ts';

/** Names of a module shown. */
const maxNames = 3;

/** `kept` are the paths of the ranking, best first. */
export function explainPaths(graph: ModuleGraph, statementsTo: StatementsTo, kept: readonly Path[], dropped: readonly Path[]): Explanation {
  const chunkAt = (at: Reached): number => graph.chunks[at.item as number] as number;
  const chains = kept.map(({ end }) => chainTo(end));
  const paths = chains.map((chain) => ({
    label: '',
    detail: chain.map((at) => [stepText(graph, at), ...statementsTo(at).map((one) => `“${one}”`)].join(' ')).join(' → '),
    chunks: chain
      .filter(({ item }) => item !== undefined)
      .map(chunkAt)
      .reverse(),
  }));
  const rows = dropped.map(({ end, reason }) => ({ label: '', detail: `${reason}: ${stepText(graph, end)}`, chunks: [chunkAt(end)] }));
  const nodes = new Map<number, DrawnNode>();
  const edges = new Map<string, DrawnEdge>();
  const draw = (chain: readonly Reached[], isDropped: boolean): void => {
    const added = chain.filter((at) => !nodes.has(nodeId(at)));
    if (nodes.size + added.length > maxNodes) return;
    for (const at of added) {
      const chunk = at.item === undefined ? {} : { chunk: chunkAt(at) };
      const label = at.item === undefined ? namesOfModule(graph, at.module).join(', ') : '';
      nodes.set(nodeId(at), { id: nodeId(at), label, ...chunk, ...(isDropped ? { isDropped } : {}) });
    }
    for (const at of chain) {
      if (at.from === undefined || !nodes.has(nodeId(at.from))) continue;
      const [from, to] = [nodeId(at.from), nodeId(at)];
      edges.set(`${from} ${to}`, { from, to, label: stepText(graph, at) });
    }
  };
  for (const chain of chains) draw(chain, false);
  for (const { end } of dropped) if (end.from !== undefined && nodes.has(nodeId(end.from))) draw([end], true);
  const sections = [createSection('path', paths), ...(rows.length === 0 ? [] : [createSection('dropped', rows)])];
  return { sections, drawing: { nodes: [...nodes.values()], edges: [...edges.values()], isDirected: true } };
}

/** From the seed to the end. */
function chainTo(end: Reached): readonly Reached[] {
  const chain: Reached[] = [];
  for (let at: Reached | undefined = end; at !== undefined; at = at.from) chain.unshift(at);
  return chain;
}

/** Modules below zero. */
function nodeId({ item, module = 0 }: Reached): number {
  return item ?? -1 - module;
}

/** How a node was reached: by the relation of a gate, a name, or a level of modules. */
function stepText(graph: ModuleGraph, at: Reached): string {
  const { kind, relation, link, module, item } = at;
  if (at.from === undefined) return item === undefined ? `by the question: ${namesOfModule(graph, module).join(', ')}` : 'by the question';
  if (kind !== undefined) {
    const names = relation === undefined ? namesOfModule(graph, module) : [(graph.relations.keys[relation] as string).slice(2)];
    return `${relationKinds[kind]} ${names.join(', ')}`.trim();
  }
  if (link !== undefined) return (graph.keys[keyOfLink(link)] as string).slice(2);
  const names = namesOfModule(graph, item === undefined ? module : at.from.module);
  return `module ${names.join(', ')}`.trim();
}

function namesOfModule({ keys, summaries }: ModuleGraph, module: number | undefined): readonly string[] {
  const ids = summaries[module ?? -1] ?? new Int32Array(0);
  return Array.from(ids.subarray(0, maxNames), (id) => (keys[id] as string).slice(2));
}
