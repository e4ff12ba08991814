/**
 * The shortest chain of calls, base types and throws from one symbol to another: each step uses the next in its declaration. If there is none, the
 * last link may be a mention: the type of a parameter, a field that is read.
 *
 * Breadth first from the declarations of the first symbol; what each uses is read by `declarationReader.ts`.
 * Cost: two round trips and the reading of at most `maxSymbols` declarations a level, each file once; of the last level only those in files that
 * hold the name of the second symbol.
 */

import { filesDefining, filesHolding, type RelationSource } from '../relations/candidates.ts';
import type { Use } from '../relations/occurrences.ts';
import { definitionsIn, findDefinitions, findUsers, type NameDefinition } from '../relations/relations.ts';
import { isTestPath } from '../text/names/pathNames.ts';
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
  lastLink: 'use' | 'mention' = 'use',
): Promise<readonly ChainStep[] | undefined> {
  for (const name of [from, to]) if ((await filesDefining(name, source)).length === 0) return undefined;
  const holding = new Set(await filesHolding(to, source));
  const definitions = await findDefinitions(to, source);
  // Fields are no keys of the index.
  const members = lastLink === 'use' ? [] : await membersNamed(to, [...holding], source);
  const targets = new Set(definitions.map(idOf));
  const starts = (await findDefinitions(from, source)).map((definition): Step => ({ name: from, definition }));
  const seen = new Set(starts.map(({ definition }) => idOf(definition)));
  const reader = new DeclarationReader(source);
  let level: readonly Step[] = starts.slice(0, maxSymbols);
  for (let links = 1; links <= maxLinks && level.length > 0; links++) {
    const near = level.filter(({ definition }) => holding.has(definition.path));
    const ends = lastLink === 'use' ? await reader.usedBy(near, to) : await mentionsIn(near, to, [...definitions, ...members], source);
    const last = ends.find(({ definition }) => targets.has(idOf(definition)));
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

/** The members of types that have a name, but in tests. */
async function membersNamed(name: string, paths: readonly string[], source: RelationSource): Promise<readonly NameDefinition[]> {
  const found: NameDefinition[] = [];
  for (const path of paths.filter((one) => !isTestPath(one)).slice(0, maxSymbols)) {
    await source.yieldThread();
    found.push(...definitionsIn(name, path, source.textOf(path) ?? '', source.languageOf(path)));
  }
  return found.filter(({ scope }) => scope === 'member');
}

/** The first mention of a name in each declaration; of a member only where one type alone has a member of that name, or it is called like a type. */
async function mentionsIn(
  steps: readonly Step[],
  name: string,
  definitions: readonly NameDefinition[],
  source: RelationSource,
): Promise<readonly Step[]> {
  const members = new Set(definitions.flatMap((one) => (one.scope === 'member' ? idOf(one) : [])));
  const isKnown = members.size === 1 || definitions.some(({ scope, kind }) => scope === 'outermost' && kind === 'type');
  const meant = definitions.filter(({ scope }) => scope === 'outermost' || (scope === 'member' && isKnown));
  const [definition] = meant;
  if (definition === undefined || steps.length === 0) return [];
  const paths = new Set(steps.map((step) => step.definition.path));
  const { uses } = await findUsers(name, meant, { ...source, isVisible: (path) => paths.has(path) });
  return steps.flatMap((step) => {
    const { path, startLine, endLine } = step.definition;
    const lines = uses.flatMap((use) => (use.path === path && use.where === 'code' && use.kind === 'mentions' ? use.lines : []));
    const line = lines.find((one) => one > startLine && one <= endLine);
    return line === undefined ? [] : [{ name, definition, from: { step, use: { name, qualifiers: [], line, kind: 'mentions' as const } } }];
  });
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
