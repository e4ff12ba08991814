/**
 * A user's synonyms, unified before anything is hashed or looked up.
 *
 * Source: MeshRAG, Limitations: "synonym normalization can be applied as a preprocessing step, where synonym dictionaries are used to
 * unify semantically equivalent expressions before hashing". Deviation: an index is not rebuilt for a list in the settings, so the
 * question is widened by the other expressions of a group that it names; only `mesh-paper`, whose graph is built when asked, unifies
 * the entities of chunks and question alike. Cost: one look through the question for each expression.
 */

import { Space } from '../../document.ts';
import { foldedWords } from '../../text/names/entities.ts';
import { nameOf } from '../../text/names/names.ts';
import type { Retriever } from '../ranking.ts';

/** Groups of expressions, ready to be looked for. */
export interface Synonyms {
  /** The question with the other expressions of every group that it names. */
  widen(question: string): string;
  /** The key that stands for a name key's group; other keys as they are. */
  unify(key: string): string;
}

/** A retriever that can take synonyms into what it builds, rather than into the question alone. */
export interface SynonymAware {
  unifying(synonyms: Synonyms): Retriever;
}

interface Group {
  readonly expressions: readonly string[];
  readonly folded: readonly string[];
}

/**
 * Reads groups of expressions that mean the same, such as `['car', 'automobile']`. Case and accents do not count.
 * Throws where a group names fewer than two expressions or an expression has no word, naming the group.
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
    widen: (question) => {
      const words = ` ${foldedWords(question).join(' ')} `;
      const named = (expression: string): boolean => words.includes(` ${expression} `);
      const added = read.flatMap(({ expressions, folded }) =>
        folded.some(named) ? expressions.filter((_, i) => !named(folded[i] as string)) : [],
      );
      // A semicolon keeps an added name from joining the one before it.
      return [question, ...added].join(' ; ');
    },
    unify: (key) => {
      const leader = key.startsWith(`${Space.Name}:`) ? leaders.get(key.slice(2)) : undefined;
      return leader === undefined ? key : `${Space.Name}:${leader}`;
    },
  };
}

/** Groups from lines as users write them: `car, automobile, motor car`; empty lines say nothing. */
export function synonymGroups(lines: readonly string[]): readonly (readonly string[])[] {
  return lines.filter((line) => line.trim() !== '').map((line) => line.split(',').map((expression) => expression.trim()));
}

/** The retriever with a user's synonyms. */
export function withSynonyms(retriever: Retriever & Partial<SynonymAware>, synonyms: Synonyms): Retriever {
  if (retriever.unifying !== undefined) return retriever.unifying(synonyms);
  return { name: retriever.name, search: (reader, question, options) => retriever.search(reader, synonyms.widen(question), options) };
}
