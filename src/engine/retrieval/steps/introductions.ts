/** The sections that introduce a thing, for a question that asks what it is (`definitionQuestions.ts`). */

import { Role, Space } from '../../document.ts';
import { type IndexReader, Trait } from '../../index/reader.ts';
import type { Hits } from '../systems/bm25.ts';
import { lookUp, type NamedKey } from './namedKeys.ts';

export interface Introductions {
  /** A key may be held by no section. */
  readonly sections: readonly NamedKey[];
  /** Whether a whole document is about the thing. */
  readonly isWhole: boolean;
}

/** The key of what introduces the workspace, where no document is named like the thing. */
const readme = `${Space.Path}:readme`;

/**
 * Those that begin a document of its name; where there is none, those under a heading of its name and those that begin a readme without a
 * title and speak of it. Documents of one chunk are found by their titles anyhow.
 *
 * @param thing the key of a title.
 */
export async function introductionsOf(reader: IndexReader, thing: string, hits: Hits): Promise<Introductions> {
  const isSection = (chunk: number): boolean => ((reader.traits[chunk] as number) & (Trait.Prose | Trait.Whole)) === Trait.Prose;
  const [headed, readmes] = [
    await lookUp(reader, [thing], 'title', Role.Title | Role.Heading),
    await lookUp(reader, [readme], 'path', Role.Title),
  ].map(([entry]) => entry && { ...entry, holders: entry.holders.filter(isSection) });
  const found: NamedKey[] = [];
  if (headed !== undefined) {
    const infos = await reader.chunkInfo(headed.holders);
    const openings = headed.holders.filter((_, i) => infos[i]?.startLine === 0 || !infos[i]?.title.includes(' › '));
    if (openings.length > 0) return { sections: [{ ...headed, holders: openings }], isWhole: true };
    found.push(headed);
  }
  if (readmes !== undefined) {
    const speaking = readmes.holders.filter((chunk) => (hits.scores[chunk] as number) > 0);
    const infos = await reader.chunkInfo(speaking);
    found.push({ ...readmes, holders: speaking.filter((_, i) => infos[i]?.title === '') });
  }
  return { sections: found, isWhole: found.some(({ kind, holders }) => kind === 'path' && holders.length > 0) };
}
