/** The sections that introduce a thing, for a question that asks what it is (`definitionQuestions.ts`). */

import { Trait } from '../../../index/reader.ts';
import type { MeshQuery } from './meshQuery.ts';
import type { NamedKey } from './namedKeys.ts';

interface Introductions {
  /** A key may be held by no section. */
  readonly sections: readonly NamedKey[];
  /** Whether a whole document is about the thing. */
  readonly isWhole: boolean;
}

/**
 * Those that begin a document of its name; where there is none, those under a heading of its name and those that begin a readme without a
 * title and speak of it. Documents of one chunk are found by their titles anyhow.
 */
export async function findIntroductions({ reader, infos, hits, keys }: MeshQuery): Promise<Introductions> {
  const isSection = (chunk: number): boolean => ((reader.traits[chunk] as number) & (Trait.Prose | Trait.Whole)) === Trait.Prose;
  const found: NamedKey[] = [];
  for (const entry of keys.thing) {
    const headed = entry.holders.filter(isSection);
    const described = await infos.chunkInfo(headed);
    const openings = headed.filter((_, i) => !described[i]?.title.includes(' › '));
    if (openings.length > 0) return { sections: [{ ...entry, holders: openings }], isWhole: true };
    found.push({ ...entry, holders: headed });
    // The other number is not what was asked for.
    if (headed.length > 0) break;
  }
  for (const entry of keys.readmes) {
    const speaking = entry.holders.filter((chunk) => isSection(chunk) && hits.scoreOf(chunk) > 0);
    const described = await infos.chunkInfo(speaking);
    found.push({ ...entry, holders: speaking.filter((_, i) => described[i]?.title === '') });
  }
  return { sections: found, isWhole: found.some(({ kind, holders }) => kind === 'path' && holders.length > 0) };
}
