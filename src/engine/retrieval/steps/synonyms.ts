/**
 * A user's synonyms, unified before anything is hashed or looked up.
 *
 * Source: MeshRAG, Limitations: "synonym normalization can be applied as a preprocessing step, where synonym dictionaries are used to
 * unify semantically equivalent expressions before hashing". Deviation: an index is not rebuilt for a list in the settings, so the question is
 * expanded by the other expressions of its groups; only `mesh-paper`, whose graph is built on demand, unifies the entities of chunks and
 * question alike. Cost: one scan of the question for each expression.
 */

import { Space } from '../../document.ts';
import { foldedWords } from '../../text/names/entities.ts';
import { nameOf } from '../../text/names/nameFinder.ts';

/** Groups of synonymous expressions, compiled for look-up. */
export interface Synonyms {
  /** Equal for equal groups. */
  readonly id: string;
  /** The question expanded by the other expressions of every group in it. */
  widen(question: string): string;
  /** The canonical key of a name key's group; other keys unchanged. */
  unify(key: string): string;
}

interface Group {
  readonly expressions: readonly string[];
  readonly folded: readonly string[];
}

/**
 * Reads groups of synonymous expressions, such as `['car', 'automobile']`. Case and accents are ignored.
 * Throws, naming the group, if a group has fewer than two expressions or an expression has no word.
 */
export function readSynonyms(groups: readonly (readonly string[])[]): Synonyms {
  const read = groups.map((expressions, i): Group => {
    const folded = expressions.map((expression) => foldedWords(expression).join(' '));
    const wrong = folded.indexOf('');
    if (wrong >= 0)
      throw new Error(`Cannot read group ${i + 1} of the synonyms: ${JSON.stringify(expressions[wrong])} has no word; remove it`);
    if (new Set(folded).size < 2) {
      throw new Error(
        `Cannot read group ${i + 1} of the synonyms: ${JSON.stringify(expressions)} has no two different expressions; add another`,
      );
    }
    return { expressions, folded };
  });
  const leaders = new Map<string, string>();
  for (const { folded } of read) {
    const names = folded.flatMap((expression) => nameOf(expression.split(' ')) ?? []);
    for (const name of names) if (!leaders.has(name)) leaders.set(name, leaders.get(names[0] as string) ?? (names[0] as string));
  }
  return {
    id: JSON.stringify(read.map(({ folded }) => folded)),
    widen: (question) => {
      const words = ` ${foldedWords(question).join(' ')} `;
      const named = (expression: string): boolean => words.includes(` ${expression} `);
      const added = read.flatMap(({ expressions, folded }) =>
        folded.some(named) ? expressions.filter((_, i) => !named(folded[i] as string)) : [],
      );
      // The semicolon separates an added name from the one before it.
      return [question, ...added].join(' ; ');
    },
    unify: (key) => {
      const leader = key.startsWith(`${Space.Name}:`) ? leaders.get(key.slice(2)) : undefined;
      return leader === undefined ? key : `${Space.Name}:${leader}`;
    },
  };
}

/** Parses groups from lines as users write them: `car, automobile, motor car`; empty lines are ignored. */
export function synonymGroups(lines: readonly string[]): readonly (readonly string[])[] {
  return lines.filter((line) => line.trim() !== '').map((line) => line.split(',').map((expression) => expression.trim()));
}
