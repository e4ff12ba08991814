/**
 * Words of a question in an index with several natural languages: the languages, and the postings of a word under any of its stems.
 *
 * Each chunk in a language other than English holds the term of that language, so their document frequency is a posting list's size. Cost: one
 * lookup of these terms per generation of an index; for words with one stem, their postings alone.
 */

import { type IndexReader, noPostings, type Postings } from '../../index/reader.ts';
import { type QuestionTerm, questionTerms } from '../../question/question.ts';
import { type StemmedLanguage, stemmedLanguages, termOfLanguage } from '../../text/stemming/stems.ts';

/** Min share of the chunks; in rarer languages, stems would match rare words of the others. */
const minShare = 0.02;

const known = new WeakMap<IndexReader, Promise<readonly StemmedLanguage[]>>();

/** The languages other than English of more than `minShare` of the chunks. */
export function languagesIn(reader: IndexReader): Promise<readonly StemmedLanguage[]> {
  let found = known.get(reader);
  if (found === undefined) {
    found = reader
      .termCounts(stemmedLanguages.map(termOfLanguage))
      .then((counts) => stemmedLanguages.filter((_, i) => (counts[i] as number) > minShare * reader.liveCount));
    known.set(reader, found);
  }
  return found;
}

/** The terms of a question, with stems of the languages of the index. */
export async function termsTo(reader: IndexReader, question: string): Promise<readonly QuestionTerm[]> {
  return questionTerms(question, await languagesIn(reader));
}

type Word = Pick<QuestionTerm, 'term' | 'stems'>;

/** One stem of a word that occurs in the index. */
export interface StemPostings {
  readonly term: string;
  readonly postings: Postings;
}

/** The stems of each word that occur in the index. */
export async function stemPostings(reader: IndexReader, words: readonly Word[]): Promise<readonly (readonly StemPostings[])[]> {
  const all = await reader.termPostings(words.flatMap(({ term, stems }) => [term, ...stems]));
  let at = 0;
  return words.map(({ term, stems }) =>
    [term, ...stems].map((stem) => ({ term: stem, postings: all[at++] as Postings })).filter(({ postings }) => postings.size > 0),
  );
}

/** The postings of each word: chunks that contain any of its stems. */
export async function wordPostings(reader: IndexReader, words: readonly Word[]): Promise<readonly Postings[]> {
  return (await stemPostings(reader, words)).map(united);
}

/** How many chunks contain any stem of each word. Cost: as `wordPostings` for words with several stems, counts for the others. */
export async function wordCounts(reader: IndexReader, words: readonly Word[]): Promise<readonly number[]> {
  const several = words.filter(({ stems }) => stems.length > 0);
  const [counts, unions] = await Promise.all([reader.termCounts(words.map(({ term }) => term)), wordPostings(reader, several)]);
  return words.map((word, i) => (word.stems.length > 0 ? unions[several.indexOf(word)]?.size : counts[i]) as number);
}

/** The union of several posting lists: counts are summed, positions merged. */
export function united(stems: readonly StemPostings[]): Postings {
  if (stems.length < 2) return stems[0]?.postings ?? noPostings;
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
