/**
 * The sub-questions of a question, each as the terms that belong to it.
 *
 * Source: TopoRAG section 3.4. A model divides the question where there is one. Without it, or where its reply cannot be used, a part is a name
 * of the question, or of a clause, with the words that belong to no other name; the whole question if nothing divides it.
 */

import type { QuestionTerm } from '../../engine/question/question.ts';
import type { SearchContext } from '../../engine/retrieval/retrievalSystem.ts';
import { termsTo } from '../../engine/retrieval/steps/wordPostings.ts';
import type { Hits } from '../../engine/retrieval/systems/bm25.ts';
import { entitiesOfQuestion } from '../entities/readEntities.ts';

export interface DivisionOptions {
  /** Whether the question is divided: by a model, else each name of the question is asked for by itself. */
  readonly decomposition: boolean;
  /** Without a model, whether each clause is: the text between commas and the like, if it has two terms or more. */
  readonly clauses: boolean;
}

export interface Part {
  /** To be embedded. */
  readonly text: string;
  /** For each known term, whether it belongs to the part. */
  readonly has: readonly boolean[];
}

export interface DividedQuestion {
  /** The terms of the question, then those that only sub-questions of a model have. */
  readonly terms: readonly QuestionTerm[];
  /** The parts, or the whole question; a part may have no known term. */
  partsOf(hits: Pick<Hits, 'terms'>): readonly Part[];
}

interface Piece {
  readonly text: string;
  readonly terms: ReadonlySet<string>;
}

const betweenClauses = /[,;:.?!()]\s|\s[-–—]\s/;

export async function divide(
  question: string,
  { reader, options: { decomposition, clauses }, sources: { judge }, signal }: SearchContext<DivisionOptions>,
): Promise<DividedQuestion> {
  const own = await termsTo(reader, question);
  const asked = decomposition ? await judge?.subQuestions?.(question, signal) : undefined;
  const createPiece = async (text: string): Promise<Piece> => ({ text, terms: termSet(await termsTo(reader, text)) });
  if (asked !== undefined) {
    const lists = await Promise.all(asked.map((text) => termsTo(reader, text)));
    const known = termSet(own);
    const added = new Map(lists.flat().map((one) => [one.term, one]));
    for (const term of known) added.delete(term);
    const pieces = lists.map((terms, i): Piece => ({ text: asked[i] as string, terms: termSet(terms) }));
    return { terms: [...own, ...added.values()], partsOf: ({ terms }) => pieces.map((piece) => toPart(piece, terms)) };
  }
  const pieces = clauses ? await Promise.all(question.split(betweenClauses).map(createPiece)) : [];
  const names = decomposition ? await Promise.all([...entitiesOfQuestion(question)].map((key) => createPiece(key.slice(2)))) : [];
  const words = names.length < 2 ? [] : await Promise.all(question.split(/\s+/).map(createPiece));
  const textOf = (has: ReadonlySet<string>): string =>
    words
      .filter(({ terms }) => terms.size === 0 || [...terms].some((term) => has.has(term)))
      .map(({ text }) => text)
      .join(' ');
  return {
    terms: own,
    partsOf({ terms }) {
      const long = pieces.filter((piece) => terms.filter(({ term }) => piece.terms.has(term)).length > 1);
      const wholes = long.length < 2 ? [{ text: question, terms: termSet(terms) }] : long;
      const all = wholes.flatMap(({ text, terms: whole }) => {
        const held = names.map((name) => name.terms).filter((name) => [...name].some((term) => whole.has(term)));
        const named = byNames(whole, held);
        return named === undefined ? [{ text, terms: whole }] : named.map((part) => ({ text: textOf(part), terms: part }));
      });
      return all.map((piece) => toPart(piece, terms));
    },
  };
}

function toPart({ text, terms: own }: Piece, terms: Hits['terms']): Part {
  return { text, has: terms.map(({ term }) => own.has(term)) };
}

function termSet(terms: readonly { readonly term: string }[]): ReadonlySet<string> {
  return new Set(terms.map(({ term }) => term));
}

/** A part for each name in some terms that holds no other, without the terms of the other names; `undefined` for fewer than two. */
function byNames(whole: ReadonlySet<string>, all: readonly ReadonlySet<string>[]): readonly ReadonlySet<string>[] | undefined {
  const holds = (name: ReadonlySet<string>, other: ReadonlySet<string>): boolean =>
    other.size < name.size && [...other].every((term) => name.has(term));
  const names = all.filter((name) => !all.some((other) => holds(name, other)));
  if (names.length < 2) return undefined;
  const isOthers = (term: string, own: ReadonlySet<string>): boolean => !own.has(term) && names.some((other) => other.has(term));
  return names.map((own) => new Set([...whole].filter((term) => !isOthers(term, own))));
}
