/** The table of commands. A new one gets a file of its own and a line here. */

import type { Command } from './command.ts';

/** Loads a command by name. */
export const commands: Readonly<Record<string, () => Promise<Command>>> = {
  index: async () => (await import('./commands/indexFolder.ts')).indexCommand,
  search: async () => (await import('./commands/search.ts')).searchCommand,
  ask: async () => (await import('./commands/ask.ts')).askCommand,
  related: async () => (await import('./commands/related.ts')).relatedCommand,
  communities: async () => (await import('./commands/communities.ts')).communitiesCommand,
  drift: async () => (await import('./commands/drift.ts')).driftCommand,
  mcp: async () => (await import('./commands/mcp.ts')).mcpCommand,
  eval: async () => (await import('./commands/evaluate.ts')).evaluateCommand,
};

/** The known name nearest to a mistyped one; `undefined` if none is near. */
export function nearestCommand(name: string, names: readonly string[] = Object.keys(commands)): string | undefined {
  const ranked = names
    .map((known) => ({ known, distance: editDistance(name.toLowerCase(), known) }))
    .sort((a, b) => a.distance - b.distance);
  const best = ranked[0];
  return best !== undefined && best.distance <= Math.max(1, Math.floor(best.known.length / 2)) ? best.known : undefined;
}

/** Insertions, deletions and substitutions between two words (Levenshtein). */
function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, j) => j);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const replaced = (row[j - 1] as number) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(replaced, (row[j] as number) + 1, (next[j - 1] as number) + 1));
    }
    row = next;
  }
  return row[b.length] as number;
}
