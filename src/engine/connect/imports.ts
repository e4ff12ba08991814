/** The shortest chain of imports from one file to another, breadth first. Cost: each file in reach once. */

import type { Import, ModuleGraph } from '../relations/moduleGraph.ts';

/** A file of a chain, and the import that leads to the next one; absent at the last. */
export interface ImportStep {
  readonly path: string;
  readonly leadsOn?: Import;
}

/** The chain, first to last; undefined if there is none of at most `maxLinks` imports. */
export function importChain(from: string, to: string, modules: ModuleGraph, maxLinks: number): readonly ImportStep[] | undefined {
  const chains = new Map<string, readonly ImportStep[]>([[from, []]]);
  for (const [path, before] of chains) {
    if (path === to) return [...before, { path }];
    if (before.length === maxLinks) continue;
    for (const leadsOn of modules.importsOf(path))
      for (const file of leadsOn.files) if (!chains.has(file)) chains.set(file, [...before, { path, leadsOn }]);
  }
  return undefined;
}
