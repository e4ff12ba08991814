/** The keys that a question names, looked up in the index. Cost: a pass over the postings of each. */

import { Role, Space } from '../../../document.ts';
import type { FoundKey, IndexReader, Postings } from '../../../index/reader.ts';
import type { Question } from '../../../question/question.ts';
import type { EvidenceKind } from '../../keyEvidence.ts';

/** A key that the question names and the index knows. */
export interface NamedKey {
  readonly id: number;
  readonly key: string;
  readonly kind: EvidenceKind;
  readonly postings: Postings;
  /** Chunks that bear or define it. */
  readonly holders: readonly number[];
}

/** The keys that a question names and any chunk has, each list in the question's order. */
export interface NamedKeys {
  /** Held by the documents with that title. */
  readonly names: readonly NamedKey[];
  /**
   * The thing that is asked for, in either number, with the chunks that have it as a title or heading; and the readmes, which may introduce it.
   */
  readonly thing: readonly NamedKey[];
  readonly readmes: readonly NamedKey[];
  readonly symbols: readonly NamedKey[];
  readonly thingSymbols: readonly NamedKey[];
  /** Files and folders; a word of a longer name does not count by itself. */
  readonly files: readonly NamedKey[];
}

/** The key of what introduces the workspace, where no document is named like the thing. */
const readme = `${Space.Path}:readme`;

/** Looks up all keys of a question at once. */
export async function lookUp(reader: IndexReader, question: Question): Promise<NamedKeys> {
  const { names, symbols, thingSymbols, paths } = question;
  const { thing } = question;
  const readmes = thing.length === 0 ? [] : [readme];
  const joinedPaths = [...question.joinedPaths.keys()];
  const found = await reader.findKeys([names, thing, readmes, symbols, thingSymbols, joinedPaths, paths].flat());
  let at = 0;
  /** The next keys that were found. @param role bits of `Role`, of which holders have one. */
  const next = (keys: readonly string[], kind: EvidenceKind, role: number): NamedKey[] => {
    const known: NamedKey[] = [];
    for (const key of keys) {
      const { id, postings } = found[at++] as FoundKey;
      if (postings.size > 0) known.push({ id, key, kind, postings, holders: holdersWithRole(postings, role) });
    }
    return known;
  };
  const keys = {
    names: next(names, 'title', Role.Title),
    thing: next(thing, 'title', Role.Title | Role.Heading),
    readmes: next(readmes, 'path', Role.Title),
    symbols: next(symbols, 'symbol', Role.Defines),
    thingSymbols: next(thingSymbols, 'symbol', Role.Defines),
  };
  const joined = next(joinedPaths, 'path', Role.Title).filter(({ holders }) => holders.length > 0);
  const within = new Set(joined.flatMap(({ key }) => question.joinedPaths.get(key) ?? []));
  return { ...keys, files: [...joined, ...next(paths, 'path', Role.Title).filter(({ key }) => !within.has(key))] };
}

/** The holders whose place or title decides on their bonus. */
export function placed({ names, thing, readmes, symbols, files }: NamedKeys, question: Question, max: number): readonly number[] {
  const titles = names.filter(({ holders }) => holders.length <= max);
  const whole = new Set(question.files.values());
  const bare = symbols.filter(({ key }) => key === question.bareSymbol);
  return [titles, thing, readmes, bare, files.filter(({ key }) => whole.has(key))].flat().flatMap(({ holders }) => holders);
}

/** Leaves out names that lie within a longer one that was found before. */
export function maximal(found: readonly NamedKey[]): readonly NamedKey[] {
  const kept: NamedKey[] = [];
  for (const entry of found) {
    const inner = ` ${entry.key.slice(2)} `;
    if (!kept.some(({ key }) => ` ${key.slice(2)} `.includes(inner))) kept.push(entry);
  }
  return kept;
}

function holdersWithRole(postings: Postings, role: number): number[] {
  const holders: number[] = [];
  for (let i = 0; i < postings.size; i++) if ((postings.values[i] as number) & role) holders.push(postings.chunks[i] as number);
  return holders;
}
