/**
 * The shortest chain of calls, base types and throws from one symbol to another: each step uses the next in its declaration.
 *
 * Breadth first from the declarations of the first symbol; what each uses is read by `declarationReader.ts`.
 * Cost: two round trips and the reading of at most `maxSymbols` declarations a level, each file once; of the last level only those in files that
 * hold the name of the second symbol.
 */

import { filesDefining, filesHolding, type RelationSource } from '../relations/candidates.ts';
import type { Use } from '../relations/occurrences.ts';
import { findDefinitions, type NameDefinition } from '../relations/relations.ts';
import { DeclarationReader, type Step } from './declarationReader.ts';

/** A symbol of a chain. */
export interface ChainStep {
  readonly name: string;
  readonly definition: NameDefinition;
  /** How it uses the next one; absent at the last. */
  readonly use?: Pick<Use, 'kind' | 'line' | 'name'>;
}

/** Declarations that are read at each level. */
const maxSymbols = 300;

/** The chain, each symbol using the next, first to last; undefined if there is none of at most `maxLinks` links. */
export async function chainBetween(
  from: string,
  to: string,
  source: RelationSource,
  maxLinks: number,
): Promise<readonly ChainStep[] | undefined> {
  for (const name of [from, to]) if ((await filesDefining(name, source)).length === 0) return undefined;
  const targets = new Set((await findDefinitions(to, source)).map(idOf));
  const starts = (await findDefinitions(from, source)).map((definition): Step => ({ name: from, definition }));
  const seen = new Set(starts.map(({ definition }) => idOf(definition)));
  const reader = new DeclarationReader(source);
  const holding = new Set(await filesHolding(to, source));
  let level: readonly Step[] = starts.slice(0, maxSymbols);
  for (let links = 1; links <= maxLinks && level.length > 0; links++) {
    const last = (
      await reader.usedBy(
        level.filter(({ definition }) => holding.has(definition.path)),
        to,
      )
    ).find(({ definition }) => targets.has(idOf(definition)));
    if (last !== undefined) return traceChain(last);
    if (links === maxLinks) break;
    const next: Step[] = [];
    for (const step of await reader.usedBy(level)) {
      const id = idOf(step.definition);
      if (seen.has(id)) continue;
      seen.add(id);
      next.push(step);
    }
    level = next.slice(0, maxSymbols);
  }
  return undefined;
}

function idOf({ path, startLine }: NameDefinition): string {
  return `${startLine} ${path}`;
}

function traceChain(last: Step): readonly ChainStep[] {
  const chain: ChainStep[] = [];
  let use: Use | undefined;
  for (let step: Step | undefined = last; step !== undefined; step = step.from?.step) {
    const { name, definition } = step;
    chain.unshift({ name, definition, ...(use && { use }) });
    use = step.from?.use;
  }
  return chain;
}
