/**
 * Field operators of a question: `path:src/server`, `lang:ts`, `kind:doc`, `"quoted phrase"`, `-word`.
 *
 * `path:`, `lang:` and `kind:` restrict the results; `-word` leaves out chunks that hold the word (of three letters or more, in at most twelve
 * words, since longer questions are prose or logs in which a dash is a dash). A question that ends with a question mark excludes nothing: what
 * has a dash there is an option of a command. A question that is nothing but quoted phrases wants chunks that hold their words in one place;
 * within a sentence quotation marks are plain text. Unknown operators are plain text.
 * Cost: nothing without operators; else one look at each document's path, and the postings of the named words.
 */

import type { ChunkKind } from '../../document.ts';
import { type DocumentInfo, type IndexReader, type Postings, Trait } from '../../index/reader.ts';
import { isKind, operator } from '../../question/operators.ts';
import { termsIn } from '../../question/question.ts';
import { languageNamed } from '../../text/languages.ts';
import { fold } from '../../text/words/terms.ts';
import { wordsOf } from '../../util/strings.ts';
import type { Retriever } from '../ranking.ts';
import { languagesIn, wordPostings } from './wordPostings.ts';

/** A question in its parts. */
export interface Fields {
  /** The question without its operators. */
  readonly text: string;
  /** Parts of paths, folded; a result's path holds each. */
  readonly paths: readonly string[];
  /** Languages by id or file ending; a result has one of them. */
  readonly languages: readonly string[];
  readonly kind: ChunkKind | undefined;
  readonly phrases: readonly string[];
  /** The excluded words. */
  readonly excluded: readonly string[];
}

const exclusion = /(?<=^|\s)-(\p{L}[\p{L}\p{N}_]{2,})(?=\s|$)/gu;
const maxWordsWithExclusion = 12;

/** Reads the operators of a question. */
export function readFields(question: string): Fields {
  const paths: string[] = [];
  const languages: string[] = [];
  let kind: ChunkKind | undefined;
  let text = question.replace(operator, (whole, name: string, quoted: string | undefined, bare: string | undefined) => {
    const value = fold(quoted ?? bare ?? '');
    if (name === 'kind') {
      if (!isKind(value)) return whole;
      kind = value;
    }
    if (name === 'path') paths.push(value);
    if (name === 'lang') languages.push(value.startsWith('.') ? value.slice(1) : value);
    return ' ';
  });
  const excluded: string[] = [];
  if (!text.trimEnd().endsWith('?') && wordsOf(text).length <= maxWordsWithExclusion) {
    text = text.replace(exclusion, (_, word: string) => {
      excluded.push(word);
      return ' ';
    });
  }
  const onlyPhrases = /^\s*(?:"[^"]+"\s*)+$/.test(text);
  const phrases = onlyPhrases ? [...text.matchAll(/"([^"]+)"/g)].map((match) => match[1] as string) : [];
  return { text, paths, languages, kind, phrases: phrases.filter((phrase) => termsIn(phrase).length > 0), excluded };
}

/** Whether any operator was read. */
function hasFields({ paths, languages, kind, phrases, excluded }: Fields): boolean {
  return paths.length + languages.length + phrases.length + excluded.length > 0 || kind !== undefined;
}

function mark(chunks: Uint8Array, postings: readonly Postings[], value: number): void {
  for (const list of postings) for (const chunk of list.chunks) chunks[chunk] = value;
}

/** Chunks with all terms in one position. */
function holdingAll(postings: readonly Postings[]): ReadonlySet<number> {
  let masks: Map<number, number> | undefined;
  for (const { size, chunks, places } of postings) {
    const next = new Map<number, number>();
    for (let i = 0; i < size; i++) {
      const chunk = chunks[i] as number;
      const shared = masks === undefined ? (places[i] as number) : ((masks.get(chunk) ?? 0) & (places[i] as number)) >>> 0;
      if (shared !== 0) next.set(chunk, shared);
    }
    masks = next;
  }
  return new Set(masks?.keys());
}

/** One byte per chunk: 1 where the operators accept it. */
async function acceptedBy(fields: Fields, reader: IndexReader): Promise<Uint8Array> {
  const accepted = new Uint8Array(reader.chunkCount).fill(1);
  if (fields.kind !== undefined) {
    const wanted = fields.kind === 'doc' ? Trait.Prose : 0;
    reader.traits.forEach((traits, chunk) => {
      if ((traits & Trait.Prose) !== wanted) accepted[chunk] = 0;
    });
  }
  const restrictsFiles = fields.paths.length > 0 || fields.languages.length > 0;
  const [documents, languages] = await Promise.all([restrictsFiles ? reader.documents() : [], languagesIn(reader)]);
  for (const document of documents) if (!isWanted(document, fields)) accepted.fill(0, document.firstChunk, document.chunksEnd);
  if (fields.excluded.length + fields.phrases.length === 0) return accepted;
  const words = fields.excluded.flatMap((word) => termsIn(word, languages).slice(0, 1));
  const [excluded, ...phrases] = await Promise.all(
    [words, ...fields.phrases.map((phrase) => termsIn(phrase, languages))].map((terms) => wordPostings(reader, terms)),
  );
  mark(accepted, excluded as readonly Postings[], 0);
  for (const phrase of phrases) {
    const holding = holdingAll(phrase);
    for (let chunk = 0; chunk < accepted.length; chunk++) if (!holding.has(chunk)) accepted[chunk] = 0;
  }
  return accepted;
}

function isWanted({ path, language }: DocumentInfo, { paths, languages }: Fields): boolean {
  const folded = fold(path);
  if (!paths.every((part) => folded.includes(part))) return false;
  const ending = folded.slice(folded.lastIndexOf('.') + 1);
  const { id, name } = languageNamed(language);
  return languages.length === 0 || [ending, id, name].some((one) => languages.includes(one));
}

/** The same retriever, whatever else it offers, with field operators understood. */
export function withFields<T extends Retriever>(retriever: T): T {
  return {
    ...retriever,
    async search(reader, question, options) {
      const fields = readFields(question);
      if (!hasFields(fields)) return retriever.search(reader, question, options);
      const accepted = await acceptedBy(fields, reader);
      const accept = (chunk: number): boolean => accepted[chunk] === 1 && (options.accept?.(chunk) ?? true);
      return retriever.search(reader, fields.text, { ...options, accept });
    },
  };
}
