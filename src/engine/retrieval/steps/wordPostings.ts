/**
 * Words of a question in an index of documents in several languages: which these are, and where a word stands by whichever of its stems.
 *
 * Each chunk of a language but English holds the term of that language, so an index counts them as it counts any term. Cost: one look-up of
 * these terms for each generation of an index; where a word has one stem, nothing beside its postings.
 */

import type { IndexReader, Postings } from '../../index/reader.ts';
import { type Question, type QuestionTerm, readQuestion } from '../../question/question.ts';
import { type StemmedLanguage, stemmedLanguages, termOfLanguage } from '../../text/stemming/stems.ts';

/** A language of fewer of the chunks is not asked in: its stems would be rare words in the others. */
const leastShare = 0.02;

const known = new WeakMap<IndexReader, Promise<readonly StemmedLanguage[]>>();

/** The languages other than English that a good part of the chunks is in. */
export function languagesIn(reader: IndexReader): Promise<readonly StemmedLanguage[]> {
  let found = known.get(reader);
  if (found === undefined) {
    found = reader
      .termPostings(stemmedLanguages.map(termOfLanguage))
      .then((postings) => stemmedLanguages.filter((_, i) => (postings[i]?.size ?? 0) > leastShare * reader.liveCount));
    known.set(reader, found);
  }
  return found;
}

/** Reads a question to an index. */
export async function questionTo(reader: IndexReader, text: string): Promise<Question> {
  return readQuestion(text, await languagesIn(reader));
}

type Word = Pick<QuestionTerm, 'term' | 'stems'>;

/** One stem of a word that stands in the index. */
export interface StemPostings {
  readonly term: string;
  readonly postings: Postings;
}

/** The stems of each word that stand in the index. */
export async function stemPostings(reader: IndexReader, words: readonly Word[]): Promise<readonly (readonly StemPostings[])[]> {
  const all = await reader.termPostings(words.flatMap(({ term, stems }) => [term, ...stems]));
  let at = 0;
  return words.map(({ term, stems }) =>
    [term, ...stems].map((stem) => ({ term: stem, postings: all[at++] as Postings })).filter(({ postings }) => postings.size > 0),
  );
}

/** The postings of each word: chunks that hold any of its stems. */
export async function wordPostings(reader: IndexReader, words: readonly Word[]): Promise<readonly Postings[]> {
  return (await stemPostings(reader, words)).map(united);
}

const none: Postings = { size: 0, chunks: new Int32Array(0), values: new Int32Array(0), places: new Uint32Array(0) };

/** Postings of several stems as one: counts are summed, places put together. */
export function united(stems: readonly StemPostings[]): Postings {
  if (stems.length < 2) return stems[0]?.postings ?? none;
  const merged = new Map<number, { value: number; places: number }>();
  for (const { postings } of stems) {
    const { size, chunks, values, places } = postings;
    for (let i = 0; i < size; i++) {
      const before = merged.get(chunks[i] as number);
      merged.set(chunks[i] as number, {
        value: (before?.value ?? 0) + (values[i] as number),
        places: (before?.places ?? 0) | (places[i] as number),
      });
    }
  }
  const chunks = Int32Array.from(merged.keys()).sort();
  const entries = Array.from(chunks, (chunk) => merged.get(chunk) as { value: number; places: number });
  return {
    size: chunks.length,
    chunks,
    values: Int32Array.from(entries, ({ value }) => value),
    places: Uint32Array.from(entries, ({ places }) => places),
  };
}
